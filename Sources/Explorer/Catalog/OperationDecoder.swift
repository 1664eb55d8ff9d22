// Decodes one operation when it is opened. Faults in it become warnings; the rest is still usable.

import Document
import JSONSchema
import NetLayer

extension APIDescription {
    /// Decodes an endpoint's operation, following references inside the description.
    /// - Parameter index: an index into ``endpoints``; for any other number the result is `nil`.
    public func operation(_ index: Int) -> Operation? {
        var lines = Problem.Lines()
        return operation(index, &lines)
    }

    /// - Parameter lines: for callers that open many operations: finds the offsets of lines only once.
    func operation(_ index: Int, _ lines: inout Problem.Lines) -> Operation? {
        if let typed = typedOperation(index) { return typed }
        if index >= ownCount, endpoints.indices.contains(index) { return savedOperation(index, &lines) }
        if let collected { return collected.operation(index, endpoints) }
        guard places.indices.contains(index) else { return nil }
        var place = places[index]
        var documents = documents
        if isSwagger { place = SwaggerOperation(references: references, base: base).convert(place, &documents) }
        let targets = LinkTargets(endpoints: endpoints, places: places, references: References(documents: documents))
        var decoder = OperationDecoder(
            place: place, path: endpoints[index].path, documents: documents, schemaProgram, base: base, targets: targets)
        var operation = decoder.decode()
        operation.summary = endpoints[index].summary
        operation.isDeprecated = endpoints[index].isDeprecated
        operation.warnings = Problem.warnings(decoder.problems, in: documents, &lines)
        return operation
    }
}

/// Decodes an operation.
struct OperationDecoder {
    let place: OperationPlace
    /// The path template with its leading slash.
    let path: String
    let base: URI?
    /// The operations that links may name.
    let targets: LinkTargets
    let references: References
    private let schemas: SchemaReader
    /// The names in the path's braces, in order.
    private let names: [String]
    /// The same names as a set: every parameter looks them up.
    private let places: Set<String>
    var problems: [Problem] = []

    /// The identity of a parameter.
    private struct Key: Hashable {
        var place: ParameterPlace
        var name: String
    }

    init(
        place: OperationPlace, path: String, documents: DocumentSet, _ program: SchemaProgram, base: URI?,
        targets: LinkTargets
    ) {
        self.targets = targets
        self.place = place
        self.path = path
        self.base = base
        references = References(documents: documents)
        schemas = SchemaReader(references: references, program: program)
        names = PathTemplate(path).names
        places = Set(names)
    }

    mutating func decode() -> Operation {
        let node = place.operation
        var operation = Operation(
            details: node["description"]?.string ?? "", parameters: parameters(),
            body: node["requestBody"].flatMap { decodeBody($0, pointer: place.pointer + "/requestBody") },
            responses: node["responses"].map { responses($0, pointer: place.pointer + "/responses") } ?? [], servers: servers(),
            security: SecurityReader(references: references, root: references.root)
                .readNeed(of: node, problems: &problems, pointer: place.pointer))
        operation.externalDocs = ExternalDocs(node["externalDocs"])
        operation.callbacks = callbacks(node["callbacks"], pointer: place.pointer + "/callbacks")
        return operation
    }

    private mutating func servers() -> [Server] {
        let reader = ServerReader(base: base)
        let owners = [OperationPlace.PathItem(node: place.operation, pointer: place.pointer)] + place.items
        for owner in owners {
            guard let node = owner.node["servers"] else { continue }
            let servers = reader.readServers(node, pointer: owner.pointer + "/servers", problems: &problems)
            if !servers.isEmpty { return servers }
        }
        return []
    }

    private mutating func parameters() -> [ParameterField] {
        var fields: [ParameterField] = []
        var known: [Key: Int] = [:]
        for item in place.items.reversed() {
            merge(item.node["parameters"], pointer: item.pointer + "/parameters", into: &fields, &known)
        }
        merge(place.operation["parameters"], pointer: place.pointer + "/parameters", into: &fields, &known)
        // The unresolved operation may declare them.
        guard References.reference(in: place.operation) == nil else { return fields }
        for name in names where known.updateValue(fields.count, forKey: Key(place: .path, name: name)) == nil {
            problems.append(
                Problem(
                    place.pointer, place.operation, .undeclaredPathParameter,
                    "the path parameter \(Wording.quoted(name)) is not declared",
                    hint: "it is read as a required text"))
            fields.append(ParameterField(name: name, place: .path, isRequired: true))
        }
        return fields
    }

