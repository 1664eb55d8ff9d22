// A body as the rows of the Raw tab: of the body itself where it can be cut as it lies, else of the text that is made of it.

import Document
import Screen

struct BodyRows: Sendable {
    private(set) var rows: TextRows
    /// Bytes of memory of the text that was made for them; 0 where they are of the body itself.
    private let made: Int
    /// They are rows of the body itself.
    private let isOfBody: Bool
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
                // Where the disk does not take the decoded text, the bytes are shown as they came.
                : SpooledText.utf8(bytes, charset: content.charset, content.spool) ?? bytes
            rows = TextRows(text, isPretty: false, isWhole: !content.isPart)
            made = text.memory
            isOfBody = false
        }
    }

    /// The rows of a body that has grown since: what was counted stays counted. `nil` where they are to be made anew: what looked like JSON at
    /// first may turn out to be none, and a text that is made of a body is made when it is looked at.
    func grown(to bytes: Bytes, _ content: BodyContent, from old: BodyContent) -> BodyRows? {
        guard isOfBody, content.kind == old.kind, content.charset == old.charset else { return nil }
        var next = self
        next.rows = rows.grown(to: bytes, isWhole: !content.isPart)
        return next
    }

    /// Bytes of memory that they take beside the body.
    var size: Int { made + rows.size }

    mutating func advance(bytes: Int) { rows.advance(bytes: bytes) }

    /// Counts at least so many rows, and a little more.
    mutating func reach(_ row: Int) {
        repeat { rows.advance(bytes: 1 << 20) } while rows.count < row && !rows.isComplete
    }
}
