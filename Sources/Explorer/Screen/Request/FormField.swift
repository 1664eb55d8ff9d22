// One field of a form: its hint, its value, its problems.

import Canvas
import Catalog
import NetLayer

/// One field of the form.
public struct FormField: Sendable, Hashable {
    /// The part of the request that the field fills.
    enum Role: Sendable, Hashable {
        case parameter(ParameterField)
        /// Name and value, typed together.
        case own(OwnField)
        /// A member of a form body of that media type.
        case part(ParameterField, media: Int, isFile: Bool)
        /// The whole body of that media type.
        case file(media: Int)
        case credential(scheme: String, part: Credentials.Part)
        /// A text of a request that was saved in a collection.
        case saved(CollectedRequest.Field)
        /// An option of a request that was saved in a workspace.
        case option(SavedOption)
    }

    let name: String
    let role: Role
    var isRequired: Bool
    let rules: ValueRules
    /// The expected value: type, choices, limits.
    let hint: String
    /// The description of the field, on one line.
    let help: String
    /// The value that the server uses when the request has none.
    var placeholder: String
    /// The description says that the value is a password.
    let isPassword: Bool
    var input: TextField
    /// An offered text; it counts until the user types.
    var offered: OfferedText?
    /// `${name}` in it stands for a variable.
    var takesVariables = false
    /// The value is a secret that no user has typed; it is never shown.
    var isSecretValue = false
    /// The value of a variable: a path in it names no file of this machine.
    var isExpanded = false
    /// The problem with the typed value, once the user has left the field.
    var problem: String?
    /// What could not be checked then.
    var doubt: String?

    var label: String { name }

    var isEmpty: Bool { input.text.isEmpty }

    /// Values to choose from; other values may be typed as well.
    var choices: [String] {
        if !rules.choices.isEmpty, !rules.isList {
            return rules.choices + (rules.isNullable && !rules.choices.contains("null") ? ["null"] : [])
        }
        return rules.kinds == [.boolean] ? ["true", "false"] : []
    }

    var tab: RequestTab {
        switch role {
        case .parameter(let parameter): parameter.place == .header ? .headers : .params
        case .own(.query): .params
        case .own(.header): .headers
        case .part, .file: .body
        case .credential: .auth
        case .saved(let field): field.slot.tab
        case .option(let option): option.tab
        }
    }

    /// The typed value is not shown.
    var isSecret: Bool {
        if isSecretValue { return true }
        if takesVariables, input.text.isReferenceAlone { return false }
        if isPassword { return true }
        switch role {
        case .parameter(let parameter): return parameter.isSecret
        case .part: return SensitiveNames.isSecretParameter(name)
        case .own, .credential, .file: return false
        case .saved(let field): return field.hides(input.text)
        case .option(let option): return option.isCredential
        }
    }

    /// The number of characters that may be shown; a secret value is hidden.
    var visibleCount: Int { openCount ?? input.text.count }

    /// The number of characters before a hidden value; `nil` when the whole text may be shown.
    var openCount: Int? {
        if isSecret { return 0 }
        guard case .own(let own) = role, let pair = ownPair(of: own), isSecretName(pair.name, own),
            !takesVariables || !pair.value.isReferenceAlone
        else {
            return nil
        }
        return (input.text.firstIndex(of: own.separator).map { input.text.distance(from: input.text.startIndex, to: $0) } ?? 0)
            + 1
    }

    private func isSecretName(_ name: String, _ own: OwnField) -> Bool {
        own == .header ? SensitiveNames.isSecretHeader(name) : SensitiveNames.isSecretParameter(name)
    }

    /// Name and value of a line that was typed as a whole.
    func ownPair(of own: OwnField) -> (name: String, value: String)? {
        let parts = input.text.split(separator: own.separator, maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].trimmed
        guard parts.count == 2, !name.isEmpty else { return nil }
        return (name, parts[1].trimmed)
    }

