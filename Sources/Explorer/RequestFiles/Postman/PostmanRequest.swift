// One request of a Postman collection, with its headers and its saved responses.

import Document

extension PostmanReading {
    /// Reads an item's request; `nil` if its protocol is not supported.
    mutating func readRequest(
        _ item: JSONNode, _ content: JSONNode, at pointer: String, behaviour: PostmanBehaviour
    ) -> CollectionRequest? {
        let inner = pointer + "/request"
        var request = CollectionRequest(name: "", method: "GET", url: "", place: source.place(item, pointer))
        guard content.kind == .object else {
            // The short form is a URL, with the method GET.
            readURL(content, of: &request, at: inner)
            return finish(&request, item, content, at: pointer)
        }
        readURL(content["url"], of: &request, at: inner + "/url")
        if let kind = Self.foreignProtocol(item, request.url) {
            report.addNote(.unsupported, request.place, "a \(kind) request is left out: only HTTP is sent")
            return nil
        }
        readMethod(content, of: &request, at: inner)
        request.docs = Self.readDocs(content["description"] ?? item["description"])
        request.headers = readHeaders(content["header"], at: inner + "/header")
        request.auth = readAuth(content["auth"], at: inner + "/auth")
        request.variables = variables(item, at: pointer)
        let own = self.behaviour(item, at: pointer, around: behaviour)
        request.options = own.options
        readProxy(content["proxy"], of: &request, at: inner + "/proxy")
        readCertificate(content["certificate"], of: &request, at: inner + "/certificate")
        readBody(
            content["body"], of: &request, at: inner + "/body", isPruned: own.prunesBodies && content.filled("method") != nil)
        noteUnknownMembers(content, at: inner)
        return finish(&request, item, content, at: pointer)
    }

    private mutating func finish(
        _ request: inout CollectionRequest, _ item: JSONNode, _ content: JSONNode, at pointer: String
    ) -> CollectionRequest {
        request.name = item.memberText("name") ?? (request.url.isEmpty ? "unnamed" : "\(request.method) \(request.url)")
        noteScripts(item, at: pointer)
        // Some generators put the responses into the request.
        if let answers = item.filled("response") {
            request.examples = readExamples(answers, at: pointer + "/response")
        } else if let answers = content.filled("response") {
            request.examples = readExamples(answers, at: pointer + "/request/response")
        }
        noteMadeValues(request.texts, item, at: pointer)
        return request
    }

    private mutating func readMethod(_ content: JSONNode, of request: inout CollectionRequest, at pointer: String) {
        let misplaced = content["protocol"]?.filled("method")
        guard let method = (content.filled("method") ?? misplaced)?.plainText else {
            report.addNote(.assumed, source.place(content, pointer), "it has no method; GET is sent")
            return
        }
        if content.filled("method") == nil, let misplaced {
            report.addNote(
                .assumed, source.place(misplaced, pointer + "/protocol/method"),
                "the method is in protocol, which Postman does not use; \(method) is sent")
        }
        // Postman sends methods in uppercase; names of variables keep their case.
        request.method = method.contains("{{") ? method : method.uppercased()
    }

    private static func foreignProtocol(_ item: JSONNode, _ url: String) -> String? {
        let type = item.memberText("type") ?? ""
        for (word, name) in [("grpc", "gRPC"), ("websocket", "WebSocket"), ("socketio", "Socket.IO"), ("mqtt", "MQTT")]
        where type.hasPrefix(word) || type.hasPrefix("ws-\(word)") { return name }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return scheme == "ws" || scheme == "wss" ? "WebSocket" : scheme == "grpc" || scheme == "grpcs" ? "gRPC" : nil
    }

    /// A list of fields, or the header as one text.
    mutating func readHeaders(_ node: JSONNode?, at pointer: String) -> [CollectionField] {
        guard let node, node.isFilled else { return [] }
        guard let text = node.string else { return readFields(node, at: pointer) }
        var headers: [CollectionField] = []
        for line in text.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else {
                report.addNote(
                    .skipped, source.place(node, pointer), "a header field without a colon: \(String(line).brief)",
                    hint: "write Name: value")
                continue
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append(CollectionField(String(line[..<colon]), String(value)))
        }
        return headers
    }

    private mutating func readExamples(_ list: JSONNode, at pointer: String) -> [CollectionExample] {
        var examples: [CollectionExample] = []
        for (index, node) in list.elements.enumerated() {
            let pointer = "\(pointer)/\(index)"
            guard node.kind == .object else {
                // An old form has texts and nulls here.
                if node.isFilled { report.addNote(.skipped, source.place(node, pointer), "an example that is not an object") }
                continue
            }
            var example = CollectionExample(name: node.memberText("name") ?? "", status: node["code"]?.int)
            example.headers = readHeaders(node["header"], at: pointer + "/header")
            example.body = node.memberText("body") ?? ""
            examples.append(example)
            if let own = node.filled("originalRequest") {
                requestsOfExamples += 1
                firstOfExamples = firstOfExamples ?? source.place(own, pointer + "/originalRequest")
            }
        }
        return examples
    }

    private static let known: Set<String> = [
        "method", "url", "header", "body", "auth", "description", "proxy", "certificate", "name", "response", "dataMode", "id",
        "event", "protocol",
    ]

    private mutating func noteUnknownMembers(_ content: JSONNode, at pointer: String) {
        var names = NameList()
        for (key, value) in content.members where !Self.known.contains(key) && !key.hasPrefix("_") && value.isFilled {
            names.add(key)
        }
        guard !names.isEmpty else { return }
        report.addNote(.assumed, source.place(content, pointer), "left out, because Postman has no such members: \(names.text)")
    }
}
