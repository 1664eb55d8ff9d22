// What the tags of HTML mean in Markdown.

enum HTMLBlocks {
    /// The tags that descriptions use.
    static let tags: Set<String> = [
        "a", "abbr", "b", "blockquote", "br", "cite", "code", "dd", "details", "dfn", "div", "dl", "dt", "em", "font", "h1", "h2",
        "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p", "pre", "samp", "section", "small", "span", "strong",
        "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "u", "ul", "var",
    ]
}

extension BlockBuilder {
    mutating func open(_ name: String, _ attributes: [String: String] = [:]) {
        switch name {
        case "b", "strong": strong += 1
        case "i", "em", "cite", "var", "dfn": emphasis += 1
        case "code", "tt", "kbd", "samp": inlineCode += 1
        case "a": openLink(attributes["href"])
        case "img": text(attributes["alt"] ?? "")
        case "br": lineBreak()
        case "p", "div", "section", "details", "dl": separate()
        case "dt", "dd", "summary": endParagraph()
        case "h1", "h2", "h3", "h4", "h5", "h6":
            separate()
            openHeading()
        case "hr":
            separate()
            rule()
            separate()
        case "pre": openPreformatted()
        case "blockquote":
            separate()
            openQuote()
        case "ul", "ol":
            separate()
            openList(from: name == "ol" ? attributes["start"].flatMap { Int($0) } ?? 1 : nil)
        case "li": openItem()
        case "table":
            separate()
            openTable()
        case "tr": openRow()
        case "td", "th": openCell()
        default: break
        }
    }

    mutating func close(_ name: String) {
        switch name {
        case "b", "strong": strong = max(0, strong - 1)
        case "i", "em", "cite", "var", "dfn": emphasis = max(0, emphasis - 1)
        case "code", "tt", "kbd", "samp": inlineCode = max(0, inlineCode - 1)
        case "a": closeLink()
        case "p", "div", "section", "details", "dl": separateBehind()
        case "dt", "dd", "summary": endParagraph()
        case "h1", "h2", "h3", "h4", "h5", "h6":
            closeHeading()
            separateBehind()
        case "pre": closePreformatted()
        case "blockquote":
            closeQuote()
            separateBehind()
        case "ul", "ol":
            closeList()
            separateBehind()
        case "li": closeItem()
        case "table":
            closeTable()
            separateBehind()
        case "td", "th", "tr": endCell()
        default: break
        }
    }
}
