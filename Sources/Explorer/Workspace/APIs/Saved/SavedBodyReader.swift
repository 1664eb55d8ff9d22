// Reads the `body:` of a saved request: a text, or a mapping that gives its kind.

import Catalog
import NetLayer

struct SavedBodyReader {
    static let options = ["text", "json", "form", "multipart", "file", "type"]
    static let part = ["text", "file", "type"]

    let folder: String

    func readBody(_ node: ConfigNode) -> WorkspaceRequest.Body? {
        guard node.node.kind == .object else { return node.reference(in: folder).map { .text($0, type: nil) } }
        let options = node.options(Self.options)
        let kinds = options.filter { $0.key != "type" }
        guard let (kind, value) = kinds.first, kinds.count == 1 else {
            node.complain("body must be one of text, json, form, multipart and file", "write 'json:' and below it the value")
            return nil
        }
        let type = options["type"].flatMap(readMediaType)
        if let own = options["type"], !["text", "file"].contains(kind) {
            own.complain("type belongs to text and file", "remove it: \(kind) has its own")
        }
        switch kind {
        case "text": return value.reference(in: folder).map { .text($0, type: type) }
        case "json":
            guard isWhole(value) else { return nil }
            // Line breaks occur only between values of the JSON, so they can be removed.
            return value.reference(value.node.source.replacing("\n", with: ""), in: folder).map { .json($0) }
        case "form":
            return .form(value.values(in: folder))
        case "multipart": return .multipart(value.entries("'name: value'").flatMap { $0.elements.compactMap(readPart) })
        case _: return readFile(value).map { .file($0, type: type) }
        }
    }

    /// A text, or a mapping that gives its kind. A list repeats the name.
    private func readPart(_ node: ConfigNode) -> WorkspaceRequest.Part? {
        guard node.node.kind == .object else { return node.reference(in: folder).map { .init(node.name, .text($0)) } }
        let options = node.options(Self.part)
        let type = options["type"].flatMap(readMediaType)
        switch (options["text"], options["file"]) {
        case (let text?, nil): return text.reference(in: folder).map { .init(node.name, .text($0), type: type) }
        case (nil, let path?): return readFile(path).map { .init(node.name, .file($0), type: type) }
        case _:
            node.complain("a part must be a text, or one of text and file", "write 'file: NAME', or the text alone")
            return nil
        }
    }

    /// A text of one line, because it is sent in a header.
    private func readMediaType(_ node: ConfigNode) -> String? {
        guard let text = node.readText() else { return nil }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            node.complain("type has a line break or another control character in it", "write a media type, such as image/png")
            return nil
        }
        return text
    }

    /// The path of the file; `nil` if it must not be sent.
    private func readFile(_ node: ConfigNode) -> String? {
        guard let path = node.readText() else { return nil }
        guard let place = path.within(folder) else {
            node.complain("\(path) is not below the workspace's folder", "put the file there")
            return nil
        }
        return node.requireTrust(.sentFile, "sends the file \(path)") ? place : nil
    }

    /// Whether the body names files, readable or not.
    static func namesFiles(_ node: ConfigNode) -> Bool {
        let parts = node.node["multipart"]?.members.map(\.value) ?? []
        return node.node["file"] != nil
            || parts.contains { part in ([part] + part.elements).contains { $0["file"] != nil } }
    }

    /// A reference must be inside one string: it cannot begin in one and end in another.
    private func isWhole(_ node: ConfigNode) -> Bool {
        var open = [node.node]
        while let inner = open.popLast() {
            let texts = inner.members.map(\.key) + (inner.string.map { [$0] } ?? [])
            for text in texts where text.contains("${") {
                do throws(VariableError) {
                    _ = try WorkspaceText(text)
                } catch {
                    node.notes.complain(inner.line, error.message, error.hint)
                    return false
                }
            }
            open += Array(inner.elements) + inner.members.map(\.value)
        }
        return true
    }
}
