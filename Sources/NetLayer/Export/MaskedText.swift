// The URL, the header values and the body of a request as words in which every secret is a variable.

import Document

extension SecretNames {
    mutating func url(_ url: URI) -> ShellWord {
        var parts: [ShellWord.Part] = []
        func add(_ text: String) { parts.append(.text(Array(text.utf8))) }
        if let scheme = url.scheme { add(scheme + ":") }
        if let authority = url.authority {
            add("//")
            if let at = authority.lastIndex(of: "@") {
                parts += user(authority[..<at])
                add(String(authority[at...]))
            } else {
                add(authority)
            }
        }
        parts += path(url)
        if let query = url.query {
            add("?")
            parts += pairs(query, secret: url.secretNames)
        }
        if let fragment = url.fragment { add("#" + fragment) }
        return ShellWord(parts).joined
    }

    mutating func header(_ field: HeaderField) -> ShellWord {
        // This is how curl writes a field without a value.
        guard field.value.revealed.contains(where: { $0 != " " && $0 != "\t" }) else { return ShellWord(field.name + ";") }
        return (ShellWord("\(field.name): ") + headerValue(field)).joined
    }

    /// A whole word that is secret.
    mutating func secret(_ value: String, _ hint: String) -> ShellWord {
        value.isEmpty ? ShellWord() : ShellWord([part(value, hint)])
    }

    mutating func headerValue(_ field: HeaderField) -> ShellWord {
        let value = field.value.revealed
        guard field.value.isSecret, !value.isEmpty else { return ShellWord(value) }
        // The scheme of an Authorization says how, not who.
        if let scheme = Self.scheme(of: value) {
            let hint = ["bearer", "token"].contains(scheme.lowercased()) ? "TOKEN" : "CREDENTIALS"
            let secret = part(String(value.dropFirst(scheme.count + 1)), hint)
            return (ShellWord("\(scheme) ") + ShellWord([secret])).joined
        }
        return ShellWord([part(value, field.name)])
    }

    /// `Bearer` of `Bearer abc`; `nil` where the value does not begin with a scheme that is known.
    static func scheme(of value: String) -> String? {
        guard let space = value.firstIndex(of: " "), schemes.contains(value[..<space].lowercased()) else { return nil }
        return String(value[..<space])
    }

    /// Masks what the names of a form, of its parts or of JSON say is secret.
    mutating func body(_ bytes: [UInt8], contentType: String, secret names: Set<String>) -> ShellWord {
        guard !reveals else { return ShellWord([.text(bytes)]) }
        let type = contentType.lowercased()
        if type.hasPrefix("application/x-www-form-urlencoded"), let text = String(validating: bytes, as: UTF8.self) {
            return ShellWord(pairs(text, secret: names)).joined
        }
        if let boundary = Self.boundary(contentType) { return multipart(bytes, boundary: boundary, secret: names) }
        if let document = try? JSONDocument(bytes) { return json(document, secret: names) }
        return ShellWord([.text(bytes)])
    }

    /// As in ``URI/description``: a name is shown beside its password; alone it may be a token.
    private mutating func user(_ text: Substring) -> [ShellWord.Part] {
        guard let colon = text.firstIndex(of: ":"), text.index(after: colon) < text.endIndex else {
            guard let end = text.firstIndex(of: ":") else { return text.isEmpty ? [] : [part(String(text), "TOKEN")] }
            return [part(String(text[..<end]), "TOKEN"), .text([UInt8(ascii: ":")])]
        }
        return [.text(Array(text[...colon].utf8)), part(String(text[text.index(after: colon)...]), "PASSWORD")]
    }

    private mutating func path(_ url: URI) -> [ShellWord.Part] {
        var parts: [ShellWord.Part] = [.text(Array(url.path.utf8))]
        // Longer ones first: one secret may be the beginning of another.
        for secret in url.secretTexts.map({ $0.reveal() }).sorted(by: { ($0.count, $0) > ($1.count, $1) }) where !secret.isEmpty {
            parts = parts.flatMap { piece -> [ShellWord.Part] in
                guard case .text(let bytes) = piece else { return [piece] }
                let texts = String(decoding: bytes, as: UTF8.self).split(separator: secret, omittingEmptySubsequences: false)
                return Array(texts.map { [ShellWord.Part.text(Array($0.utf8))] }.joined(separator: [part(secret, "SECRET")]))
            }
        }
        return parts
    }

    /// `name=value&…` of a query or a form.
    private mutating func pairs(_ text: String, secret names: Set<String>) -> [ShellWord.Part] {
        var parts: [ShellWord.Part] = []
        for (index, pair) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { parts.append(.text([UInt8(ascii: "&")])) }
            guard let equals = pair.firstIndex(of: "="), pair.index(after: equals) < pair.endIndex else {
                parts.append(.text(Array(pair.utf8)))
                continue
            }
            let name = PercentCoding.decode(String(pair[..<equals]).replacing("+", with: " "))
            let value = String(pair[pair.index(after: equals)...])
            if names.contains(name) || SensitiveNames.isSecretParameter(name) {
                parts += [.text(Array(pair[...equals].utf8)), part(value, name)]
            } else {
                parts.append(.text(Array(pair.utf8)))
            }
        }
        return parts
    }

    private mutating func json(_ document: JSONDocument, secret names: Set<String>) -> ShellWord {
        var secrets: [(range: Range<Int>, name: String)] = []
        var open = [document.root]
        while let node = open.popLast() {
            open += node.elements.filter(\.isContainer)
            for (key, value) in node.members {
                if names.contains(key) || SensitiveNames.isSecretMember(key), value.kind != .null, value.kind != .true,
                    value.kind != .false
                {
                    let range = value.byteRange
                    secrets.append((value.kind == .string ? range.lowerBound + 1..<range.upperBound - 1 : range, key))
                } else if value.isContainer {
                    open.append(value)
                }
            }
        }
        var parts: [ShellWord.Part] = []
        var done = 0
        for secret in secrets.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where !secret.range.isEmpty {
            parts.append(.text(Array(document.bytes[done..<secret.range.lowerBound])))
            parts.append(part(String(decoding: document.bytes[secret.range], as: UTF8.self), secret.name))
            done = secret.range.upperBound
        }
        return ShellWord(parts + [.text(Array(document.bytes[done...]))])
    }

    private static let schemes: Set<String> = ["basic", "bearer", "digest", "token", "apikey", "negotiate", "ntlm", "dpop"]
}

extension JSONNode {
    fileprivate var isContainer: Bool { kind == .object || kind == .array }
}

extension ShellWord {
    /// Neighbouring texts as one.
    var joined: ShellWord {
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
