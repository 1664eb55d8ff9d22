// The charset that a text declares in its first bytes.

/// Finds the encoding that XML and HTML declare.
public enum DeclaredCharset {
    /// The number of bytes that are examined (WHATWG HTML §4.2.5.5).
    static let reach = 1024

    /// The label in `<?xml encoding="…"?>`, `<meta charset="…">` or
    /// `<meta http-equiv="content-type" content="…; charset=…">`; `nil` when there is none. A declaration
    /// that can be read byte by byte is not in UTF-16, so the label UTF-16 becomes UTF-8.
    public static func findLabel(_ bytes: some Collection<UInt8>) -> String? {
        let beginning = Array(bytes.prefix(reach))
        let label = beginning.starts(with: "<?xml".utf8) ? xml(beginning) : html(beginning)
        return label.map { $0.lowercased().hasPrefix("utf-16") ? "utf-8" : $0 }
    }

    private static func xml(_ bytes: [UInt8]) -> String? {
        let declaration = bytes.prefix { $0 != UInt8(ascii: ">") }
        // The declaration has the syntax of a tag.
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