    /// - Parameter known: the index of each parameter in `fields`.
    private mutating func merge(
        _ node: JSONNode?, pointer: String, into fields: inout [ParameterField], _ known: inout [Key: Int]
    ) {
        guard let node else { return }
        guard node.kind == .array else {
            problems.append(Problem(pointer, node, .wrongType, "parameters is not an array", hint: "it is ignored"))
            return
        }
        for (index, element) in node.elements.enumerated() {
            guard let field = parameter(element, pointer: JSONPointer.append(pointer, String(index))) else { continue }
            let key = Key(place: field.place, name: field.name)
            if let same = known[key] {
                fields[same] = field
            } else {
                known[key] = fields.count
                fields.append(field)
            }
        }
    }

    /// The value, or the target of its reference, if it is an object; otherwise adds a warning.
    mutating func object(_ node: JSONNode, pointer: String, what: String) -> References.Target? {
        do throws(References.Failure) {
            let target = try references.resolve(node, pointer: pointer)
            guard target.node.kind == .object else {
                throw References.Failure(rule: .wrongType, message: "the \(what) is not an object", hint: "it is skipped")
            }
            return target
        } catch {
            problems.append(Problem(pointer, node, error))
            return nil
        }
    }

    private mutating func parameter(_ element: JSONNode, pointer: String) -> ParameterField? {
        guard let target = object(element, pointer: pointer, what: "parameter") else { return nil }
        let node = target.node
        guard let name = node["name"]?.string, !name.isEmpty else {
            problems.append(
                Problem(target.pointer, node, .parameterWithoutName, "the parameter has no name", hint: "it is skipped"))
            return nil
        }
        guard let place = node["in"]?.string.flatMap(ParameterPlace.init(rawValue:)) else {
            let found = node["in"].map { "is \(Wording.quoted($0.displayText))" } ?? "has no 'in', which should be"
            problems.append(
                Problem(
                    target.pointer, node, .invalidParameterPlace,
                    "the parameter \(Wording.quoted(name)) \(found), not path, query, header or cookie",
                    hint: "it is skipped"))
            return nil
        }
        if place == .header, ["accept", "content-type", "authorization"].contains(name.lowercased()) { return nil }
        if place == .path, !places.contains(name) {
            problems.append(
                Problem(
                    target.pointer, node, .unusedPathParameter, "the path does not have the parameter \(Wording.quoted(name))",
                    hint: "it is skipped"
                ))
            return nil
        }
        return field(node, pointer: target.pointer, name: name, place: place, overriding: element)
    }

    mutating func field(
        _ node: JSONNode, pointer: String, name: String, place: ParameterPlace, overriding element: JSONNode
    ) -> ParameterField {
        let content = node["content"]?.entries.first { _ in true }
        let holder = content?.value ?? node
        let schema = schemas.makeView(holder["schema"])
        if let failure = schema.failure {
            problems.append(Problem(pointer + "/schema", holder["schema"], failure))
        }
        var field = ParameterField(
            name: name, place: place, isRequired: place == .path || node["required"]?.bool == true,
            type: schemas.typeName(schema),
            format: schema["format"]?.string, rules: schemas.rules(schema), choices: schemas.choices(schema),
            defaultValue: schema["default"].flatMap(Self.plain),
            example: (example(holder) ?? example(node) ?? schemas.example(schema)).flatMap(Self.plain),
            // Since OpenAPI 3.1, a reference may have its own description.
            description: element["description"]?.string ?? node["description"]?.string ?? "",
            isDeprecated: node["deprecated"]?.bool == true, style: node["style"]?.string, explode: node["explode"]?.bool,
            contentType: content?.key, allowsReserved: node["allowReserved"]?.bool == true,
            allowsEmpty: place == .query && node["allowEmptyValue"]?.bool == true)
        field.isPassword = holder["schema"].map { !schemas.secrets($0, name: nil).isEmpty } ?? false
        return field
    }

