// The secrets that a description declares: values with `format: password`, credentials that only requests
// have (`writeOnly`), keys of security schemes. The screen and the commands share this reading.

import Document
import NetLayer

/// The secret parts of a value.
public struct SecretFields: Sendable, Hashable {
    /// The names of members, at any depth.
    public var names: Set<String> = []
    /// Whether the value itself is secret, or a part of it without a name: then the items of a
    /// list are secret.
    public var isWhole = false

    /// Whether nothing of it is secret.
    public var isEmpty: Bool { names.isEmpty && !isWhole }
}

extension SchemaLink {
    /// The secret parts of a value with this schema.
    public var secrets: SecretFields { reader.secrets(node, name: nil) }
}

extension SchemaReader {
    /// The most schemas to examine, those near the top first; cycles are visited only once.
    private static let mostSecrets = 4_000

    private struct Place: Hashable {
        var schema: SchemaLink.Place
        /// The name of the member that has the schema.
        var name: String?
    }

    /// - Parameter name: the name of the member that has the value.
    func secrets(_ node: JSONNode, name: String?) -> SecretFields {
        var found = SecretFields()
        var open: [(node: JSONNode, name: String?)] = [(node, name)]
        var seen: Set<Place> = []
        var next = 0
        while next < open.count, seen.count < Self.mostSecrets {
            let (node, name) = open[next]
            next += 1
            guard node.kind == .object, seen.insert(Place(schema: SchemaLink(node, self).place, name: name)).inserted else {
                continue
            }
            let view = makeView(node)
            if isCredential(view, name) {
                if let name { found.names.insert(name) } else { found.isWhole = true }
                continue
            }
            for part in view.nodes {
                if let members = part["properties"] { for member in members.entries { open.append((member.value, member.key)) } }
                if let members = part["patternProperties"] { for member in members.entries { open.append((member.value, name)) } }
                for key in ["items", "additionalProperties"] { if let inner = part[key] { open.append((inner, name)) } }
                for key in ["oneOf", "anyOf", "prefixItems"] {
                    guard let list = part[key] else { continue }
                    for inner in list.elements { open.append((inner, name)) }
                }
            }
        }
        return found
    }

    private func isCredential(_ view: View, _ name: String?) -> Bool {
        if view["format"]?.stringEquals("password") == true { return true }
        // Only requests have it: a credential, if its name may be a credential's.
        guard view["writeOnly"]?.bool == true, let name, view["type"]?.stringEquals("boolean") != true else { return false }
        return SensitiveNames.mayBeCredential(name)
    }
}

extension ParameterField {
    /// Whether its value is masked: the description or its name marks it as secret.
    public var isSecret: Bool {
        if isPassword { return true }
        return switch place {
        case .header: SensitiveNames.isSecretHeader(name)
        case .path: SensitiveNames.isSecretPathParameter(name)
        case .query, .cookie: SensitiveNames.isSecretParameter(name)
        case .querystring: false
        }
    }
}

extension Operation {
    /// Marks as secret in a plan what the description declares secret: keys of its security schemes, whatever
    /// layer sets them, parameters, and the passwords in the body's schema.
    public func hideSecrets(in plan: inout RequestPlan) {
        for scheme in security.schemes { if case .apiKey(let name, _) = scheme.kind { plan.maskedNames.insert(name) } }
        plan.maskedNames.formUnion(parameters.filter(\.isPassword).map(\.name))
        let secrets = bodySecrets(plan.body.mediaType)
        plan.maskedNames.formUnion(secrets.names)
        if secrets.isWhole, plan.body != .none { plan.isBodySecret = true }
    }

    /// The secret parts of a body with that media type; if the operation does not have the type, of
    /// all its types.
    public func bodySecrets(_ contentType: String?) -> SecretFields {
        let all = body?.media ?? []
        let name = contentType.map { MediaType.normalizedName($0) }
        let own = all.filter { MediaType.normalizedName($0.contentType) == name }
        var found = SecretFields()
        for media in own.isEmpty ? all : own {
            guard let secrets = media.schema?.secrets else { continue }
            found.names.formUnion(secrets.names)
            found.isWhole = found.isWhole || secrets.isWhole
        }
        return found
    }
}

extension RequestBody {
    /// The media type that the body itself has; `nil` where there is no body, or fields make it.
    fileprivate var mediaType: String? {
        switch self {
        case .none: nil
        case .bytes(_, let type), .file(_, _, let type), .sequence(_, let type): type
        case .json: "application/json"
        case .multipart: "multipart/form-data"
        }
    }
}
