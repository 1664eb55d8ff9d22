// Makes requests of what a command line said, as curl would: method, URL, header fields, body, authentication.

/// The requests of one group of options: one for each URL.
struct CurlRequests {
    private(set) var requests: [CollectionRequest] = []
    private(set) var notes: [ImportNote] = []
    private let settings: CurlSettings
    private let input: ShellInput?
    private let file: String
    private var headers: CurlHeaders

    /// So many URLs of one command are read: each has its own copy of the data that `-G` puts into it.
    private static let limit = 1_000
    /// And so many bytes of such data.
    private static let queryLimit = 4_000_000

    static func make(_ settings: CurlSettings, input: ShellInput?, file: String) -> CurlRequests {
        var maker = CurlRequests(settings, input: input, file: file)
        maker.run()
        return maker
    }

    private init(_ settings: CurlSettings, input: ShellInput?, file: String) {
        self.settings = settings
        self.input = input
        self.file = file
        headers = CurlHeaders.read(settings.headers, file: file)
        notes = headers.notes
    }

    private mutating func note(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String = "") {
        notes.append(ImportNote(kind, ImportPlace(file: file, line: line), message, hint: hint))
    }

    private mutating func run() {
        guard !settings.urls.isEmpty else {
            note(.skipped, settings.line, "the command has no URL", hint: "write one")
            return
        }
        refuseConflicts()
        addHeaders()
        let data = dataBytes()
        let body = body(data)
        let query = query(data)
        let limit = min(Self.limit, max(1, Self.queryLimit / max(1, query.count)))
        for (number, url) in settings.urls.prefix(limit).enumerated() {
            let upload = number < settings.uploads.count ? settings.uploads[number] : nil
            make(url, upload: upload.flatMap { $0.bytes.isEmpty ? nil : $0 }, body: body, query: query)
        }
        if let upload = settings.uploads.dropFirst(settings.urls.count).first {
            note(.skipped, upload.line, "a file to send has no URL of its own", hint: "write a URL for each -T")
        }
        if settings.urls.count > limit {
            note(
                .skipped, settings.line, "the command has \(settings.urls.count) URLs; the first \(limit) are read",
                hint: "split it")
        }
    }

    /// `-G` moves the data into the URL, unless there is something else to send.
    private var movesData: Bool { settings.asksGet && settings.parts.isEmpty }

    private mutating func refuseConflicts() {
        let hasData = !settings.data.isEmpty && !settings.asksGet
        let kinds = [
            hasData ? "data (-d)" : nil, settings.parts.isEmpty ? nil : "a form (-F)",
            settings.uploads.isEmpty ? nil : "a file (-T)",
            settings.asksHead ? "HEAD (-I)" : nil,
        ].compactMap { $0 }
        guard kinds.count > 1 else { return }
        note(
            .assumed, settings.line, "curl refuses to send \(kinds.joined(separator: " and ")) at once", hint: "keep one of them")
    }

    // MARK: Header fields

    private mutating func addHeaders() {
        var added: [CollectionField] = []
        if let agent = settings.userAgent, !agent.isEmpty { added.append(CollectionField("User-Agent", agent)) }
        if let range = settings.resume ?? settings.range {
            if sendsNothing {
                added.append(CollectionField("Range", "bytes=\(range.text)"))
            } else {
                note(.unsupported, range.line, "a range of what is sent is not kept", hint: "send the whole")
            }
        }
        if let referer = settings.referer { added += self.referer(referer) }
        added += cookie()
        headers.prepend(added)
        if settings.isJSON {
            if movesData { headers.append(CollectionField("Content-Type", "application/json")) }
            headers.append(CollectionField("Accept", "application/json"))
        }
    }

    private var sendsNothing: Bool {
        (settings.data.isEmpty || settings.asksGet) && settings.parts.isEmpty && settings.uploads.allSatisfy(\.bytes.isEmpty)
    }

    private mutating func referer(_ value: CurlValue) -> [CollectionField] {
        var text = value.text
        if text.hasSuffix(";auto") {
            text.removeLast(5)
            note(.unsupported, value.line, "that a redirect sets the field Referer is not kept")
        }
        return text.isEmpty ? [] : [CollectionField("Referer", text)]
    }

