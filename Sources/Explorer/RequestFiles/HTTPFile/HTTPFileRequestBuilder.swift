// Makes a request from its lines: name, URL, options, header fields, auth, body.

struct HTTPFileRequestBuilder {
    let draft: HTTPFileDraft
    let context: HTTPFileContext
    var notes: [ImportNote] = []
    var request: CollectionRequest
    /// The header fields that are not yet interpreted.
    var headers: [HTTPFileDraft.Header]

    init(draft: HTTPFileDraft, context: HTTPFileContext) {
        self.draft = draft
        self.context = context
        headers = draft.headers
        let place = ImportPlace(file: context.file, line: draft.line)
        request = CollectionRequest(name: "", method: draft.requestLine.method, url: "", place: place)
    }

    mutating func addNote(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String) {
        notes.append(ImportNote(kind, ImportPlace(file: context.file, line: line), message, hint: hint))
    }

    /// - Returns: `nil`, with a note, if this program cannot send the request.
    mutating func build() -> CollectionRequest? {
        if let name = draft.requestLine.otherProtocol {
            addNote(.unsupported, draft.line, "a \(name) request is not read", hint: "only HTTP requests are sent")
            return nil
        }
        if draft.requestLine.target == "*" {
            addNote(.unsupported, draft.line, "a request for `*` is not read", hint: "write a URL")
            return nil
        }
        request.examples = draft.examples.map { example in
            var example = example
            while LineSyntax.hasSuffix(example.body, "\n") { example.body.removeLast() }
            return example
        }
        readMetadata()
        readTarget()
        readClientCertificate()
        readBody()
        readAuth()
        request.headers = headers.map(\.field)
        if let version = draft.requestLine.version, version != "HTTP/1.1" {
            addNote(.unsupported, draft.line, "it needs \(version)", hint: "the version is agreed with the server")
        }
        noteExpressions()
        return request
    }

    mutating func readMetadata() {
        var name: String?
        var title = draft.preamble.title
        for data in draft.preamble.metadata {
            switch data.kind {
            case .name: name = data.value.isEmpty ? name : data.value
            case .title: title = data.value.isEmpty ? title : data.value
            case .docs: request.docs += data.value + "\n"
            case .noRedirect: request.options.followsRedirects = false
            case .noCookies: request.options.ignoresCookies = true
            case .insecure: request.options.insecure = true
            case .proxy: request.options.proxy = VariableText.normalised(data.value)
            case .timeout: request.options.timeout = seconds(data)
            case .connectTimeout: request.options.connectTimeout = seconds(data)
            // No certificate is sent unless a header names one.
            case .noClientCertificate: break
            case .other: addNote(.unsupported, data.line, data.reason.message, hint: data.reason.hint)
            }
        }
        let line = "\(draft.requestLine.method) \(VariableText.normalised(draft.requestLine.target))"
        // A curl command already has a name.
        let own = draft.isCurl ? request.name : line
        request.name = name ?? (title.isEmpty ? own : title)
        // Other requests refer to the name; the title is for people.
        if name != nil, !title.isEmpty { request.docs = title + "\n" + request.docs }
        request.docs += draft.preamble.docs.joined(separator: "\n")
        while LineSyntax.hasSuffix(request.docs, "\n") { request.docs.removeLast() }
    }

    private mutating func seconds(_ data: HTTPFileMetadata) -> Double? {
        if let seconds = data.seconds { return seconds }
        addNote(.skipped, data.line, "`@\(data.key) \(data.value)` is not a duration", hint: "write seconds, or `500 ms`, `2 m`")
        return nil
    }

    /// A path without a host uses the Host field, or the variable `host`.
    private mutating func readTarget() {
        let target = VariableText.normalised(draft.requestLine.target)
        if let socket = Self.unixSocket(target) {
            request.options.unixSocket = socket.path
            request.url = "http://localhost" + socket.target
        } else if !LineSyntax.hasPrefix(target, "/") {
            request.url = target
        } else if let place = headers.firstIndex(where: { $0.field.name.lowercased() == "host" && !$0.field.value.isEmpty }) {
            let host = headers[place].field.value
            let hasScheme = HTTPRequestLine.scheme(host) != nil
            // A URL is not a valid value of the field.
            if hasScheme { headers.remove(at: place) }
            let base =
                hasScheme || LineSyntax.hasPrefix(host, "{{")
                ? host : (LineSyntax.hasSuffix(host, ":443") ? "https://" : "http://") + host
            request.url =
                (LineSyntax.hasSuffix(base, "/") ? String(decoding: base.utf8.dropLast(), as: UTF8.self) : base) + target
            addNote(.assumed, draft.line, "the URL is a path, and goes to the Host field", hint: "write the whole URL")
        } else {
            request.url = "{{host}}" + target
            if !context.hasHost {
                addNote(
                    .assumed, draft.line, "the URL is a path, and goes to the variable `host`", hint: "set `host` to `https://…`")
            }
        }
    }

    /// `unix:/var/run/docker.sock:/path`, also with `http://` before it.
    private static func unixSocket(_ target: String) -> (path: String, target: String)? {
        let bare = ["http://unix:", "https://unix:", "unix:"].first { LineSyntax.hasPrefix(target, $0) }
        guard let bare, let halves = LineSyntax.halves(LineSyntax.dropping(bare.utf8.count, of: target), at: UInt8(ascii: ":"))
        else {
            return nil
        }
        return (halves.before, LineSyntax.hasPrefix(halves.after, "/") ? halves.after : "/" + halves.after)
    }

    /// Reads `X-ClientCert: cert: ./a.pem key: ./b.pem`, which is not sent.
    private mutating func readClientCertificate() {
        for header in headers where Self.isClientCertificate(header) {
            var words = VariableText.words(header.field.value)[...]
            while let key = words.popFirst() {
                let value = words.popFirst() ?? ""
                switch key.lowercased() {
                case "cert:": request.options.certificateFile = value
                case "key:": request.options.keyFile = value
                case "passphrase:": break
                default:
                    addNote(.unsupported, header.line, "a client certificate as `\(key)` is not read", hint: "convert it to PEM")
                }
            }
        }
        headers.removeAll(where: Self.isClientCertificate)
    }

    private static func isClientCertificate(_ header: HTTPFileDraft.Header) -> Bool {
        ["x-clientcert", "clientcert"].contains(header.field.name.lowercased())
    }

    /// Reports variables that are scripts or values of other responses: they stay as written.
    mutating func noteExpressions() {
        var texts = [request.url] + request.headers.map(\.value) + draft.body.map(\.text)
        texts += draft.headers.filter { $0.field.name.lowercased() == "authorization" }.map(\.field.value)
        var isNoted: (script: Bool, answer: Bool) = (false, false)
        for expression in texts.flatMap(VariableText.expressions) where !LineSyntax.hasPrefix(expression, "$") {
            let first = LineSyntax.halves(expression, at: UInt8(ascii: "."))?.before ?? ""
            let isAnswer =
                context.responseNames.contains(first) || LineSyntax.hasSuffix(first, "Response")
                || expression.contains(".response.")
                || expression.contains(".request.")
            if isAnswer, !isNoted.answer {
                isNoted.answer = true
                addNote(
                    .unsupported, draft.line, "`{{\(expression)}}` comes from another request's response",
                    hint: "set it as a variable")
            } else if !isAnswer, !LineSyntax.isWord(expression, extra: "_-.$%:[]/@"), !isNoted.script {
                isNoted.script = true
                addNote(.unsupported, draft.line, "`{{\(expression)}}` is a script", hint: "write its value, or a variable")
            }
        }
    }
}
