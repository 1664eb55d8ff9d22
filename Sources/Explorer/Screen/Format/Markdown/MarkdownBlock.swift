// What Markdown consists of: paragraphs, headings, code, tables, each with the lists and quotes that it stands in.

/// A piece of Markdown that is laid out on its own.
struct MarkdownBlock: Equatable {
    enum Content: Equatable {
        case heading(String)
        /// Line breaks in it are meant.
        case paragraph(String)
        case code([String], isJSON: Bool)
        /// The first row is the head.
        case table([[String]])
        case rule
    }

    var content: Content
    /// How many quotes it stands in.
    var quotes: Int
    /// The columns before it, of the lists around it.
    var indent: Int
    /// The bullet or number before its first line.
    var mark = ""
    /// An empty line stands before it.
    var isAfterBlank: Bool
}
