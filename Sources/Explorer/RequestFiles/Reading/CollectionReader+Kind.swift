// Recognizes files of requests before they are read: by their names, or by their first bytes.

extension CollectionReader {
    /// The kind of a file of requests, in a few words for a list of files.
    /// - Parameter head: the first bytes of the file.
    /// - Returns: `nil` for a file that does not look like one. Reading decides in the end.
    public static func kind(of file: String, head: [UInt8]) -> String? {
        if let format = format(named: file) { return format.kind }
        if let sign = signs.first(where: { contains(head, $0.text) }) { return sign.format.kind }
        return (structuredFormat(head, file: file) ?? formatOfStart(head))?.kind
    }

    /// Words that begin the exports of other programs and stand in no other files.
    private static let signs: [(text: String, format: Format)] = [
        ("schema.getpostman.com", .postman), ("\"__export_format\"", .insomnia), ("collection.insomnia.rest", .insomnia),
    ]

    /// The format of a short file, which the first bytes hold completely, or of the first lines of YAML.
    private static func structuredFormat(_ head: [UInt8], file: String) -> Format? {
        // The last line may be incomplete.
        let lines = Array(head[..<(head.lastIndex(of: ShellByte.newline) ?? 0)])
        guard let root = (try? StructuredFile(head, file: file).root) ?? (try? StructuredFile(lines, file: file).root),
            root.kind == .object, UnreadRequests.refusal(of: root, isJSON: looksLikeJSON(head), file: file) == nil
        else { return nil }
        let format = format(of: root)
        // Their exports have signs. What has none is an environment, which is no collection.
        return format == .postman || format == .insomnia ? nil : format
    }

    /// The first key of long JSON files, and a key near their start.
    private static let starts: [(first: String, other: String, format: Format)] = [
        ("log", "entries", .har), ("log", "creator", .har), ("name", "last_position", .atac),
    ]

    /// The format of a JSON file whose end is missing.
    private static func formatOfStart(_ head: [UInt8]) -> Format? {
        // Without blanks and without the byte order mark.
        let text = head.prefix(1 << 10).filter { $0 > 0x20 && $0 < 0x80 }
        return starts.first { start in
            text.starts(with: Array("{\"\(start.first)\":".utf8)) && contains(head, "\"\(start.other)\"")
        }?.format
    }

    private static func contains(_ head: [UInt8], _ text: String) -> Bool { head.firstRange(of: Array(text.utf8)) != nil }
}

extension CollectionReader.Format {
    fileprivate var kind: String {
        switch self {
        case .httpFile: "HTTP requests"
        case .bruno: "Bruno request"
        case .curl: "curl commands"
        case .powerShell: "PowerShell commands"
        case .har: "HAR recording"
        case .postman: "Postman collection"
        case .insomnia: "Insomnia export"
        case .slumber: "slumber collection"
        case .atac: "ATAC collection"
        }
    }
}
