// Walks over a description along the standard's grammar: visits each object once, with its expected kind.

import Document
import JSONSchema

/// The walk of a check. A loop over a list of waiting objects: it does not recurse on input. Its time is
/// proportional to the size of the description.
struct Checker {
    let description: APIDescription
    let standard: Standard
    let grammar: Grammar
    let references: References
    let spelling: Spelling
    private var problems: [Problem] = []
    /// The memory for the texts of the problems.
    private var budget: PointerBudget
    /// Checks values against schemas: one run for the whole check, made for the first value.
    var values: SchemaRun?
    /// The ids of operations and their places, for links.
    var operationIDs: [(id: String, node: JSONNode, way: Int)] = []
    /// The operation ids that links name. They are looked up when all ids are known.
    var linkedIDs: [(id: String, node: JSONNode, way: Int)] = []
    /// The schemes that security requirements name, and why each cannot be used; `nil` when it can.
    var schemeFaults: [String: References.Failure?] = [:]
    var usedSchemes: Set<String> = []
    let declaredTags: Set<String>

    /// A waiting object, its expected kind, and the last step of the path to it.
    struct Visit {
        var node: JSONNode
        var kind: ObjectKind
        var way: Int
    }

    private var waiting: [Visit] = []
    private var seen: Set<Seen> = []
    /// The steps of all paths: each knows its predecessor. A pointer is built on demand.
    private var steps: [(before: Int, token: String)] = []

    private struct Seen: Hashable {
        var document: ObjectIdentifier
        var id: Int
    }

    init(_ description: APIDescription) {
        self.description = description
        standard = Standard(description.standard)
        grammar = Grammar(standard)
        references = description.references
        spelling = Spelling(standard)
        budget = PointerBudget(for: description.documents)
        declaredTags = Set(description.document.root["tags"]?.elements.compactMap { $0["name"]?.string } ?? [])
    }

    /// All problems that the rules find, in no order.
    mutating func run() -> [Problem] {
        visit(description.document.root, .description, at: "")
        while let visit = waiting.popLast() { openObject(visit) }
        checkOperationIDs()
        return problems
    }

    // MARK: Paths to objects

    /// - Parameter pointer: from the root of the node's own document.
    mutating func visit(_ node: JSONNode, _ kind: ObjectKind, at pointer: String) {
        steps.append((-1, pointer))
        visit(node, kind, way: steps.count - 1)
    }

    mutating func visit(_ node: JSONNode, _ kind: ObjectKind, way: Int) {
        guard seen.insert(Seen(document: node.documentID, id: node.id)).inserted else { return }
        waiting.append(Visit(node: node, kind: kind, way: way))
    }

    mutating func addStep(_ way: Int, _ token: String) -> Int {
        steps.append((way, token))
        return steps.count - 1
    }

    func pointer(_ way: Int) -> String {
        var tokens: [String] = []
        var step = way
        while steps[step].before >= 0 {
            tokens.append(steps[step].token)
            step = steps[step].before
        }
        return tokens.reversed().reduce(into: steps[step].token) { $0 += "/" + JSONPointer.escape($1) }
    }

    /// The last step of a path.
    func lastToken(_ way: Int) -> String { steps[way].token }

    // MARK: Objects

    mutating func report(_ rule: CheckRule, _ node: JSONNode, _ way: Int, _ message: String, hint: String) {
        guard !budget.isSpent else { return }
        let pointer = pointer(way)
        guard budget.reserve(pointer.utf8.count + message.utf8.count) else {
            problems.append(Problem.andMore(node, rule))
            return
        }
        problems.append(Problem(pointer, node, rule, message, hint: hint))
    }

    private mutating func openObject(_ visit: Visit) {
        let node = visit.node
        guard node.kind == .object else {
            // A schema may be a Boolean: it allows everything, or nothing.
            if visit.kind == .schema, node.bool != nil { return }
            report(.wrongType, node, visit.way, "the \(visit.kind.rawValue) is not an object", hint: "it is skipped")
            return
        }
        if let reference = References.reference(in: node) {
            follow(reference, visit)
            // A path item may have a reference beside its operations. Schemas may have other keys beside one
            // since 3.1.
            guard visit.kind == .pathItem || visit.kind == .schema && standard >= .openAPI31 else { return }
        }
        openMembers(visit)
        checkPairs(visit)
        check(visit)
    }

    /// Reports pairs of keys of which the standard allows only one.
    private mutating func checkPairs(_ visit: Visit) {
        let pairs: [(String, String)]
        switch visit.kind {
        case .parameter, .header: pairs = [("example", "examples"), ("schema", "content")]
        case .mediaType: pairs = [("example", "examples")]
        case .example: pairs = [("value", "externalValue")]
        case .link: pairs = [("operationId", "operationRef")]
        default: return
        }
        for (first, second) in pairs where visit.node[first] != nil && visit.node[second] != nil {
            report(
                .contradictingKeys, visit.node, visit.way,
                "the \(visit.kind.rawValue) has both '\(first)' and '\(second)'", hint: "keep one of them")
        }
    }

