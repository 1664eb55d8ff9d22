// Bodies of Insomnia requests: the media type decides what the request sends.

import Document

extension InsomniaReading {
    mutating func readBody(_ node: JSONNode, of request: CollectionRequest, at pointer: String) -> CollectionBody {
        guard let body = node.filled("body") else { return .none }
        guard body.kind == .object else {
            guard body.kind == .string else {
                report.addNote(
                    .skipped, source.place(body, pointer), "the body is neither a text nor an object; it is left out",
                    hint: "export it again")
                return .none
            }
            // In versions 1 and 2 the body is a plain text.
            return makeTextBody(
                body.plainText ?? "", isForm: node["__insomnia"]?.memberText("format") == "form", mediaType: request.contentType)
        }
        let mimeType = body.filled("mimeType")?.plainText
        let essence = (mimeType ?? "").prefix { $0 != ";" }.lowercased()
        let written = InsomniaTemplate.normalised(body.memberText("text") ?? "")
        let file = body.filled("fileName")?.plainText
        let mediaType = request.contentType ?? mimeType
        switch essence {
        case "application/x-www-form-urlencoded" where body["params"]?.kind == .array:
            return .form(readParameters(body["params"], at: pointer + "/params"))
        case "multipart/form-data":
            return body.filled("params").map { .multipart(readParts($0, at: pointer + "/params")) } ?? .none
        case "application/graphql" where !written.isEmpty: return readGraphQL(written, body, at: pointer)
        case "application/octet-stream" where file == nil && written.isEmpty && request.method != "GET":
            report.addNote(
                .assumed, source.place(body, pointer), "no file is chosen for the body", hint: "choose one before sending")
            return .file(path: "", mediaType: mediaType)
        default:
            if let file { return .file(path: InsomniaTemplate.normalised(file), mediaType: mediaType) }
            if written.isEmpty, let params = body.filled("params") {
                return .form(readParameters(params, at: pointer + "/params"))
            }
            return written.isEmpty ? .none : .text(written, mediaType: mediaType)
        }
    }

    private func makeTextBody(_ text: String, isForm: Bool, mediaType: String?) -> CollectionBody {
        let written = InsomniaTemplate.normalised(text)
        guard isForm else { return .text(written, mediaType: mediaType) }
        return .text(written, mediaType: mediaType ?? "application/x-www-form-urlencoded")
    }

    private mutating func readParts(_ list: JSONNode, at pointer: String) -> [CollectionPart] {
        var parts: [CollectionPart] = []
        for (index, node) in list.elements.enumerated() {
            let pointer = "\(pointer)/\(index)"
            let name = InsomniaTemplate.normalised(node.memberText("name") ?? "")
            let content: CollectionPart.Content
            if node["type"]?.stringEquals("file") == true {
                let path = InsomniaTemplate.normalised(node.memberText("fileName") ?? "")
                if path.isEmpty {
                    report.addNote(
                        .assumed, source.place(node, pointer), "no file is chosen for it", hint: "choose one before sending")
                }
                content = .file(path: path)
            } else {
                content = .text(InsomniaTemplate.normalised(node.memberText("value") ?? ""))
            }
            // The editor stores empty rows.
            if name.isEmpty, content == .text("") { continue }
            // For a text of several lines, the member `multiline` gives the media type.
            let mediaType = node["multiline"]?.string.flatMap { $0.contains("/") ? $0 : nil }
            var part = CollectionPart(name, content, mediaType: mediaType)
            part.isDisabled = node.isTrue("disabled")
            part.docs = node.memberText("description") ?? ""
            parts.append(part)
        }
        return parts
    }

    /// The text is the JSON message to send.
    private mutating func readGraphQL(_ text: String, _ body: JSONNode, at pointer: String) -> CollectionBody {
        guard let message = try? JSONDocument(Array(text.utf8)), message.root.kind == .object else {
            // For example, with an unquoted variable the text becomes JSON only when it is sent.
            report.addNote(
                .assumed, source.place(body, pointer), "the GraphQL message is not JSON; it is kept as text")
            return .text(text, mediaType: "application/json")
        }
        let variables = message.root.filled("variables")?.plainText ?? ""
        return .graphQL(
            query: message.root.memberText("query") ?? "", variables: variables,
            operation: message.root.filled("operationName")?.plainText)
    }
}
