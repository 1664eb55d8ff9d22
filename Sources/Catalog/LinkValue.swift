// Values of links: written out, or taken from an exchange.

import Document

/// A value of a link: written out, or taken from an exchange.
public enum LinkValue: Sendable, Hashable {
    /// A piece of text with expressions in it.
    public enum Piece: Sendable, Hashable {
        /// Stands as it is.
        case text(String)
        /// `{$…}`.
        case expression(RuntimeExpression)
    }

    /// As the description writes it; a string without its quotes.
    case constant(ExpressionValue)
    /// The text is one expression: its value keeps its kind.
    case expression(RuntimeExpression)
    /// A text with expressions in braces.
    case text([Piece])

    init(_ node: JSONNode) {
        guard let text = node.string else {
            self = .constant(ExpressionValue(node))
            return
        }
        self.init(text)
    }

    init(_ text: String) {
        if let whole = RuntimeExpression(text) {
            self = .expression(whole)
            return
        }
        var pieces: [Piece] = []
        var plain = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            plain += rest[..<open]
            let inner = rest[rest.index(after: open)...]
            guard let close = inner.firstIndex(of: "}"), let expression = RuntimeExpression(String(inner[..<close])) else {
                plain.append("{")
                rest = inner
                continue
            }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.expression(expression))
            rest = inner[inner.index(after: close)...]
        }
        plain += rest
        guard !pieces.isEmpty else {
            self = .constant(.text(text))
            return
        }
        self = .text(plain.isEmpty ? pieces : pieces + [.text(plain)])
    }
}

/// What an expression stands for.
public enum ExpressionValue: Sendable, Hashable {
    /// A text.
    case text(String)
    /// Any other value, as JSON.
    case json(String)

    /// A value of a JSON text.
    public init(_ node: JSONNode) { self = node.string.map(Self.text) ?? .json(node.source) }

    /// As a person types it into a field.
    public var plain: String {
        switch self {
        case .text(let text), .json(let text): text
        }
    }
}