    /// Visits the target of a reference as an object of the same kind. Another check reports references
    /// without a target.
    private mutating func follow(_ reference: String, _ visit: Visit) {
        if !visit.kind.mayBeReference {
            report(
                .unknownKey, visit.node, visit.way, "a reference cannot replace the \(visit.kind.rawValue)",
                hint: "it is resolved here; other programs may ignore it")
        } else if standard < .openAPI31, visit.kind != .pathItem, visit.node.count > 1 {
            let others = visit.node.entries.filter { !$0.keyEquals("$ref") && !$0.key.hasPrefix("x-") }.map(\.key)
            if !others.isEmpty {
                let names = others.prefix(3).map(Wording.quoted).joined(separator: ", ")
                report(
                    .ignoredSibling, visit.node, visit.way, "beside a $ref, \(names) is ignored in \(standard.name)",
                    hint: "remove it, or use allOf")
            }
        }
        guard let target = try? references.follow(reference, from: visit.node) else { return }
        self.visit(target.node, visit.kind, at: target.pointer)
    }

    private mutating func openMembers(_ visit: Visit) {
        let rule = grammar[visit.kind]
        var keys: Set<String> = []
        for member in visit.node.entries {
            let key = member.key
            guard keys.insert(key).inserted else {
                reportDuplicate(key, member.value, visit.way)
                continue
            }
            if let child = rule.keys[key] ?? (key.hasPrefix("x-") ? nil : rule.named) {
                openChild(child, key, member.value, visit)
            } else if !key.hasPrefix("x-") {
                reportUnknown(key, member, visit, rule)
            }
        }
        for key in rule.required where !keys.contains(key) {
            // The reader has already reported these.
            if visit.kind == .description && key == "paths" || visit.kind == .server || visit.kind == .info && key == "title" {
                continue
            }
            if visit.kind == .parameter, key == "name" || key == "in" { continue }
            report(
                .missingKey, visit.node, visit.way, "the \(visit.kind.rawValue) has no '\(key)'",
                hint: "\(standard.name) requires it")
        }
    }

    private mutating func reportDuplicate(_ key: String, _ value: JSONNode, _ way: Int) {
        report(
            .duplicateKey, value, addStep(way, key), "the key \(Wording.quoted(key)) occurs more than once",
            hint: "the last one counts")
    }

    private mutating func openChild(_ child: ObjectRule.Child, _ key: String, _ value: JSONNode, _ visit: Visit) {
        switch child {
        case .value: return
        case .one(let kind): self.visit(value, kind, way: addStep(visit.way, key))
        case .list(let kind):
            let way = addStep(visit.way, key)
            guard value.kind == .array else {
                report(.wrongType, value, way, "\(key) is not an array", hint: "it is ignored")
                return
            }
            for (index, element) in value.elements.enumerated() { self.visit(element, kind, way: addStep(way, String(index))) }
        case .map(let kind):
            let way = addStep(visit.way, key)
            guard value.kind == .object else {
                report(.wrongType, value, way, "\(key) is not an object", hint: "it is ignored")
                return
            }
            var names: Set<String> = []
            for member in value.entries {
                let name = member.key
                if !names.insert(name).inserted { reportDuplicate(name, member.value, way) }
                if name.hasPrefix("x-"), kind == .pathItem || kind == .response { continue }
                checkName(name, of: kind, in: visit.kind, key, member.value, way)
                self.visit(member.value, kind, way: addStep(way, name))
            }
        }
    }

    private mutating func reportUnknown(_ key: String, _ member: JSONMember, _ visit: Visit, _ rule: ObjectRule) {
        let what = "the \(visit.kind.rawValue) has a key \(Wording.quoted(key))"
        if let other = spelling.standard(thatKnows: key, in: visit.kind) {
            guard !rule.isOpen else { return }
            report(
                .unknownKey, member.value, addStep(visit.way, key), "\(what), which \(standard.name) does not know there",
                hint: "\(other) has it")
        } else if let close = Spelling.closest(to: key, among: rule.keys.keys) {
            report(
                .misspelledKey, member.value, addStep(visit.way, key), "\(what), which \(standard.name) does not know",
                hint: "perhaps '\(close)' is meant")
        } else if !rule.isOpen {
            report(
                .unknownKey, member.value, addStep(visit.way, key), "\(what), which \(standard.name) does not know",
                hint: "begin it with x- when it is an extension")
        }
    }

    // MARK: Rules

    private mutating func check(_ visit: Visit) {
        switch visit.kind {
        case .description: checkDescription(visit)
        case .server: checkServer(visit)
        case .securityRequirement: checkRequirement(visit)
        case .securityScheme: checkScheme(visit)
        case .paths: checkPaths(visit)
        case .pathItem: checkParameterList(visit)
        case .operation: checkOperation(visit)
        case .responses: checkResponses(visit)
        case .link: checkLink(visit)
        case .parameter: checkParameter(visit)
        case .header, .encoding: checkStyle(visit)
        case .mediaType: checkMedia(visit)
        case .schema: checkSchema(visit)
        case .items: checkSchema(visit)
        case .discriminator: checkMapping(visit)
        default:
            break
        }
    }
}