    private mutating func cookie() -> [CollectionField] {
        var texts: [String] = []
        for cookie in settings.cookies where !cookie.bytes.isEmpty {
            // curl takes what has no = for a file; a variable may hold one.
            if cookie.bytes.contains(UInt8(ascii: "=")) || cookie.bytes.starts(with: [ShellByte.openBrace, ShellByte.openBrace]) {
                texts.append(cookie.text)
            } else {
                note(
                    .unsupported, cookie.line, "without a = it is a file of cookies, which is not read",
                    hint: "write them as -b 'name=value'")
            }
        }
        if !texts.isEmpty, headers.names("cookie"), let line = settings.cookies.first?.line {
            note(
                .assumed, line, "the header field Cookie is sent, and -b is not, as curl does",
                hint: "write all cookies in one place")
        }
        return texts.isEmpty ? [] : [CollectionField("Cookie", texts.joined(separator: ";"))]
    }

    // MARK: Body

    /// All texts of `-d` and its like as one; a file among them is not in it.
    private mutating func dataBytes() -> [UInt8] {
        var output: [UInt8] = []
        for (number, datum) in settings.data.enumerated() {
            if number > 0, !datum.isJoined { output.append(ShellByte.ampersand) }
            switch datum.content {
            case .text(let text): output += text
            case .file(let path, _), .encodedFile(let path, _):
                guard settings.data.count > 1 || movesData else { continue }
                note(
                    .unsupported, datum.line, "the file \(path) is one of several data, and left out",
                    hint: "put its content there, or send it alone")
            }
        }
        return output
    }

    private mutating func body(_ data: [UInt8]) -> CollectionBody {
        if !settings.parts.isEmpty {
            let form = CurlForm.read(settings.parts, input: input, file: file)
            notes += form.notes
            dropMultipartType()
            return .multipart(form.parts)
        }
        guard !settings.data.isEmpty, !movesData else { return .none }
        let standard = settings.isJSON ? "application/json" : "application/x-www-form-urlencoded"
        let type = headers.names("content-type") ? headers.value("content-type") : standard
        if settings.data.count == 1, let datum = settings.data.first {
            switch datum.content {
            case .text: break
            case .file(let path, let dropsLineBreaks):
                if dropsLineBreaks {
                    note(
                        .assumed, datum.line, "curl leaves the line breaks of \(path) out; here it is sent as it is",
                        hint: "use --data-binary")
                }
                return .file(path: path, mediaType: type)
            case .encodedFile(let path, let name):
                note(
                    .unsupported, datum.line,
                    "the file \(path) is sent as it is; curl encodes it\(name.isEmpty ? "" : " behind \(name)=")",
                    hint: "put its content there")
                return .file(path: path, mediaType: type)
            }
        }
        let isForm = type.map { $0.lowercased().hasPrefix("application/x-www-form-urlencoded") } ?? false
        if isForm, let fields = CurlEncoding.fields(data) { return .form(fields) }
        return .text(String(decoding: data, as: UTF8.self), mediaType: type)
    }

    /// curl writes the boundary behind the user's own multipart/form-data: the plain field says nothing new.
    private mutating func dropMultipartType() {
        guard let type = headers.value("content-type") else { return }
        let name = type.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard name.trimmingBlanks == "multipart/form-data" else {
            note(
                .unsupported, settings.line, "curl sends the form as \(type), with a boundary added",
                hint: "send it as multipart/form-data")
            return
        }
        headers.remove("content-type")
    }

    private mutating func query(_ data: [UInt8]) -> [UInt8] {
        // curl forgets --url-query where -G has data.
        if movesData, !settings.data.isEmpty {
            if let query = settings.queries.first {
                note(.assumed, query.line, "--url-query is left out, as curl does beside -G", hint: "write it as -d")
            }
            return data
        }
        var pieces: [[UInt8]] = []
        for query in settings.queries {
            if query.bytes.first == UInt8(ascii: "+") {
                pieces.append(Array(query.bytes.dropFirst()))
                continue
            }
            switch CurlEncoding.datum(query) {
            case .text(let text): pieces.append(text)
            case .file(let path, _), .encodedFile(let path, _):
                note(.unsupported, query.line, "the file \(path) is not put into the URL", hint: "write its content there")
            }
        }
        return Array(pieces.joined(separator: [ShellByte.ampersand]))
    }

    // MARK: The request

