// Walks paths and methods once and collects a list's data. It never reads an operation's schemas.

import Document
import NetLayer

/// The walk over a description. ``APIDescription/read(_:source:base:)`` uses its results.
struct DescriptionReader {
    let base: URI?
    private(set) var servers: [Server] = []
    private(set) var endpoints: [EndpointSummary] = []
    private(set) var places: [OperationPlace] = []
    private(set) var declaredTags: [DeclaredTag] = []
    private(set) var problems: [Problem] = []

    private let root: JSONNode
    private let references: References
    private let isSwagger: Bool
    private var ids: Set<String> = []
    /// The parameter references that were already checked: hundreds of operations may use the same one.
    private var checkedReferences: [Checked: References.Failure?] = [:]

    private struct Checked: Hashable {
        var document: ObjectIdentifier
        var reference: String
    }

    init(documents: DocumentSet, base: URI?, isSwagger: Bool) {
        root = documents.main.root
        self.base = base
        self.isSwagger = isSwagger
        references = References(documents: documents)
    }

    mutating func readDescription() {
        readServers()
        declaredTags =
            root["tags"].map { tags in
                tags.elements.compactMap { tag in tag["name"]?.string.map { DeclaredTag(name: $0, parent: tag["parent"]?.string) }
                }
            } ?? []
        guard let paths = root["paths"] else {
            // OpenAPI 3.1 allows descriptions that have only webhooks or components.
            problems.append(
                Problem("", root, .noPaths, "the description has no paths", hint: "there is nothing to send"))
            return
        }
        guard paths.kind == .object else {
            problems.append(Problem("/paths", paths, .wrongType, "paths is not an object", hint: "there is nothing to send"))
            return
        }
        for (key, item) in unique(paths) { readPath(key, item) }
    }

    private mutating func readServers() {
        let reader = ServerReader(base: base)
        if isSwagger {
            servers = reader.swagger(root, schemes: nil, problems: &problems)
            return
        }
        let declared = root["servers"].map { reader.readServers($0, pointer: "/servers", problems: &problems) } ?? []
        servers = declared.isEmpty ? reader.assumed() : declared
        if servers.isEmpty {
            problems.append(
                Problem(
                    "/servers", root["servers"], .noServer, "no server is declared, and the description's own address is unknown",
                    hint: "give the base URL"))
        }
    }

    /// The members of an object. Of members with the same key, the last counts, as everywhere.
    private mutating func unique(_ paths: JSONNode) -> [(key: String, value: JSONNode)] {
        var last: [String: Int] = [:]
        let members = Array(paths.members)
        for (index, member) in members.enumerated() {
            if let earlier = last.updateValue(index, forKey: member.key) {
                let pointer = JSONPointer.append("/paths", member.key)
                problems.append(
                    Problem(
                        pointer, members[earlier].value, .duplicateKey, "the path occurs more than once",
                        hint: "the last one counts"))
            }
        }
        return last.count == members.count ? members : members.enumerated().filter { last[$1.key] == $0 }.map(\.element)
    }

    private mutating func readPath(_ key: String, _ item: JSONNode) {
        if key.hasPrefix("x-") { return }
        let pointer = JSONPointer.append("/paths", key)
        guard item.kind == .object else {
            problems.append(Problem(pointer, item, .wrongType, "the path is not an object", hint: "it is skipped"))
            return
        }
        if !key.hasPrefix("/") {
            problems.append(
                Problem(pointer, item, .pathWithoutSlash, "the path does not begin with a slash", hint: "a slash is added"))
        }
        let items = pathItems(item, pointer: pointer)
        let path = key.hasPrefix("/") ? key : "/" + key
        for (depth, current) in items.enumerated() {
            for (method, key, operation) in Self.operations(of: current.node)
            where !items[..<depth].contains(where: { $0.node[key] != nil }) {
                let place = OperationPlace(
                    operation: operation, pointer: JSONPointer.append(current.pointer, key), items: items)
                readOperation(place, method: method, path: path)
            }
            if let additional = current.node["additionalOperations"] {
                readAdditional(additional, of: current, items, path: path)
            }
        }
    }

    /// The operations of a path item in the order of the text. Of operations with the same key,
    /// the last counts.
    private static func operations(of item: JSONNode) -> [(method: HTTPMethod, key: String, operation: JSONNode)] {
        var found: [(method: HTTPMethod, key: String, operation: JSONNode)] = []
        for member in item.entries {
            guard let method = method(member) else { continue }
            found.removeAll { $0.method == method }
            found.append((method, member.key, member.value))
        }
        return found
    }

    /// Operations of methods without a key of their own (OpenAPI 3.2). Their keys are the methods as sent.
    private mutating func readAdditional(
        _ node: JSONNode, of item: OperationPlace.PathItem, _ items: [OperationPlace.PathItem], path: String
    ) {
        let pointer = JSONPointer.append(item.pointer, "additionalOperations")
        guard node.kind == .object else {
            problems.append(Problem(pointer, node, .wrongType, "additionalOperations is not an object", hint: "it is skipped"))
            return
        }
        for member in node.entries {
            let place = OperationPlace(
                operation: member.value, pointer: JSONPointer.append(pointer, member.key), items: items)
            let method = HTTPMethod(rawValue: member.key)
            guard method.isValid else {
                problems.append(
                    Problem(
                        place.pointer, member.value, .invalidMethod, "\(Wording.quoted(member.key)) is not a method name",
                        hint: "it is skipped"))
                continue
            }
            readOperation(place, method: method, path: path)
        }
    }

