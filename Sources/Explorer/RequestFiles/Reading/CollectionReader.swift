// Reads a file of requests of any program as a collection. The name of the file selects
// the reader, or else its content.

import Document

/// Reads files of requests in every format that this module supports.
public enum CollectionReader {
    /// A file beside the one that is read: its path from the same folder, and its content.
    public typealias File = (path: String, bytes: [UInt8])

    /// Whether the name of a file alone says that it holds requests.
    public static func isNamed(_ file: String) -> Bool { format(named: file) != nil }

    /// Whether a file of this name belongs to collections beside it: environments or variables.
    public static func isBeside(_ file: String) -> Bool {
        HTTPFileEnvironments.isEnvironmentFile(file) || file.lowercased().hasSuffix(".postman_environment.json")
            || file.lowercased().hasSuffix("postman_globals.json")
    }

    /// The file that makes its folder a collection as a whole.
    public static var folderSign: String { BrunoFolderReader.settingsFile }

    /// Reads one file.
    /// - Parameters:
    ///   - file: its name, whose extension may select the format, and which notes give as the place.
    ///   - beside: the files for which ``isBeside(_:)`` is true.
    /// - Returns: `nil` if it is not a file of requests.
    /// - Throws: ``ImportError`` if it is one, and cannot be read.
    public static func readCollection(_ bytes: [UInt8], file: String, beside: [File] = []) throws(ImportError)
        -> RequestCollection?
    {
        try readCollection(bytes, file: file, beside: beside, isInFolder: false)?.explained(at: ImportPlace(file: file))
    }

    /// - Parameter isInFolder: the user named only the folder: the file counts as a
    ///   script only if it looks like one.
    static func readCollection(
        _ bytes: [UInt8], file: String, beside: [File], isInFolder: Bool
    ) throws(ImportError) -> RequestCollection? {
        if let refusal = UnreadRequests.refusal(bytes, file: file) { throw refusal }
        var detected = Self.format(named: file)
        if detected == nil { detected = try Self.format(of: bytes, file: file, isInFolder: isInFolder) }
        guard let format = detected else { return nil }
        var collection = try readCollection(bytes, file: file, as: format, beside: beside)
        if format == .postman { collection.merge(postmanEnvironments(beside)) }
        if format == .atac { collection.merge(HTTPFileEnvironments.readFiles(beside.filter { isDotEnv($0.path) })) }
        return collection.checked()
    }

    enum Format: Sendable { case httpFile, bruno, curl, powerShell, har, postman, insomnia, slumber, atac }

    static func format(named file: String) -> Format? {
        let name = file.lowercased()
        let endings: [(String, Format)] = [
            (".http", .httpFile), (".rest", .httpFile), (".bru", .bruno), (".har", .har), (".curl", .curl),
        ]
        return endings.first { name.hasSuffix($0.0) }?.1
    }

    /// Detects the format by content. A file that is neither JSON nor YAML counts as a
    /// script if it has a curl command.
    /// - Throws: ``ImportError`` if it is a document of a format that is not read.
    private static func format(of bytes: [UInt8], file: String, isInFolder: Bool) throws(ImportError) -> Format? {
        if CurlReader.recognises(bytes) { return .curl }
        if PowerShellReader.recognises(bytes), !isInFolder || isNamedLikeScript(file) { return .powerShell }
        guard let root = try? StructuredFile(bytes, file: file).root, root.kind == .object || root.kind == .array else {
            if HTTPFileReader.recognises(bytes) { return .httpFile }
            let mayBeScript = !isInFolder || isNamedLikeScript(file) || bytes.starts(with: "#!".utf8)
            return mayBeScript && CurlReader.isScript(bytes) ? .curl : nil
        }
        if let refusal = UnreadRequests.refusal(of: root, isJSON: looksLikeJSON(bytes), file: file) { throw refusal }
        return format(of: root)
    }

    /// The format of a JSON or YAML document.
    static func format(of root: JSONNode) -> Format? {
        if PostmanReader.recognises(root) { return .postman }
        if InsomniaReader.recognises(root) { return .insomnia }
        if HARReader.recognises(root) { return .har }
        if SlumberReader.recognises(root) { return .slumber }
        return ATACReader.recognises(root) ? .atac : nil
    }

    /// Whether a document is meant as JSON, not as YAML.
    static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let start = TextDecoding.string(bytes.prefix(1024)).first { !$0.isWhitespace }
        return start == "{" || start == "["
    }

    /// Other files, such as a Makefile, also contain commands without being scripts.
    private static func isNamedLikeScript(_ file: String) -> Bool {
        let name = file.lowercased()
        return [".sh", ".bash", ".curl", ".txt", ".cmd", ".bat", ".ps1"].contains { name.hasSuffix($0) }
    }

    private static func readCollection(
        _ bytes: [UInt8], file: String, as format: Format, beside: [File]
    ) throws(ImportError) -> RequestCollection {
        switch format {
        case .httpFile: try HTTPFileReader.readCollection(bytes, file: file, environmentFiles: beside.filter(isEnvironment))
        case .bruno: try BrunoReader.readCollection(bytes, file: file)
        case .curl: try CurlReader.readCollection(bytes, file: file)
        case .powerShell: try PowerShellReader.readCollection(bytes, file: file)
        case .har: try HARReader.readCollection(bytes, file: file)
        case .postman: try PostmanReader.readCollection(bytes, file: file)
        case .insomnia: try InsomniaReader.readCollection(bytes, file: file)
        case .slumber: try SlumberReader.readCollection(bytes, file: file)
        case .atac: try ATACReader.readCollection(bytes, file: file)
        }
    }

    private static func isEnvironment(_ file: File) -> Bool { HTTPFileEnvironments.isEnvironmentFile(file.path) }

    private static func isDotEnv(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasPrefix(".env") || name.hasSuffix(".env")
    }

    /// Environments and globals in Postman files of their own. A broken file is omitted, with a note.
    private static func postmanEnvironments(_ files: [File]) -> [RequestCollection] {
        files.compactMap { file in
            guard !isEnvironment(file) else { return nil }
            do throws(ImportError) {
                return try PostmanReader.readCollection(file.bytes, file: file.path)
            } catch {
                return RequestCollection(format: "", report: ImportReport(skipping: error))
            }
        }
    }
}
