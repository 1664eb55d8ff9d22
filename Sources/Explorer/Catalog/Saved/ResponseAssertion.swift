// The expectations of a saved request: the response's status, a header, a value of its JSON, its duration, its contract.

import Document
import NetLayer
import Patterns

/// One expectation.
public struct ResponseAssertion: Sendable, Hashable {
    /// The part of the response that is checked.
    public enum Subject: Sendable, Hashable {
        case status
        case time
        case header(String)
        case json(JSONPath)
        /// The whole response, as its description describes it.
        case contract
    }

    /// The expected value.
    public enum Check: Sendable, Hashable {
        /// The status is in one of these ranges.
        case statuses([ClosedRange<Int>])
        /// The response takes no longer than this.
        case atMost(Duration)
        /// A JSON value; references may be inside its strings.
        case equals(WorkspaceText)
        /// The text contains this text.
        case contains(WorkspaceText)
        /// An expression of ECMA-262 matches somewhere in the text.
        case matches(String)
        /// The value exists, or does not.
        case exists(Bool)
        /// This number of values, or of elements if the only value is an array.
        case count(Int)
        /// The description describes such a response.
        case asDescribed
    }

    /// The part of the response that is checked.
    public var subject: Subject
    /// The expected value.
    public var check: Check
    /// The line of the workspace.
    public var line: Int

    /// An expectation and its line.
    public init(_ subject: Subject, _ check: Check, line: Int = 0) {
        self.subject = subject
        self.check = check
        self.line = line
    }

    /// Whether ``Check/matches(_:)`` accepts the expression.
    public static func isExpression(_ source: String) -> Bool { Pattern(source) != nil }

    /// The texts in it that may refer to variables.
    public var texts: [WorkspaceText] {
        switch check {
        case .equals(let text), .contains(let text): [text]
        case .statuses, .atMost, .matches, .exists, .count, .asDescribed: []
        }
    }

    /// Why the response does not meet the expectation, in one sentence; `nil` when it does.
    /// - Throws: ``VariableError`` for a variable that it needs.
    public func problem(
        in answer: SavedResponse, _ expansion: inout VariableExpansion
    ) throws(VariableError) -> String? {
        switch subject {
        case .status:
            guard case .statuses(let ranges) = check else { return nil }
            if ranges.contains(where: { $0.contains(answer.status) }) { return nil }
            return "status is \(answer.status), not \(Self.describeStatuses(ranges))"
        case .time:
            guard case .atMost(let limit) = check, answer.elapsed > limit else { return nil }
            return "it took \(Self.milliseconds(answer.elapsed)), more than \(Self.milliseconds(limit))"
        case .header, .json:
            guard let found = values(in: answer) else { return "\(subjectName): the body is not JSON" }
            return try problem(with: subjectName, found, answer, &expansion)
        case .contract: return answer.contractProblem
        }
    }

    /// The name of the checked part, for messages.
    var subjectName: String {
        switch subject {
        case .status: "status"
        case .time: "time"
        case .header(let name): "header \(name)"
        case .json(let path): path.source
        case .contract: "the response"
        }
    }

    /// The values of a header or of a path; `nil` where the body is not JSON.
    func values(in answer: SavedResponse) -> [Found]? {
        switch subject {
        case .status, .time, .contract: return []
        case .header(let name):
            let fields = answer.headers.fields.filter { $0.name.lowercased() == name.lowercased() }
            return fields.map { Found(text: $0.value.revealed, isSecret: $0.value.isSecret) }
        case .json(let path):
            let isSecret = ResponseSecrets.isSecret(path.lastName)
            return answer.nodes(at: path)?.map { Found(text: $0.displayText, isSecret: isSecret, node: $0) }
        }
    }

    /// A value of the response.
    struct Found {
        var text: String
        var isSecret: Bool
        var node: JSONNode?

        /// - Parameter json: a JSON value. A header equals a string with the same text, or a
        ///   number as written.
        func isEqual(to json: String) -> Bool {
            guard let wanted = try? JSONDocument(Array(json.utf8)).root else { return false }
            return node.map { $0.means(wanted) } ?? (text == wanted.displayText)
        }
    }

    private func problem(
        with name: String, _ found: [Found], _ answer: SavedResponse, _ expansion: inout VariableExpansion
    ) throws(VariableError) -> String? {
        switch check {
        case .exists(let wanted): return found.isEmpty == wanted ? "\(name) is \(wanted ? "missing" : "present")" : nil
        case .count(let wanted):
            let count = Self.count(of: found)
            return count == wanted ? nil : "\(name) has \(count), not \(wanted)"
        case .equals, .contains, .matches, .statuses, .atMost, .asDescribed: break
        }
        guard let first = found.first else { return "\(name) is missing" }
        switch check {
        case .equals(let text):
            let wanted = try expansion.expand(text, escaping: .json)
            guard !first.isEqual(to: wanted.revealed) else { return nil }
            return "\(name) is \(shown(first, answer, expansion)), not \(Self.shown(wanted))"
        case .contains(let text):
            let wanted = try expansion.expand(text)
            guard !first.text.contains(wanted.revealed) else { return nil }
            return "\(name) is \(shown(first, answer, expansion)), without \(Self.shown(wanted))"
        case .matches(let source):
            switch Pattern(source)?.verdict(on: first.text) {
            case .fits?: return nil
            case .fails?: return "\(name) is \(shown(first, answer, expansion)), which does not match \(source)"
            case .gaveUp?, nil: return "\(name) is too long or the expression \(source) too slow to match"
            }
        case .statuses, .atMost, .exists, .count, .asDescribed: return nil
        }
    }

    /// The number of values, or of elements if the only value is an array.
    static func count(of found: [Found]) -> Int {
        found.first.map { found.count == 1 && $0.node?.kind == .array ? $0.node?.count ?? 1 : found.count } ?? 0
    }

    /// A value of the response for display. It is masked before it is shortened: half a secret would
    /// not be recognised.
    func shown(_ value: Found, _ answer: SavedResponse, _ expansion: VariableExpansion) -> String {
        value.isSecret ? Secret.mask : Self.short(answer.masked(value.text, hiding: expansion.mask))
    }

    static func shown(_ wanted: FieldValue) -> String { wanted.isSecret ? Secret.mask : short(wanted.revealed) }

    static func describeStatuses(_ ranges: [ClosedRange<Int>]) -> String { ranges.map(describeStatuses).joined(separator: ", ") }

    /// The text on one line, at most 80 characters long.
    private static func short(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > 80 ? String(line.prefix(79)) + "…" : line
    }

    private static func describeStatuses(_ range: ClosedRange<Int>) -> String {
        if range.count == 1 { return "\(range.lowerBound)" }
        if range.lowerBound % 100 == 0, range.count == 100 { return "\(range.lowerBound / 100)xx" }
        return "\(range.lowerBound)-\(range.upperBound)"
    }

    static func milliseconds(_ duration: Duration) -> String { "\(Int(duration / .milliseconds(1))) ms" }
}
