// How a request authenticates: `-u`, a token, a signature, or credentials in the URL.

extension CurlRequests {
    mutating func authentication(_ url: CurlURL) -> CollectionAuth? {
        let line = settings.user?.line ?? settings.line
        let hasUser = settings.user != nil || url.user != nil
        if headers.hasUserField("authorization") {
            if hasUser || settings.bearer != nil {
                addNote(
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
                addNote(.assumed, line, "the user has no password here; curl asks for it", hint: "write user:password")
            }
        }
        if let aws = settings.aws { return signature(aws, url, user, password) }
        switch settings.scheme ?? .basic {
        case .basic: return .basic(user: user, password: password)
        case .digest: return .digest(user: user, password: password)
        case .any:
            addNote(.assumed, line, "curl asks the server how to sign in; read as --basic", hint: "name the way the server wants")
            return .basic(user: user, password: password)
        case .ntlm: return other("NTLM", line, user, password)
        case .negotiate: return other("Negotiate", line, user, password)
        }
    }

    /// The proxy with its user and password in the URL, where curl looks first.
    mutating func proxy() -> String? {
        guard let value = settings.proxyUser else { return settings.options.proxy }
        guard let proxy = settings.options.proxy, !proxy.isEmpty else {
            addNote(.unsupported, value.line, "a user of a proxy is named, and no proxy", hint: "name it as -x")
            return settings.options.proxy
        }
        let bytes = Array(proxy.utf8)
        let host = CurlURL.authority(bytes) ?? 0..<bytes.count
        guard !bytes[host].contains(UInt8(ascii: "@")) else { return proxy }
        let pieces = value.bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let user = pieces.map { CurlEncoding.encodedForURL(Array($0)) }.joined(separator: [UInt8(ascii: ":")])
        return String(decoding: bytes[..<host.lowerBound] + user + [UInt8(ascii: "@")] + bytes[host.lowerBound...], as: UTF8.self)
    }

    private mutating func other(_ name: String, _ line: Int, _ user: String, _ password: String) -> CollectionAuth {
        addNote(.unsupported, line, "\(name) authentication is not supported", hint: "use another way to sign in")
        return .other(name: name, [CollectionField("user", user), CollectionField("password", password, isSecret: true)])
    }

    /// `provider:provider:region:service`. curl takes missing parts from the host's name.
    private mutating func signature(_ value: CurlValue, _ url: CurlURL, _ key: String, _ secret: String) -> CollectionAuth {
        let parts = value.bytes.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if parts[0] != "aws" || (parts.count > 1 && parts[1] != "amz") {
            addNote(
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
