// The result of `--contract` as the member `contract` of JSON output.

import Catalog
import NetLayer

enum ContractJSON {
    /// The value of the member.
    static func value(_ finding: ContractFinding) -> JSONText.Value {
        guard let report = finding.report else { return .object([("status", .string("no-schema"))]) }
        var members: [(String, JSONText.Value)] = [("status", .string(name(report.status)))]
        if let response = report.response { members.append(("response", .string(response))) }
        if case .unchecked(let reason) = report.status { members.append(("reason", .string(reason))) }
        members.append(("mismatches", .array(report.mismatches.map(makeValue))))
        if report.stop != nil { members.append(("complete", .bool(false))) }
        if !report.notes.isEmpty { members.append(("notes", .array(report.notes.map(makeNote)))) }
        if !report.doubts.isEmpty { members.append(("doubts", .array(report.doubts.map(JSONText.Value.string)))) }
        return .object(members)
    }

    /// A line of `--events`.
    /// - Parameter task: `nil` for the pages of a list, each of which is a task.
    static func event(_ finding: ContractFinding, of endpoint: String, _ task: TaskID?) -> String {
        var members: [(String, JSONText.Value)] = [("event", .string("contract"))]
        if let task { members.append(("task", .number(task.description))) }
        members += [("endpoint", .string(endpoint)), ("contract", value(finding))]
        return JSONText.object(members)
    }

    private static func name(_ status: ContractReport.Status) -> String {
        switch status {
        case .fits: "fits"
        case .differs: "differs"
        case .noSchema: "no-schema"
        case .unchecked: "unchecked"
        }
    }

    private static func makeValue(_ mismatch: ContractMismatch) -> JSONText.Value {
        var members: [(String, JSONText.Value)] = [
            ("place", .string(mismatch.place)), ("pointer", .string(mismatch.pointer)), ("message", .string(mismatch.message)),
            ("came", mismatch.came.isEmpty ? .null : .string(mismatch.came)), ("rule", value(RulePlace(mismatch))),
        ]
        if !mismatch.nearest.isEmpty { members.append(("nearest", .array(mismatch.nearest.map(makeValue)))) }
        return .object(members)
    }

    private static func makeNote(_ note: ContractNote) -> JSONText.Value {
        .object([
            ("pointer", .string(note.pointer)),
            ("rule", value(RulePlace(document: note.schema.document, pointer: note.schema.pointer))),
            ("count", .number(String(note.count))),
        ])
    }

    /// The place of a rule, here and in the report of `verify`.
    static func value(_ rule: RulePlace) -> JSONText.Value {
        .object([
            ("file", rule.document.map { .string($0) } ?? .null), ("pointer", .string(rule.pointer)),
            ("line", rule.line.map { .number(String($0)) } ?? .null),
        ])
    }
}
