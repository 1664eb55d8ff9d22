// Reads `requests:`: names with their requests, some in folders.

import Canvas
import Catalog
import NetLayer

struct RequestsReader {
    static let options = [
        "endpoint", "method", "url", "description", "parameters", "headers", "body", "auth", "policies", "assert", "capture",
    ]
    /// The options of a request that no user runs by its name.
    static let call = ["method", "url", "parameters", "headers", "body"]
    static let policies = ["timeout", "deadline", "retries", "redirects", "hedge", "priority"]
    static let auth = ["bearer", "basic", "header", "query"]
    /// The maximum depth of folders.
    private static let deepest = 8

    let folder: String

    func readRequests(_ node: ConfigNode) -> [WorkspaceRequest] { readRequests(node, prefix: "", depth: 1) }

    private func readRequests(_ node: ConfigNode, prefix: String, depth: Int) -> [WorkspaceRequest] {
        node.entries("'NAME: { endpoint: … }'").flatMap { entry -> [WorkspaceRequest] in
            guard isName(entry) else { return [] }
            guard let inner = entry.node["folder"] else { return readRequest(entry, prefix + entry.name).map { [$0] } ?? [] }
            _ = entry.options(["folder"], why: { Self.options.contains($0) ? "it belongs into a request, not to a folder" : nil })
            guard depth < Self.deepest else {
                entry.complain("folders are nested more than \(Self.deepest) deep", "move it up")
                return []
            }
            let folder = ConfigNode(node: inner, name: entry.name, notes: entry.notes)
            return readRequests(folder, prefix: prefix + entry.name + "/", depth: depth + 1)
        }
    }

    /// Users type names on a command line, and a slash separates folders.
    private func isName(_ entry: ConfigNode) -> Bool {
        let isGood =
            !entry.name.isEmpty && !entry.name.hasPrefix("-")
            && entry.name.unicodeScalars.allSatisfy { $0 != "/" && $0.value > 0x20 && $0.value != 0x7f }
        if !isGood { entry.complain("'\(entry.name)' is not a request name", "take one word without '/'") }
        return isGood
    }

    private func readRequest(_ node: ConfigNode, _ name: String) -> WorkspaceRequest? {
        let options = node.options(Self.options)
        guard node.node.kind == .object, let target = readTarget(node, options) else { return nil }
        var request = makeRequest(name, target, node, options)
        _ = options["description"]?.readText()
        request.auth = options["auth"].flatMap(readAuth) ?? .inherited
        if let policies = options["policies"]?.options(Self.policies) {
            request.timeout = policies["timeout"]?.readDuration()
            request.retries = policies["retries"]?.readCount(0...100)
            request.followsRedirects = policies["redirects"]?.readFlag()
            let calls = CallPoliciesReader.readPolicies(policies)
            (request.deadline, request.hedge, request.priority) = (calls.deadline, calls.hedge, calls.priority)
        }
        request.assertions = options["assert"].map { AssertionsReader(folder: folder).readAssertions($0) } ?? []
        request.captures = options["capture"].map(CapturesReader.readCaptures) ?? []
        return request
    }

    /// A request of which ``call`` are the options. It is a POST unless it names another method.
    /// - Parameter options: its options, which may have others among them.
    func readCall(_ node: ConfigNode, _ options: [String: ConfigNode]) -> WorkspaceRequest? {
        guard node.node.kind == .object else { return nil }
        guard options["url"] != nil else {
            node.complain("\(node.name) has no url", "write 'url: /path' below it")
            return nil
        }
        return readTarget(node, options, usualMethod: "POST").map { makeRequest(node.name, $0, node, options) }
    }

    /// What the request sends, without its authentication and policies.
    private func makeRequest(
        _ name: String, _ target: WorkspaceRequest.Target, _ node: ConfigNode, _ options: [String: ConfigNode]
    ) -> WorkspaceRequest {
        var request = WorkspaceRequest(name: name, line: node.line, target: target)
        request.parameters = options["parameters"]?.values(in: folder) ?? []
        request.headers = options["headers"].map(readHeaders) ?? []
        request.body = options["body"].flatMap { SavedBodyReader(folder: folder).readBody($0) } ?? .none
        if !node.notes.isTrusted, options["body"].map(SavedBodyReader.namesFiles) == true {
            request.withheld = "its body is a file"
        }
        request.bounds = SourceBounds(
            folder: WorkspaceTrust.resolvedPath(folder), includesHidden: true, hint: "Put the file into the folder.")
        return request
    }

