// Caches the JSON of YAML files, so that a second start does not parse the YAML again.

/// A bounded cache of the JSON of YAML files.
public struct YAMLCache: Sendable {
    private let files: CacheFolder
    var folder: String { files.path }

    /// In the user's cache folder.
    public init(_ paths: Paths) { self.init(folder: paths.cache + "/yaml") }

    init(folder: String, mostFiles: Int = 512, mostBytes: Int = 256 << 20) {
        // A new conversion from YAML to JSON needs a new number.
        files = CacheFolder(folder, magic: "explorer yaml 1\n", mostFiles: mostFiles, mostBytes: mostBytes)
    }

    /// The JSON of a file in this state; `nil` if there is none, or it is damaged.
    public func cachedJSON(of file: FileIdentity) -> [UInt8]? { files.bytes(of: "\(file).json") }

    /// Stores the JSON of a file, atomically: readers see the old file or the new one.
    public func store(_ json: [UInt8], of file: FileIdentity) { files.store(json, as: "\(file).json") }
}
