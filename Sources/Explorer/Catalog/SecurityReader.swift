// Reads security schemes and requirements, of OpenAPI 3 and of Swagger 2.0.

import Document

/// Reads the values of `security`.
struct SecurityReader {
    let references: References
    /// The root of the description.
    let root: JSONNode

    /// The needs of an operation: its own `security`, else that of the whole description.
    func readNeed(of operation: JSONNode, problems: inout [Problem], pointer: String) -> SecurityNeed {
        let isOwn = operation["security"] != nil
        guard let requirements = operation["security"] ?? root["security"], requirements.kind == .array else {
            return SecurityNeed()
        }
        var need = SecurityNeed()
        for (index, requirement) in requirements.elements.enumerated() where requirement.kind == .object {
            let ids = requirement.entries.map(\.key)
            for id in ids where !need.schemes.contains(where: { $0.id == id }) {
                if let scheme = scheme(id) {
                    need.schemes.append(scheme)
                } else if isOwn, let fault = fault(of: id) {
                    problems.append(Problem(JSONPointer.append(pointer + "/security", String(index)), requirement, fault))
                }
            }
            need.alternatives.append(ids)
            for member in requirement.entries where member.value.kind == .array {
                let id = member.key
                let new = member.value.elements.compactMap { $0.string.map(Wording.folded) }
                for scope in new where !need.scopes[id, default: []].contains(scope) {
                    need.scopes[id, default: []].append(scope)
                }
            }
        }
        return need
    }

    /// Why a requirement's scheme cannot be used; `nil` when it can, or when it does not concern
    /// the request (TLS).
    func fault(of id: String) -> References.Failure? {
        guard let declared = declared(id) else {
            return References.Failure(
                rule: .undeclaredSecurityScheme, message: "the security scheme \(Wording.quoted(id)) is not declared",
                hint: "declare it under \(root["swagger"] == nil ? "components/securitySchemes" : "securityDefinitions")")
        }
        guard let node = try? references.resolve(declared, pointer: "").node, schemeKind(node) == nil,
            node["type"]?.stringEquals("mutualTLS") != true
        else { return nil }
        return References.Failure(
            rule: .unusableSecurityScheme, message: "the security scheme \(Wording.quoted(id)) is not usable",
            hint: "set its header by hand")
    }

    private func declared(_ id: String) -> JSONNode? {
        root["components"]?["securitySchemes"]?[id] ?? root["securityDefinitions"]?[id]
    }

    private func scheme(_ id: String) -> SecurityScheme? {
        guard let declared = declared(id), let node = try? references.resolve(declared, pointer: "").node,
            let kind = schemeKind(node)
        else { return nil }
        return SecurityScheme(
            id: id, kind: kind, details: node["description"]?.string ?? "",
            flows: node["type"]?.stringEquals("oauth2") == true ? TokenFlow.readFlows(in: node) : [])
    }

    private func schemeKind(_ node: JSONNode) -> SecurityScheme.Kind? {
        switch node["type"]?.string {
        case "apiKey":
            guard let name = node["name"]?.string, let place = node["in"]?.string.flatMap(ParameterPlace.init(rawValue:)),
                place != .path
            else { return nil }
            return .apiKey(name: name, place: place)
        case "basic": return .basic
        case "http":
            switch node["scheme"]?.string?.lowercased() {
            case "basic": return .basic
            case "bearer": return .bearer(from: node["bearerFormat"]?.string.map(Wording.folded) ?? "")
            case let scheme?: return .other(scheme: Wording.folded(scheme))
            case nil: return nil
            }
        case "oauth2": return .bearer(from: "OAuth 2")
        case "openIdConnect": return .bearer(from: "OpenID Connect")
        default: return nil
        }
    }
}
