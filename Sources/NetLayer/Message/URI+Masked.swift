// Masks a URL: the values of fields whose names are secret, and secret texts anywhere after the host.

extension URI {
    /// Whether a field of this name is masked in query and fragment.
    package func isSecret(_ name: String) -> Bool { secretNames.contains(name) || SensitiveNames.isSecretParameter(name) }

    /// Replaces secret texts after the host with another text.
    package func replacing(_ secrets: Set<Secret>, with text: String) -> URI { masked(secrets, with: text, byName: false) }

    /// - Parameter byName: fields of query and fragment are masked by their names too.
    func masked(_ secrets: Set<Secret>, with text: String, byName: Bool) -> URI {
        var shown = self
        let texts = SecretTexts(secrets)
        // A text that spans several fields is replaced before the text is split into fields.
        for secret in texts.spanning where shown.tail.contains(secret) { shown.tail = shown.tail.replacing(secret, with: text) }
        if byName {
            shown.query = shown.query.map(maskedFields)
            shown.fragment = shown.fragment.map(maskedFields)
        }
        for secret in texts.inFields {
            shown.path = shown.path.replacing(secret, with: text)
            shown.query = shown.query?.replacing(secret, with: text)
            shown.fragment = shown.fragment?.replacing(secret, with: text)
        }
        return shown
    }

    private func maskedFields(_ query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair -> String in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            return isSecret(Self.decoded(pair[..<equals])) ? "\(pair[..<equals])=\(Secret.mask)" : String(pair)
        }.joined(separator: "&")
    }

    /// A copy to store: without user and password, without the fragment, which is never sent, and without the
    /// fields of the query that may be secret. Those have a secret name, or no name, or another URL as their
    /// value, which may have secrets of its own. The path stays as it is.
    package var withoutSecrets: URI {
        var copy = self
        copy.fragment = nil
        if let authority, let at = authority.lastIndex(of: "@") { copy.authority = String(authority[at...].dropFirst()) }
        guard let query else { return copy }
        let fields = query.split(separator: "&").filter { field in
            guard let equals = field.firstIndex(of: "=") else { return false }
            let value = Self.decoded(field[equals...].dropFirst())
            return !isSecret(Self.decoded(field[..<equals])) && !value.contains("://")
        }
        copy.query = fields.isEmpty ? nil : fields.joined(separator: "&")
        return copy
    }

    /// A name or a value of a query field, decoded.
    private static func decoded(_ part: Substring) -> String {
        PercentCoding.decode(String(part).replacing("+", with: " "))
    }

    /// The part after the host.
    var tail: String {
        get { path + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "") }
        set {
            let parts = newValue.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let halves = (parts.first ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            path = halves.first.map(String.init) ?? ""
            query = halves.count > 1 ? String(halves[1]) : nil
            fragment = parts.count > 1 ? String(parts[1]) : nil
        }
    }
}

/// The texts of a URL that are masked. Longer ones come first: one secret may be the beginning of another.
struct SecretTexts {
    /// Texts within a segment of the path or within a field.
    private(set) var inFields: [String] = []
    /// Texts that span several fields.
    private(set) var spanning: [String] = []

    init(_ secrets: Set<Secret>) {
        guard !secrets.isEmpty else { return }
        let texts = Set(secrets.map { Self.maskedPart(of: $0.reveal()) }.filter { !$0.isEmpty })
        for text in texts.sorted(by: { ($0.count, $0) > ($1.count, $1) }) {
            if text.contains(where: { "?&#".contains($0) }) { spanning.append(text) } else { inFields.append(text) }
        }
    }

    /// The part of a text to mask; of a URL, the part after its host. The host is the destination of the
    /// request, which is shown.
    private static func maskedPart(of text: String) -> String {
        guard text.hasPrefix("http://") || text.hasPrefix("https://"), let slashes = text.firstRange(of: "//") else {
            return text
        }
        let rest = text[slashes.upperBound...]
        guard let end = rest.firstIndex(where: { "/?#".contains($0) }) else { return "" }
        return rest[end...] == "/" ? "" : String(rest[end...])
    }
}
