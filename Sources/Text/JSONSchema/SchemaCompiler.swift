// Reads the keywords of one schema.
//
// A keyword counts in every dialect: authors use keywords of a later standard, and each has one meaning. The
// dialects differ where a keyword has two meanings: siblings of `$ref`, `nullable`, exclusive limits.

import Document

/// Compiles one schema; the schemas that it applies get numbers.
struct SchemaCompiler {
    let program: SchemaProgram
    private var references: any SchemaReferences { program.references }

    init(program: SchemaProgram) { self.program = program }

    /// The most steps through references and compositions to find a mark such as `readOnly`.
    private static let deepestMark = 32

    func rules(of node: JSONNode) -> SchemaRules {
        var rules = SchemaRules()
        switch node.kind {
        case .object: break
        case .false:
            rules.always = false
            return rules
        // What is no schema forbids nothing.
        case .true, .array, .string, .number, .null:
            rules.always = true
            return rules
        }
        let dialect = references.dialect(of: node)
        addReferences(node, dialect, to: &rules)
        if dialect.language == .jsonSchema || node["$ref"]?.kind != .string {
            rules.isNullable = dialect.nullableKeyword.flatMap { node[$0]?.bool } ?? false
            if dialect.vocabularies.contains(.validation) { addAssertions(node, to: &rules) }
            addFormat(node, dialect, to: &rules)
            if dialect.vocabularies.contains(.applicator) { addApplicators(node, dialect, to: &rules) }
            if dialect.vocabularies.contains(.unevaluated) { addUnevaluated(node, to: &rules) }
        }
        return rules
    }

    private func addReferences(_ node: JSONNode, _ dialect: SchemaDialect, to rules: inout SchemaRules) {
        if let reference = node["$ref"]?.string {
            if let target = references.target(of: reference, from: node) {
                rules.applicators.append(.reference(program.number(of: target)))
            } else {
                rules.brokenReference = reference
            }
            rules.appliesInPlace = true
        }
        guard dialect.language == .jsonSchema, let reference = node["$dynamicRef"]?.string else { return }
        rules.appliesInPlace = true
        guard let target = references.target(of: reference, from: node) else {
            rules.brokenReference = reference
            return
        }
        let number = program.number(of: target)
        let name = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map(
            String.init)
        if let name, let anchor = references.dynamicAnchor(name, in: references.resource(of: target)), anchor.isSame(as: target) {
            rules.applicators.append(.dynamicReference(name: name, fallback: number))
        } else {
            rules.applicators.append(.reference(number))
        }
    }

    private func addApplicators(_ node: JSONNode, _ dialect: SchemaDialect, to rules: inout SchemaRules) {
        func add(_ applicator: Applicator) {
            rules.applicators.append(applicator)
            rules.appliesInPlace = true
        }
        if let parts = schemas(node["allOf"]) { add(.all(parts)) }
        for (key, isExclusive) in [("anyOf", false), ("oneOf", true)] {
            if let list = node[key], let rules = alternatives(list, in: node, dialect, isExclusive: isExclusive) {
                add(.alternatives(rules))
            }
        }
        if let schema = schema(node["not"]) { add(.not(schema)) }
        if let test = schema(node["if"]) {
            add(.condition(test: test, then: schema(node["then"]), otherwise: schema(node["else"])))
        }
        addMembers(node, dialect, to: &rules)
        addElements(node, to: &rules)
        // Before 2019 these were one keyword, and some descriptions still write it.
        let dependents = [node["dependentSchemas"], node["dependencies"]].compactMap { $0 }.flatMap { Array($0.entries) }
            .filter { $0.value.kind != .array }
        if !dependents.isEmpty {
            let table = unique(dependents)
            rules.applicators.append(
                .dependents(PropertyTable(table.map(\.key)), table.map { program.number(of: $0.value) }))
            rules.appliesToObjects = true
        }
    }

    private func addMembers(_ node: JSONNode, _ dialect: SchemaDialect, to rules: inout SchemaRules) {
        let properties = node["properties"].map { unique(Array($0.entries)) } ?? []
        let patterns = node["patternProperties"].map { unique(Array($0.entries)) } ?? []
        let additional = schema(node["additionalProperties"])
        if node["properties"]?.kind == .object || !patterns.isEmpty || additional != nil {
            rules.applicators.append(
                .members(
                    MemberRules(
                        table: PropertyTable(properties.map(\.key)), schemas: properties.map { program.number(of: $0.value) },
                        marks: dialect.isOpenAPI ? properties.map { marks(of: $0.value) } : [],
                        patterns: patterns.map { (SchemaPattern($0.key), program.number(of: $0.value)) }, additional: additional))
            )
            rules.appliesToObjects = true
        }
        if let names = schema(node["propertyNames"]) {
            rules.applicators.append(.names(names))
            rules.appliesToObjects = true
        }
    }

    private func addElements(_ node: JSONNode, to rules: inout SchemaRules) {
        // Before 2020 a list of schemas was written as `items`.
        let isOld = node["items"]?.kind == .array
        let prefix = schemas(node["prefixItems"] ?? (isOld ? node["items"] : nil)) ?? []
        let rest = schema(node[isOld ? "additionalItems" : "items"])
        if !prefix.isEmpty || rest != nil {
            rules.applicators.append(.elements(prefix: prefix, rest: rest))
            rules.appliesToArrays = true
        }
        guard let schema = schema(node["contains"]) else { return }
        let least = integer(node["minContains"])
        rules.applicators.append(
            .contains(
                ContainsRules(schema: schema, least: least ?? 1, most: integer(node["maxContains"]), saysLeast: least != nil)))
        rules.appliesToArrays = true
    }

