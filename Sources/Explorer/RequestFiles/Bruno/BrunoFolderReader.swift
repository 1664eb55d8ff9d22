// A folder of .bru files: the role of each file, the tree of folders, and the order that `seq` gives.

import Document

struct BrunoFolderReader {
    /// The file with the settings of a collection. It stands at the top of its folder.
    static let settingsFile = "bruno.json"

    /// A folder as found, before it is sorted.
    private struct Node {
        var folders: [String: Node] = [:]
        var requests: [(order: Double?, request: CollectionRequest)] = []
        /// Its folder.bru.
        var settings: (path: String, bru: BruFile)?
    }

    /// Deeper folders are not followed.
    private static let depthLimit = 64

    private let files: [(path: String, bytes: [UInt8])]
    private var collection = RequestCollection(format: "Bruno")
    private var top = Node()
    /// The path of the folder with bruno.json, in parts.
    private var root: [String] = []
    /// Folders, relative to ``root``, that bruno.json tells readers to ignore.
    private var ignored: [[String]] = []

    init(_ files: [(path: String, bytes: [UInt8])]) { self.files = files.sorted { $0.path < $1.path } }

    mutating func readFolder() throws(ImportError) -> RequestCollection {
        try readSettings()
        var found = false
        for file in files {
            let parts = BrunoPath.parts(file.path)
            guard parts.starts(with: root) else { continue }
            let inner = Array(parts.dropFirst(root.count))
            guard let last = inner.last, !ignored.contains(where: { inner.starts(with: $0) }) else { continue }
            if inner.count == 1, last == ".env" { readDotEnv(file) }
            guard LineSyntax.hasSuffix(last, ".bru") else { continue }
            found = true
            do throws(ImportError) {
                try addFile(file, inner)
            } catch {
                collection.report.addNote(.skipped, error.place, error.message, hint: error.hint)
            }
        }
        guard found else {
            if let file = files.first(where: { BrunoPath.parts($0.path).last == "opencollection.yml" }) {
                let hint = "save the collection as .bru files, or export it for Postman"
                throw ImportError(ImportPlace(file: file.path), "it is a collection in YAML, which is not read", hint: hint)
            }
            throw ImportError(ImportPlace(), "the folder has no .bru files", hint: "choose the folder with bruno.json")
        }
        collection.items = sortedItems(top)
        return collection
    }

