// The outer structure of an archive: entries in order, in the folders of their pages.

import Document

/// Reads the entries.
struct HARArchive {
    private(set) var collection: RequestCollection
    private let root: JSONNode
    private let lines: LineIndex
    private let file: String
    /// The number and the names of header fields that are omitted because each connection makes its own.
    private var dropped = 0
    private var droppedNames = NameList()
    private var firstDropped: ImportPlace?

    static func isRequest(_ node: JSONNode) -> Bool {
        node["method"]?.string != nil && node["url"]?.string != nil && node["log"] == nil
    }

    init(_ document: JSONDocument, file: String) {
        root = document.root
        lines = LineIndex(document.bytes)
        self.file = file
        let log = document.root["log"]
        let version = log?["version"]?.displayText ?? ""
        collection = RequestCollection(name: "", format: version.isEmpty ? "HAR" : "HAR \(version.prefix(20))")
        collection.docs = log?["comment"]?.string ?? ""
        if let node = log?["version"], version != "1.1", version != "1.2" {
            collection.report.addNote(.assumed, place(node, "/log/version"), "the version is unknown; read as 1.2")
        }
    }

    private func place(_ node: JSONNode, _ pointer: String) -> ImportPlace {
        ImportPlace(file: file, line: lines.lineNumber(of: node.byteRange.lowerBound), pointer: pointer)
    }

    mutating func readArchive() {
        if Self.isRequest(root) {
            if let request = readRequest(root, "") { collection.items.append(.request(request)) }
        } else if let log = root["log"], let entries = log["entries"] {
            readEntries(entries, pages: readPages(log))
        }
        collection.report.requests = collection.requests.count
        guard dropped > 0, let firstDropped else { return }
        collection.report.addNote(
            .assumed, firstDropped,
            "header fields that belong to a connection are left out, \(dropped) in all: \(droppedNames.text)",
            hint: "the program sets them when it sends the request")
    }

    /// The titles of pages by id; empty unless there are several pages.
    private func readPages(_ log: JSONNode) -> [String: String] {
        guard let pages = log["pages"], pages.count > 1 else { return [:] }
        var titles: [String: String] = [:]
        for page in pages.elements {
            guard let id = page["id"]?.displayText else { continue }
            let title = page["title"]?.string ?? ""
            titles[id] = title.isEmpty ? id : title
        }
        return titles
    }

    private mutating func readEntries(_ entries: JSONNode, pages: [String: String]) {
        var folders: [String: Int] = [:]
        for (number, entry) in entries.elements.enumerated() {
            let pointer = "/log/entries/\(number)"
            guard let node = entry["request"], node.kind == .object else {
                collection.report.addNote(.skipped, place(entry, pointer), "the entry has no request")
                continue
            }
            guard var request = readRequest(node, pointer + "/request") else { continue }
            if let comment = entry["comment"]?.string, !comment.isEmpty, request.docs.isEmpty { request.docs = comment }
            if let response = entry["response"], response.kind == .object {
                let place = place(response, pointer + "/response")
                if let example = HARResponse.readExample(response, at: place, into: &collection.report) {
                    request.examples = [example]
                }
            }
            guard let page = entry["pageref"]?.displayText, let title = pages[page] else {
                collection.items.append(.request(request))
                continue
            }
            if folders[page] == nil {
                folders[page] = collection.items.count
                collection.items.append(.folder(CollectionFolder(name: title)))
            }
            if let index = folders[page], case .folder(var folder) = collection.items[index] {
                // Remove the folder from the array before it grows, to avoid a copy.
                collection.items[index] = .folder(CollectionFolder(name: title))
                folder.items.append(.request(request))
                collection.items[index] = .folder(folder)
            }
        }
    }

    private mutating func readRequest(_ node: JSONNode, _ pointer: String) -> CollectionRequest? {
        var reader = HARRequest(node, place: place(node, pointer), lines: lines)
        var request = reader.readRequest()
        if let names = request?.names { request?.literalNames = names }
        collection.report.notes += reader.notes
        if !reader.dropped.isEmpty, firstDropped == nil { firstDropped = reader.place }
        dropped += reader.dropped.count
        for name in reader.dropped { droppedNames.add(name.lowercased()) }
        return request
    }
}
