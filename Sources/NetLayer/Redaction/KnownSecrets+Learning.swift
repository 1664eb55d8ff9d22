// Collects the secrets of a request and a response: all values that are masked in displays.

import Document

extension KnownSecrets {
    /// Learns the secrets of a request: header fields, cookies, parts of its URL, fields of its body, and
    /// credentials of its connection.
    public mutating func learn(_ request: WireRequest) {
        var found = request.headers.fields.flatMap(Self.secrets)
        found += Self.secrets(request.url)
        found += request.parameters.filter(\.isHidden).flatMap { parameter in
            parameter.place == .cookie ? Self.cookie(parameter.value.revealed) : Self.rawAndDecoded(parameter.value.revealed)
        }
        let body = SearchedBody(request.body).bytes
        found += Self.secrets(body, request.headers["Content-Type"] ?? "", request.secretFields)
        if request.isBodySecret { found += Self.whole(body) }
        if let authentication = request.connection.authentication {
            let (user, password) = authentication.credentials
            if !password.isEmpty { found += [password, "\(user):\(password)"] }
        }
        if let proxy = request.connection.proxy { found += Self.secrets(URI(proxy.reveal())) }
        learn(found)
    }

    /// Learns the secrets of a response head: cookies that it sets, tokens in other fields.
    public mutating func learn(_ head: ResponseHead) { learn(head.headers.fields.flatMap(Self.secrets)) }

    /// Learns the secrets of the requests that a task has sent and of the responses that it got, as far as its
    /// row still has them.
    package mutating func learn(_ row: TaskRow) {
        for request in row.requests { learn(request) }
        if let copy = row.hedge { learn(copy.request) }
        for exchange in row.exchanges { if let head = exchange.head { learn(head) } }
        if let head = row.flight?.head { learn(head) }
    }

    // MARK: Parts

    private static func secrets(_ field: HeaderField) -> [String] {
        guard field.value.isSecret else { return [] }
        let value = field.value.revealed
        if field.name.isSameFieldName(as: "Cookie") {
            return value.split(separator: ";").flatMap { cookie(String($0.drop { $0 == " " }), isPair: true) }
        }
        if field.name.isSameFieldName(as: "Set-Cookie") {
            return value.split(separator: ";").first.map { cookie(String($0), isPair: true) } ?? []
        }
        if ["Location", "Content-Location", "Referer"].contains(where: field.name.isSameFieldName) { return secrets(URI(value)) }
        // The links themselves are not secret, but their queries may be.
        if field.name.isSameFieldName(as: "Link") { return WebLink.parse([value]).flatMap { secrets(URI($0.target)) } }
        guard let space = value.firstIndex(of: " ") else { return [value] + parts(value) }
        let rest = String(value[value.index(after: space)...])
        // The scheme of an Authorization field is not secret.
        guard let scheme = SecretNames.scheme(of: value) else { return [value, rest] + parts(rest) }
        return [rest] + (scheme.lowercased() == "basic" ? basicCredentials(rest) : parts(rest))
    }

