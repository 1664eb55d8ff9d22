// One term of a filter: a word, or a field with the value that it must have.

/// A condition for one fact of a request.
public struct FilterTerm: Sendable, Hashable {
    /// The names before the colon.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        /// The beginning of the state. `live` and `ended` stand for several states.
        case state
        /// The beginning of the API's name.
        case api
        /// The beginning of the service's name.
        case service
        /// The beginning of the method.
        case method
        /// The status of the response.
        case status
        /// The beginning of the kind of error.
        case kind
        /// The number of a group: the group itself and its members.
        case group
        /// A part of the URL.
        case url
        /// A part of a header field, written `name: value`, of the request or the response.
        case header
        /// A part of the body of the request or the response.
        case body
        /// How long the request took, in microseconds.
        case time
        /// How much was received, in bytes.
        case size
        /// A part of the user's note.
        case note
        /// The beginning of a word for how the response fits its description.
        case contract
    }

    /// The condition.
    public enum Test: Sendable, Hashable {
        /// The fact contains this text, or begins with it, ignoring case. The text is in lower case.
        case text(String)
        /// The fact is a number in this range.
        case within(ClosedRange<Int64>)
        /// The fact is unknown.
        case missing
    }

    /// `nil` for a word that may occur in any of the texts of a request.
    public let field: Field?
    public let test: Test
    /// The word or the value as written, with its ASCII letters alone in lower case, for searches that fold
    /// nothing else.
    public let asciiText: String

    /// A word.
    init(word: String) {
        field = nil
        test = .text(word.lowercased())
        asciiText = Self.asciiLowercased(word)
    }

    /// A field and its value.
    /// - Parameter offset: where the term begins in the filter.
    init(_ field: Field, _ written: String, at offset: Int) throws(FilterProblem) {
        let value = written.lowercased()
        self.field = field
        asciiText = Self.asciiLowercased(written)
        switch field {
        case .status:
            if value == "none" {
                test = .missing
            } else if let range = FilterNumbers.readStatuses(value) {
                test = .within(range)
            } else {
                throw FilterProblem("status: takes \(FilterNumbers.statuses), or none", at: offset)
            }
        case .time:
            guard let range = FilterNumbers.readRange(value, FilterNumbers.readMicroseconds) else {
                throw FilterProblem("time: takes a comparison with a unit, such as >1s, <=200ms or >2m", at: offset)
            }
            test = .within(range)
        case .size:
            guard let range = FilterNumbers.readRange(value, FilterNumbers.readBytes) else {
                throw FilterProblem("size: takes a comparison, such as >1MB, <20kB or <=500", at: offset)
            }
            test = .within(range)
        case .state, .api, .service, .method, .kind, .group, .url, .header, .body, .note, .contract: test = .text(value)
        }
    }

    /// The text of the condition; empty for another condition.
    public var text: String { if case .text(let text) = test { text } else { "" } }

    /// Whether a number meets the condition; `nil` for an unknown number.
    public func matches(_ number: Int64?) -> Bool {
        switch test {
        case .text: false
        case .within(let range): number.map { range.contains($0) } ?? false
        case .missing: number == nil
        }
    }

    /// The texts that a value of `header:` stands for: itself, because the colon may be in a field's value, and
    /// `name: value` as messages have it.
    static func headerTexts(_ value: String) -> [String] {
        guard let colon = value.firstIndex(of: ":") else { return [value] }
        let rest = value[value.index(after: colon)...].drop { $0 == " " }
        let line = "\(value[..<colon]): \(rest)"
        return line == value ? [value] : [value, line]
    }

    private static func asciiLowercased(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
