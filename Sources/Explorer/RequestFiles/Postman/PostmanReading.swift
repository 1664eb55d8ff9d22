// Walks a Postman collection: its folders and requests in order, and the
// attributes that each level passes on.

import Document

/// Reads one Postman file.
struct PostmanReading {
    let source: ImportedText
    var report = ImportReport()
    /// The number of examples whose own request is dropped, and the place of the first.
    var requestsOfExamples = 0
    var firstOfExamples: ImportPlace?
    /// Deeper folders are not read: real collections have none, and every level costs stack.
    private static let deepest = 50

    init(source: ImportedText) { self.source = source }

    mutating func readCollection(_ node: JSONNode, at pointer: String) throws(ImportError) -> RequestCollection {
        let info = node["info"]
        var collection = RequestCollection(
            name: info?.memberText("name") ?? source.stem, format: "Postman " + version(info, of: node, at: pointer),
            docs: Self.readDocs(info?["description"]))
        collection.variables = variables(node, at: pointer)
        collection.auth = readAuth(node["auth"], at: pointer + "/auth")
        noteScripts(node, at: pointer)
        noteMadeValues((collection.auth?.texts ?? []) + collection.variables.texts, node, at: pointer)
        let behaviour = behaviour(node, at: pointer, around: PostmanBehaviour())
        if let list = node["item"], list.kind == .array {
            collection.items = readItems(list, at: pointer + "/item", behaviour: behaviour, depth: 1)
        } else {
            report.addNote(.skipped, source.place(node, pointer), "it has no list of items", hint: "export it again")
        }
        if let firstOfExamples {
            report.addNote(
                .unsupported, firstOfExamples,
                "of \(requestsOfExamples == 1 ? "an example" : "\(requestsOfExamples) examples") only the response is kept, not its request"
            )
        }
        report.requests = collection.requests.count
        collection.report = report
        return collection
    }

    private mutating func version(_ info: JSONNode?, of node: JSONNode, at pointer: String) -> String {
        let schema = info?.memberText("schema") ?? ""
        if schema.contains("/collection/v2.1") { return "2.1" }
        if schema.contains("/collection/v2.0") { return "2.0" }
        let message = schema.isEmpty ? "it does not say its version" : "its version is not known: \(schema.brief)"
        report.addNote(
            .assumed, source.place(info ?? node, pointer + "/info"), message + "; it is read as 2.1",
            hint: "export it as Collection v2.1")
        return "2.1"
    }

    /// The items of an `item` list.
    mutating func readItems(_ list: JSONNode, at pointer: String, behaviour: PostmanBehaviour, depth: Int) -> [CollectionItem] {
        guard depth <= Self.deepest else {
            report.addNote(
                .skipped, source.place(list, pointer), "folders nest deeper than \(Self.deepest) levels",
                hint: "move what is below to a folder further up")
            return []
        }
        var items: [CollectionItem] = []
        for (index, node) in list.elements.enumerated() {
            let pointer = "\(pointer)/\(index)"
            if let content = node["request"], content.kind != .null {
                items += readRequest(node, content, at: pointer, behaviour: behaviour).map { [.request($0)] } ?? []
            }
            if let list = node["item"], list.kind == .array {
                items.append(.folder(readFolder(node, list, at: pointer, behaviour: behaviour, depth: depth)))
            } else if node["request"].map({ $0.kind == .null }) ?? true {
                report.addNote(.skipped, source.place(node, pointer), "it is neither a request nor a folder", hint: "remove it")
            }
        }
        return items
    }

    private mutating func readFolder(
        _ node: JSONNode, _ list: JSONNode, at pointer: String, behaviour: PostmanBehaviour, depth: Int
    ) -> CollectionFolder {
        var folder = CollectionFolder(name: node.memberText("name") ?? "unnamed")
        folder.docs = Self.readDocs(node["description"])
        folder.variables = variables(node, at: pointer)
        folder.auth = readAuth(node["auth"], at: pointer + "/auth")
        // If there is a request beside the list, the scripts belong to it, and already have a note.
        if node["request"] == nil { noteScripts(node, at: pointer) }
        noteMadeValues((folder.auth?.texts ?? []) + folder.variables.texts, node, at: pointer)
        let inner = self.behaviour(node, at: pointer, around: behaviour)
        folder.items = readItems(list, at: pointer + "/item", behaviour: inner, depth: depth + 1)
        return folder
    }

    /// A description: a text, or an object with one.
    static func readDocs(_ node: JSONNode?) -> String {
        guard let node else { return "" }
        return node.kind == .object ? node.memberText("content") ?? "" : node.plainText ?? ""
    }

    /// Adds one note for all scripts of a node.
    mutating func noteScripts(_ node: JSONNode, at pointer: String) {
        guard let events = node["event"] else { return }
        var kinds = NameList()
        for event in events.elements where !event.isTrue("disabled") {
            guard let code = event["script"].flatMap({ $0.kind == .object ? $0["exec"] ?? $0["src"] : $0 }) else { continue }
            let isEmpty = code.kind == .array ? code.elements.allSatisfy { !$0.isFilled } : !code.isFilled
            guard !isEmpty else { continue }
            let kind = event.memberText("listen") ?? ""
            kinds.add(kind == "prerequest" ? "pre-request" : kind)
        }
        guard !kinds.isEmpty else { return }
        report.addNote(
            .unsupported, source.place(events, pointer + "/event"), "scripts are not run: \(kinds.text)",
            hint: "set their variables by hand")
    }
}
