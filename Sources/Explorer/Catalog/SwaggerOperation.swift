// Converts an operation of Swagger 2.0 to OpenAPI 3 when it is opened, so that one decoder handles both.

import Document
import NetLayer

/// Writes a small document that expresses a Swagger 2.0 operation in OpenAPI 3. Schemas are not copied:
/// references lead to their original places, so faults inside them are reported there.
struct SwaggerOperation {
    let references: References
    let base: URI?

    /// The place of the operation in OpenAPI 3. The documents made for it are added to `documents`.
    func convert(_ place: OperationPlace, _ documents: inout DocumentSet) -> OperationPlace {
        var parameters: [SwaggerParameter] = []
        var modern = OperationPlace(operation: place.operation, pointer: place.pointer, items: [])
        for item in place.items.reversed() {
            let own = readParameters(item.node["parameters"], pointer: item.pointer, of: item.node)
            let node = make(["parameters": JSONLiteral.array(own.map(\.convertedJSON))], for: item.node, &documents)
            modern.items.insert(OperationPlace.PathItem(node: node ?? item.node, pointer: item.pointer), at: 0)
            // Read again, relative to the operation: it may be in another file.
            parameters += readParameters(item.node["parameters"], pointer: item.pointer, of: place.operation)
        }
        let own = readParameters(place.operation["parameters"], pointer: place.pointer, of: place.operation)
        parameters += own
        var members: [(key: String, json: String)] = []
        let changed = ["parameters", "responses", "consumes", "produces", "schemes"]
        for member in place.operation.entries where !changed.contains(where: member.keyEquals) {
            members.append((member.key, member.value.source))
        }
        // A value that is not a list stays unchanged, for the decoder to report.
        if let list = place.operation["parameters"] {
            members.append(("parameters", list.kind == .array ? JSONLiteral.array(own.map(\.convertedJSON)) : list.source))
        }
        let consumed = types(place.operation, "consumes")
        if let body = SwaggerBody(parameters, consumes: consumed).json { members.append(("requestBody", body)) }
        if let responses = place.operation["responses"] {
            let pointer = JSONPointer.append(place.pointer, "responses")
            members.append(("responses", self.responses(responses, pointer, place.operation)))
        }
        if let schemes = place.operation["schemes"] {
            var ignored: [Problem] = []
            let servers = ServerReader(base: base).swagger(references.root, schemes: schemes, problems: &ignored)
            // Without a host, the servers of the whole description apply.
            let urls = servers.filter(\.url.isAbsoluteHTTP).map { JSONLiteral.object([("url", JSONLiteral.string($0.template))]) }
            members.append(("servers", JSONLiteral.array(urls)))
        }
        modern.operation = make(members, for: place.operation, &documents) ?? place.operation
        return modern
    }

    private func make(_ members: KeyValuePairs<String, String>, for node: JSONNode, _ documents: inout DocumentSet) -> JSONNode? {
        make(members.map { ($0.key, $0.value) }, for: node, &documents)
    }

    private func make(
        _ members: [(key: String, json: String)], for node: JSONNode, _ documents: inout DocumentSet
    ) -> JSONNode? {
        guard node.kind == .object, let made = try? JSONDocument(Array(JSONLiteral.object(members).utf8)) else { return nil }
        documents.add(standIn: made, for: node)
        return made.root
    }

    /// The media types of the operation, else of the whole description.
    private func types(_ operation: JSONNode, _ key: String) -> [String] {
        (operation[key] ?? references.root[key])?.elements.compactMap(\.string) ?? []
    }

    private func readParameters(_ list: JSONNode?, pointer: String, of owner: JSONNode) -> [SwaggerParameter] {
        guard let list, list.kind == .array else { return [] }
        return list.elements.enumerated().map { index, element in
            let place = JSONPointer.append(JSONPointer.append(pointer, "parameters"), String(index))
            guard let target = try? references.resolve(element, pointer: place), target.node.kind == .object else {
                return SwaggerParameter(node: element, address: nil)
            }
            return SwaggerParameter(
                node: target.node, address: references.documents.reference(to: target.pointer, of: target.node, from: owner))
        }
    }

    private func responses(_ node: JSONNode, _ pointer: String, _ operation: JSONNode) -> String {
        guard node.kind == .object else { return node.source }
        let produced = types(operation, "produces")
        return JSONLiteral.object(
            node.entries.map { member in
                let place = JSONPointer.append(pointer, member.key)
                guard let target = try? references.resolve(member.value, pointer: place), target.node.kind == .object else {
                    return (member.key, member.value.source)
                }
                return (member.key, response(target, produced, from: operation))
            })
    }

    private func response(_ target: References.Target, _ produced: [String], from operation: JSONNode) -> String {
        var members: [(key: String, json: String)] = []
        for member in target.node.entries where !member.keyEquals("schema") && !member.keyEquals("examples") {
            members.append((member.key, member.keyEquals("headers") ? headers(member.value) : member.value.source))
        }
        let examples = target.node["examples"]
        guard target.node["schema"] != nil || examples != nil else { return JSONLiteral.object(members) }
        let named = examples.map { $0.entries.map(\.key) } ?? []
        let types = produced + named.filter { !produced.contains($0) }
        let address = references.documents.reference(
            to: JSONPointer.append(target.pointer, "schema"), of: target.node, from: operation)
        let content = (types.isEmpty ? ["application/json"] : types).map { type -> (key: String, json: String) in
            var media: [(key: String, json: String)] = []
            if target.node["schema"] != nil { media.append(("schema", Self.reference(address))) }
            if let example = examples?[type] { media.append(("example", example.source)) }
            return (type, JSONLiteral.object(media))
        }
        members.append(("content", JSONLiteral.object(content)))
        return JSONLiteral.object(members)
    }

    /// A header of Swagger 2 is its own schema.
    private func headers(_ node: JSONNode) -> String {
        guard node.kind == .object else { return node.source }
        return JSONLiteral.object(
            node.entries.map { member in
                guard member.value.kind == .object else { return (member.key, member.value.source) }
                let about = member.value["description"].map { [(key: "description", json: $0.source)] } ?? []
                return (member.key, JSONLiteral.object(about + [("schema", member.value.source)]))
            })
    }

    static func reference(_ address: String) -> String { JSONLiteral.object([("$ref", JSONLiteral.string(address))]) }
}
