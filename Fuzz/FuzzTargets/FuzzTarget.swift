// The readers that are fed with arbitrary bytes, one function each. The fuzzer calls them millions of times, the tests once a seed.

/// A reader of files that come from elsewhere, with what must hold for every input.
public enum FuzzTarget: String, Sendable, CaseIterable {
    case json, yaml, openapi, http, curl, har, postman, insomnia, bruno, slumber, atac

    /// Feeds the reader. To refuse the input is as good as to read it.
    /// - Throws: ``FuzzFinding`` where something holds no longer.
    public func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        switch self {
        case .json: try JSONInput.run(bytes)
        case .yaml: try YAMLInput.run(bytes)
        case .openapi: try DescriptionInput.run(bytes)
        case .http, .curl, .har, .postman, .insomnia, .bruno, .slumber, .atac: try CollectionInput.run(self, bytes)
        }
    }
}

/// What must hold, and does not.
public struct FuzzFinding: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Throws the finding unless `holds`.
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(FuzzFinding) {
    if !holds { throw FuzzFinding(message()) }
}

/// Inputs of several files: an information separator (0x1C), which no text has, stands between them.
enum FuzzFiles {
    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0x1c, maxSplits: 7, omittingEmptySubsequences: false).map(Array.init)
    }
}
