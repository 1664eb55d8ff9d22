// A plan as a saved request by address: for requests that belong to no endpoint of the description.

import Catalog
import NetLayer

extension WorkspaceRequest {
    /// A saved request that sends what the plan sends. `${…}` in its texts are references.
    /// - Parameter plan: a plan with its own URL, or with a path of the services.
    /// - Throws: ``VariableError`` for a part that a workspace cannot hold: a secret, a header twice, bytes that are
    ///   not text, options of the connection.
    public init(name: String, plan: RequestPlan) throws(VariableError) {
        self.init(name: name, target: .address(plan.method, try WorkspaceText(plan.path)))
        guard plan.connection == ConnectionOptions() else {
            throw VariableError(
                "options such as --insecure, --proxy or --cert cannot be saved in a request",
                "write them under the API in the workspace")
        }
        var form: [Value] = []
        for parameter in plan.parameters {
            let value = Value(parameter.name, try Self.text(parameter.value, of: parameter.name))
            if parameter.place == .form { form.append(value) } else { parameters.append(value) }
        }
        var names: Set<String> = []
        for field in plan.headers.fields {
            guard names.insert(field.name.lowercased()).inserted else {
                throw VariableError("a saved request sends a header once, and \(field.name) is there twice", "join the values")
            }
            headers.append(Value(field.name, try Self.text(field.value, of: field.name)))
        }
        body = form.isEmpty ? try Self.body(of: plan) : .form(form)
        if plan.timeouts != RequestPlan(id: "", title: "", method: .get, path: "").timeouts { timeout = plan.timeouts.total }
        if !plan.followsRedirects { followsRedirects = false }
    }

    private static func text(_ value: FieldValue, of name: String) throws(VariableError) -> WorkspaceText {
        let text = try WorkspaceText(value.revealed)
        guard !value.isSecret || text.literal == nil else {
            throw VariableError(
                "\(name) is a secret, and a workspace is shared", "write ${env:NAME}, ${secret:NAME} or a variable")
        }
        return text
    }

    private static func body(of plan: RequestPlan) throws(VariableError) -> Body {
        switch plan.body {
        case .none: return .none
        case .bytes(let bytes, let type): return .text(try text(bytes), type: type.isEmpty ? nil : type)
        case .json, .sequence:
            throw VariableError("a body that is made while it is sent cannot be saved", "write it as text")
        case .file(let path, _, let type): return .file(path, type: type.isEmpty ? nil : type)
        case .multipart(let multipart):
            var parts: [Part] = []
            for part in multipart.parts {
                switch part.content {
                case .bytes(let bytes): parts.append(Part(part.name, .text(try text(bytes)), type: part.contentType))
                case .file(let path, _): parts.append(Part(part.name, .file(path), type: part.contentType))
                }
            }
            return .multipart(parts)
        }
    }

    private static func text(_ bytes: [UInt8]) throws(VariableError) -> WorkspaceText {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw VariableError("the body is not text", "save it in a file, and send @FILE")
        }
        return try WorkspaceText(text)
    }
}
