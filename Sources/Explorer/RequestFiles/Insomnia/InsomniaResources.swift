// Versions 2 to 4: a flat list in which each entry names its parent. Builds the tree
// from it, in the order of the list.

import Document

extension InsomniaReading {
    mutating func readResources(_ root: JSONNode) -> RequestCollection {
        let version = root["__export_format"]?.plainText ?? "4"
        let isKnown = ["2", "3", "4"].contains(version)
        var collection = RequestCollection(name: source.stem, format: isKnown ? "Insomnia \(version)" : "Insomnia")
        if !isKnown { noteUnknown(version, in: root, readAs: "4") }
        let table = InsomniaTable(root["resources"] ?? root)
        let many = table.workspaces.count > 1
        if let workspace = table.workspaces.first, !many {
            collection.name = table[workspace].filled("name")?.plainText ?? collection.name
            collection.docs = Self.readDocs(table[workspace])
        }
        var walk = InsomniaWalk(table: table)
        var tops: [String: [CollectionItem]] = [:]
        for index in table.tops {
            let items = readItem(index, &walk, depth: 1)
            tops[many ? table.workspace(of: index) ?? "" : "", default: []] += items
        }
        // Items outside any tree: their folders contain each other, or nest too deep.
        for index in table.indices where !walk.isDone[index] && table.entryKind(index).isItem {
            report.addNote(
                .assumed, source.place(table[index], table.pointer(index)),
                "its folders nest deeper than \(Self.deepest) levels or contain each other; it is moved to the top")
            tops["", default: []] += readItem(index, &walk, depth: 1)
        }
        readEnvironments(table, isMany: many, &collection, &tops)
        collection.items += tops[""] ?? []
        noteOthers(table)
        report.requests = collection.requests.count
        collection.report = report
        return collection
    }

    mutating func noteUnknown(_ version: String, in root: JSONNode, readAs known: String) {
        report.addNote(
            .assumed, source.place(root["__export_format"] ?? root, "/__export_format"),
            "format \(version.brief) is not known; it is read as \(known)", hint: "export it as Insomnia v4 or v5")
    }

    private mutating func readItem(_ index: Int, _ walk: inout InsomniaWalk, depth: Int) -> [CollectionItem] {
        guard !walk.isDone[index], depth <= Self.deepest else { return [] }
        walk.isDone[index] = true
        let (table, pointer) = (walk.table, walk.table.pointer(index))
        let node = table[index]
        switch table.entryKind(index) {
        case .request: return readRequest(node, at: pointer).map { [.request($0)] } ?? []
        case .foreign(let what):
            noteForeign(what, node, at: pointer)
            return []
        case .folder:
            var folder = CollectionFolder(name: node.memberText("name") ?? "unnamed")
            readFolder(node, &folder, at: pointer)
            for child in table.children(of: index) { folder.items += readItem(child, &walk, depth: depth + 1) }
            return [.folder(folder)]
        default: return []
        }
    }

    /// If there are several workspaces, each becomes a folder with its base environment, and the names of its
    /// other environments begin with its name.
    private mutating func readEnvironments(
        _ table: InsomniaTable, isMany: Bool, _ collection: inout RequestCollection, _ tops: inout [String: [CollectionItem]]
    ) {
        var folders: [String: CollectionFolder] = [:]
        if isMany {
            for index in table.workspaces {
                guard let id = table.entryID(index), folders[id] == nil else { continue }
                var folder = CollectionFolder(
                    name: table[index].memberText("name") ?? "unnamed", items: tops.removeValue(forKey: id) ?? [])
                folder.docs = Self.readDocs(table[index])
                folders[id] = folder
            }
        }
        for index in table.indices where table.entryKind(index) == .environment {
            let (node, pointer) = (table[index], table.pointer(index))
            let workspace = table.workspace(of: index).flatMap { folders[$0] == nil ? nil : $0 }
            var environment = makeEnvironment(node, at: pointer)
            if table.isBase(index) {
                if let workspace {
                    folders[workspace]?.variables += environment.variables
                } else {
                    collection.variables += environment.variables
                }
            } else {
                if let workspace, let folder = folders[workspace] { environment.name = "\(folder.name) / \(environment.name)" }
                collection.environments.append(environment)
            }
        }
        for index in table.workspaces {
            guard let folder = table.entryID(index).flatMap({ folders.removeValue(forKey: $0) }) else { continue }
            if !folder.items.isEmpty || !folder.variables.isEmpty { collection.items.append(.folder(folder)) }
        }
    }

    private mutating func noteOthers(_ table: InsomniaTable) {
        for index in table.indices {
            let (node, pointer) = (table[index], table.pointer(index))
            switch table.entryKind(index) {
            case .cookies: noteCookies(node, at: pointer)
            case .left(let what): report.addNote(.unsupported, source.place(node, pointer), "\(what) is not taken over")
            case .unknown(let type):
                report.addNote(.skipped, source.place(node, pointer), "an entry of unknown type \(type.brief)")
            default: break
            }
        }
    }
}

/// Tracks which entries are already in the tree.
struct InsomniaWalk {
    let table: InsomniaTable
    var isDone: [Bool]

    init(table: InsomniaTable) {
        self.table = table
        isDone = Array(repeating: false, count: table.indices.count)
    }
}
