// The facts needed to resume a download: which version of the resource its bytes belong to.

/// Stored beside a partial file, as a few lines of text.
struct ResumeNote: Sendable, Hashable {
    /// A strong entity tag or a date, as `If-Range` requires (RFC 9110 §13.1.5).
    var validator: String
    /// The size of the whole resource, when the server stated it.
    var total: Int64?
    /// The name of the finished file.
    var name: String

    init(validator: String, total: Int64?, name: String) {
        self.validator = validator
        self.total = total
        self.name = name
    }

    /// The note for a response that contains the whole resource; `nil` when its
    /// download could not be resumed.
    init?(_ head: ResponseHead, total: Int64?, name: String) {
        guard head.headers["Accept-Ranges"]?.lowercased() != "none", let validator = Self.validator(head) else { return nil }
        self.init(validator: validator, total: total, name: name)
    }

    /// Whether a response belongs to another version than the note. A response without a validator
    /// counts as the same version.
    func contradicts(_ head: ResponseHead) -> Bool {
        let field = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
        return head.headers[field].map { $0 != validator } ?? false
    }

    /// Only a strong validator guarantees that the bytes are the same. A date is strong when the response was
    /// made at least a second after it (§8.8.2.2); since it is never later than the response (§8.8.2.1), that
    /// holds when the two differ.
    private static func validator(_ head: ResponseHead) -> String? {
        if let tag = head.headers["ETag"] {
            return tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"") ? tag : nil
        }
        guard let modified = head.headers["Last-Modified"], let date = head.headers["Date"], modified != date else { return nil }
        return modified
    }

    private static let firstLine = "download 1"
    private static let lastLine = "end"

    /// The note as stored.
    var text: String {
        let length = total.map { "\($0)" } ?? "?"
        return [Self.firstLine, validator, length, name, Self.lastLine].map { $0 + "\n" }.joined()
    }

    /// Parses a note; `nil` for one that was not written completely.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 6, lines[0] == Self.firstLine, lines[4] == Self.lastLine, !lines[1].isEmpty,
            lines[2] == "?" || Int64(lines[2]) != nil, FileName.sanitized(lines[3]) == lines[3]
        else { return nil }
        self.init(validator: lines[1], total: Int64(lines[2]), name: lines[3])
    }
}
