// The result of a response that was held against its description.

import JSONSchema

/// A place where a response differs from what its operation promises.
public struct ContractMismatch: Sendable, Hashable, CustomStringConvertible {
    /// The part of the response.
    public enum Part: Sendable, Hashable {
        case status
        case mediaType
        case header(String)
        /// The value with this number in the document of the body.
        case body(node: Int)
    }

    /// The part of the response.
    public var part: Part
    /// The JSON pointer (RFC 6901) into the body; empty for the whole body and for every other part.
    public var pointer: String
    /// What the description says, as the end of a sentence that begins with the place. It never repeats the value, which may be a
    /// secret.
    public var message: String
    /// What came, without the value: `a text of 3 characters`.
    public var came: String
    /// The place in the description that says so.
    public var rule: SchemaPlace
    /// The line of that place in its document, from 1; `nil` when it is unknown.
    public var line: Int?
    /// Where a value fits no alternative: the mismatches with the nearest one.
    public var nearest: [ContractMismatch] = []

    /// A mismatch from its parts.
    public init(
        _ part: Part, pointer: String = "", message: String, came: String, rule: SchemaPlace, line: Int? = nil,
        nearest: [ContractMismatch] = []
    ) {
        (self.part, self.pointer, self.message, self.came) = (part, pointer, message, came)
        (self.rule, self.line, self.nearest) = (rule, line, nearest)
    }

    /// The place in words: `status`, `media type`, `header X-Total`, `/items/3/price`, or `body`.
    public var place: String {
        switch part {
        case .status: "status"
        case .mediaType: "media type"
        case .header(let name): "header \(name)"
        case .body: pointer.isEmpty ? "body" : pointer
        }
    }

    /// The place of the rule in words, see ``RulePlace/words``.
    public var rulePlace: String { RulePlace(self).words }

    /// `/items/3/price must be a number, such as 1.5; a text of 3 characters came`.
    public var description: String { "\(place) \(message)\(came.isEmpty ? "" : "; \(came) came")" }
}

/// Members of a body that the description does not mention.
public typealias ContractNote = SchemaNote

/// The result of a response that was held against its description.
public struct ContractReport: Sendable, Hashable {
    /// The result in a word.
    public enum Status: Sendable, Hashable {
        /// The response is as the description says.
        case fits
        /// It differs in this number of places, or in more where ``ContractReport/stop`` says so.
        case differs(Int)
        /// The description says nothing about such a response's body, and the rest fits.
        case noSchema
        /// Not all of it was checked, and what was checked fits.
        case unchecked(String)
    }

    /// In the order of the response: the status, the media type, headers, then the body.
    public var mismatches: [ContractMismatch] = []
    /// Members that the description does not mention, where it does not forbid others either: pointers of the first ones, and how many
    /// there are.
    public var notes: [SchemaNote] = []
    /// Parts that could not be checked, each a sentence.
    public var doubts: [String] = []
    /// Why the check ended before the end of the body; `nil` when all was checked.
    public var stop: SchemaStop?
    /// Why the body was not checked at all, such as `it is not in memory`; `nil` when it was, or when there is nothing to check.
    public var unread: String?
    /// Whether a schema applies to the body.
    public var hasSchema = false
    /// The key of the response in the description (`200`, `4XX`, `default`); `nil` when none applies.
    public var response: String?

    /// An empty report.
    public init() {}

    /// The result in a word.
    public var status: Status {
        if !mismatches.isEmpty { return .differs(mismatches.count) }
        if let whyNotWhole { return .unchecked(whyNotWhole) }
        return hasSchema ? .fits : .noSchema
    }

    /// Why not all of the body was checked; `nil` when it was, and when only more mismatches exist than are collected.
    public var whyNotWhole: String? { unread ?? stop?.doubt }

    /// Whether no mismatch was found.
    public var fits: Bool { mismatches.isEmpty }

    /// The numbers of the values of the body that differ, for marks.
    public var nodes: Set<Int> {
        Set(mismatches.compactMap { if case .body(let node) = $0.part { node } else { nil } })
    }

    /// Why the response is not as described, in one sentence with the first mismatches; `nil` when nothing differs and all
    /// of it was checked.
    public var problem: String? {
        switch status {
        case .fits, .noSchema: return nil
        case .unchecked(let why): return "the response was not checked whole: \(why)"
        case .differs(let count):
            let first = mismatches.prefix(Self.named).map(\.description).joined(separator: "; ")
            guard count > Self.named else { return first }
            let rest = count - Self.named
            return "\(first); and \(stop == .mismatches ? "more than " : "")\(rest) more \(rest == 1 ? "place" : "places")"
        }
    }

    /// The number of mismatches that ``problem`` names.
    private static let named = 3

    /// One sentence: `as described`, `differs in 3 places`, `no schema`, `not checked: …`.
    public var summary: String {
        switch status {
        case .fits: "as described"
        case .differs(let count):
            "differs in \(stop == .mismatches ? "more than " : "")\(count) \(count == 1 ? "place" : "places")"
        case .noSchema: "no schema for this response"
        case .unchecked(let why): "not checked whole: \(why)"
        }
    }
}
