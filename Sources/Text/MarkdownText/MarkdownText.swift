// Markdown as Swift values: the only user of cmark-gfm.

import CMarkdown
import Document
import Synchronization

/// Reads CommonMark with GitHub's tables and strikethrough, and the HTML in it.
public enum MarkdownText {
    /// The blocks of a text, in their order. Never fails: a text without Markdown is a paragraph.
    ///
    /// cmark-gfm needs memory in proportion to the text. The caller limits the text.
    public static func blocks(_ text: String) -> [MarkdownBlock] {
        // cmark-gfm would show an unknown character in its place.
        var text = text.utf8.contains(0) ? text.replacing("\0", with: "\u{2400}") : text
        return text.withUTF8 { bytes in turn.withLock { _ in read(bytes) } }
    }

    // Safe: written once, by Swift's `static let`, and only read afterwards.
    nonisolated(unsafe) private static let extensions: [OpaquePointer] = {
        cmark_gfm_core_extensions_ensure_registered()
        return ["table", "strikethrough"].compactMap { (name: String) in cmark_find_syntax_extension(name) }
    }()

    /// While it parses, cmark-gfm marks the characters of its extensions in a table that all parsers share.
    private static let turn = Mutex(())

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownBlock] {
        guard let parser = cmark_parser_new(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE) else { return [] }
        defer { cmark_parser_free(parser) }
        for syntax in extensions { cmark_parser_attach_syntax_extension(parser, syntax) }
        bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        guard let document = cmark_parser_finish(parser) else { return [] }
        defer { cmark_node_free(document) }
        var walk = MarkdownWalk(source: bytes)
        walk.run(document)
        return walk.builder.finish()
    }
}

/// Walks over cmark's tree without recursion.
private struct MarkdownWalk {
    var builder = BlockBuilder()
    /// Whether nothing but blanks and signs of quotes stands in each line of the source.
    private let isBlank: [Bool]

    init(source: UnsafeBufferPointer<UInt8>) {
        isBlank = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.allSatisfy { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
        }
    }

    mutating func run(_ document: OpaquePointer) {
        let iterator = cmark_iter_new(document)
        defer { cmark_iter_free(iterator) }
        while true {
            switch cmark_iter_next(iterator) {
            case CMARK_EVENT_ENTER: cmark_iter_get_node(iterator).map { enter($0) }
            case CMARK_EVENT_EXIT: cmark_iter_get_node(iterator).map { leave($0) }
            default: return
            }
        }
    }

    private mutating func enter(_ node: OpaquePointer) {
        switch Self.kind(node) {
        case "paragraph": noteBlank(before: node)
        case "heading":
            noteBlank(before: node)
            builder.openHeading()
        case "code_block":
            noteBlank(before: node)
            builder.code(Self.literal(node), language: String(cString: cmark_node_get_fence_info(node)))
        case "thematic_break":
            noteBlank(before: node)
            builder.rule()
        case "table":
            noteBlank(before: node)
            builder.openTable()
        case "html_block":
            noteBlank(before: node)
            html(Self.literal(node))
            builder.endParagraph()
        case "table_header", "table_row": builder.openRow()
        case "table_cell": builder.openCell()
        case "list":
            let isNumbered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            builder.openList(from: isNumbered ? Int(cmark_node_get_list_start(node)) : nil)
        case "item": builder.openItem()
        case "block_quote": builder.openQuote()
        case "text": builder.text(Self.literal(node))
        case "code": builder.inlineCode(Self.literal(node))
        case "softbreak": builder.softBreak()
        case "linebreak": builder.lineBreak()
        case "html_inline": html(Self.literal(node))
        case "emph": builder.open("em")
        case "strong": builder.open("strong")
        case "link": builder.openLink(String(cString: cmark_node_get_url(node)))
        default: break
        }
    }

    private mutating func leave(_ node: OpaquePointer) {
        switch Self.kind(node) {
        case "paragraph": builder.endParagraph()
        case "heading": builder.closeHeading()
        case "table": builder.closeTable()
        case "table_cell": builder.endCell()
        case "list": builder.closeList()
        case "item": builder.closeItem()
        case "block_quote": builder.closeQuote()
        case "emph": builder.close("em")
        case "strong": builder.close("strong")
        case "link": builder.closeLink()
        default: break
        }
    }

    /// Tags that descriptions do not use are text, such as the `<name>` of a placeholder.
    private mutating func html(_ text: String) {
        for token in HTMLTokenizer(Array(text.utf8)[...], tags: HTMLBlocks.tags) {
            switch token {
            case .text(let text): builder.text(String(decoding: text, as: UTF8.self))
            case .open(let name, let attributes): builder.open(name, attributes)
            case .close(let name): builder.close(name)
            }
        }
    }

    private mutating func noteBlank(before block: OpaquePointer) {
        let line = Int(cmark_node_get_start_line(block)) - 2
        if isBlank.indices.contains(line), isBlank[line] { builder.isAfterBlank = true }
    }

    private static func kind(_ node: OpaquePointer) -> String { String(cString: cmark_node_get_type_string(node)) }

    private static func literal(_ node: OpaquePointer) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }
}
