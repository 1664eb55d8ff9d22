// A body as the rows of the Raw tab: of the body itself where it can be cut as it lies, else of the text that is made of it.

import Document
import Explorer

struct BodyRows: Sendable {
    private(set) var rows: TextRows
    /// Bytes of the text that was made for them; 0 where they are of the body itself.
    private let made: Int
    private let isPretty: Bool

    init(_ bytes: Bytes, _ content: BodyContent, pretty: Bool) {
        isPretty = pretty
        if pretty && content.kind == .json || BodyText.isPlain(bytes, content, pretty: pretty) {
            rows = TextRows(bytes, isPretty: pretty && content.kind == .json, isWhole: !content.isPart)
            made = 0
        } else {
            let text = BodyText.utf8(bytes.array, content.kind, pretty: pretty, charset: content.charset)
            rows = TextRows(Bytes(text), isPretty: false, isWhole: !content.isPart)
            made = text.count
        }
    }

    /// The rows of a body that has grown since: what was counted stays counted. `nil` where they are to be made anew: what looked like JSON at
    /// first may turn out to be none, and a text that is made of a body is made when it is looked at.
    func grown(to bytes: Bytes, _ content: BodyContent, from old: BodyContent) -> BodyRows? {
        guard made == 0, content.kind == old.kind, content.charset == old.charset else { return nil }
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
