// What must be known to go on with a download that broke off: which version of the resource its bytes are of.

/// Stands beside a partial file, as a few lines of text.
struct ResumeNote: Sendable, Hashable {
    /// A strong entity tag or a date: what `If-Range` takes (RFC 9110 §13.1.5).
    var validator: String
    /// The size of the whole, when it was told.
    var total: Int64?
    /// What the file is to be called.
    var name: String

    init(validator: String, total: Int64?, name: String) {
        self.validator = validator
        self.total = total
        self.name = name
    }

    /// The note for an answer that brings everything; `nil` when what breaks off of it could not be gone on with.
    init?(_ head: ResponseHead, total: Int64?, name: String) {
        guard head.headers["Accept-Ranges"]?.lowercased() != "none", let validator = Self.validator(head) else { return nil }
        self.init(validator: validator, total: total, name: name)
    }

    /// Whether an answer is of another version than the one noted. One that does not say is taken to be of the same.
    func contradicts(_ head: ResponseHead) -> Bool {
        let field = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
        return head.headers[field].map { $0 != validator } ?? false
    }

    /// Only a strong validator tells that the bytes are the same. A date is one when the answer was made at least a second after it
    /// (§8.8.2.2); since it is never later than the answer (§8.8.2.1), that is so when the two differ.
    private static func validator(_ head: ResponseHead) -> String? {
        if let tag = head.headers["ETag"] {
            return tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"") ? tag : nil
        }
        guard let modified = head.headers["Last-Modified"], let date = head.headers["Date"], modified != date else { return nil }
        return modified
    }

    private static let firstLine = "download 1"
    private static let lastLine = "end"

    /// The note as it is kept.
    var text: String {
        let length = total.map { "\($0)" } ?? "?"
        return [Self.firstLine, validator, length, name, Self.lastLine].map { $0 + "\n" }.joined()
    }

    /// Reads a note; `nil` for one that was not written to its end.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 6, lines[0] == Self.firstLine, lines[4] == Self.lastLine, !lines[1].isEmpty,
            lines[2] == "?" || Int64(lines[2]) != nil, FileName.safe(lines[3]) == lines[3]
        else { return nil }
        self.init(validator: lines[1], total: Int64(lines[2]), name: lines[3])
    }
}
