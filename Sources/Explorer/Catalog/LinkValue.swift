// Values of links: constants, or values from an exchange.

import Document

/// A value of a link: a constant, or a value from an exchange.
public enum LinkValue: Sendable, Hashable {
    /// A piece of text with expressions in it.
    public enum Piece: Sendable, Hashable {
        /// Literal text.
        case text(String)
        /// `{$…}`.
        case expression(RuntimeExpression)
    }

    /// A constant as the description writes it; a string without its quotes.
    case constant(ExpressionValue)
    /// The whole text is one expression: its value keeps its type.
    case expression(RuntimeExpression)
    /// A text with expressions in braces.
    case text([Piece])

    /// The longest expression inside a text, in bytes.
    private static let longestExpression = 1_000

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
        // The closing brace is searched once, however many opening braces precede it.
        var close = text.startIndex
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            plain += rest[..<open]
            let inner = rest[rest.utf8.index(after: open)...]
            if close < inner.startIndex { close = inner.utf8.firstIndex(of: UInt8(ascii: "}")) ?? text.endIndex }
            guard inner.utf8.first == UInt8(ascii: "$"), close < text.endIndex,
                inner.utf8.distance(from: inner.startIndex, to: close) <= Self.longestExpression,
                let expression = RuntimeExpression(String(inner[..<close]))
            else {
                plain.append("{")
                rest = inner
                continue
            }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.expression(expression))
            rest = inner[inner.utf8.index(after: close)...]
        }
        plain += rest
        guard !pieces.isEmpty else {
            self = .constant(.text(text))
            return
        }
        self = .text(plain.isEmpty ? pieces : pieces + [.text(plain)])
    }
}

/// The value of an expression.
public enum ExpressionValue: Sendable, Hashable {
    /// A text.
    case text(String)
    /// Any other value, as JSON.
    case json(String)

    /// A value of a JSON text.
    public init(_ node: JSONNode) { self = node.string.map(Self.text) ?? .json(node.source) }

    /// The text as the user would type it into a field.
    public var plain: String {
        switch self {
        case .text(let text), .json(let text): text
        }
    }
}
