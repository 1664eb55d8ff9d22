// Recognizes descriptions and collections before they are read, for a list of files.

import RequestFiles

/// Says what a file looks like by its name and its first bytes. Reading decides in the end.
public enum SourceKind {
    /// The number of bytes that are enough to recognize a file.
    public static let headLength = 8 << 10

    /// Whether a file of this name may be a description or a collection.
    public static func mayBeSource(_ file: String) -> Bool {
        CollectionFiles.isNamed(file) || endings.contains { file.lowercased().hasSuffix($0) }
    }

    /// The kind of a file in a few words, such as `OpenAPI 3.1`; `nil` for a file that does not look like a
    /// source.
    /// - Parameter head: the first ``headLength`` bytes of the file.
    public static func kind(of file: String, head: [UInt8]) -> String? {
        guard mayBeSource(file) else { return nil }
        if let requests = CollectionReader.kind(of: file, head: head) { return requests }
        guard let syntax = try? FormatSniffer.syntax(head, source: file) else { return nil }
        for (key, title, versions) in descriptions {
            if let version = value(of: key, in: head, syntax), versions.contains(where: version.hasPrefix) {
                return "\(title) \(version.prefix(3))"
            }
        }
        // The keys of a long file may be in the order of the alphabet: the version comes late.
        let isLong = head.count == headLength
        return descriptions.first { isLong && file.lowercased().contains($0.key) }?.title
    }

    private static let endings = [".json", ".yaml", ".yml"]

    /// The key that names the version, the title of the format, and the beginnings of versions.
    private static let descriptions: [(key: String, title: String, versions: [String])] = [
        ("openapi", "OpenAPI", ["3."]), ("swagger", "Swagger", ["2."]),
    ]

    /// The text after a key and its colon, without quotes.
    private static func value(of key: String, in head: [UInt8], _ syntax: FormatSniffer.Syntax) -> Substring? {
        switch syntax {
        case .json:
            guard let found = head.firstRange(of: Array("\"\(key)\"".utf8)) else { return nil }
            let rest = String(decoding: head[found.upperBound...].prefix(64), as: UTF8.self).drop { $0.isWhitespace }
            guard rest.first == ":" else { return nil }
            return rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" }
        case .yaml:
            let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
            let starts = ["\(key):", "\"\(key)\":", "'\(key)':"]
            guard let line = lines.first(where: { line in starts.contains { line.hasPrefix($0) } }),
                let colon = line.firstIndex(of: ":")
            else { return nil }
            return line[line.index(after: colon)...].drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        }
    }
}
