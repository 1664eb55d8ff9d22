// A text that must not be shown: every description, log line, event and mirror prints dots instead.

/// A value that is sent but never shown.
///
/// Interpolation, `print`, `dump`, `String(describing:)` and `String(reflecting:)` all give ``Secret/mask``.
/// Only ``reveal()`` returns the text, so a search for that name finds every place where a secret leaves.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The replacement of every secret. Its length is independent of the secret's.
    public static let mask = "••••••"

    private let text: String

    /// Wraps a text, which no description shows from then on.
    public init(_ text: String) { self.text = text }

    /// The text itself, for the wire and for a user who asked to see it.
    public func reveal() -> String { text }

    public var description: String { Self.mask }
    public var debugDescription: String { Self.mask }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// A text of a request or a response that is either plain or a ``Secret``.
public enum FieldValue: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// May be shown.
    case plain(String)
    /// Is sent and never shown.
    case secret(Secret)

    public init(stringLiteral value: String) { self = .plain(value) }

    /// The text as it goes over the wire.
    public var revealed: String {
        switch self {
        case .plain(let text): text
        case .secret(let secret): secret.reveal()
        }
    }

    /// Whether the text is never shown.
    public var isSecret: Bool { if case .secret = self { true } else { false } }

    /// The text for the user: masked when it is secret.
    public var description: String {
        switch self {
        case .plain(let text): text
        case .secret: Secret.mask
        }
    }
}
