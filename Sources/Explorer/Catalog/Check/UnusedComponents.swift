// Reports components that have no references.

import Document

/// Examines every reference of every file of a description.
struct UnusedComponents {
    private let description: APIDescription
    private let schemes: Set<String>

    /// - Parameter schemes: the security schemes that a requirement names.
    init(_ description: APIDescription, schemes: Set<String>) {
        self.description = description
        self.schemes = schemes
    }

    func problems() -> [Problem] {
        // Other descriptions may use a file that has only components.
        guard !description.endpoints.isEmpty else { return [] }
        let used = findUsedComponents()
        var problems: [Problem] = []
        var budget = PointerBudget(for: description.documents)
        for (pointer, members) in sections() {
            for member in members.entries where !member.key.hasPrefix("x-") {
                let place = JSONPointer.append(pointer, member.key)
                let isScheme = pointer == "/securityDefinitions" || pointer == "/components/securitySchemes"
                if used.contains(place) || isScheme && schemes.contains(member.key) { continue }
                guard budget.reserve(place.utf8.count) else {
                    return problems + [Problem.andMore(member.value, .unusedComponent)]
                }
                problems.append(
                    Problem(
                        place, member.value, .unusedComponent, "nothing refers to \(Wording.quoted(member.key))",
                        hint: "remove it, unless other files use it"))
            }
        }
        return problems
    }

    /// The objects of the description whose members are components.
    private func sections() -> [(pointer: String, members: JSONNode)] {
        let root = description.document.root
        if description.isSwagger {
            return ["definitions", "parameters", "responses", "securityDefinitions"].compactMap { key in
                root[key].map { ("/" + key, $0) }
            }
        }
        return root["components"].map { components in
            components.entries.filter { !$0.key.hasPrefix("x-") && $0.value.kind == .object }.map {
                ("/components/" + JSONPointer.escape($0.key), $0.value)
            }
        } ?? []
    }

    /// The components that are the target of a reference, or that contain one.
    private func findUsedComponents() -> Set<String> {
        var used: Set<String> = []
        let (references, main) = (description.references, description.document.id)
        let depth = description.isSwagger ? 2 : 3
        for part in description.documents.parts {
            var known: Set<ReferenceKey> = []
            ReferenceWalk.forEach(in: part.document, mappings: true) { node, _, reference in
                guard known.insert(ReferenceKey(reference, at: node, in: description.documents)).inserted else { return }
                let target = try? references.follow(reference, from: node)
                guard let target, target.node.documentID == main else { return }
                let tokens = JSONPointer.tokens(target.pointer) ?? []
                used.insert(tokens.prefix(depth).reduce("") { JSONPointer.append($0, $1) })
            }
        }
        for name in mappedNames() { used.insert(JSONPointer.append("/components/schemas", name)) }
        return used
    }

    /// Schemas that a discriminator names without a reference.
    private func mappedNames() -> [String] {
        description.documents.parts.flatMap { part in
            part.document.values(behind: "mapping").flatMap { $0.entries.compactMap(\.value.string) }
        }.filter { !Mapping.isReference($0) }
    }
}
