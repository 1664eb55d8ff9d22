// One request of an archive: URL, query, header fields, cookies. Bodies are in HARBody.swift.

import Document

/// Reads a request object.
struct HARRequest {
    let node: JSONNode
    let place: ImportPlace
    private let lines: LineIndex
    var notes: [ImportNote] = []
    /// The names of the header fields that are omitted because each connection makes its own.
    private(set) var dropped: [String] = []
    var headers: [CollectionField] = []

    init(_ node: JSONNode, place: ImportPlace, lines: LineIndex) {
        self.node = node
        self.place = place
        self.lines = lines
    }

    /// - Parameter value: the node whose line the note gives. Default: the member itself.
    mutating func addNote(
        _ kind: ImportNote.Kind, _ member: String, _ message: String, hint: String = "", at value: JSONNode? = nil
    ) {
        var place = place
        place.pointer = (place.pointer ?? "") + member
        if let value = value ?? node.resolve(pointer: member) { place.line = lines.lineNumber(of: value.byteRange.lowerBound) }
        notes.append(ImportNote(kind, place, message, hint: hint))
    }

    /// - Returns: the request; `nil`, with a note, if it cannot be sent.
    mutating func readRequest() -> CollectionRequest? {
        let url = node["url"]?.string ?? ""
        guard !url.isEmpty else {
            addNote(.skipped, "/url", "the request has no URL", hint: "write one, or delete the entry")
            return nil
        }
        if let scheme = Self.foreignScheme(url) {
            addNote(.unsupported, "/url", "\(scheme) is not HTTP", hint: "only http and https are read")
            return nil
        }
        var method = node["method"]?.string ?? ""
        if method.isEmpty {
            addNote(.assumed, "/method", "the request has no method; read as GET", hint: "write one")
            method = "GET"
        }
        guard RequestMethod.isValid(method) else {
            addNote(.skipped, "/method", RequestMethod.refusal, hint: RequestMethod.hint)
            return nil
        }
        guard !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            addNote(.skipped, "/url", "the URL has a control character in it", hint: "correct it, or delete the entry")
            return nil
        }
        var request = CollectionRequest(name: "", method: method, url: url, place: place)
        let comment = node["comment"]?.string ?? ""
        let title = comment.split(separator: "\n").first.map(String.init) ?? ""
        request.name = title.isEmpty ? "\(method) \(CurlURL.shortName(url))" : String(title.prefix(120))
        request.docs = comment == request.name ? "" : comment
        readHeaders(url)
        readCookies()
        request.query = readQuery(url)
        request.body = readBody()
        request.headers = headers
        return request
    }

    /// `data`, `wss`, `chrome-extension`; `nil` for HTTP, and for a URL without a scheme.
    private static func foreignScheme(_ url: String) -> String? {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = url[..<colon].lowercased()
        guard !scheme.isEmpty, scheme.utf8.count < 30,
            scheme.utf8.allSatisfy({ ShellByte.isName($0) || $0 == UInt8(ascii: "-") }),
            scheme != "http", scheme != "https"
        else { return nil }
        let isHost = !url[colon...].hasPrefix("://") && !["data", "blob", "about", "javascript", "file"].contains(scheme)
        return isHost ? nil : scheme
    }

    // MARK: Header fields

    private mutating func readHeaders(_ url: String) {
        let bytes = Array(url.utf8)
        let host = CurlURL.authority(bytes).map { String(decoding: bytes[$0], as: UTF8.self).lowercased() } ?? ""
        var number = 0
        for header in node["headers"].map({ Array($0.elements) }) ?? [] {
            defer { number += 1 }
            let name = header["name"]?.string ?? ""
            let value = header["value"]?.displayText ?? ""
            if name.isEmpty {
                addNote(.skipped, "/headers/\(number)", "the header field has no name", hint: "write one", at: header)
            } else if name.utf8.first == UInt8(ascii: ":") || Self.ofConnection.contains(name.lowercased())
                || (name.lowercased() == "host" && (value.lowercased() == host || host.isEmpty))
            {
                dropped.append(name)
            } else {
                headers.append(CollectionField(name, value, docs: header["comment"]?.string ?? ""))
            }
        }
    }

    /// Fields of one connection (RFC 9110 §7.6.1), and fields that are computed for each request.
    private static let ofConnection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
        "http2-settings",
    ]

    private mutating func readCookies() {
        let cookies = node["cookies"]?.elements.compactMap { cookie -> (String, String)? in
            guard let name = cookie["name"]?.string, !name.isEmpty else { return nil }
            return (name, cookie["value"]?.displayText ?? "")
        }
        guard let cookies, !cookies.isEmpty else { return }
        let sent = headers.filter { $0.name.lowercased() == "cookie" }
        guard !sent.isEmpty else {
            headers.append(CollectionField("Cookie", cookies.map { "\($0)=\($1)" }.joined(separator: "; ")))
            return
        }
        let pairs = Set(sent.flatMap { $0.value.split(separator: ";").map { $0.drop { $0 == " " } } })
        let names = Set(pairs.map { $0.prefix { $0 != "=" } })
        if cookies.contains(where: { !names.contains($0.0[...]) }) {
            addNote(
                .assumed, "/cookies", "the cookies and the header field Cookie disagree; the field is sent",
                hint: "add what is missing to the field")
        }
    }

    // MARK: Query

    /// Parameters that the URL itself does not contain. A query in the URL stays there, as it was sent.
    private mutating func readQuery(_ url: String) -> [CollectionField] {
        let fields = (node["queryString"].map { Array($0.elements) } ?? []).map {
            CollectionField($0["name"]?.displayText ?? "", $0["value"]?.displayText ?? "", docs: $0["comment"]?.string ?? "")
        }
        guard !fields.isEmpty else { return [] }
        let bytes = Array(url.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")), mark + 1 < end else {
            addNote(
                .assumed, "/queryString", "the URL has no query, and queryString has one; it is sent",
                hint: "write it into the URL")
            return fields
        }
        let inURL = bytes[(mark + 1)..<end].split(separator: ShellByte.ampersand).map { pair -> (String, String) in
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            return (Self.plain(pair[..<(equals ?? pair.endIndex)]), Self.plain(equals.map { pair[($0 + 1)...] } ?? []))
        }
        let agrees =
            inURL.count == fields.count
            && zip(inURL, fields).allSatisfy { pair, field in
                Self.isSame(pair.0, field.name) && Self.isSame(pair.1, field.value)
            }
        if !agrees {
            addNote(
                .assumed, "/queryString", "queryString and the URL disagree; the URL is sent",
                hint: "write the query into the URL")
        }
        return []
    }

    /// Some programs write queryString decoded, others as sent.
    private static func isSame(_ inURL: String, _ field: String) -> Bool {
        inURL == field || inURL == plain(Array(field.utf8)[...])
    }

    static func plain(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: CurlEncoding.decoded(text.map { $0 == UInt8(ascii: "+") ? ShellByte.space : $0 }), as: UTF8.self)
    }
}
