// Why a draft cannot be sent as it is. The caller that shows the problem adds what to type instead.

import Catalog
import NetLayer

/// What is wrong with what was given.
public enum DraftProblem: Error, Sendable, Equatable {
    /// One value is expected.
    /// - Parameter type: of the value, where it is known.
    case givenTwice(String, type: String?)
    /// No parameter has that name.
    /// - Parameters:
    ///   - known: those that there are.
    ///   - isMember: a member of the body has it.
    case unknown(String, known: [String], isMember: Bool)
    /// A body of that media type is a form, and what was given is none.
    case noForm(contentType: String, reason: String)
}

/// Something that has to be there and is not.
public enum DraftGap: Sendable, Hashable {
    case parameter(ParameterField)
    case body
}

/// What was given for the members of a form body.
struct DraftMembers: Sendable {
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

    /// Whether a name is that of something within an object or a list, as forms write it: `card[number]`, `card.number`.
    private static func isPart(_ name: String, of member: String) -> Bool {
        name.hasPrefix(member + "[") || name.hasPrefix(member + ".")
    }
}
