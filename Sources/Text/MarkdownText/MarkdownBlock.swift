// What Markdown consists of: headings, paragraphs, code, tables and rules, each with its lists and quotes.

/// A piece of text in one style.
public struct MarkdownSpan: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case text
        case emphasis
        case strong
        case code
        /// The address of a link.
        case link
    }

    /// A line break in it is meant.
    public var text: String
    public var kind: Kind
}

/// A block that is laid out on its own.
public struct MarkdownBlock: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case heading([MarkdownSpan])
        case paragraph([MarkdownSpan])
        case code([String], language: String)
        /// Rows of cells; the first row is the head.
        case table([[[MarkdownSpan]]])
        case rule
    }

    public var content: Content
    /// How many quotes it stands in.
    public var quotes: Int
    /// The columns before it, of the lists around it.
    public var indent: Int
    /// The bullet or number before its first line.
    public var mark = ""
    /// An empty line stands before it.
    public var isAfterBlank: Bool
}