    private mutating func decodeBody(_ element: JSONNode, pointer: String) -> BodyField? {
        guard let target = object(element, pointer: pointer, what: "request body") else { return nil }
        let content = target.node["content"]
        if content?.kind != .object {
            problems.append(
                Problem(
                    target.pointer, target.node, .noContent, "the request body has no content type", hint: "choose one by hand")
            )
        }
        var field = BodyField(
            isRequired: target.node["required"]?.bool == true, contentTypes: content.map { $0.entries.map(\.key) } ?? [],
            description: element["description"]?.string ?? target.node["description"]?.string ?? "")
        guard let content else { return field }
        field.media = media(content)
        let examples = content.entries.compactMap { member in
            bodyExample(mediaType(member.value)).map { (type: member.key, value: $0) }
        }
        if let chosen = examples.first(where: { MediaType.isJSON($0.type) }) ?? examples.first {
            field.exampleContentType = chosen.type
            field.example = MediaType.isJSON(chosen.type) ? JSONPretty.format(chosen.value.source) : Self.plain(chosen.value)
        }
        return field
    }

    /// The media types of a body.
    private func media(_ content: JSONNode) -> [MediaField] {
        content.entries.map { member in
            let isJSON = MediaType.isJSON(member.key)
            let media = mediaType(member.value)
            // An item of a sequence (OpenAPI 3.2) is a valid body too.
            var field = MediaField(
                contentType: member.key, schema: (media["schema"] ?? media["itemSchema"]).map { SchemaLink($0, schemas) },
                example: bodyExample(media).flatMap { isJSON ? JSONPretty.format($0.source) : Self.plain($0) },
                encodings: encodings(media["encoding"]))
            field.examples = examples(media, isJSON: isJSON)
            return field
        }
    }

    /// The media type, or the component that its reference names (OpenAPI 3.2).
    private func mediaType(_ node: JSONNode) -> JSONNode {
        References.reference(in: node) == nil ? node : (try? references.resolve(node, pointer: "").node) ?? node
    }

    private func encodings(_ node: JSONNode?) -> [String: PartEncoding] {
        var found: [String: PartEncoding] = [:]
        for member in node.map({ Array($0.entries.prefix(1_000)) }) ?? [] {
            let value = member.value
            found[member.key] = PartEncoding(
                style: value["style"]?.string, explode: value["explode"]?.bool,
                allowsReserved: value["allowReserved"]?.bool == true, contentType: value["contentType"]?.string)
        }
        return found
    }

    private func bodyExample(_ media: JSONNode) -> JSONNode? {
        if let given = example(media) { return given }
        let schema = schemas.makeView(media["schema"])
        return schemas.example(schema) ?? schema["default"]
    }

    /// `example`, or the first of `examples` that has a value (OpenAPI, Example Object).
    private func example(_ node: JSONNode) -> JSONNode? {
        if let value = node["example"] { return value }
        guard let examples = node["examples"] else { return nil }
        for member in examples.entries {
            // An unresolved example is only one example fewer to show, not a fault of the request.
            if let target = try? references.resolve(member.value, pointer: ""), let value = target.node["value"] { return value }
        }
        return nil
    }

    private mutating func responses(_ node: JSONNode, pointer: String) -> [ResponseField] {
        node.entries.compactMap { member in
            let status = member.key
            guard !status.hasPrefix("x-") else { return nil }
            guard let target = object(member.value, pointer: JSONPointer.append(pointer, status), what: "response") else {
                return nil
            }
            let description = member.value["description"]?.string ?? target.node["description"]?.string ?? ""
            var field = ResponseField(
                status: status, description: description,
                contentTypes: target.node["content"].map { $0.entries.map(\.key) } ?? [],
                media: target.node["content"].map(media) ?? [])
            field.headers = target.node["headers"].map { headers($0, pointer: target.pointer + "/headers") } ?? []
            field.links = target.node["links"].map { links($0, status, pointer: target.pointer + "/links") } ?? []
            return field
        }
    }

    static func plain(_ node: JSONNode) -> String? { node.kind == .null ? nil : node.displayText }
}
