// The checks of a draft against its description, before anything is sent. The command refuses a value that
// does not fit, unless the user forces it: descriptions become outdated. It reports a value that cannot be
// checked, and sends it.

import ArgumentParser
import Canvas
import Catalog
import Workbench

/// The treatment of values that do not fit the description.
struct FittingOptions: ParsableArguments {
    @Flag(help: "Send values that do not match the description anyway.") var force = false
}

extension DraftChecks {
    /// Refuses values that do not fit, or only warns of them.
    /// - Throws: a refusal if a value does not fit and is not forced.
    func enforce(_ name: String, isForced: Bool) throws(Refusal) {
        let problems = missingMembers.map { "\($0.name) (\($0.type)) is missing in the body: -F \($0.name)=…" } + problems
        for doubt in doubts { Self.writeWarning(doubt) }
        if problems.isEmpty { return }
        guard isForced else {
            throw Refusal(usage: "\(name) is not sent", problems.map(\.oneLine) + ["--force sends it anyway."])
        }
        for problem in problems { Self.writeWarning(problem) }
    }

    private static func writeWarning(_ problem: String) {
        StandardError.write("explorer: warning: \(problem.oneLine); it is sent anyway")
    }
}

extension DraftProblem {
    /// The error of an endpoint's draft, and the text to type instead.
    func refusal(of endpoint: String, isCollected: Bool) -> Refusal {
        switch self {
        case .givenTwice(let name, let type):
            return Refusal(usage: "'\(name)' is given twice", ["It takes one value\(type.map { " (\($0))" } ?? ""), not a list."])
        case .unknown(let name, let known, let isMember):
            if isCollected {
                let list = known.joined(separator: ", ")
                return Refusal(
                    usage: "\(endpoint) has no field or variable '\(name)'", [list.isEmpty ? "it has none" : "it has: \(list)"])
            }
            let title = "\(endpoint) has no parameter '\(name)'"
            if isMember { return Refusal(usage: title, ["\(name) is a part of the body: -F \(name)=…"]) }
            var details = [known.isEmpty ? "it takes none" : "it takes: \(known.joined(separator: ", "))"]
            if let close = ClosestName.match(name, among: known) { details.insert("did you mean \(close)?", at: 0) }
            return Refusal(usage: title, details)
        case .noForm(let contentType, let reason):
            return Refusal(
                usage: "the body of -d is not a form: \(reason)",
                ["The endpoint takes \(contentType): -F NAME=VALUE for each part, or -d with a JSON object of them."])
        }
    }
}

extension DraftGap {
    /// The missing part, and the option that sets it.
    /// - Parameter prefix: the text before a parameter's name in `-p`.
    func describe(prefix: String) -> String {
        switch self {
        case .parameter(let field): "\(field.name) (\(field.place.rawValue), \(field.type)): -p \(prefix)\(field.name)=…"
        case .body: "body: -d BODY, or its parts by -F"
        }
    }
}

extension String {
    fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
