// The URL, the header values and the body of a request as words, in which every secret is a variable.

import Document

extension SecretNames {
    package mutating func maskURL(_ url: URI) -> ShellWord {
        var parts: [ShellWord.Part] = []
        func appendText(_ text: String) { parts.append(.text(Array(text.utf8))) }
        if let scheme = url.scheme { appendText(scheme + ":") }
        if let authority = url.authority {
            appendText("//")
            if let at = authority.lastIndex(of: "@") {
                parts += maskUserInfo(authority[..<at])
                appendText(String(authority[at...]))
            } else {
                appendText(authority)
            }
        }
        parts += maskTail(url)
        return ShellWord(parts).joined
    }

    package mutating func maskHeader(_ field: HeaderField) -> ShellWord {
        // This is curl's notation for a field without a value.
        guard field.value.revealed.contains(where: { $0 != " " && $0 != "\t" }) else { return ShellWord(field.name + ";") }
        return (ShellWord("\(field.name): ") + maskHeaderValue(field)).joined
    }

    /// A word that is secret as a whole.
    package mutating func maskSecret(_ value: String, _ hint: String) -> ShellWord {
        value.isEmpty ? ShellWord() : ShellWord([makePart(value, hint)])
    }

    package mutating func maskHeaderValue(_ field: HeaderField) -> ShellWord {
        let value = field.value.revealed
        guard field.value.isSecret, !value.isEmpty else { return ShellWord(value) }
        // The scheme of an Authorization field is not secret.
        if let scheme = Self.scheme(of: value) {
            let hint = ["bearer", "token"].contains(scheme.lowercased()) ? "TOKEN" : "CREDENTIALS"
            let secret = makePart(String(value.dropFirst(scheme.count + 1)), hint)
            return (ShellWord("\(scheme) ") + ShellWord([secret])).joined
        }
        return ShellWord([makePart(value, field.name)])
    }

    /// The scheme, such as `Bearer` of `Bearer abc`; `nil` without a known scheme at the beginning.
    package static func scheme(of value: String) -> String? {
        guard let space = value.firstIndex(of: " "), schemes.contains(value[..<space].lowercased()) else { return nil }
        return String(value[..<space])
    }

    /// Masks the values with secret names in a form, its parts, or JSON.
    package mutating func maskBody(_ bytes: [UInt8], contentType: String, secret names: Set<String>) -> ShellWord {
        guard !reveals else { return ShellWord([.text(bytes)]) }
        let type = contentType.lowercased()
        if type.hasPrefix("application/x-www-form-urlencoded"), let text = String(validating: bytes, as: UTF8.self) {
            return ShellWord(maskPairs(text) { names.contains($0) || SensitiveNames.isSecretParameter($0) }).joined
        }
        if let boundary = Self.boundary(contentType) { return maskMultipart(bytes, boundary: boundary, secret: names) }
        return maskFields(bytes, secret: names)
    }

    /// Masks the values with secret names in a text: whole JSON members, and in other
    /// texts the value after the name.
    mutating func maskFields(_ bytes: [UInt8], secret names: Set<String>) -> ShellWord {
        let document = try? JSONDocument(bytes)
        var fields = document.map { Self.members($0, secret: names) } ?? []
        fields += FieldScan.ofRequest(names, isJSON: document != nil).fields(in: bytes)
        var parts: [ShellWord.Part] = []
        var done = 0
        for field in fields.merged() {
            parts.append(.text(Array(bytes[done..<field.range.lowerBound])))
            parts.append(makePart(String(decoding: bytes[field.range], as: UTF8.self), field.name))
            done = field.range.upperBound
        }
        return ShellWord(parts + [.text(Array(bytes[done...]))]).joined
    }

    /// As in ``URI/description``: a name with a password is shown; a name alone may be a token.
    private mutating func maskUserInfo(_ text: Substring) -> [ShellWord.Part] {
        guard let colon = text.firstIndex(of: ":"), text.index(after: colon) < text.endIndex else {
            guard let end = text.firstIndex(of: ":") else { return text.isEmpty ? [] : [makePart(String(text), "TOKEN")] }
            return [makePart(String(text[..<end]), "TOKEN"), .text([UInt8(ascii: ":")])]
        }
        return [.text(Array(text[...colon].utf8)), makePart(String(text[text.index(after: colon)...]), "PASSWORD")]
    }