    /// A path item and the path items it refers to, nearest first.
    private mutating func pathItems(_ item: JSONNode, pointer: String) -> [OperationPlace.PathItem] {
        var items = [OperationPlace.PathItem(node: item, pointer: pointer)]
        while let reference = References.reference(in: items[items.count - 1].node) {
            do throws(References.Failure) {
                let target = try references.follow(reference, from: items[items.count - 1].node)
                guard !items.contains(where: { $0.node.isSame(as: target.node) }) else {
                    throw References.Failure(
                        rule: .circularReference,
                        message: "the reference \(Wording.quoted(reference)) refers to itself", hint: "it is skipped")
                }
                guard items.count < References.longestChain else {
                    throw References.Failure(
                        rule: .circularReference,
                        message: "the reference \(Wording.quoted(reference)) is a chain that is too long", hint: "it is skipped")
                }
                guard target.node.kind == .object else {
                    throw References.Failure(
                        rule: .wrongType,
                        message: "the reference \(Wording.quoted(reference)) does not name a path",
                        hint: "it is skipped")
                }
                items.append(OperationPlace.PathItem(node: target.node, pointer: target.pointer))
            } catch {
                let last = items[items.count - 1]
                problems.append(Problem(last.pointer, last.node, error))
                return items
            }
        }
        return items
    }

    private mutating func readOperation(_ place: OperationPlace, method: HTTPMethod, path: String) {
        var place = place
        // No standard allows a reference here, but many descriptions that are split into files have one.
        if References.reference(in: place.operation) != nil {
            do throws(References.Failure) {
                let target = try references.resolve(place.operation, pointer: place.pointer)
                (place.operation, place.pointer) = (target.node, target.pointer)
            } catch {
                problems.append(Problem(place.pointer, place.operation, error))
            }
        }
        guard place.operation.kind == .object else {
            problems.append(
                Problem(place.pointer, place.operation, .wrongType, "the operation is not an object", hint: "it is skipped"))
            return
        }
        var declaredID: JSONNode?
        var summary = ""
        var details: JSONNode?
        var tags: [String] = []
        var isDeprecated = false
        for member in place.operation.entries {
            if member.keyEquals("operationId") {
                declaredID = member.value
            } else if member.keyEquals("summary") {
                summary = member.value.string.map(Wording.folded) ?? ""
            } else if member.keyEquals("description") {
                details = member.value
            } else if member.keyEquals("tags") {
                tags = member.value.elements.compactMap { $0.string.map(Wording.folded) }
            } else if member.keyEquals("deprecated") {
                isDeprecated = member.value.bool == true
            } else if member.keyEquals("parameters") {
                guard checkParameters(member.value, of: place) else { return }
            }
        }
        if summary.isEmpty, let text = details?.string { summary = Wording.firstSentence(text) }
        endpoints.append(
            EndpointSummary(
                index: endpoints.count, method: method, path: path, id: operationID(declaredID, place, made: "\(method) \(path)"),
                summary: summary,
                tags: tags, isDeprecated: isDeprecated, pointer: place.pointer))
        places.append(place)
    }

    /// The operation id, or one made of method and path.
    private mutating func operationID(_ declared: JSONNode?, _ place: OperationPlace, made: String) -> String {
        guard let declared else { return made }
        let pointer = JSONPointer.append(place.pointer, "operationId")
        guard let id = declared.string, !id.isEmpty else {
            problems.append(
                Problem(
                    pointer, declared, .invalidOperationID, "the operation id is not a text", hint: "'\(made)' stands in for it"))
            return made
        }
        guard ids.insert(id).inserted else {
            problems.append(
                Problem(
                    pointer, declared, .duplicateOperationID,
                    "the operation id \(Wording.quoted(id)) is not the first of that name",
                    hint: "'\(made)' stands in for it"))
            return made
        }
        return id
    }

    /// Whether the operation can be used: its parameters must be a list. References without a target are
    /// reported, and do not make it unusable.
    private mutating func checkParameters(_ node: JSONNode, of place: OperationPlace) -> Bool {
        let pointer = { JSONPointer.append(place.pointer, "parameters") }
        guard node.kind == .array else {
            problems.append(
                Problem(
                    pointer(), node, .wrongType, "the operation's parameters are not an array", hint: "the operation is skipped"))
            return false
        }
        for (index, element) in node.elements.enumerated() {
            guard let reference = References.reference(in: element), let failure = check(reference, in: element) else { continue }
            problems.append(Problem(JSONPointer.append(pointer(), String(index)), element, failure))
        }
        return true
    }

    private mutating func check(_ reference: String, in element: JSONNode) -> References.Failure? {
        let key = Checked(document: element.documentID, reference: reference)
        if let known = checkedReferences[key] { return known }
        var failure: References.Failure?
        do throws(References.Failure) {
            _ = try references.resolve(element, pointer: "")
        } catch {
            failure = error
        }
        checkedReferences[key] = .some(failure)
        return failure
    }

    /// The method of the operation that a member of a path item contains (OpenAPI, Path Item Object); `nil`
    /// for other members.
    static func method(_ member: JSONMember) -> HTTPMethod? { methods.first { member.keyEquals($0.key) }?.method }

    private static let methods: [(key: String, method: HTTPMethod)] = [
        ("get", .get), ("put", .put), ("post", .post), ("delete", .delete), ("options", .options), ("head", .head),
        ("patch", .patch), ("trace", .trace), ("query", .query),
    ]
}