    /// The problem with the text as it stands: the end of a sentence that begins with the label.
    var currentProblem: String? {
        // A reference is checked when its value is known.
        if hasReferences { return nil }
        switch role {
        case .parameter, .part:
            if input.text.isEmpty { return isRequired ? "is required" : nil }
            if case .parameter(let parameter) = role, parameter.isEmptyValue(input.text) { return nil }
            return filePath == nil ? rules.problem(with: input.text) : nil
        case .file: return input.text.isEmpty && isRequired ? "is required" : nil
        case .own(let own):
            if input.text.isEmpty { return nil }
            guard let pair = ownPair(of: own) else { return "must be written as \(own.hint)" }
            if own == .header, !HTTPMethod(rawValue: pair.name).isValid { return "is not a valid header name" }
            return nil
        case .credential: return nil
        case .saved(let field): return field.isRequired && input.text.isEmpty ? "is required" : nil
        case .option: return input.text.isEmpty ? (isRequired ? "is required" : nil) : rules.problem(with: input.text)
        }
    }
}

extension FormField {
    init(_ parameter: ParameterField) {
        self.init(parameter, role: .parameter(parameter), isPassword: parameter.isPassword)
    }

    init(_ parameter: ParameterField, role: Role, isPassword: Bool) {
        name = parameter.name
        self.role = role
        isRequired = parameter.isRequired
        rules = parameter.rules
        hint = Self.hint(parameter)
        help = Self.help(parameter)
        placeholder = parameter.defaultValue ?? ""
        self.isPassword = isPassword
        let text = parameter.isRequired ? parameter.example ?? parameter.defaultValue ?? "" : ""
        input = TextField(text)
        offered = OfferedText(text: text, origin: parameter.example == nil ? .usual : .example)
    }

    init(_ own: OwnField) {
        name = own == .query ? "query" : "header"
        role = .own(own)
        isRequired = false
        rules = ValueRules()
        hint = own.hint
        help = "Empty the line to remove it."
        placeholder = own.hint
        isPassword = false
        input = TextField()
    }

    /// - Parameter need: the need of the operation, which may name other alternatives.
    init(_ scheme: SecurityScheme, _ part: Credentials.Part, of need: SecurityNeed) {
        name = Credentials.label(of: part, scheme)
        role = .credential(scheme: scheme.id, part: part)
        isRequired = false
        rules = ValueRules()
        hint = Credentials.hint(scheme)
        let ways = need.alternatives.filter { !$0.isEmpty }
        help =
            (ways.count > 1 ? "one is enough: \(SecurityNeed(alternatives: ways).describeAlternatives()) · " : "")
            + ([scheme.id] + [scheme.details].filter { !$0.isEmpty }).map(MarkdownLines.oneLine).joined(separator: ": ")
            + " · kept until you quit, for every endpoint that needs it"
        placeholder = ""
        isPassword = part != .user
        input = TextField()
    }

    /// `integer 1–100`, `open|closed|all`, `string uuid`.
    private static func hint(_ parameter: ParameterField) -> String {
        var parts: [String] = []
        if parameter.rules.kinds == [.boolean] {
            parts.append("true|false")
        } else if parameter.choices.isEmpty {
            parts.append([parameter.type, parameter.format ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
            if parameter.type.contains("object") {
                parts.append("as JSON" + (parameter.isRequired ? "" : parameter.example.map { " like \($0.oneLine)" } ?? ""))
            }
        } else {
            parts.append(parameter.choices.joined(separator: "|"))
        }
        if parameter.allowsEmpty { parts.append("\"\" sends it empty") }
        return (parts + parameter.rules.limits).joined(separator: ", ")
    }

    private static func help(_ parameter: ParameterField) -> String {
        var parts = [parameter.isDeprecated ? "Deprecated." : "", parameter.description.oneLine]
        if let pattern = parameter.rules.pattern {
            parts.append(
                "Pattern\(parameter.rules.isPatternKnown ? "" : " (not a valid regular expression, not checked)"): \(pattern)")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension StringProtocol {
    /// Without white space at its ends.
    var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        guard start < endIndex, let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[start...last])
    }

    /// Every run of white space and line breaks as one blank.
    var oneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
