// The form of one endpoint: a field a parameter, and the body.

import Canvas
import Catalog
import NetLayer

/// One line of the form.
public struct FormField: Sendable, Hashable {
    /// What the field fills.
    enum Role: Sendable, Hashable {
        case parameter(Parameter.Place)
        case body(contentType: String)
    }

    let name: String
    let role: Role
    let isRequired: Bool
    /// What goes in: type, choices, default.
    let hint: String
    let help: String
    var input: TextField

    var label: String { role.isBody ? "body" : name }

    var place: String {
        switch role {
        case .parameter(let place): place.rawValue
        case .body: "body"
        }
    }

    /// The description says that it is a password.
    let isPassword: Bool

    /// What is typed here is not shown.
    var isSecret: Bool {
        if isPassword { return true }
        switch role {
        case .parameter(.header): return SensitiveNames.isSecretHeader(name)
        case .parameter(.path), .body: return false
        case .parameter: return SensitiveNames.isSecretParameter(name)
        }
    }
}

extension FormField.Role {
    var isBody: Bool { if case .body = self { true } else { false } }
}

/// What was typed for one endpoint.
public struct RequestForm: Sendable {
    let endpoint: EndpointSummary
    public private(set) var fields: [FormField]
    private(set) var list = ListState()
    var isEditing = false

    init(_ endpoint: EndpointSummary, _ operation: Operation) {
        self.endpoint = endpoint
        fields = operation.parameters.map(FormField.init)
        if let body = operation.body { fields.append(FormField(body)) }
    }

    var selected: Int { list.selected }

    /// The first required field that is empty.
    var firstMissing: Int? { fields.firstIndex { $0.isRequired && $0.input.text.isEmpty } }

    mutating func editField(_ body: (inout TextField) -> Void) {
        guard fields.indices.contains(list.selected) else { return }
        body(&fields[list.selected].input)
    }

    /// Leaves the field; with a step, goes on editing the next one, and stops after the last.
    mutating func finishField(movingBy step: Int) {
        let next = list.selected + step
        isEditing = step != 0 && fields.indices.contains(next)
        if isEditing { list.selected = next }
    }

    mutating func select(_ index: Int, height: Int) { list.moveTo(index, count: fields.count, height: height) }
    mutating func move(by count: Int, height: Int) { list.move(by: count, count: fields.count, height: height) }
    mutating func pick(_ index: Int, height: Int) { list.pick(index, count: fields.count, height: height) }
    mutating func clamp(height: Int) { list.clamp(count: fields.count, height: height) }

    /// The request as typed; empty optional fields are left out.
    func plan() -> RequestPlan {
        var plan = RequestPlan(id: endpoint.id, title: endpoint.path, method: endpoint.method, path: endpoint.path)
        for field in fields where !field.input.text.isEmpty {
            let text = field.input.text
            switch field.role {
            case .parameter(let place):
                plan.parameters.append(Parameter(field.name, field.isSecret ? .secret(Secret(text)) : .plain(text), in: place))
            case .body(let contentType): plan.body = .bytes(Array(text.utf8), contentType: contentType)
            }
        }
        return plan
    }
}

extension FormField {
    init(_ parameter: ParameterField) {
        name = parameter.name
        role = .parameter(Parameter.Place(rawValue: parameter.place.rawValue) ?? .query)
        isRequired = parameter.isRequired
        var parts = [parameter.choices.isEmpty ? parameter.type : parameter.choices.joined(separator: "|")]
        if let format = parameter.format { parts.append(format) }
        if let value = parameter.defaultValue { parts.append("default \(value)") }
        hint = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        help = Self.oneLine(parameter.description)
        isPassword = parameter.format == "password"
        input = TextField(parameter.isRequired ? parameter.example ?? parameter.defaultValue ?? "" : "")
    }

    init(_ body: BodyField) {
        name = "body"
        let contentType = body.contentTypes.first ?? "application/json"
        role = .body(contentType: contentType)
        isRequired = body.isRequired
        hint = contentType
        help = Self.oneLine(body.description)
        isPassword = false
        input = TextField(body.example.map(Self.onOneLine) ?? "")
    }

    private static func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Line breaks of a pretty example go; those inside strings are escaped in JSON anyway.
    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}
