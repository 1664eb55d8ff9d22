// What a description says is secret: values of `format: password`, credentials that only requests have (`writeOnly`), keys of security
// schemes. One reading for the screen and the commands.

import Document
import NetLayer

/// What of a value is secret.
public struct SecretFields: Sendable, Hashable {
    /// The names of members, at any depth.
    public var names: Set<String> = []
    /// The value itself, or what has no name in it: items of a list as a whole.
    public var isWhole = false

    /// Something of it is.
    public var isEmpty: Bool { names.isEmpty && !isWhole }
}

extension SchemaLink {
    /// What of a value by this schema is secret.
    public var secrets: SecretFields { reader.secrets(node, name: nil) }
}

extension SchemaReader {
    /// So many schemas are looked at, those near the top first; circles end by themselves.
    private static let mostSecrets = 4_000

    private struct Place: Hashable {
        var schema: SchemaLink.Place
        /// The member that it is the value of.
        var name: String?
    }

    /// - Parameter name: what the value is called where it stands.
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
            let view = view(node)
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
        // Only requests have it: a credential, where its name may be one's.
        guard view["writeOnly"]?.bool == true, let name, view["type"]?.stringEquals("boolean") != true else { return false }
        return SensitiveNames.mayBeCredential(name)
    }
}

extension ParameterField {
    /// Its value is masked: the description says so, or its name does.
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
    /// Makes secret in a plan whatever the description says is: keys of its security schemes, whoever sets them, parameters, and what the
    /// body's schema calls a password.
    public func hideSecrets(in plan: inout RequestPlan) {
        for scheme in security.schemes { if case .apiKey(let name, _) = scheme.kind { plan.maskedNames.insert(name) } }
        plan.maskedNames.formUnion(parameters.filter(\.isPassword).map(\.name))
        let secrets = bodySecrets(plan.body.mediaType)
        plan.maskedNames.formUnion(secrets.names)
        if secrets.isWhole, plan.body != .none { plan.isBodySecret = true }
    }

    /// What of a body of that media type is secret; of any that it may have where the type is another one.
    public func bodySecrets(_ contentType: String?) -> SecretFields {
        let all = body?.media ?? []
        let name = contentType.map { MediaType.name($0) }
        let own = all.filter { MediaType.name($0.contentType) == name }
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
    /// The media type that it has by itself; `nil` where there is no body, or fields make it.
    fileprivate var mediaType: String? {
        switch self {
        case .none: nil
        case .bytes(_, let type), .file(_, _, let type): type
        case .json: "application/json"
        case .multipart: "multipart/form-data"
        }
    }
}