    private func readTarget(
        _ node: ConfigNode, _ options: [String: ConfigNode], usualMethod: String = "GET"
    ) -> WorkspaceRequest.Target? {
        if let endpoint = options["endpoint"] {
            guard options["url"] == nil, options["method"] == nil else {
                node.complain("\(node.name) has an endpoint and an address", "write 'endpoint:', or 'method:' and 'url:'")
                return nil
            }
            return endpoint.readText().map { .endpoint($0) }
        }
        guard let url = options["url"] else {
            node.complain("\(node.name) does not name a target", "write 'endpoint: ID', or 'method: GET' and 'url: /path'")
            return nil
        }
        let word = options["method"].map { $0.readText() } ?? usualMethod
        guard let word, let text = url.reference(in: folder) else { return nil }
        let method = HTTPMethod(rawValue: word)
        guard method.isValid, word == word.uppercased() else {
            options["method"]?.complain("method '\(word)' is none", "write it in capitals, such as GET or POST")
            return nil
        }
        if let guess = Self.misspelt(method) {
            options["method"]?.complain("method '\(word)' is not known", "did you mean \(guess)?")
            return nil
        }
        if let start = text.literal, !start.hasPrefix("/") || start.hasPrefix("//"), !URI(start).isAbsoluteHTTP {
            url.complain("'\(start)' is not a URL", "write http:// or https:// and a host, or a path that begins with /")
            return nil
        }
        return .address(method, text)
    }

    /// Servers may have methods of their own, but a method that is almost a common one is a mistake.
    private static func misspelt(_ method: HTTPMethod) -> String? {
        let usual: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
        let registered: Set<HTTPMethod> = [
            "ACL", "BIND", "CHECKIN", "CHECKOUT", "CONNECT", "COPY", "LABEL", "LINK", "LIST", "LOCK", "MERGE", "MKCOL", "MOVE",
            "POLL",
            "PURGE", "REBIND", "REPORT", "SEARCH", "UNBIND", "UNLINK", "UNLOCK", "UPDATE",
        ]
        guard !usual.contains(method), !registered.contains(method) else { return nil }
        return ClosestName.match(method.rawValue, among: usual.map(\.rawValue))
    }

    private func readHeaders(_ node: ConfigNode) -> [WorkspaceRequest.Value] {
        node.entries("'X-Name: value'").compactMap { entry in
            guard HTTPMethod(rawValue: entry.name).isValid else {
                entry.complain("'\(entry.name)' is not a header name", "write one, for example X-Api-Key")
                return nil
            }
            guard let text = entry.reference(in: folder) else { return nil }
            guard !SensitiveNames.isSecretHeader(entry.name) || text.literal == nil else {
                entry.complain(
                    "\(entry.name) holds a secret", "write ${env:NAME} or a variable: a workspace is shared, its secrets are not")
                return nil
            }
            return WorkspaceRequest.Value(entry.name, text)
        }
    }

    private func readAuth(_ node: ConfigNode) -> WorkspaceRequest.Auth? {
        if node.node.string == "none" { return WorkspaceRequest.Auth.none }
        let options = node.options(Self.auth)
        guard options.count == 1, let (kind, value) = options.first else {
            if node.node.kind == .object {
                node.complain(
                    "the auth of a request must be one of \(Self.auth.joined(separator: ", "))",
                    "write one of them, or 'auth: none'")
            }
            return nil
        }
        switch kind {
        case "bearer": return readSecret(value).map { .bearer($0) }
        case "basic":
            guard let (user, password) = readPair(value, "user", "password"), let user = user.reference(in: folder),
                let password = readSecret(password)
            else { return nil }
            return .basic(user: user, password: password)
        case _:
            guard let (name, text) = readPair(value, "name", "value"), let name = name.readText(), let text = readSecret(text)
            else {
                return nil
            }
            guard kind == "query" || HTTPMethod(rawValue: name).isValid else {
                value.complain("'\(name)' is not a header name", "write one, for example X-Api-Key")
                return nil
            }
            return kind == "query" ? .query(name, text) : .header(name, text)
        }
    }

    private func readPair(_ node: ConfigNode, _ one: String, _ other: String) -> (ConfigNode, ConfigNode)? {
        let options = node.options([one, other])
        guard let first = options[one], let second = options[other] else {
            if node.node.kind == .object { node.complain("\(node.name) needs a \(one) and a \(other)", "write both below it") }
            return nil
        }
        return (first, second)
    }

    private func readSecret(_ node: ConfigNode) -> WorkspaceText? {
        guard let text = node.reference(in: folder) else { return nil }
        guard text.literal == nil else {
            node.complain(
                "\(node.name) holds a secret", "write ${env:NAME} or a variable: a workspace is shared, its secrets are not")
            return nil
        }
        return text
    }
}

extension ConfigNode {
    /// Names and their values; a list repeats the name.
    func values(in folder: String) -> [WorkspaceRequest.Value] {
        entries("'name: value'").flatMap { entry in
            entry.elements.compactMap { element in
                element.reference(in: folder).map { WorkspaceRequest.Value(entry.name, $0) }
            }
        }
    }
}
