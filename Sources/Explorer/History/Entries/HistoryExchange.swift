// The messages of an entry on the wire: request and response, with timings and trail.

/// The request and response of an entry, with their timings and their trail.
public struct HistoryExchange: Sendable, Hashable {
    /// The request as it was sent last.
    public var request: HistoryMessage
    /// The last response; empty without a response.
    public var response: HistoryMessage
    /// The phases of the exchanges, as JSON that only the caller parses. Default `nil`.
    public var timings: [UInt8]?
    /// Decisions and services, as JSON that only the caller parses. Default `nil`.
    public var trail: [UInt8]?

    /// Creates an exchange; each parameter sets the property of its name.
    public init(
        request: HistoryMessage = HistoryMessage(), response: HistoryMessage = HistoryMessage(), timings: [UInt8]? = nil,
        trail: [UInt8]? = nil
    ) {
        self.request = request
        self.response = response
        self.timings = timings
        self.trail = trail
    }
}

/// One side of an exchange.
public struct HistoryMessage: Sendable, Hashable {
    /// The first line and the header lines, redacted, separated by LF; not stored above
    /// ``HistoryLimits/body``. Default `nil`.
    public var head: String?
    /// Default `nil`: no body was sent.
    public var body: HistoryBody?

    /// Creates a message; each parameter sets the property of its name.
    public init(head: String? = nil, body: HistoryBody? = nil) {
        self.head = head
        self.body = body
    }
}

/// A body, or the facts that remain of it.
public struct HistoryBody: Sendable, Hashable {
    /// Why a body's bytes are missing.
    public enum Absence: String, Sendable, Hashable, CaseIterable {
        /// They were removed to make room for newer bodies.
        case letGo
        /// They exceeded ``HistoryLimits/body`` on arrival.
        case tooLarge
        /// They arrived while the entries that waited for writing exceeded ``HistoryLimits/pending``.
        case overload
        /// The disk had no space for them.
        case noRoom
        /// The caller did not provide them.
        case notGiven
    }

    /// The bytes, or why they are missing.
    public enum Content: Sendable, Hashable {
        case kept([UInt8])
        case absent(Absence)
    }

    /// The bytes, or why they are missing.
    public var content: Content
    /// The length of the body in bytes.
    public var size: Int
    /// The value of the header field. Default `nil`.
    public var contentType: String?

    /// A body with its bytes.
    public init(_ bytes: [UInt8], contentType: String? = nil) {
        content = .kept(bytes)
        size = bytes.count
        self.contentType = contentType
    }

    /// A body without its bytes.
    public init(absent absence: Absence, size: Int, contentType: String? = nil) {
        content = .absent(absence)
        self.size = size
        self.contentType = contentType
    }

    /// The bytes; `nil` if they are missing.
    public var bytes: [UInt8]? {
        guard case .kept(let bytes) = content else { return nil }
        return bytes
    }

    /// Why the bytes are missing; `nil` if they are not.
    public var absence: Absence? {
        guard case .absent(let absence) = content else { return nil }
        return absence
    }

    /// The body without its bytes; a body without bytes does not change.
    func without(_ absence: Absence) -> HistoryBody {
        bytes == nil ? self : HistoryBody(absent: absence, size: size, contentType: contentType)
    }
}