    /// The path, query and fragment.
    private mutating func maskTail(_ url: URI) -> [ShellWord.Part] {
        let texts = SecretTexts(url.secretTexts)
        var isPath = true
        var parts: [ShellWord.Part] = []
        for part in replaceSecrets([.text(Array(url.tail.utf8))], texts.spanning) {
            guard case .text(let bytes) = part else {
                parts.append(part)
                continue
            }
            var rest = Substring(decoding: bytes, as: UTF8.self)
            if isPath {
                let path = rest.prefix { $0 != "?" && $0 != "#" }
                parts += replaceSecrets([.text(Array(path.utf8))], texts.inFields)
                rest = rest[path.endIndex...]
                isPath = rest.isEmpty
            }
            // The query, and the fragment after it.
            while !rest.isEmpty {
                if rest.first == "?" || rest.first == "#" { parts.append(.text(Array(String(rest.removeFirst()).utf8))) }
                let piece = rest.prefix { $0 != "#" }
                parts += maskPairs(piece, texts.inFields) { url.isSecret($0) }
                rest = rest[piece.endIndex...]
            }
        }
        return parts
    }

    /// Replaces each of these secrets by a variable.
    private mutating func replaceSecrets(_ parts: [ShellWord.Part], _ secrets: [String]) -> [ShellWord.Part] {
        var parts = parts
        for secret in secrets {
            parts = parts.flatMap { piece -> [ShellWord.Part] in
                guard case .text(let bytes) = piece else { return [piece] }
                let texts = String(decoding: bytes, as: UTF8.self).split(separator: secret, omittingEmptySubsequences: false)
                guard texts.count > 1 else { return [piece] }
                return Array(texts.map { [ShellWord.Part.text(Array($0.utf8))] }.joined(separator: [makePart(secret, "SECRET")]))
            }
        }
        return parts
    }

    /// The pairs `name=value&…` of a query or a form.
    /// - Parameter secrets: secret texts within values of any name.
    private mutating func maskPairs(
        _ text: some StringProtocol, _ secrets: [String] = [], isSecret: (String) -> Bool
    ) -> [ShellWord.Part] {
        var parts: [ShellWord.Part] = []
        for (index, pair) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { parts.append(.text([UInt8(ascii: "&")])) }
            guard let equals = pair.firstIndex(of: "="), pair.index(after: equals) < pair.endIndex else {
                parts += replaceSecrets([.text(Array(pair.utf8))], secrets)
                continue
            }
            let name = PercentCoding.decode(String(pair[..<equals]).replacing("+", with: " "))
            let value = String(pair[pair.index(after: equals)...])
            if isSecret(name) {
                parts += [.text(Array(pair[...equals].utf8)), makePart(value, name)]
            } else {
                parts += replaceSecrets([.text(Array(pair.utf8))], secrets)
            }
        }
        return parts
    }

    /// The secret members of a JSON text; objects and arrays as a whole.
    private static func members(_ document: JSONDocument, secret names: Set<String>) -> [FieldScan.Field] {
        var secrets: [FieldScan.Field] = []
        var open = [document.root]
        while let node = open.popLast() {
            open += node.elements.filter(\.isContainer)
            for (key, value) in node.members {
                if names.contains(key) || SensitiveNames.isSecretMember(key), value.kind != .null, value.kind != .true,
                    value.kind != .false
                {
                    let range = value.byteRange
                    let inside = value.kind == .string ? range.lowerBound + 1..<range.upperBound - 1 : range
                    if !inside.isEmpty { secrets.append(FieldScan.Field(range: inside, name: key)) }
                } else if value.isContainer {
                    open.append(value)
                }
            }
        }
        return secrets
    }

    private static let schemes: Set<String> = ["basic", "bearer", "digest", "token", "apikey", "negotiate", "ntlm", "dpop"]
}

extension JSONNode {
    fileprivate var isContainer: Bool { kind == .object || kind == .array }
}

extension ShellWord {
    /// The word with adjacent texts joined.
    package var joined: ShellWord {
        var parts: [Part] = []
        for part in self.parts {
            if case .text(let more) = part, case .text(let text)? = parts.last {
                parts[parts.count - 1] = .text(text + more)
            } else {
                parts.append(part)
            }
        }
        return ShellWord(parts)
    }
}
