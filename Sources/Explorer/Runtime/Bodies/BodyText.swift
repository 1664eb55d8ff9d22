// A whole body as text for other programs: as the screen shows it.

import Canvas
import Document
import Screen

enum BodyText {
    /// The limit for rendering markup in memory, in bytes; larger markup is shown as received.
    static let largestMarkup = 16 << 20

    /// Whether its bytes are the shown text.
    static func isPlain(_ bytes: Bytes, _ content: BodyContent, pretty: Bool) -> Bool {
        isUTF8(bytes[0..<min(bytes.count, 3)], content.charset) && !(pretty && isPretty(bytes, content.kind))
    }

    /// Whether it is markup that is rendered for a reader.
    static func isPretty(_ bytes: Bytes, _ kind: BodyKind) -> Bool {
        (kind == .html || kind == .xml) && bytes.count <= largestMarkup
    }

    /// Whether a text of that charset can be shown unchanged.
    static func isUTF8(_ beginning: ArraySlice<UInt8>, _ charset: String?) -> Bool {
        (charset == nil || ["utf-8", "utf8", "us-ascii"].contains(charset?.lowercased())) && ByteOrderMark(beginning) == nil
    }

    /// The text in UTF-8, decoded by its charset. Pretty, JSON has a line for each value, XML for each
    /// element, and HTML is rendered for a reader. Control characters stay unchanged.
    static func utf8(_ source: [UInt8], _ kind: BodyKind, pretty: Bool, charset: String?) -> [UInt8] {
        if pretty, kind == .json, let text = JSONPretty.lines(source) { return text.bytes }
        let text = isUTF8(source.prefix(3), charset) ? source : LegacyText.utf8(source, charset: charset)
        guard pretty else { return text }
        switch kind {
        case .html: return HTMLPlainText.makeText(text)
        case .xml: return XMLPretty.format(text)
        case .empty, .json, .text, .binary, .records: return text
        }
    }

    /// The same for another program: the last line of JSON ends in a line break.
    static func bytes(_ source: [UInt8], _ kind: BodyKind, pretty: Bool, charset: String?) -> [UInt8] {
        utf8(source, kind, pretty: pretty, charset: charset) + (pretty && kind == .json ? [UInt8(ascii: "\n")] : [])
    }

    /// Hands the text on in pieces, made safe for a terminal: `$PAGER` may pass control characters on.
    /// Line breaks and tabs stay.
    /// - Parameter take: returns `false` when no more is wanted.
    static func printable(_ text: [UInt8], _ take: ([UInt8]) -> Bool) {
        let lines = LineIndex(text)
        var piece: [UInt8] = []
        for index in 0..<lines.count {
            let line = text[lines[index]]
            if line.allSatisfy({ (0x20...0x7E).contains($0) }) {
                piece += line
            } else {
                piece += Printable.visible(String(decoding: line, as: UTF8.self), tab: "\t").utf8
            }
            piece.append(UInt8(ascii: "\n"))
            guard piece.count >= 1 << 16 else { continue }
            guard take(piece) else { return }
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { _ = take(piece) }
    }
}
