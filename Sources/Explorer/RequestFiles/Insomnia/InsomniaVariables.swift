// Environments of Insomnia: trees of values, which templates address by paths.

import Document

extension InsomniaReading {
    /// Deeper values stay JSON texts, to limit the length of names.
    private static let deepestValue = 32

    /// The variables of an environment (with `data` and perhaps a table of
    /// pairs), or the variables of a folder.
    mutating func readVariables(of node: JSONNode, under key: String, at pointer: String) -> [CollectionField] {
        // The member `environmentType` says which of the two was edited last.
        let isTable = node["environmentType"]?.stringEquals("json") != true
        if isTable, let pairs = node.filled("kvPairData"), pairs.kind == .array {
            return readTable(pairs, at: pointer + "/kvPairData")
        }
        guard let data = node.filled(key) else { return [] }
        let pointer = "\(pointer)/\(key)"
        guard data.kind == .object else {
            report.addNote(
                .skipped, source.place(data, pointer), "an object with variables was expected", hint: "export it again")
            return []
        }
        let fields = flattenedFields(data, at: pointer)
        noteTemplates(fields.map(\.value), data, at: pointer)
        return fields
    }

    /// The leaves of a tree: `{"a": {"b": [1]}}` is `a.b[0]`.
    private mutating func flattenedFields(_ data: JSONNode, at pointer: String) -> [CollectionField] {
        var fields: [CollectionField] = []
        var waiting: [(name: String, node: JSONNode, depth: Int)] = data.members.map { ($0.key, $0.value, 1) }.reversed()
        var tooDeep: JSONNode?
        while let (name, node, depth) = waiting.popLast() {
            switch node.kind {
            case .object where node.count > 0 && depth < Self.deepestValue:
                waiting += node.members.map { ("\(name).\($0.key)", $0.value, depth + 1) }.reversed()
            case .array where node.count > 0 && depth < Self.deepestValue:
                waiting += node.elements.enumerated().map { ("\(name)[\($0.offset)]", $0.element, depth + 1) }.reversed()
            case .object, .array, .string, .number, .true, .false, .null:
                if depth >= Self.deepestValue, node.count > 0 { tooDeep = tooDeep ?? node }
                fields.append(CollectionField(name, InsomniaTemplate.normalised(node.plainText ?? "")))
            }
        }
        if let tooDeep {
            report.addNote(
                .assumed, source.place(tooDeep, pointer), "values deeper than \(Self.deepestValue) levels are kept as JSON texts")
        }
        return fields
    }

    /// An environment in the form of a table: a row may be disabled or secret.
    private mutating func readTable(_ rows: JSONNode, at pointer: String) -> [CollectionField] {
        var fields: [CollectionField] = []
        var hidden = NameList()
        for row in rows.elements {
            guard let name = row.filled("name")?.plainText else { continue }
            let isSecret = row["type"]?.stringEquals("secret") == true
            // The file stores a secret as ciphertext, and only Insomnia has the key.
            let value = isSecret ? "" : InsomniaTemplate.normalised(row.memberText("value") ?? "")
            if isSecret { hidden.add(name) }
            fields.append(CollectionField(name, value, isDisabled: row.isFalse("enabled"), isSecret: isSecret))
        }
        if !hidden.isEmpty {
            report.addNote(
                .unsupported, source.place(rows, pointer),
                "secrets are in Insomnia's vault and are not exported: \(hidden.text)",
                hint: "set variables of these names")
        }
        noteTemplates(fields.map(\.value), rows, at: pointer)
        return fields
    }

    /// Adds one note for each kind of template that no variable can replace.
    mutating func noteTemplates(_ texts: [String], _ node: JSONNode, at pointer: String) {
        let left = InsomniaTemplate.leftovers(texts)
        if !left.tags.isEmpty {
            report.addNote(
                .unsupported, source.place(node, pointer), "template tags are not run: \(left.tags.text)",
                hint: "replace each by a variable and set it by hand")
        }
        if !left.expressions.isEmpty {
            report.addNote(
                .unsupported, source.place(node, pointer), "expressions are not evaluated: \(left.expressions.text)",
                hint: "replace each by a variable")
        }
        if !left.vault.isEmpty {
            report.addNote(
                .unsupported, source.place(node, pointer),
                "these are in Insomnia's vault and are not exported: \(left.vault.text)",
                hint: "set variables of these names")
        }
    }
}