    private mutating func make(_ value: CurlValue, upload: CurlValue?, body: CollectionBody, query: [UInt8]) {
        let isStream = upload?.text == "-" || upload?.text == "."
        let url = CurlURL.read(
            value, globs: settings.takesGlobs, query: query, upload: isStream ? nil : upload?.text, file: file)
        notes += url.notes
        guard !url.text.isEmpty else { return }
        var body = body
        if let upload { body = self.body(of: upload, isStream: isStream) }
        let standard = upload != nil ? "PUT" : settings.asksHead ? "HEAD" : body == .none ? "GET" : "POST"
        let method = settings.method?.text ?? ""
        if method.isEmpty, let empty = settings.method {
            note(.assumed, empty.line, "the method is empty; read as \(standard)", hint: "write one")
        }
        var request = CollectionRequest(
            name: "", method: method.isEmpty ? standard : method, url: url.text, place: ImportPlace(file: file, line: value.line))
        request.name = "\(request.method) \(CurlURL.shortName(url.text))"
        request.headers = headers.fields
        request.body = body
        request.options = settings.options
        request.auth = authentication(url)
        if let line = settings.pathAsIs,
            url.text.utf8.split(separator: UInt8(ascii: "/")).contains(where: {
                $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8)
            })
        {
            note(.unsupported, line, "--path-as-is is not kept; the dots in the path are worked out before it is sent")
        }
        requests.append(request)
    }

    private mutating func body(of upload: CurlValue, isStream: Bool) -> CollectionBody {
        let type = headers.value("content-type")
        guard isStream else {
            if upload.bytes.contains(where: { $0 == ShellByte.openBrace || $0 == UInt8(ascii: "[") }) {
                note(
                    .unsupported, upload.line, "braces and brackets in -T make curl send several files; kept as they are written")
            }
            return .file(path: upload.text, mediaType: type)
        }
        switch input {
        case .text(let text): return .text(String(decoding: text, as: UTF8.self), mediaType: type)
        case .file(let path): return .file(path: path, mediaType: type)
        case nil:
            note(.unsupported, upload.line, "what the command reads from its standard input is not known", hint: "name a file")
            return .none
        }
    }

    private mutating func authentication(_ url: CurlURL) -> CollectionAuth? {
        let line = settings.user?.line ?? settings.line
        let hasUser = settings.user != nil || url.user != nil
        if headers.names("authorization") {
            if hasUser || settings.bearer != nil {
                note(
                    .assumed, line, "the header field Authorization is sent, and the user or token is not, as curl does",
                    hint: "keep one of them")
            }
            return nil
        }
        if let bearer = settings.bearer { return .bearer(token: bearer) }
        guard hasUser else { return nil }
        var (user, password) = (url.user ?? "", url.password ?? "")
        if let value = settings.user {
            let colon = value.bytes.firstIndex(of: UInt8(ascii: ":"))
            user = String(decoding: value.bytes[..<(colon ?? value.bytes.endIndex)], as: UTF8.self)
            password = colon.map { String(decoding: value.bytes[($0 + 1)...], as: UTF8.self) } ?? ""
            if colon == nil {
                note(.assumed, line, "the user has no password here; curl asks for it", hint: "write user:password")
            }
        }
        if let aws = settings.aws { return signature(aws, url, user, password) }
        switch settings.scheme ?? .basic {
        case .basic: return .basic(user: user, password: password)
        case .digest: return .digest(user: user, password: password)
        case .any:
            note(.assumed, line, "curl asks the server how to sign in; read as --basic", hint: "name the way the server wants")
            return .basic(user: user, password: password)
        case .ntlm: return other("NTLM", line, user, password)
        case .negotiate: return other("Negotiate", line, user, password)
        }
    }

    private mutating func other(_ name: String, _ line: Int, _ user: String, _ password: String) -> CollectionAuth {
        note(.unsupported, line, "\(name) authentication is not done", hint: "use another way to sign in")
        return .other(name: name, [CollectionField("user", user), CollectionField("password", password, isSecret: true)])
    }

    /// `provider:provider:region:service`; what is missing curl takes from the host's name.
    private mutating func signature(_ value: CurlValue, _ url: CurlURL, _ key: String, _ secret: String) -> CollectionAuth {
        let parts = value.bytes.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if parts[0] != "aws" || (parts.count > 1 && parts[1] != "amz") {
            note(
                .unsupported, value.line,
                "signatures are made for aws:amz; \(parts.prefix(2).joined(separator: ":")) is not known")
        }
        let host = CurlURL.authority(Array(url.text.utf8)).map { String(decoding: Array(url.text.utf8)[$0], as: UTF8.self) } ?? ""
        let labels = host.split(separator: ".").map(String.init)
        let region = parts.count > 2 && !parts[2].isEmpty ? parts[2] : labels.count > 1 ? labels[1] : ""
        let service = parts.count > 3 && !parts[3].isEmpty ? parts[3] : labels.first ?? ""
        return .awsSigV4(accessKey: key, secretKey: secret, region: region, service: service, sessionToken: "")
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
