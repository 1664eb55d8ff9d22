// What a response means for a download of which some bytes may exist already. Pure.

enum DownloadStep: Sendable, Hashable {
    /// Its body follows the existing bytes, up to byte `end`; the whole resource has `total`
    /// bytes, if that is known.
    case append(end: Int64, total: Int64?)
    /// Its body is the whole resource.
    case startOver(total: Int64?)
    /// The file is complete.
    case complete
    /// The existing bytes belong to another version: discard them and request everything.
    case discard
    /// The response is unusable. The existing bytes stay, unless the server contradicts itself: then
    /// the next try starts over.
    case refuse(NetError.Kind, String, discards: Bool)

    /// - Parameters:
    ///   - held: how many bytes exist; more than 0 when the request asked for the rest.
    ///   - note: the version that they belong to.
    init(_ head: ResponseHead, held: Int64, note: ResumeNote?) {
        switch head.status {
        case 206: self = Self.decidePart(head, held, note)
        case 200..<300: self = .startOver(total: head.contentLength)
        case 416 where held > 0: self = Self.isComplete(head, held, note) ? .complete : .discard
        default: self = .refuse(.status(head.status), "the server answered \(head.status)", discards: false)
        }
    }

    private static func decidePart(_ head: ResponseHead, _ held: Int64, _ note: ResumeNote?) -> DownloadStep {
        func refuse(_ detail: String) -> DownloadStep { .refuse(.protocolViolation, detail, discards: true) }
        guard held > 0 else { return refuse("a part arrived, but the whole was requested") }
        guard let range = ContentRange(head.headers["Content-Range"]), let bytes = range.bytes else {
            return refuse("a part without a Content-Range arrived")
        }
        guard bytes.lowerBound == held else {
            return refuse("the part begins at byte \(bytes.lowerBound), requested was \(held)")
        }
        if let length = head.contentLength, length != Int64(bytes.count) {
            return refuse("the part has \(length) bytes by its Content-Length and \(bytes.count) by its Content-Range")
        }
        if let noted = note?.total, let total = range.total, noted != total { return .discard }
        if note?.contradicts(head) ?? false { return .discard }
        return .append(end: bytes.upperBound + 1, total: range.total ?? note?.total)
    }

    private static func isComplete(_ head: ResponseHead, _ held: Int64, _ note: ResumeNote?) -> Bool {
        let total = ContentRange(head.headers["Content-Range"])?.total ?? note?.total
        return total == held && note?.total ?? held == held && !(note?.contradicts(head) ?? false)
    }
}
