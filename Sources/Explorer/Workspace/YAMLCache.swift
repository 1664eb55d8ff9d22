// Keeps the JSON that YAML files became, so that a second start does not read the YAML again.

/// A bounded cache of what YAML files become.
public struct YAMLCache: Sendable {
    private let files: CacheFolder
    var folder: String { files.path }

    /// In the user's cache folder.
    public init(_ paths: Paths) { self.init(folder: paths.cache + "/yaml") }

    init(folder: String, mostFiles: Int = 512, mostBytes: Int = 256 << 20) {
        // Another way of writing JSON from YAML is another number here.
        files = CacheFolder(folder, magic: "explorer yaml 1\n", mostFiles: mostFiles, mostBytes: mostBytes)
    }

    /// The JSON of a file in this state; `nil` when it is not kept, or what is kept is damaged.
    public func json(of file: FileIdentity) -> [UInt8]? { files.bytes(of: "\(file).json") }

    /// Keeps the JSON of a file. Whole or not at all: readers see the old file or the new one.
    public func store(_ json: [UInt8], of file: FileIdentity) { files.store(json, as: "\(file).json") }
}
