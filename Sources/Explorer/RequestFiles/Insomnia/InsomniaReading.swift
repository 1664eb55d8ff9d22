// The parts that all versions of Insomnia's exports share: fields, scripts,
// settings, the attributes of folders.

import Document

/// Reads one Insomnia file.
struct InsomniaReading {
    let source: ImportedText
    var report = ImportReport()
    /// Deeper folders are not read: real exports have none, and every level costs stack.
    static let deepest = 50

    init(source: ImportedText) { self.source = source }

    /// A list of names and values.
    mutating func readFields(_ node: JSONNode?, at pointer: String) -> [CollectionField] {
        guard let node, node.isFilled else { return [] }
        guard node.kind == .array else {
            report.addNote(
                .skipped, source.place(node, pointer), "a list of names and values was expected", hint: "export it again")
            return []
        }
        var fields: [CollectionField] = []
        for (index, row) in node.elements.enumerated() {
            guard row.kind == .object else {
                report.addNote(.skipped, source.place(row, "\(pointer)/\(index)"), "it has no name", hint: "give it one")
                continue
            }
            let name = InsomniaTemplate.normalised(row.memberText("name") ?? "")
            let value = InsomniaTemplate.normalised(row.memberText("value") ?? "")
            // The editor stores empty rows.
            if name.isEmpty, value.isEmpty { continue }
            fields.append(
                CollectionField(name, value, isDisabled: row.isTrue("disabled"), docs: row.memberText("description") ?? ""))
        }
        return fields
    }

    /// Parameters of a query or a form. Insomnia sends their percent sequences unchanged.
    mutating func readParameters(_ node: JSONNode?, at pointer: String) -> [CollectionField] {
        readFields(node, at: pointer).map { field in
            var field = field
            field.name = PercentText.decoded(field.name)
            field.value = PercentText.decoded(field.value)
            return field
        }
    }

    /// Sets the attributes that a folder passes on to its requests.
    mutating func readFolder(_ node: JSONNode, _ folder: inout CollectionFolder, at pointer: String) {
        folder.docs = Self.readDocs(node)
        folder.variables = readVariables(of: node, under: "environment", at: pointer)
        folder.auth = readAuth(node["authentication"], at: pointer + "/authentication", isFolder: true)
        folder.headers = readFields(node["headers"], at: pointer + "/headers")
        noteScripts(node, at: pointer)
        noteTemplates((folder.auth?.texts ?? []) + folder.headers.texts, node, at: pointer)
    }

    static func readDocs(_ node: JSONNode) -> String {
        node.memberText("description") ?? node["meta"]?.memberText("description") ?? ""
    }

    /// Adds one note for all scripts of a node. Version 4 has them beside the request's
    /// members, version 5 in an object.
    mutating func noteScripts(_ node: JSONNode, at pointer: String) {
        var kinds = NameList()
        let scripts = node["scripts"]
        if (scripts?.filled("preRequest") ?? node.filled("preRequestScript")) != nil { kinds.add("pre-request") }
        if (scripts?.filled("afterResponse") ?? node.filled("afterResponseScript")) != nil { kinds.add("after-response") }
        guard !kinds.isEmpty else { return }
        report.addNote(
            .unsupported, source.place(node, pointer), "scripts are not run: \(kinds.text)",
            hint: "set their variables by hand")
    }

    /// Reports cookies in the export.
    mutating func noteCookies(_ jar: JSONNode, at pointer: String) {
        guard let cookies = jar.filled("cookies") else { return }
        report.addNote(
            .unsupported, source.place(cookies, pointer + "/cookies"),
            cookies.count == 1 ? "a cookie is not taken over" : "\(cookies.count) cookies are not taken over",
            hint: "log in again")
    }

    /// Reports a request of an unsupported protocol.
    mutating func noteForeign(_ what: String, _ node: JSONNode, at pointer: String) {
        report.addNote(
            .unsupported, source.place(node, pointer), "a \(what) request is left out: only HTTP is sent",
            hint: node.filled("name")?.plainText.map { "it is called \($0.brief)" } ?? "")
    }

    /// Adds the variables of the base environment, and its sub-environments.
    mutating func readEnvironment(_ node: JSONNode, into collection: inout RequestCollection, at pointer: String) {
        collection.variables += readVariables(of: node, under: "data", at: pointer)
        guard let list = node["subEnvironments"] else { return }
        for (index, inner) in list.elements.enumerated() {
            collection.environments.append(makeEnvironment(inner, at: "\(pointer)/subEnvironments/\(index)"))
        }
    }

    mutating func makeEnvironment(_ node: JSONNode, at pointer: String) -> CollectionEnvironment {
        if node.kind != .object {
            report.addNote(
                .skipped, source.place(node, pointer), "an environment was expected; it is left empty", hint: "remove it")
        }
        return CollectionEnvironment(
            name: node.memberText("name") ?? "unnamed", variables: readVariables(of: node, under: "data", at: pointer))
    }
}
