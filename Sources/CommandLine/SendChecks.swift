// What the commands say of values that do not fit the description, before anything is sent. A value that does not fit is refused, unless
// the user wants it so: descriptions grow old. What could not be checked is said, and sent.

import ArgumentParser
import Catalog
import Document
import NetLayer

/// What becomes of values that do not fit the description.
struct FittingOptions: ParsableArguments {
    @Flag(help: "Send values that do not fit the description all the same.") var force = false
}

/// What was given for the members of a form body.
struct GivenMembers {
    /// In one text for each; what is a file's cannot be looked into.
    private(set) var values: [(field: ParameterField, text: String)] = []
    /// Those that have to be there and are not.
    private(set) var missing: [ParameterField] = []

    /// - Parameter given: the text that was given under a name; `nil` for a file.
    init(_ members: [FormMember], _ given: [(name: String, text: String?)]) {
        for member in members {
            let texts = given.filter { $0.name == member.field.name }
            if texts.isEmpty, member.field.isRequired, !given.contains(where: { Self.isPart($0.name, of: member.field.name) }) {
                missing.append(member.field)
            }
            let written = texts.compactMap(\.text)
            guard !member.isFile, !written.isEmpty, written.count == texts.count else { continue }
            let field = member.field
            values += (field.rules.isList ? [field.text(ofAll: written)] : written).map { (field, $0) }
        }
    }
}

extension GivenMembers {
    /// Whether a name is that of something within an object or a list, as forms write it: `card[number]`, `card.number`.
    private static func isPart(_ name: String, of member: String) -> Bool {
        name.hasPrefix(member + "[") || name.hasPrefix(member + ".")
    }
}

struct SendChecks {
    /// What does not fit, and what could not be checked. Values are not repeated: they may be secrets.
    private(set) var problems: [String] = []
    private(set) var doubts: [String] = []

    /// - Parameters:
    ///   - values: what was given for each parameter, in one text.
    ///   - members: what was given for the members of a form.
    init(
        _ values: [(field: ParameterField, text: String)], _ members: GivenMembers?, _ body: RequestBody, _ operation: Operation
    ) {
        problems = members?.missing.map { "\($0.name) (\($0.type)) is missing in the body: -F \($0.name)=…" } ?? []
        for (field, text) in values + (members?.values ?? []) where !text.isEmpty {
            if let problem = field.rules.problem(with: text) {
                problems.append("\(field.name) \(problem)")
            } else if let doubt = field.rules.patternDoubt(about: text) {
                doubts.append("\(field.name) \(doubt)")
            }
        }
        guard case .bytes(let bytes, let type) = body, MediaType.isJSON(type), !bytes.isEmpty else { return }
        do throws(JSONError) {
            let document = try JSONDocument(bytes)
            guard let schema = operation.body?.sendable.first(where: { $0.contentType == type })?.schema else { return }
            var check = BodyCheck()
            if let problem = check.problem(in: document.root, schema) { problems.append("\(problem)") }
            if let doubt = check.doubt { doubts.append("\(doubt)") }
        } catch {
            problems.append("the body is not JSON: \(error)")
        }
    }

    /// Refuses what does not fit, or only warns of it.
    /// - Throws: the exit code, when there is something that does not fit and it is not forced.
    func settle(_ name: String, isForced: Bool) throws {
        for doubt in doubts { Self.warn(doubt) }
        if problems.isEmpty { return }
        guard isForced else {
            throw Complaint.usage(
                "\(name) is not sent", problems.map(\.oneLine) + ["--force sends it anyway."])
        }
        for problem in problems { Self.warn(problem) }
    }

    private static func warn(_ problem: String) {
        Complaint.write("explorer: warning: \(problem.oneLine); it is sent anyway")
    }
}

extension String {
    fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
