// Version 5 (folders hold their children) and version 1 (groups hold their requests).

import Document

extension InsomniaReading {
    /// Version 5.
    mutating func readTree(_ root: JSONNode) -> RequestCollection {
        var collection = RequestCollection(
            name: root.filled("name")?.plainText ?? source.stem, format: "Insomnia 5", docs: Self.readDocs(root))
        if let list = root.filled("collection") { collection.items = readChildren(list, at: "/collection", depth: 1) }
        if let environments = root.filled("environments") {
            if environments.kind == .array {
                // Other programs write a flat list of environments.
                for (index, node) in environments.elements.enumerated() {
                    collection.environments.append(makeEnvironment(node, at: "/environments/\(index)"))
                }
            } else {
                readEnvironment(environments, into: &collection, at: "/environments")
            }
        }
        if let jar = root["cookieJar"] { noteCookies(jar, at: "/cookieJar") }
        noteRest(root)
        report.requests = collection.requests.count
        collection.report = report
        return collection
    }

    /// Reports other content of a file of version 5.
    private mutating func noteRest(_ root: JSONNode) {
        if let description = root["spec"].flatMap({ $0.filled("contents") ?? $0.filled("file") }) {
            report.addNote(
                .unsupported, source.place(description, "/spec"), "the API description inside is not read, only the requests",
                hint: "save it as a file of its own")
        }
        if let certificates = root.filled("certificates") {
            report.addNote(
                .unsupported, source.place(certificates, "/certificates"), "certificates are not taken over",
                hint: "name them in the settings of the API")
        }
        if let tests = root.filled("testSuites") {
            report.addNote(.unsupported, source.place(tests, "/testSuites"), "tests are not taken over")
        }
    }

    private mutating func readChildren(_ list: JSONNode, at pointer: String, depth: Int) -> [CollectionItem] {
        guard list.kind == .array else {
            report.addNote(
                .skipped, source.place(list, pointer), "a list of folders and requests was expected", hint: "export it again")
            return []
        }
        guard depth <= Self.deepest else {
            report.addNote(
                .skipped, source.place(list, pointer), "folders nest deeper than \(Self.deepest) levels",
                hint: "move what is below to a folder further up")
            return []
        }
        var items: [CollectionItem] = []
        for (index, node) in list.elements.enumerated() {
            let pointer = "\(pointer)/\(index)"
            if let what = Self.foreignKind(node) {
                noteForeign(what, node, at: pointer)
            } else if node["method"] != nil || node["url"] != nil {
                items += readRequest(node, at: pointer).map { [.request($0)] } ?? []
            } else if node.kind == .object, node["children"] != nil || node["name"] != nil {
                var folder = CollectionFolder(name: node.memberText("name") ?? "unnamed")
                readFolder(node, &folder, at: pointer)
                if let inner = node.filled("children") {
                    folder.items = readChildren(inner, at: pointer + "/children", depth: depth + 1)
                }
                items.append(.folder(folder))
            } else {
                report.addNote(.skipped, source.place(node, pointer), "it is neither a request nor a folder", hint: "remove it")
            }
        }
        return items
    }

    /// Version 5 does not name the protocol; ids and members reveal it.
    private static func foreignKind(_ node: JSONNode) -> String? {
        let id = node["meta"]?.memberText("id") ?? ""
        if id.hasPrefix("greq_") || node["protoMethodName"] != nil || node["reflectionApi"] != nil { return "gRPC" }
        if id.hasPrefix("ws-req") { return "WebSocket" }
        if id.hasPrefix("socketio-req") || node["eventListeners"] != nil { return "Socket.IO" }
        return node["transportType"] != nil ? "MCP" : nil
    }

    /// Version 1.
    mutating func readGroups(_ root: JSONNode) -> RequestCollection {
        let version = root["__export_format"]?.plainText ?? "1"
        var collection = RequestCollection(name: source.stem, format: version == "1" ? "Insomnia 1" : "Insomnia")
        if version != "1" { noteUnknown(version, in: root, readAs: "1") }
        for (index, node) in (root["items"] ?? root).elements.enumerated() {
            let pointer = "/items/\(index)"
            guard let list = node["requests"], list.kind == .array else {
                if node["url"] != nil || node["_type"]?.stringEquals("request") == true {
                    collection.items += readRequest(node, at: pointer).map { [.request($0)] } ?? []
                } else {
                    report.addNote(
                        .skipped, source.place(node, pointer), "it is neither a request nor a group", hint: "remove it")
                }
                continue
            }
            var folder = CollectionFolder(name: node.memberText("name") ?? "unnamed")
            readFolder(node, &folder, at: pointer)
            readOldEnvironments(node, &folder, &collection, at: pointer)
            for (place, inner) in list.elements.enumerated() {
                folder.items += readRequest(inner, at: "\(pointer)/requests/\(place)").map { [.request($0)] } ?? []
            }
            collection.items.append(.folder(folder))
        }
        report.requests = collection.requests.count
        collection.report = report
        return collection
    }

    /// Groups of version 1 have environments of their own; `base` applies in all.
    private mutating func readOldEnvironments(
        _ node: JSONNode, _ folder: inout CollectionFolder, _ collection: inout RequestCollection, at pointer: String
    ) {
        guard let environments = node.filled("environments"), environments.kind == .object else { return }
        for (name, value) in environments.members where value.isFilled {
            let found = readVariables(of: environments, under: name, at: pointer + "/environments")
            if name == "base" {
                folder.variables += found
            } else {
                collection.environments.append(CollectionEnvironment(name: "\(folder.name) / \(name)", variables: found))
            }
        }
    }
}
