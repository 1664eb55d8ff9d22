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
        let lifetime = options["expires"].flatMap { $0.readDuration() }
        let tag = options["tag"].flatMap { $0.readText() }
        let nonce = options["nonce"].flatMap { $0.readFlag() }
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
        for name in ["key-id", "key"] where options[name] == nil {
            node.complain("\(node.name) has no \(name)", "write '\(name): ${secret:NAME}' below it")
        }
        guard let id = options["key-id"].flatMap({ texts.resolveText($0, isSecret: false) }),
            let key = options["key"].flatMap({ texts.resolveText($0) })
        else { return nil }
        let signing = SigningKey(Secret(key), coding: coding.flatMap(SigningKey.Coding.init(rawValue:)) ?? .utf8)
        guard signing.isReadable else {
            options["key"]?.complain("the key is not base64", "correct the secret, or write 'key-coding: utf8'")
            return nil
        }
        return (id, signing)
    }

    private func readFieldName(_ node: ConfigNode) -> String? {
        guard let text = node.readText() else { return nil }
        guard HTTPMethod(rawValue: text).isValid else {
            node.complain("'\(text)' is not a header name", "write one, for example X-Signature")
            return nil
        }
        return text
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
