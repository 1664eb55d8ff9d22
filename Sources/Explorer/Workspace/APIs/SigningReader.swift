// Reads the keys of `auth:` that sign requests: `hmac:` and `http-signature:` (RFC 9421). The key itself is
// outside the file, and is never sent.

import Catalog
import NetLayer

struct SigningReader {
    /// The names of both below `auth:`.
    static let kinds = ["hmac", "http-signature"]
    private static let common = ["key-id", "key", "key-coding", "algorithm"]
    static let hmacOptions = common + headers.map(\.option) + ["signature-coding"]
    static let signatureOptions = common + ["components", "label", "expires", "tag", "nonce"]

    /// The only algorithm of the network library.
    private static let algorithm = "hmac-sha256"
    /// The options that rename a header field of `hmac:`.
    private static let headers: [(option: String, field: WritableKeyPath<HMACSigning, String> & Sendable)] = [
        ("key-header", \.keyHeader), ("time-header", \.timeHeader), ("nonce-header", \.nonceHeader),
        ("signature-header", \.signatureHeader),
    ]

    let texts: SecretText

    /// - Returns: `nil` without a key; the reason is recorded.
    func readHMAC(_ node: ConfigNode) -> Credential? {
        let options = node.options(Self.hmacOptions)
        // Every option is checked, also where the key is not known until the user agrees.
        let names = Self.headers.map { ($0.field, options[$0.option].flatMap(readFieldName)) }
        refuseSharedHeaders(options)
        let coding = options["signature-coding"]?.readWord(HMACSigning.Coding.allCases.map(\.rawValue))
        guard let (id, key) = readKey(options, node) else { return nil }
        var signing = HMACSigning(keyID: id, key: key)
        for case (let field, let name?) in names { signing[keyPath: field] = name }
        signing.coding = coding.flatMap(HMACSigning.Coding.init(rawValue:)) ?? signing.coding
        return .hmac(signing)
    }

    /// - Returns: `nil` without a key; the reason is recorded.
    func readSignature(_ node: ConfigNode) -> Credential? {
        let options = node.options(Self.signatureOptions)
        let components = options["components"].map(readComponents)
        let label = options["label"].flatMap { $0.readText() }
        let lifetime = options["expires"].flatMap(readLifetime)
        let tag = options["tag"].flatMap { $0.readText() }
        let nonce = options["nonce"].flatMap { $0.readFlag() }
        if let tag, !Self.isVisible(tag) { refuseLetters(options["tag"]) }
        if let label, !Self.isLabel(label) {
            options["label"]?.complain("'\(label)' is not a label", "write a small letter, then letters, digits, _ - . or *")
        }
        guard let (id, key) = readKey(options, node) else { return nil }
        var signing = MessageSigning(keyID: id, key: key)
        if let components { signing.components = components }
        if let label { signing.label = label }
        (signing.lifetime, signing.tag, signing.hasNonce) = (lifetime, tag, nonce ?? true)
        return .messageSignature(signing)
    }

    private func readKey(_ options: [String: ConfigNode], _ node: ConfigNode) -> (id: String, key: SigningKey)? {
        let coding = options["key-coding"]?.readWord(SigningKey.Coding.allCases.map(\.rawValue))
        _ = options["algorithm"]?.readWord([Self.algorithm])
        guard node.node.kind == .object else { return nil }
        // The name of the key is sent as it is; the key is outside the file.
        for (name, example) in [("key-id", "NAME"), ("key", "${secret:NAME}")] where options[name] == nil {
            node.complain("\(node.name) has no \(name)", "write '\(name): \(example)' below it")
        }
        guard let id = options["key-id"].flatMap({ texts.resolveText($0, isSecret: false) }),
            let key = options["key"].flatMap({ texts.resolveText($0) })
        else { return nil }
        guard Self.isVisible(id) else {
            refuseLetters(options["key-id"])
            return nil
        }
        let signing = SigningKey(Secret(key), coding: coding.flatMap(SigningKey.Coding.init(rawValue:)) ?? .utf8)
        guard signing.isReadable else {
            options["key"]?.complain("the key is not base64", "correct the secret, or write 'key-coding: utf8'")
            return nil
        }
        return (id, signing)
    }

    /// In whole seconds, as a signature names its time (RFC 9421 §2.3).
    private func readLifetime(_ node: ConfigNode) -> Duration? {
        guard let span = node.readDuration() else { return nil }
        guard span.components.attoseconds == 0 else {
            node.complain("\(node.name) \(node.node.displayText) has a part of a second", "take whole seconds from 1s")
            return nil
        }
        return span
    }

    /// The message does not repeat the text: it may come from outside the file.
    private func refuseLetters(_ node: ConfigNode?) {
        node?.complain("\(node?.name ?? "") has characters outside of ASCII", "write letters, digits and signs of ASCII")
    }

    /// The characters of a string in a header field (RFC 9651 §3.3.3).
    private static func isVisible(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    private func readFieldName(_ node: ConfigNode) -> String? {
        guard let text = node.readText() else { return nil }
        guard HTTPMethod(rawValue: text).isValid else {
            node.complain("'\(text)' is not a header name", "write one, for example X-Signature")
            return nil
        }
        guard !Self.ownHeaders.contains(text.lowercased()) else {
            node.complain("'\(text)' is a header of the transport", "write another one, for example X-Signature")
            return nil
        }
        return text
    }

    /// The headers that the transport writes itself, in lower case.
    private static let ownHeaders: Set<String> = ["host", "content-length", "transfer-encoding", "connection"]

    /// Each part of the signature needs a header of its own.
    private func refuseSharedHeaders(_ options: [String: ConfigNode]) {
        let usual = HMACSigning(keyID: "", key: SigningKey(Secret("")))
        let written = Self.headers.filter { options[$0.option] != nil }
        var used: [String: String] = [:]
        // Those of the file last: the complaint names a line of it.
        for (option, field) in Self.headers.filter({ options[$0.option] == nil }) + written {
            let name = options[option]?.node.string ?? usual[keyPath: field]
            if let other = used.updateValue(option, forKey: name.lowercased()) {
                options[option]?.complain("\(option) and \(other) are the same header, \(name)", "give each a name of its own")
            }
        }
    }

    /// Derived components and header names in lower case (RFC 9421 §2).
    private func readComponents(_ node: ConfigNode) -> [String] {
        guard node.node.kind == .array, node.node.count > 0 else {
            node.complain("components is not a list", "write one, for example ['@method', '@authority', '@path', date]")
            return []
        }
        var known: Set<String> = []
        return node.elements.compactMap { element in
            guard let name = element.node.string, !name.isEmpty else {
                element.complain("a component is not text", "write it in quotes, for example '@method'")
                return nil
            }
            let isKnown =
                name.hasPrefix("@")
                ? MessageSigning.derivedComponents.contains(name)
                : HTTPMethod(rawValue: name).isValid && name == name.lowercased()
            guard isKnown else {
                element.complain(
                    "'\(name)' is not a component",
                    "there are \(MessageSigning.derivedComponents.joined(separator: ", ")), and header names in lower case")
                return nil
            }
            guard known.insert(name).inserted else {
                element.complain("'\(name)' occurs twice in components", "remove one")
                return nil
            }
            return name
        }
    }

    /// A key of a dictionary (RFC 9651 §3.2).
    private static func isLabel(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) || first == UInt8(ascii: "*")
        else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "_-.*".utf8.contains(byte)
            }
        }
    }
}
