// A URL as curl accepts it: without a scheme, with globs, credentials, the name
// of an upload and appended data.

/// A parsed URL.
struct CurlURL {
    var text: String
    /// The decoded `user:password` from before the host.
    var user: String?
    var password: String?
    var notes: [ImportNote] = []

    /// - Parameters:
    ///   - query: appended to the query of the URL.
    ///   - upload: the name of the file to send. curl appends it to a path that ends with a slash.
    /// - Returns: an empty text if curl would use another protocol.
    static func readURL(_ value: CurlValue, globs: Bool, query: [UInt8], upload: String?, file: String) -> CurlURL {
        var url = CurlURL(text: "")
        let place = ImportPlace(file: file, line: value.line)
        var bytes = value.bytes
        if globs, url.readGlobs(&bytes) {
            url.notes.append(
                ImportNote(
                    .unsupported, place,
                    "braces and brackets in a URL make curl send a request for each value; kept as written",
                    hint: "write one URL for each, or add -g to keep them"))
        }
        switch addScheme(to: &bytes) {
        case .other(let scheme):
            url.notes.append(ImportNote(.unsupported, place, "\(scheme) is not HTTP", hint: "only http and https are read"))
            return CurlURL(text: "", notes: url.notes)
        case .http: url.takeCredentials(from: &bytes)
        case .variable: break
        }
        if let upload { append(upload: upload, to: &bytes) }
        if !query.isEmpty { append(query: query, to: &bytes) }
        if bytes.contains(where: { $0 <= ShellByte.space || $0 == 0x7f }) {
            url.notes.append(
                ImportNote(
                    .assumed, place, "the URL has a blank or a control character, which curl refuses",
                    hint: "write %20 for a blank"))
        }
        url.text = String(decoding: bytes, as: UTF8.self)
        return url
    }

    private enum Scheme {
        case http
        /// The URL begins with a variable, which may hold a scheme.
        case variable
        case other(String)
    }

