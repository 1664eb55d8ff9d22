// A whole slumber collection: profiles become environments, folders and recipes stay in order.

import Document

/// Reads a collection.
struct SlumberTree {
    private(set) var collection = RequestCollection(format: "slumber")
    var references: SlumberReferences
    let text: StructuredFile
    private static let depth = 64
    /// How many folders and recipes may still be read: references can name the same folder repeatedly.
    private var left = 100_000

    init(_ text: StructuredFile) {
        self.text = text
        references = SlumberReferences(text.root)
        collection.name = text.root["name"]?.displayText ?? ""
    }

    mutating func addNote(_ kind: ImportNote.Kind, _ node: JSONNode, _ pointer: String, _ message: String, hint: String = "") {
        collection.report.notes.append(ImportNote(kind, text.place(node, pointer), message, hint: hint))
    }

    mutating func readCollection() {
        if let line = text.secondDocument {
            collection.report.addNote(
                .skipped, text.place(line: line), "a second YAML document is not read", hint: "put it into a file of its own")
        }
        if let chains = text.root["chains"], chains.count > 0 {
            addNote(
                .unsupported, chains, "/chains", "chains are not resolved, \(chains.count) in all",
                hint: "give each a variable with its value")
        }
        if let profiles = text.root["profiles"] { readProfiles(profiles) }
        if let requests = text.root["requests"] { collection.items = readItems(requests, "/requests", depth: 0) }
        collection.report.requests = collection.requests.count
        if references.isExhausted || left <= 0 {
            addNote(
                .skipped, text.root, "", "references repeat so much of the file that only a part is read",
                hint: "use $ref less")
        }
    }

    private mutating func readProfiles(_ profiles: JSONNode) {
        for profile in references.members(profiles) {
            let pointer = JSONPointer.append("/profiles", profile.key)
            var environment = CollectionEnvironment(name: profile.key)
            for member in references.members(profile.value) {
                if member.keyEquals("name"), member.value.kind != .null { environment.name = member.value.displayText }
                guard member.keyEquals("data") else { continue }
                for field in references.members(member.value) {
                    let at = JSONPointer.append(pointer + "/data", field.key)
                    environment.variables.append(CollectionField(field.key, readTemplate(field.value, at)))
                }
            }
            collection.environments.append(environment)
        }
    }

    private mutating func readItems(_ node: JSONNode, _ pointer: String, depth: Int) -> [CollectionItem] {
        guard depth < Self.depth else {
            addNote(.skipped, node, pointer, "folders in folders go deeper than \(Self.depth)", hint: "put them side by side")
            return []
        }
        var items: [CollectionItem] = []
        for member in references.members(node) {
            left -= 1
            guard left > 0 else { break }
            let at = JSONPointer.append(pointer, member.key)
            guard member.value.kind == .object else {
                addNote(.skipped, member.value, at, "it is neither a folder nor a recipe", hint: "write method and url")
                continue
            }
            if let reference = references.broken(member.value) {
                addNote(.skipped, member.value, at, "\(reference.prefix(80)) is not in this file", hint: "correct the $ref")
            }
            let members = references.members(member.value)
            let name = members.last { $0.keyEquals("name") }?.value
            let title = name.flatMap { $0.kind == .null ? nil : $0.displayText } ?? member.key
            if let requests = members.last(where: { $0.keyEquals("requests") })?.value {
                var folder = CollectionFolder(name: title)
                folder.items = self.readItems(requests, at + "/requests", depth: depth + 1)
                items.append(.folder(folder))
            } else if let request = readRecipe(members, member.value, at, name: title) {
                items.append(.request(request))
            }
        }
        return items
    }

    // MARK: Templates

    /// The text of a scalar, with its variables as `{{name}}`.
    mutating func readTemplate(_ node: JSONNode, _ pointer: String) -> String {
        if node.kind == .null { return "" }
        return makeText(SlumberTemplate(node.displayText), node, pointer)
    }

    /// The text of a template, with a note for unsupported expressions.
    mutating func makeText(_ template: SlumberTemplate, _ node: JSONNode, _ pointer: String) -> String {
        if let loss = template.loss { addNote(.unsupported, node, pointer, loss, hint: "put the value there, or a variable") }
        return template.text
    }
}
