// The charset that a text declares itself, in its first bytes.

/// Finds what XML and HTML say about their own encoding.
public enum DeclaredCharset {
    /// So many bytes are looked at (WHATWG HTML §4.2.5.5).
    static let reach = 1024

    /// The label in `<?xml encoding="…"?>`, `<meta charset="…">` or `<meta http-equiv="content-type" content="…; charset=…">`; `nil` when
    /// there is none. A text whose declaration can be read byte by byte is not in UTF-16, whatever it says: that is UTF-8.
    public static func find(_ bytes: some Collection<UInt8>) -> String? {
        let beginning = Array(bytes.prefix(reach))
        let label = beginning.starts(with: "<?xml".utf8) ? xml(beginning) : html(beginning)
        return label.map { $0.lowercased().hasPrefix("utf-16") ? "utf-8" : $0 }
    }

    private static func xml(_ bytes: [UInt8]) -> String? {
        let declaration = bytes.prefix { $0 != UInt8(ascii: ">") }
        // The declaration is written like a tag.
        let tag = [UInt8(ascii: "<")] + declaration.dropFirst(2).drop { $0 == UInt8(ascii: "?") } + [UInt8(ascii: ">")]
        for case .open(_, let attributes) in HTMLTokenizer(tag[...]) { return attributes["encoding"] }
        return nil
    }

    private static func html(_ bytes: [UInt8]) -> String? {
        for case .open("meta", let attributes) in HTMLTokenizer(bytes[...]) {
            if let charset = attributes["charset"], !charset.isEmpty { return charset }
            guard attributes["http-equiv"]?.lowercased() == "content-type", let content = attributes["content"] else { continue }
            if let charset = HeaderParameters(content)["charset"] { return charset }
        }
        return nil
    }
}