    private func addUnevaluated(_ node: JSONNode, to rules: inout SchemaRules) {
        if let schema = schema(node["unevaluatedItems"]) {
            rules.applicators.append(.unevaluatedElements(schema))
            (rules.appliesToArrays, rules.usesEvaluated) = (true, true)
        }
        if let schema = schema(node["unevaluatedProperties"]) {
            rules.applicators.append(.unevaluatedMembers(schema))
            (rules.appliesToObjects, rules.usesEvaluated) = (true, true)
        }
    }

    // MARK: Alternatives

    private func alternatives(
        _ list: JSONNode, in node: JSONNode, _ dialect: SchemaDialect, isExclusive: Bool
    ) -> AlternativeRules? {
        guard list.kind == .array, list.count > 0 else { return nil }
        let branches = Array(list.elements)
        let names = branches.enumerated().map { name(of: $1) ?? $1["title"]?.string ?? "\($0 + 1)" }
        return AlternativeRules(
            branches: branches.map { program.number(of: $0) }, names: names, isExclusive: isExclusive,
            discriminator: dialect.isOpenAPI ? discriminator(node, branches, names) : nil)
    }

    /// The member that names the branch, and the branches by its values.
    private func discriminator(
        _ node: JSONNode, _ branches: [JSONNode], _ names: [String]
    ) -> (key: PropertyTable, branches: [String: Int])? {
        guard let discriminator = node["discriminator"],
            let key = discriminator["propertyName"]?.string ?? discriminator.string
        else { return nil }
        var values: [String: Int] = [:]
        for (index, branch) in branches.enumerated() where branch["$ref"]?.kind == .string {
            values[names[index]] = values[names[index]] ?? index
        }
        if let mapping = discriminator["mapping"] {
            let targets = branches.map(target)
            for member in mapping.entries {
                guard let text = member.value.string, let node = references.mappingTarget(text, from: discriminator) else {
                    continue
                }
                let named = target(node)
                if let index = targets.firstIndex(where: { $0.isSame(as: named) }) { values[member.key] = index }
            }
        }
        return (PropertyTable([key]), values)
    }

    /// The end of a chain of references.
    private func target(_ node: JSONNode) -> JSONNode {
        var node = node
        for _ in 0..<Self.deepestMark {
            guard let reference = node["$ref"]?.string, let next = references.target(of: reference, from: node) else { break }
            node = next
        }
        return node
    }

    /// The name of the definition that a reference leads to; of a whole file, the file's.
    private func name(of branch: JSONNode) -> String? {
        guard let reference = branch["$ref"]?.string, let target = references.target(of: reference, from: branch) else {
            return nil
        }
        if let token = JSONPointer.tokens(references.place(of: target).pointer)?.last { return token }
        return reference.split(separator: "/").last.map { String($0.prefix { $0 != "#" && $0 != "." }) }
    }

    // MARK: Directions

    /// Whether a property exists in one direction only: its own schema says so, or one that it consists of.
    func marks(of node: JSONNode) -> DirectionMarks {
        var found: DirectionMarks = []
        forEachPart(of: node) { part in
            if part["readOnly"]?.bool == true { found.insert(.readOnly) }
            if part["writeOnly"]?.bool == true { found.insert(.writeOnly) }
        }
        return found
    }

    /// The marks of a property that any part of a schema declares.
    func marks(ofProperty name: String, in node: JSONNode) -> DirectionMarks {
        var found: DirectionMarks = []
        forEachPart(of: node) { part in if let property = part["properties"]?[name] { found.formUnion(marks(of: property)) } }
        return found
    }

    /// The schema, the targets of its references, and the parts of `allOf`; bounded.
    private func forEachPart(of node: JSONNode, _ body: (JSONNode) -> Void) {
        var pending = [node]
        var count = 0
        while let part = pending.popLast(), count < Self.deepestMark {
            count += 1
            let reference = part["$ref"]?.string
            if let reference, let target = references.target(of: reference, from: part) { pending.append(target) }
            if reference != nil, references.dialect(of: part).language != .jsonSchema { continue }
            body(part)
            if let parts = part["allOf"] { pending += parts.elements }
        }
    }

    // MARK: Values of keywords

    private func schema(_ node: JSONNode?) -> Int? {
        guard let node, [.object, .true, .false].contains(node.kind) else { return nil }
        return program.number(of: node)
    }

    private func schemas(_ node: JSONNode?) -> [Int]? {
        guard let node, node.kind == .array, node.count > 0 else { return nil }
        return node.elements.map { program.number(of: $0) }
    }

    /// Members with distinct keys: the last of each counts.
    private func unique(_ members: [JSONMember]) -> [(key: String, value: JSONNode)] {
        var places: [String: Int] = [:]
        var found: [(key: String, value: JSONNode)] = []
        for member in members {
            let key = member.key
            if let place = places[key] {
                found[place].value = member.value
            } else {
                places[key] = found.count
                found.append((key, member.value))
            }
        }
        return found
    }

    /// A whole number, also as `2.0`.
    func integer(_ node: JSONNode?) -> Int? { node?.number.flatMap { JSONNumber($0).int } }
}
