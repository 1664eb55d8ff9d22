// The readers for arbitrary bytes, one function each. The fuzzer calls them millions of times, the
// tests once per seed.

/// A reader of foreign files, with invariants for every input.
public enum FuzzTarget: String, Sendable, CaseIterable {
    case json, yaml, openapi, http, curl, har, postman, insomnia, bruno, slumber, atac

    /// Feeds the reader. It may reject the input.
    /// - Throws: ``FuzzFinding`` when an invariant is violated.
    public func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        switch self {
        case .json: try JSONInput.run(bytes)
        case .yaml: try YAMLInput.run(bytes)
        case .openapi: try DescriptionInput.run(bytes)
        case .http, .curl, .har, .postman, .insomnia, .bruno, .slumber, .atac: try CollectionInput.run(self, bytes)
        }
    }
}

/// A violated invariant.
public struct FuzzFinding: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Throws the finding unless `holds`.
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws(FuzzFinding) {
    if !holds { throw FuzzFinding(message()) }
}

/// Splits an input into several files, at an information separator (0x1C), which occurs in no text.
enum FuzzFiles {
    static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0x1c, maxSplits: 7, omittingEmptySubsequences: false).map(Array.init)
    }
}
