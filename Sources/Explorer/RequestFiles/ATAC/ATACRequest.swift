// One request of an ATAC collection.

import Document

/// Reads one request object.
struct ATACRequest {
    private(set) var notes: [ImportNote] = []
    private let node: JSONNode
    private let pointer: String
    private let text: StructuredFile

    init(_ node: JSONNode, pointer: String, text: StructuredFile) {
        self.node = node
        self.pointer = pointer
        self.text = text
    }

    private mutating func addNote(_ kind: ImportNote.Kind, _ member: String, _ message: String, hint: String = "") {
        notes.append(ImportNote(kind, text.place(node.resolve(pointer: member) ?? node, pointer + member), message, hint: hint))
    }

    /// - Returns: the request. `nil`, with a note, if it is not an HTTP request.
    mutating func readRequest() -> CollectionRequest? {
        let kind = node["protocol"]?["type"]?.string ?? "http"
        guard kind == "http" else {
            addNote(.unsupported, "/protocol/type", "requests of \(kind.prefix(40)) are not sent", hint: "only HTTP is")
            return nil
        }
        guard let url = node["url"]?.string, !url.isEmpty else {
            addNote(.skipped, "", "the request has no URL", hint: "write one")
            return nil
        }
        // Older collections have the method and the body beside the URL.
        let http = node["protocol"] ?? node
        let at = node["protocol"] == nil ? "" : "/protocol"
        var method = http["method"]?.string ?? ""
        if method.isEmpty {
            addNote(.assumed, at, "the request has no method; read as GET", hint: "write one")
            method = "GET"
        }
        var request = CollectionRequest(
            name: node["name"]?.displayText ?? "", method: method, url: url, place: text.place(node, pointer))
        for field in readFields(node["params"]) {
            // A name in braces, such as `{id}`, fills that part of the path.
            let isPart =
                field.name.count > 2 && field.name.hasPrefix("{") && field.name.hasSuffix("}") && !field.name.hasPrefix("{{")
            if isPart {
                request.pathVariables.append(
                    CollectionField(String(field.name.dropFirst().dropLast()), field.value, isDisabled: field.isDisabled))
            } else {
                request.query.append(field)
            }
        }
        request.headers = readFields(node["headers"])
        request.auth = readAuth()
        request.body = http["body"].map { readBody($0, at + "/body") } ?? .none
        request.options = readSettings()
        for script in ["pre_request_script", "post_request_script"] {
            guard let source = node["scripts"]?[script]?.string, !source.isEmpty else { continue }
            addNote(.unsupported, "/scripts/\(script)", "the script is not run", hint: "do its work by hand")
        }
        if let name = Self.builtIns.first(where: { node.source.contains("{{\($0)}}") }) {
            addNote(
                .unsupported, "", "{{\(name)}} is computed by ATAC, and is an ordinary variable here",
                hint: "give it a value")
        }
        return request
    }

    private static let builtIns = ["NOW", "TIMESTAMP", "UUIDv4", "UUIDv7"]

    /// `[{"enabled": true, "data": ["name", "value"]}]`
    private func readFields(_ list: JSONNode?) -> [CollectionField] {
        (list.map { Array($0.elements) } ?? []).map { entry in
            let data = entry["data"] ?? entry
            return CollectionField(
                data[0]?.displayText ?? "", data[1]?.displayText ?? "", isDisabled: entry["enabled"]?.bool == false)
        }
    }

    // MARK: Authentication

    private mutating func readAuth() -> CollectionAuth? {
        guard let auth = node["auth"], auth.kind == .object, let member = auth.members.first(where: { _ in true }) else {
            return nil
        }
        let value = member.value
        let fields = value.members.map { CollectionField($0.key, $0.value.displayText, isSecret: Self.secrets.contains($0.key)) }
        func fieldText(_ name: String) -> String { value[name]?.displayText ?? "" }
        switch member.key {
        case "basic_auth": return .basic(user: fieldText("username"), password: fieldText("password"))
        case "bearer_token": return .bearer(token: fieldText("token"))
        case "digest": return .digest(user: fieldText("username"), password: fieldText("password"))
        case "jwt_token":
            addNote(
                .unsupported, "/auth/jwt_token", "tokens are not made from a payload and a secret",
                hint: "make one and send it as a bearer token")
            return .other(name: "JWT", Array(fields))
        default:
            addNote(
                .unsupported, "/auth", "the authentication \(member.key.prefix(40)) is not known",
                hint: "use another way to sign in")
            return .other(name: member.key, Array(fields))
        }
    }

    private static let secrets: Set<String> = ["password", "secret", "token"]

    // MARK: Body

    private mutating func readBody(_ body: JSONNode, _ at: String) -> CollectionBody {
        guard body.kind == .object, let member = body.members.first(where: { _ in true }) else { return .none }
        switch member.key {
        case "raw": return .text(member.value.displayText, mediaType: "text/plain")
        case "json": return .text(member.value.displayText, mediaType: "application/json")
        case "html": return .text(member.value.displayText, mediaType: "text/html")
        case "xml": return .text(member.value.displayText, mediaType: "application/xml")
        case "javascript": return .text(member.value.displayText, mediaType: "application/javascript")
        case "file": return .file(path: member.value.displayText, mediaType: nil)
        case "form": return .form(readFields(member.value))
        case "multipart":
            return .multipart(
                readFields(member.value).map { field in
                    let isFile = field.value.hasPrefix("!!")
                    var part = CollectionPart(
                        field.name, isFile ? .file(path: String(field.value.dropFirst(2))) : .text(field.value))
                    part.isDisabled = field.isDisabled
                    return part
                })
        default:
            addNote(.unsupported, at, "the body \(member.key.prefix(40)) is not known", hint: "write it as a text")
            return .none
        }
    }

    // MARK: Settings

    private mutating func readSettings() -> CollectionOptions {
        var options = CollectionOptions()
        guard let settings = node["settings"] else { return options }
        options.followsRedirects = settings["allow_redirects"]?.bool
        options.timeout = settings["timeout"]?.double.flatMap { $0.isFinite && $0 > 0 ? $0 / 1_000 : nil }
        options.ignoresCookies = settings["store_received_cookies"]?.bool == false
        options.insecure = settings["accept_invalid_certs"]?.bool == true
        if settings["accept_invalid_hostnames"]?.bool == true, !options.insecure {
            addNote(
                .unsupported, "/settings/accept_invalid_hostnames", "a certificate for another host is not accepted",
                hint: "turn verification off completely")
        }
        return options
    }
}
