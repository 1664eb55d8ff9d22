// Variables of Postman: those of collections, folders, environments and globals,
// and those that Postman generates.

import Document

extension PostmanReading {
    /// The variables of a collection, a folder or an item. 2.0 collections call the list `variables`.
    mutating func variables(_ node: JSONNode, at pointer: String) -> [CollectionField] {
        for key in ["variable", "variables"] {
            if let list = node.filled(key) { return readFields(list, at: "\(pointer)/\(key)") }
        }
        return []
    }

    /// A list of names and values, for any purpose. 2.0 collections write names as `id`.
    mutating func readFields(_ list: JSONNode, at pointer: String) -> [CollectionField] {
        guard list.kind == .array else {
            if list.isFilled {
                report.addNote(
                    .skipped, source.place(list, pointer), "a list of names and values was expected", hint: "export it again")
            }
            return []
        }
        var fields: [CollectionField] = []
        for (index, node) in list.elements.enumerated() {
            guard node.kind == .object, let name = node.memberText(anyOf: "key", "id", "name") else {
                // The editor stores an empty last row.
                if node.kind != .object || node.filled("value") != nil {
                    report.addNote(.skipped, source.place(node, "\(pointer)/\(index)"), "it has no name", hint: "give it one")
                }
                continue
            }
            let value = node.memberText("value") ?? ""
            if name.isEmpty, value.isEmpty { continue }
            fields.append(
                CollectionField(
                    name, value, isDisabled: Self.isDisabled(node), isSecret: node["type"]?.stringEquals("secret") == true,
                    docs: Self.readDocs(node["description"])))
        }
        return fields
    }

    /// Old exports write `enabled`, new ones `disabled`.
    static func isDisabled(_ node: JSONNode) -> Bool { node.isTrue("disabled") || node.isFalse("enabled") }

    /// An environment, or the globals.
    mutating func readEnvironment(_ node: JSONNode, at pointer: String) -> RequestCollection {
        let isGlobal = node["_postman_variable_scope"]?.stringEquals("globals") == true
        let values = node["values"].map { readFields($0, at: pointer + "/values") } ?? []
        noteMadeValues(values.texts, node["values"] ?? node, at: pointer + "/values")
        let given = node.memberText("name")
        if given == nil, !isGlobal {
            report.addNote(.assumed, source.place(node, pointer), "the environment has no name; it gets the name of its file")
        }
        let name = given ?? source.stem
        var collection = RequestCollection(name: name, format: isGlobal ? "Postman globals" : "Postman environment")
        if isGlobal {
            collection.variables = values
        } else {
            collection.environments = [CollectionEnvironment(name: name, variables: values)]
        }
        collection.report = report
        return collection
    }

    /// Reports values that Postman generates (`{{$guid}}`) or stores outside the file
    /// (`{{vault:key}}`), once for a node.
    mutating func noteMadeValues(_ texts: [String], _ node: JSONNode, at pointer: String) {
        var made = NameList()
        var kept = NameList()
        for text in texts {
            for name in Self.variables(in: text) {
                if name.hasPrefix("$") { made.add("{{\(name)}}") }
                if name.hasPrefix("vault:") { kept.add("{{\(name)}}") }
            }
        }
        if !made.isEmpty {
            report.addNote(
                .unsupported, source.place(node, pointer), "Postman makes up values for \(made.text)",
                hint: "set variables of these names")
        }
        if !kept.isEmpty {
            report.addNote(
                .unsupported, source.place(node, pointer), "\(kept.text) is in Postman's vault and is not exported",
                hint: "set variables of these names")
        }
    }

    /// The names between double braces.
    private static func variables(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        var names: [String] = []
        var start: Int?
        var index = 0
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "{") {
                start = index + 2
                index += 2
            } else if let begin = start, bytes[index] == UInt8(ascii: "}"), bytes[index + 1] == UInt8(ascii: "}") {
                if begin <= index { names.append(String(decoding: bytes[begin..<index], as: UTF8.self)) }
                start = nil
                index += 2
            } else {
                index += 1
            }
        }
        return names
    }
}
