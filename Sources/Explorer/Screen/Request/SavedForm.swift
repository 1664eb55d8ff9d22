// The form of a collection request: its texts as fields, and the plan that they make.

import Canvas
import Catalog
import NetLayer

extension RequestForm {
    /// The differences from the collection; none for an operation of a description.
    var savedChanges: CollectedRequest.Changes {
        var changes = CollectedRequest.Changes()
        for field in fields {
            // A field has no line breaks: a text with some counts as changed only when it was typed.
            guard case .saved(let saved) = field.role, field.input.text != TextField(saved.text).text else { continue }
            changes.texts[saved.slot] = field.input.text
        }
        // An editor's lines end in one way: an untouched text is sent as it is written.
        if let body, body.style == .text, body.area.revision > 0 { changes.body = body.area.text }
        return changes
    }

    /// A variable without a value.
    var missingVariable: FormProblem? {
        guard operation.saved != nil, let name = emptyDraft.planAndMissing.missing.first else { return nil }
        let index = fields.firstIndex { if case .saved(let field) = $0.role { field.slot == .variable(name) } else { false } }
        let place = environment.map { " in \($0)" } ?? ""
        return FormProblem(
            tab: .params, row: index.map(FormRow.field) ?? .add(.query), text: "{{\(name)}} has no value\(place)", isFinal: false)
    }

    /// Shows the values of variables in the environment in use.
    mutating func showVariables() {
        for index in fields.indices {
            guard case .saved(let field) = fields[index].role, case .variable(let name) = field.slot else { continue }
            fields[index].placeholder = operation.saved?.value(of: name, in: environment) ?? ""
        }
    }

    /// The edited text is shared with all requests that use it.
    var editsShared: Bool { selectedField.map { fields[$0].role.shared != nil } ?? false }
}

extension FormField.Role {
    /// The name under which other forms share the same text.
    var shared: (scheme: String, part: Credentials.Part)? {
        switch self {
        case .credential(let scheme, let part): (scheme, part)
        case .saved(let field): if case .variable(let name) = field.slot { ("{{\(name)}}", .secret) } else { nil }
        case .parameter, .own, .part, .file, .option: nil
        }
    }
}

extension FormField {
    init(_ saved: CollectedRequest.Field) {
        name = saved.name
        role = .saved(saved)
        isRequired = saved.isRequired
        rules = ValueRules()
        hint = saved.isFile ? "@ and a file's path" : ""
        help = saved.help
        placeholder = saved.placeholder
        isPassword = false
        input = TextField(saved.text)
        offered = OfferedText(text: saved.text, origin: .saved)
    }

    /// The reason for the placeholder, shown behind it.
    var absence: String {
        guard case .saved(let field) = role else { return "default" }
        if case .variable = field.slot { return "default" }
        return "not sent"
    }
}

extension CollectedRequest.Slot {
    var tab: RequestTab {
        switch self {
        case .path, .query, .variable: .params
        case .header: .headers
        case .form: .body
        case .auth: .auth
        }
    }
}

extension CollectedRequest.Field {
    /// Whether a text is hidden. A mere reference to a secret is not hidden.
    func hides(_ text: String) -> Bool {
        if isSecret { return true }
        // A reference is no secret, but a text beside it may be one.
        guard !text.isVariableAlone else { return false }
        switch slot {
        case .header: return SensitiveNames.isSecretHeader(name)
        case .query, .form: return SensitiveNames.isSecretParameter(name)
        case .auth(let part): return ![.user, .region, .service].contains(part)
        case .path, .variable: return false
        }
    }
}

extension String {
    /// `{{name}}`, alone or behind a word such as `Bearer`.
    fileprivate var isVariableAlone: Bool {
        guard hasSuffix("}}"), let open = firstRange(of: "{{") else { return false }
        let before = self[..<open.lowerBound]
        return !self[open.upperBound...].dropLast(2).contains("{") && before.allSatisfy { $0.isLetter || $0 == " " }
            && before.split(separator: " ").count <= 1
    }
}
