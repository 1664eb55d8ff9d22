// Makes requests from a command line, as curl would: method, URL, header fields, body, authentication.

/// The requests of one group of options, one for each URL.
struct CurlRequests {
    private(set) var requests: [CollectionRequest] = []
    var notes: [ImportNote] = []
    let settings: CurlSettings
    let input: ShellInput?
    let file: String
    var headers: CurlHeaders

    /// The maximum number of URLs of one command: each has its own copy of the data that `-G` puts into it.
    private static let limit = 1_000
    /// The maximum number of bytes of such data, over all URLs.
    private static let queryLimit = 4_000_000

    static func makeRequests(_ settings: CurlSettings, input: ShellInput?, file: String) -> CurlRequests {
        var maker = CurlRequests(settings, input: input, file: file)
        maker.buildRequests()
        return maker
    }

    private init(_ settings: CurlSettings, input: ShellInput?, file: String) {
        self.settings = settings
        self.input = input
        self.file = file
        headers = CurlHeaders.readHeaders(settings.headers, file: file)
        if let agent = settings.userAgent, agent.bytes.isEmpty {
            headers.leaveOut("User-Agent", at: ImportPlace(file: file, line: agent.line))
        }
        notes = headers.notes
    }

    mutating func addNote(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String = "") {
        notes.append(ImportNote(kind, ImportPlace(file: file, line: line), message, hint: hint))
    }

    private mutating func buildRequests() {
        guard !settings.urls.isEmpty else {
            addNote(.skipped, settings.line, "the command has no URL", hint: "write one")
            return
        }
        reportConflicts()
        addHeaders()
        let data = dataBytes()
        let body = makeBody(data)
        let query = query(data)
        let proxy = proxy()
        let limit = min(Self.limit, max(1, Self.queryLimit / max(1, query.count)))
        for (number, url) in settings.urls.prefix(limit).enumerated() {
            let upload = number < settings.uploads.count ? settings.uploads[number] : nil
            makeRequest(url, upload: upload.flatMap { $0.bytes.isEmpty ? nil : $0 }, body: body, query: query, proxy: proxy)
        }
        if let upload = settings.uploads.dropFirst(settings.urls.count).first {
            addNote(.skipped, upload.line, "a file to send has no URL of its own", hint: "write a URL for each -T")
        }
        if settings.urls.count > limit {
            addNote(
                .skipped, settings.line, "the command has \(settings.urls.count) URLs; the first \(limit) are read",
                hint: "split it")
        }
    }

    /// `-G` moves the data into the URL, unless the request sends a form.
    var movesData: Bool { settings.asksGet && settings.parts.isEmpty }

    private mutating func reportConflicts() {
        // With -G, data and HEAD go together; all other combinations conflict.
        let isAlone = settings.parts.isEmpty && settings.uploads.isEmpty
        let hasData = !settings.data.isEmpty && !(settings.asksGet && isAlone)
        let kinds = [
            hasData ? "data (-d)" : nil, settings.parts.isEmpty ? nil : "a form (-F)",
            settings.uploads.isEmpty ? nil : "a file (-T)",
            settings.asksHead ? "HEAD (-I)" : nil,
        ].compactMap { $0 }
        guard kinds.count > 1 else { return }
        addNote(
            .assumed, settings.line, "curl refuses to send \(kinds.joined(separator: " and ")) at once", hint: "keep one of them")
    }

    // MARK: Header fields

    private mutating func addHeaders() {
        var added: [CollectionField] = []
        if let agent = settings.userAgent, !agent.bytes.isEmpty { added.append(CollectionField("User-Agent", agent.text)) }
        if let range = settings.resume ?? settings.range {
            if sendsNothing {
                added.append(CollectionField("Range", "bytes=\(range.text)"))
            } else {
                addNote(.unsupported, range.line, "a range of the upload is not kept", hint: "send the whole")
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
            addNote(.unsupported, value.line, "the field Referer of redirects is not kept")
        }
        return text.isEmpty ? [] : [CollectionField("Referer", text)]
    }

    private mutating func cookie() -> [CollectionField] {
        var texts: [String] = []
        for cookie in settings.cookies where !cookie.bytes.isEmpty {
            // curl reads a value without = as a file name; a variable may contain an =.
            if cookie.bytes.contains(UInt8(ascii: "=")) || cookie.bytes.starts(with: [ShellByte.openBrace, ShellByte.openBrace]) {
                texts.append(cookie.text)
            } else {
                addNote(
                    .unsupported, cookie.line, "the cookies in the file \(cookie.text) are not read",
                    hint: "write them as -b 'name=value'")
            }
        }
        if !texts.isEmpty, headers.hasUserField("cookie"), let line = settings.cookies.first?.line {
            addNote(
                .assumed, line, "the header field Cookie is sent, and -b is not, as curl does",
                hint: "write all cookies in one place")
        }
        return texts.isEmpty ? [] : [CollectionField("Cookie", texts.joined(separator: ";"))]
    }

    // MARK: The request

    private mutating func makeRequest(
        _ value: CurlValue, upload: CurlValue?, body: CollectionBody, query: [UInt8], proxy: String?
    ) {
        let isStream = upload?.text == "-" || upload?.text == "."
        let url = CurlURL.readURL(
            value, globs: settings.takesGlobs, query: query, upload: isStream ? nil : upload?.text, file: file)
        notes += url.notes
        guard !url.text.isEmpty else { return }
        var body = body
        if let upload { body = self.makeBody(of: upload, isStream: isStream) }
        let isData = body != .none || !settings.data.isEmpty && !movesData
        let standard = upload != nil ? "PUT" : settings.asksHead ? "HEAD" : isData ? "POST" : "GET"
        let method = settings.method?.text ?? ""
        if method.isEmpty, let empty = settings.method {
            addNote(.assumed, empty.line, "the method is empty; read as \(standard)", hint: "write one")
        }
        // Imported URLs are sent as written, but curl resolves the dots, so resolve them here.
        let address = settings.pathAsIs ? url.text : CurlURL.withoutDots(url.text)
        var request = CollectionRequest(
            name: "", method: method.isEmpty ? standard : method, url: address, place: ImportPlace(file: file, line: value.line))
        request.name = "\(request.method) \(CurlURL.shortName(url.text))"
        request.headers = headers.fields
        request.body = body
        request.options = settings.options
        request.options.proxy = proxy
        request.auth = authentication(url)
        requests.append(request)
    }
}