    /// The secret values in structured credentials: `Token token="x"`, `ApiKey id:x`, `AWS4-HMAC-SHA256
    /// Credential=…, Signature=x`.
    private static func parts(_ text: String) -> [String] {
        let pairs = text.split(separator: ",").compactMap { piece -> (name: String, value: String)? in
            guard let equals = piece.firstIndex(of: "="), piece.index(after: equals) < piece.endIndex else { return nil }
            let name = piece[..<equals].filter { $0 != " " }
            guard name.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "_" }) else { return nil }
            let value = piece[piece.index(after: equals)...].drop { $0 == " " || $0 == "\"" }
            return (name, String(value.prefix { $0 != "\"" }))
        }
        let proofs = pairs.filter { SensitiveNames.isSecretMember($0.name) || $0.name.lowercased() == "response" }.map(\.value)
        guard pairs.isEmpty, let colon = text.lastIndex(of: ":") else { return proofs }
        return proofs + [String(text[text.index(after: colon)...])]
    }

    /// The `user:password` of a Basic credential, and the password alone.
    private static func basicCredentials(_ text: String) -> [String] {
        guard let bytes = Base64.decode(text) else { return [] }
        let pair = String(decoding: bytes, as: UTF8.self)
        guard let colon = pair.firstIndex(of: ":") else { return [pair] }
        return [pair, String(pair[pair.index(after: colon)...])]
    }

    /// - Parameter isPair: the name precedes the value.
    private static func cookie(_ text: String, isPair: Bool = false) -> [String] {
        var value = text[...]
        if isPair { value = text.firstIndex(of: "=").map { text[text.index(after: $0)...] } ?? "" }
        let plain = value.filter { $0 != "\"" }
        return plain.utf8.count < shortestCookie ? [] : rawAndDecoded(plain)
    }

    /// The text as on the wire, and decoded.
    private static func rawAndDecoded(_ text: String) -> [String] {
        let decoded = PercentCoding.decode(text)
        return decoded == text ? [text] : [text, decoded]
    }

    private static func secrets(_ url: URI) -> [String] {
        var found = url.secretTexts.flatMap { rawAndDecoded($0.reveal()) }
        if let authority = url.authority, let at = authority.lastIndex(of: "@") {
            let user = authority[..<at]
            let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, !parts[1].isEmpty {
                found += rawAndDecoded(parts[1]) + rawAndDecoded(String(user))
            } else {
                found += rawAndDecoded(parts[0])
            }
        }
        for part in [url.query, url.fragment].compactMap(\.self) {
            for pair in part.split(separator: "&") {
                guard let equals = pair.firstIndex(of: "=") else { continue }
                let name = PercentCoding.decode(String(pair[..<equals]).replacing("+", with: " "))
                guard url.isSecret(name) else { continue }
                found += formValue(String(pair[pair.index(after: equals)...]))
            }
        }
        return found
    }

    private static func formValue(_ text: String) -> [String] { [text, PercentCoding.decode(text.replacing("+", with: " "))] }

    /// The values of a body's fields with secret names.
    static func secrets(_ bytes: [UInt8], _ contentType: String, _ fields: Set<String>) -> [String] {
        var names = SecretNames(reveals: false)
        _ = names.maskBody(bytes, contentType: contentType, secret: fields)
        let isForm = contentType.lowercased().hasPrefix("application/x-www-form-urlencoded")
        return names.values.values.flatMap { value -> [String] in
            if isForm { return formValue(value) }
            guard value.first == "{" || value.first == "[", let root = try? JSONDocument(Array(value.utf8)).root else {
                // As written between quotes, and as written without them.
                return ResponseSecrets.readings(of: value, isQuoted: true) + ResponseSecrets.readings(of: value, isQuoted: false)
            }
            // An object or array is masked as a whole, but its strings may come back one by one.
            return strings(in: root)
        }
    }

    /// The secrets of a body that is secret as a whole: its text, or the strings in a JSON string or array.
    /// For an object, the code that created it knows the secrets.
    private static func whole(_ bytes: [UInt8]) -> [String] {
        guard let root = try? JSONDocument(bytes).root else {
            return bytes.count <= longest ? [String(decoding: bytes, as: UTF8.self)] : []
        }
        return root.kind == .array ? strings(in: root) : [root.string].compactMap(\.self)
    }

    /// The strings of an array: each is a secret of its own, with the minimum of other secrets
    /// (``shortest``). Strings of objects and arrays inside must be longer than most words: `"kind": "plain"`
    /// is no secret.
    private static func strings(in root: JSONNode) -> [String] {
        var found = root.kind == .array ? root.elements.compactMap(\.string) : []
        var open = [root]
        while let node = open.popLast() {
            for child in node.kind == .object ? node.members.map(\.value) : Array(node.elements) {
                if let text = child.string, text.utf8.count >= shortestCookie { found.append(text) }
                if child.kind == .object || child.kind == .array { open.append(child) }
            }
        }
        return found
    }
}
