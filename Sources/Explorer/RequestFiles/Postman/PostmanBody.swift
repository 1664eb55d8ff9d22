// Bodies of Postman requests: raw, form, multipart, file, GraphQL.

import Document

extension PostmanReading {
    /// Methods with which Postman sends no body, unless the file turns that off.
    private static let bare: Set<String> = ["GET", "HEAD", "COPY", "PURGE", "UNLOCK"]

    mutating func readBody(_ node: JSONNode?, of request: inout CollectionRequest, at pointer: String, isPruned: Bool) {
        guard let node, node.isFilled else { return }
        let body = makeBody(node, of: request, at: pointer)
        guard body != .none else { return }
        if node.isTrue("disabled") {
            report.addNote(.assumed, source.place(node, pointer), "the body is switched off and left out")
        } else if isPruned, Self.bare.contains(request.method) {
            report.addNote(
                .assumed, source.place(node, pointer), "the body is left out: Postman sends none with \(request.method)",
                hint: "switch disableBodyPruning on, or use another method")
        } else {
            request.body = body
            if case .multipart = body { request.dropMultipartType() }
        }
    }

    private mutating func makeBody(_ node: JSONNode, of request: CollectionRequest, at pointer: String) -> CollectionBody {
        guard node.kind == .object else { return .text(node.plainText ?? "", mediaType: request.contentType) }
        let mode = node.memberText("mode") ?? ""
        let content = node.filled(mode)
        let pointer = pointer + "/" + JSONPointer.escape(mode)
        switch mode {
        case "raw":
            guard let text = content?.plainText else { return .none }
            let language = node["options"]?["raw"]?.memberText("language")
            return .text(
                Self.isJSON(language, request.contentType) ? JSONComments.removed(from: text) : text,
                mediaType: request.contentType ?? Self.mediaType(language))
        case "urlencoded":
            guard let content else { return .none }
            // In an old form the content is the text itself.
            if let text = content.string { return .text(text, mediaType: "application/x-www-form-urlencoded") }
            return .form(readFields(content, at: pointer))
        case "formdata": return content.map { .multipart(readParts($0, at: pointer)) } ?? .none
        case "file": return content.map { makeFileBody($0, of: request, at: pointer) } ?? .none
        case "graphql": return content.map(Self.graphQL) ?? .none
        default:
            // Postman writes `{}` and `{"mode": null}` for no body.
            if node.entries.contains(where: { $0.value.isFilled && !$0.keyEquals("options") && !$0.keyEquals("disabled") }) {
                report.addNote(
                    .unsupported, source.place(node, pointer),
                    mode.isEmpty ? "the body does not say its mode" : "a body of mode \(mode.brief) is not known")
            }
            return .none
        }
    }

    /// The media type that Postman sends for the language chosen beside the editor.
    private static func mediaType(_ language: String?) -> String {
        switch language {
        case "json": "application/json"
        case "xml": "application/xml"
        case "html": "text/html"
        case "javascript": "application/javascript"
        // This is also the default without a language.
        default: "text/plain"
        }
    }

    /// Postman sends JSON without comments. Without a language, the Content-Type field says what the body is.
    private static func isJSON(_ language: String?, _ contentType: String?) -> Bool {
        guard language == nil else { return language == "json" }
        let essence = LineSyntax.trimmed((contentType ?? "").lowercased().prefix { $0 != ";" })
        return essence == "application/json" || essence.hasPrefix("application/") && essence.hasSuffix("+json")
    }

    private mutating func readParts(_ list: JSONNode, at pointer: String) -> [CollectionPart] {
        guard list.kind == .array else {
            report.addNote(.skipped, source.place(list, pointer), "a list of parts was expected", hint: "export it again")
            return []
        }
        var parts: [CollectionPart] = []
        for (index, node) in list.elements.enumerated() {
            let pointer = "\(pointer)/\(index)"
            guard let name = node.memberText("key") else {
                if node.isFilled {
                    report.addNote(.skipped, source.place(node, pointer), "a part has no name", hint: "give it one")
                }
                continue
            }
            let isFile = node["type"]?.stringEquals("file") == true || (node["type"] == nil && node.filled("src") != nil)
            let contents = isFile ? makeFileContents(node, at: pointer) : [.text(node.memberText("value") ?? "")]
            // The editor stores an empty last row.
            if name.isEmpty, contents == [.text("")] { continue }
            for content in contents {
                var part = CollectionPart(
                    name, content, fileName: node.memberText("fileName"), mediaType: node.filled("contentType")?.plainText)
                part.isDisabled = Self.isDisabled(node)
                part.docs = Self.readDocs(node["description"])
                parts.append(part)
            }
        }
        return parts
    }

    /// The files of a part: each becomes a separate part.
    private mutating func makeFileContents(_ node: JSONNode, at pointer: String) -> [CollectionPart.Content] {
        let source = node.filled("src")
        let paths = source?.kind == .array ? source?.elements.compactMap(\.plainText) ?? [] : source?.plainText.map { [$0] } ?? []
        guard paths.isEmpty else { return paths.map { .file(path: $0) } }
        report.addNote(.assumed, self.source.place(node, pointer), "no file is chosen for it", hint: "choose one before sending")
        return [.file(path: "")]
    }

    private mutating func makeFileBody(_ node: JSONNode, of request: CollectionRequest, at pointer: String) -> CollectionBody {
        if let path = node.kind == .object ? node.filled("src")?.plainText : node.plainText {
            return .file(path: path, mediaType: request.contentType)
        }
        if let text = node.filled("content")?.plainText { return .text(text, mediaType: request.contentType) }
        report.addNote(.assumed, source.place(node, pointer), "no file is chosen for the body", hint: "choose one before sending")
        return .file(path: "", mediaType: request.contentType)
    }

    private static func graphQL(_ node: JSONNode) -> CollectionBody {
        guard node.kind == .object else { return .graphQL(query: node.plainText ?? "", variables: "") }
        return .graphQL(
            query: node.memberText("query") ?? "", variables: JSONComments.removed(from: node.memberText("variables") ?? ""),
            operation: node.filled("operationName")?.plainText)
    }
}