    private static func addScheme(to bytes: inout [UInt8]) -> Scheme {
        if bytes.starts(with: [ShellByte.openBrace, ShellByte.openBrace]) { return .variable }
        let name = bytes.prefix {
            ShellByte.isLetter($0) || ShellByte.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".")
                || $0 == UInt8(ascii: "-")
        }
        let rest = bytes[name.endIndex...]
        let scheme = String(decoding: name, as: UTF8.self).lowercased()
        if !name.isEmpty, rest.starts(with: Array(":/".utf8)) {
            guard scheme == "http" || scheme == "https" else { return .other(scheme) }
            // curl reads one slash or three as two.
            let slashes = rest.dropFirst().prefix { $0 == UInt8(ascii: "/") }.count
            bytes = Array("\(scheme)://".utf8) + rest.dropFirst(1 + slashes)
            return .http
        }
        for other in ["ftp", "dict", "ldap", "imap", "smtp", "pop3"] where scheme.hasPrefix(other + ".") { return .other(other) }
        bytes = Array("http://".utf8) + bytes
        return .http
    }

    private mutating func takeCredentials(from bytes: inout [UInt8]) {
        guard let start = Self.authority(bytes), let at = bytes[start].lastIndex(of: UInt8(ascii: "@")) else { return }
        let info = bytes[start.lowerBound..<at]
        let colon = info.firstIndex(of: UInt8(ascii: ":"))
        user = String(decoding: CurlEncoding.decoded(info[..<(colon ?? info.endIndex)]), as: UTF8.self)
        password = colon.map { String(decoding: CurlEncoding.decoded(info[($0 + 1)...]), as: UTF8.self) } ?? ""
        bytes.removeSubrange(start.lowerBound...at)
    }

    /// Resolves `.` and `..` in the path of the URL (RFC 3986 §5.2.4).
    static func withoutDots(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let start = authority(bytes)?.upperBound else { return text }
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        var kept: [ArraySlice<UInt8>] = []
        let segments = bytes[start..<end].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isUp = segment.elementsEqual("..".utf8)
            guard isUp || segment.elementsEqual(".".utf8) else {
                kept.append(segment)
                continue
            }
            if isUp { _ = kept.popLast() }
            // A path that ends in dots ends in a folder.
            if index == segments.count - 1 { kept.append([]) }
        }
        let path = kept.map { [UInt8(ascii: "/")] + $0 }.joined()
        return String(decoding: bytes[..<start] + path + bytes[end...], as: UTF8.self)
    }

    /// The range of the authority: the host, with its port and credentials.
    static func authority(_ bytes: [UInt8]) -> Range<Int>? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: Array("://".utf8)) else {
            return nil
        }
        let end = bytes[(colon + 3)...].firstIndex(where: isEndOfPart) ?? bytes.endIndex
        return colon + 3..<end
    }

    /// The path, or the host where there is none.
    static func shortName(_ url: String) -> String {
        let bytes = Array(url.utf8)
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let host = authority(bytes) ?? 0..<(bytes[..<end].firstIndex(of: UInt8(ascii: "/")) ?? end)
        let path = bytes[min(host.upperBound, end)..<end]
        let name = path.count > 1 ? path : bytes[host]
        return String(String(decoding: name, as: UTF8.self).prefix(120))
    }

    private static func isEndOfPart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func append(upload: String, to bytes: inout [UInt8]) {
        let host = authority(bytes)?.upperBound ?? 0
        let end = bytes[host...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let path = bytes[host..<end]
        guard path.isEmpty || path.last == UInt8(ascii: "/") else { return }
        let name =
            upload.utf8.lastIndex(of: UInt8(ascii: "/")).map { upload.utf8[upload.utf8.index(after: $0)...] } ?? upload.utf8[...]
        bytes.insert(
            contentsOf: (path.isEmpty ? [UInt8(ascii: "/")] : []) + CurlEncoding.encodedForURL(Array(name)), at: end)
    }

    private static func append(query: [UInt8], to bytes: inout [UInt8]) {
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?"))
        let old = mark.map { bytes[($0 + 1)..<end] } ?? []
        var added: [UInt8] =
            mark == nil ? [UInt8(ascii: "?")] : old.isEmpty || old.last == ShellByte.ampersand ? [] : [ShellByte.ampersand]
        added += withSmallEscapes(query)
        bytes.insert(contentsOf: added, at: end)
    }

    /// curl writes the escapes of data that it appends to a URL in lowercase.
    private static func withSmallEscapes(_ query: [UInt8]) -> [UInt8] {
        var query = query
        for index in query.indices where query[index] == UInt8(ascii: "%") && index + 2 < query.count {
            guard ShellByte.hexValue(query[index + 1]) != nil, ShellByte.hexValue(query[index + 2]) != nil else { continue }
            for digit in [index + 1, index + 2] where ShellByte.isLetter(query[digit]) { query[digit] |= 0x20 }
        }
        return query
    }

    /// Removes the backslashes before brackets that are not globs.
    /// - Returns: whether there are globs.
    private func readGlobs(_ bytes: inout [UInt8]) -> Bool {
        var output: [UInt8] = []
        var index = 0
        var hasGlobs = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ShellByte.backslash, index + 1 < bytes.count, Self.isGlob(bytes[index + 1]) {
                output.append(bytes[index + 1])
                index += 2
                continue
            }
            if let end = CurlEncoding.endOfVariable(bytes, from: index) ?? Self.endOfLiteral(bytes, from: index) {
                output += bytes[index..<end]
                index = end
                continue
            }
            if Self.isGlob(byte) { hasGlobs = true }
            output.append(byte)
            index += 1
        }
        bytes = output
        return hasGlobs
    }

    private static func isGlob(_ byte: UInt8) -> Bool {
        byte == ShellByte.openBrace || byte == ShellByte.closeBrace || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }

    /// `[]` and an IPv6 address are literal.
    private static func endOfLiteral(_ bytes: [UInt8], from start: Int) -> Int? {
        guard bytes[start] == UInt8(ascii: "[") else { return nil }
        let inner = bytes[(start + 1)...].prefix(48).prefix {
            ShellByte.hexValue($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
        guard inner.endIndex < bytes.count, bytes[inner.endIndex] == UInt8(ascii: "]") else { return nil }
        return inner.isEmpty || inner.contains(UInt8(ascii: ":")) && inner.count > 2 || inner.elementsEqual("::".utf8)
            ? inner.endIndex + 1 : nil
    }
}
