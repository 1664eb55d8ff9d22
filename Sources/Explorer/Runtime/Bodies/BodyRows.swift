// A body as the rows of the Raw tab: rows of the body itself where possible, else of a
// text that is made from it.

import Document
import Screen

struct BodyRows: Sendable {
    private(set) var rows: TextRows
    /// The memory of the text that was made for the rows, in bytes; 0 for rows of the body itself.
    private let made: Int
    /// The rows are rows of the body itself.
    let isOfBody: Bool
    private let isPretty: Bool

    init(_ bytes: Bytes, _ content: BodyContent, pretty: Bool) {
        isPretty = pretty
        if pretty && content.kind == .json || BodyText.isPlain(bytes, content, pretty: pretty) {
            rows = TextRows(bytes, isPretty: pretty && content.kind == .json, isWhole: !content.isPart)
            made = 0
            isOfBody = true
        } else {
            let text =
                pretty && BodyText.isPretty(bytes, content.kind)
                ? Bytes(BodyText.utf8(bytes.array, content.kind, pretty: true, charset: content.charset))
                // When the disk refuses the decoded text, the bytes are shown as received.
                : SpooledText.utf8(bytes, charset: content.charset, content.spool) ?? bytes
            rows = TextRows(text, isPretty: false, isWhole: !content.isPart)
            made = text.memory
            isOfBody = false
        }
    }

    /// The rows of a body that has grown; earlier counts stay valid. `nil` when the rows must be made
    /// again: a text that looked like JSON may turn out not to be, and a text that is made from a body
    /// is made when it is shown.
    func grown(to bytes: Bytes, _ content: BodyContent, from old: BodyContent) -> BodyRows? {
        guard isOfBody, content.kind == old.kind, content.charset == old.charset else { return nil }
        var next = self
        next.rows = rows.grown(to: bytes, isWhole: !content.isPart)
        return next
    }

    /// Their memory beside the body, in bytes.
    var size: Int { made + rows.size }

    mutating func advance(bytes: Int) { rows.advance(bytes: bytes) }

    /// Counts at least this number of rows, and a little more.
    mutating func reach(_ row: Int) {
        repeat { rows.advance(bytes: 1 << 20) } while rows.count < row && !rows.isComplete
    }
}
