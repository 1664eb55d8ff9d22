// A whole body as text for other programs: as the screen shows it.

import Canvas
import Document

enum BodyText {
    /// The text in UTF-8: pretty-printed where that is possible, otherwise decoded by its charset. Nothing is made visible or left out.
    static func bytes(_ source: [UInt8], pretty: Bool, charset: String?) -> [UInt8] {
        if pretty, let text = JSONPretty.lines(source) { return text.bytes + [UInt8(ascii: "\n")] }
        return Array(TextDecoding.string(source, charset: charset).utf8)
    }

    /// Hands the text on in pieces, made safe for a terminal: a pager may pass control characters on. Line breaks and tabs stay.
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
