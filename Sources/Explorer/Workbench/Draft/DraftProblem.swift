// Why a draft cannot be sent as it is. The caller that shows the problem adds what to type instead.

import Catalog
import NetLayer

/// A value that the draft cannot use.
public enum DraftProblem: Error, Sendable, Equatable {
    /// Two values where one is expected.
    /// - Parameter type: the value's type, where it is known.
    case givenTwice(String, type: String?)
    /// No parameter has that name.
    /// - Parameters:
    ///   - known: the names that exist.
    ///   - isMember: a member of the body has that name.
    case unknown(String, known: [String], isMember: Bool)
    /// The media type of the body is a form, but the given bytes are not.
    case noForm(contentType: String, reason: String)
}

/// A required part without a value.
public enum DraftGap: Sendable, Hashable {
    case parameter(ParameterField)
    case body
}

/// The values for the members of a form body.
struct DraftMembers: Sendable {
    /// One text for each member. Files are not among them, because their content is not checked.
    private(set) var values: [(field: ParameterField, text: String)] = []
    /// Required members without a value.
    private(set) var missing: [ParameterField] = []

    /// - Parameter given: the text for each name; `nil` for a file.
    init(_ members: [FormMember], _ given: [(name: String, text: String?)]) {
        for member in members {
            let texts = given.filter { $0.name == member.field.name }
            if texts.isEmpty, member.field.isRequired, !given.contains(where: { Self.isPart($0.name, of: member.field.name) }) {
                missing.append(member.field)
            }
            let written = texts.compactMap(\.text)
            guard !member.isFile, !written.isEmpty, written.count == texts.count else { continue }
            let field = member.field
            values += (field.rules.isList ? [field.makeText(ofAll: written)] : written).map { (field, $0) }
        }
    }

    /// Whether a name is that of a value within an object or a list, as forms write it:
    /// `card[number]`, `card.number`.
    private static func isPart(_ name: String, of member: String) -> Bool {
        name.hasPrefix(member + "[") || name.hasPrefix(member + ".")
    }
}