    /// Reads bruno.json, which is at the top of the collection.
    private mutating func readSettings() throws(ImportError) {
        let settings = files.filter { BrunoPath.parts($0.path).last == Self.settingsFile }
            .sorted { BrunoPath.parts($0.path).count < BrunoPath.parts($1.path).count }
        guard let file = settings.first else {
            let first = files.first { LineSyntax.hasSuffix($0.path, ".bru") }?.path ?? ""
            collection.report.addNote(
                .assumed, ImportPlace(file: first), "there is no bruno.json", hint: "all .bru files are read")
            return
        }
        root = BrunoPath.parts(file.path).dropLast()
        ignored = settings.dropFirst().map { BrunoPath.parts($0.path).dropLast() }.filter { $0.starts(with: root) }
            .map { Array($0.dropFirst(root.count)) }
        for other in settings.dropFirst() {
            collection.report.addNote(
                .skipped, ImportPlace(file: other.path), "it is another collection", hint: "import its folder by itself")
        }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(JSONComments.blanked(file.bytes))
        } catch {
            throw ImportError(
                ImportPlace(file: file.path, line: error.line), "it is not JSON: \(error.message)", hint: "correct bruno.json")
        }
        for member in document.root.entries { readSetting(member.name.string ?? "", member.value, file: file.path) }
    }

    private mutating func readSetting(_ name: String, _ value: JSONNode, file: String) {
        switch name {
        case "name": collection.name = value.string ?? ""
        case "version": collection.format = "Bruno \(value.displayText)"
        // Metadata without an effect on requests: the type, presets for new
        // requests, and counts that Bruno keeps.
        case "type", "presets", "size", "filesCount", "$schema": break
        case "ignore": ignored += value.elements.compactMap { $0.string.map(BrunoPath.parts) }.filter { !$0.isEmpty }
        default:
            if value.kind == .object, value["enabled"]?.bool == false || value.count == 0 { return }
            let place = ImportPlace(file: file, line: value.line, pointer: JSONPointer.append("", name))
            collection.report.addNote(.unsupported, place, "the setting `\(name)` is not read", hint: "set it in the workspace")
        }
    }

    /// The variables that requests call `{{process.env.NAME}}`.
    private mutating func readDotEnv(_ file: (path: String, bytes: [UInt8])) {
        let values = DotEnvText(file.bytes, file: file.path)
        collection.report.notes += values.notes
        collection.variables += values.fields.map { CollectionField("process.env." + $0.name, $0.value, isSecret: true) }
    }

    private mutating func addFile(_ file: (path: String, bytes: [UInt8]), _ parts: [String]) throws(ImportError) {
        let bru = try BrunoReader.readBlocks(file.bytes, file: file.path)
        if parts.count == 2, parts[0] == "environments" {
            let environment = BrunoEnvironmentReader.readEnvironment(bru, file: file.path)
            collection.environments.append(environment.environment)
            collection.report.notes += environment.notes
        } else if parts == ["collection.bru"] {
            Self.apply(bru, file: file.path, to: &collection)
        } else if parts.count > Self.depthLimit {
            collection.report.addNote(.skipped, ImportPlace(file: file.path), "its folder is too deep", hint: "move it up")
        } else if parts.last == "folder.bru" {
            Self.update(&top, parts.dropLast()) { $0.settings = (file.path, bru) }
        } else {
            var reader = BrunoRequestReader(bru, file: file.path)
            let request = reader.readRequest()
            collection.report.notes += reader.blocks.notes
            guard let request else { return }
            collection.report.requests += 1
            Self.update(&top, parts.dropLast()) { $0.requests.append((reader.order, request)) }
        }
    }

    private static func update(_ node: inout Node, _ path: ArraySlice<String>, _ change: (inout Node) -> Void) {
        guard let name = path.first else { return change(&node) }
        update(&node.folders[name, default: Node()], path.dropFirst(), change)
    }

    /// Applies the settings of collection.bru.
    static func apply(_ bru: BruFile, file: String, to collection: inout RequestCollection) {
        var blocks = BrunoBlocks(bru, file: file)
        collection.docs = blocks.docs
        collection.headers = blocks.fields("headers")
        collection.variables += blocks.variables()
        if let auth = blocks.bru["auth"] {
            collection.auth = blocks.readAuth(mode: blocks.pairs("auth")?["mode"], line: auth.line)
        }
        blocks.noteOthers()
        collection.report.notes += blocks.notes
    }

    // MARK: Order

    /// Folders before requests; each sorted by `seq`. Equal or missing numbers keep the order by name.
    private mutating func sortedItems(_ node: Node) -> [CollectionItem] {
        var folders: [(order: Double?, folder: CollectionFolder)] = []
        for (name, inner) in node.folders.sorted(by: { $0.key < $1.key }) {
            var folder = CollectionFolder(name: name)
            var order: Double?
            if let settings = inner.settings {
                var blocks = BrunoBlocks(settings.bru, file: settings.path)
                let meta = blocks.pairs("meta")
                order = meta?.number("seq")
                if let name = meta?["name"], !name.isEmpty { folder.name = name }
                folder.docs = blocks.docs
                folder.headers = blocks.fields("headers")
                folder.variables = blocks.variables()
                // A folder without auth inherits that of its parent.
                if let auth = blocks.bru["auth"] {
                    folder.auth = blocks.readAuth(mode: blocks.pairs("auth")?["mode"], line: auth.line)
                }
                blocks.noteOthers()
                collection.report.notes += blocks.notes
            }
            folder.items = sortedItems(inner)
            folders.append((order, folder))
        }
        let first = folders.enumerated().sorted { Self.isBefore(($0.element.order, $0.offset), ($1.element.order, $1.offset)) }
        let second = node.requests.enumerated().sorted {
            Self.isBefore(($0.element.order, $0.offset), ($1.element.order, $1.offset))
        }
        return first.map { .folder($0.element.folder) } + second.map { .request($0.element.request) }
    }

    private static func isBefore(_ left: (order: Double?, offset: Int), _ right: (order: Double?, offset: Int)) -> Bool {
        (left.order ?? .infinity, left.offset) < (right.order ?? .infinity, right.offset)
    }
}
