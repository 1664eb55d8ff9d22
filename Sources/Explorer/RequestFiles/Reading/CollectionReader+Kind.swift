// Recognizes files of requests before they are read: by their names, or by words in their first bytes.

extension CollectionReader {
    /// The kind of a file of requests, in a few words for a list of files.
    /// - Parameter head: the first bytes of the file.
    /// - Returns: `nil` for a file that does not look like one. Reading decides in the end.
    public static func kind(of file: String, head: [UInt8]) -> String? {
        if let format = format(named: file) { return format.kind }
        return signs.first { head.firstRange(of: Array($0.text.utf8)) != nil }?.format.kind
    }

    /// Words that begin the exports of other programs and stand in no other files.
    private static let signs: [(text: String, format: Format)] = [
        ("schema.getpostman.com", .postman), ("\"__export_format\"", .insomnia), ("collection.insomnia.rest", .insomnia),
    ]
}

extension CollectionReader.Format {
    fileprivate var kind: String {
        switch self {
        case .httpFile: "HTTP requests"
        case .bruno: "Bruno request"
        case .curl: "curl commands"
        case .har: "HAR recording"
        case .postman: "Postman collection"
        case .insomnia: "Insomnia export"
        case .slumber: "slumber collection"
        case .atac: "ATAC collection"
        }
    }
}
