// A URL in its parts, by RFC 3986, exactly as written: nothing is normalised, because the wire must carry what was asked for.

/// A URL reference (RFC 3986). Parsing never changes a byte except that bytes which may not stand in a URL are percent-encoded.
///
/// `description` masks a password and the values of secret query parameters; ``revealed`` is the text for the wire.
public struct URI: Sendable, Hashable, CustomStringConvertible {
    public var scheme: String?
    /// `user:password@host:port`, without the slashes.
    public var authority: String?
    public var path: String
    /// Without the question mark; `nil` when there is none.
    public var query: String?
    public var fragment: String?
    /// Query names whose values are masked, besides those of ``SensitiveNames``.
    public var secretNames: Set<String> = []

    /// Splits by RFC 3986 appendix B. Never fails: what is wrong shows in ``isAbsoluteHTTP``.
    public init(_ text: String) {
        var rest = Substring(Self.escaped(text))
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon]).lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// The host in lower case, without brackets, user and port.
    public var host: String? {
        guard let authority else { return nil }
        var part = authority[...]
        if let at = part.lastIndex(of: "@") { part = part[part.index(after: at)...] }
        if part.hasPrefix("["), let close = part.firstIndex(of: "]") { return part[part.index(after: part.startIndex)..<close].lowercased() }
        return String(part[..<(part.firstIndex(of: ":") ?? part.endIndex)]).lowercased()
    }

    /// The port, or the scheme's own.
    public var port: Int? {
        if let authority {
            let part = authority[(authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
            let tail = part[(part.lastIndex(of: "]") ?? part.startIndex)...]
            if let colon = tail.lastIndex(of: ":"), let port = Int(tail[tail.index(after: colon)...]) { return port }
        }
        switch scheme {
        case "http": return 80
        case "https": return 443
        default: return nil
        }
    }

    /// `scheme://host:port`, the unit of trust (RFC 6454 §4) and of the per-host limit.
    public var origin: String { "\(scheme ?? "")://\(host ?? ""):\(port ?? 0)" }

    public var isAbsoluteHTTP: Bool { (scheme == "http" || scheme == "https") && !(host ?? "").isEmpty && isPortValid }

    private var isPortValid: Bool { port.map { (1...65535).contains($0) } ?? false }

    /// The text as sent.
    public var revealed: String { text(authority: authority, query: query) }

    /// The text for people: password and secret query values masked.
    public var description: String {
        var shownAuthority = authority
        if let authority, let at = authority.lastIndex(of: "@") {
            let user = authority[..<at].prefix { $0 != ":" }
            shownAuthority = (user.count < authority[..<at].count ? "\(user):\(Secret.mask)" : String(user)) + authority[at...]
        }
        return text(authority: shownAuthority, query: query.map(maskedQuery))
    }

    private func maskedQuery(_ query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair -> String in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            let name = PercentCoding.decode(String(pair[..<equals]))
            let secret = secretNames.contains(name) || SensitiveNames.isSecretParameter(name)
            return secret ? "\(pair[..<equals])=\(Secret.mask)" : String(pair)
        }.joined(separator: "&")
    }

    private func text(authority: String?, query: String?) -> String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path + (query.map { "?" + $0 } ?? "")
            + (fragment.map { "#" + $0 } ?? "")
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7a else { return false }
        return text.utf8.allSatisfy { byte in
            ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2b || byte == 0x2d || byte == 0x2e
        }
    }

    /// Spaces, controls, non-ASCII and the five unwise ASCII characters become percent escapes; everything else stays.
    private static func escaped(_ text: String) -> String {
        let clean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !unwise.contains($0) }
        return clean ? text : text.utf8.map { $0 > 0x20 && $0 < 0x7f && !unwise.contains($0) ? String(UnicodeScalar($0)) : PercentCoding.escape($0) }.joined()
    }

    private static let unwise: [UInt8] = Array("\"<>\\^`{|}".utf8)
}

extension URI {
    /// The target of a reference that was found in a document at `self` (RFC 3986 §5.2.2).
    public func resolving(_ reference: URI) -> URI {
        var target = reference
        target.secretNames.formUnion(secretNames)
        guard reference.scheme == nil else {
            target.path = Self.removingDots(reference.path)
            return target
        }
        target.scheme = scheme
        guard reference.authority == nil else {
            target.path = Self.removingDots(reference.path)
            return target
        }
        target.authority = authority
        if reference.path.isEmpty {
            target.path = path
            target.query = reference.query ?? query
        } else if reference.path.hasPrefix("/") {
            target.path = Self.removingDots(reference.path)
        } else {
            let merged = authority != nil && path.isEmpty ? "/" : path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
            target.path = Self.removingDots(merged + reference.path)
        }
        return target
    }

    /// RFC 3986 §5.2.4.
    static func removingDots(_ path: String) -> String {
        guard path.contains(".") else { return path }
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { output.append("") }
            case "..":
                if output.count > 1 || (output.count == 1 && output[0] != "") { output.removeLast() }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }
}
