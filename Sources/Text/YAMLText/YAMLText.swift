// YAML in, JSON out: the interface of this module for the rest of the program.

/// A YAML text as JSON (RFC 8259). Every value is on its line of the YAML; keys are text (`200:` is `"200"`);
/// the core schema of YAML 1.2 resolves plain scalars; aliases and merge keys are expanded.
public struct YAMLText: Sendable {
    /// The JSON, in UTF-8.
    public let json: [UInt8]
    /// The line, from 1, on which a second document begins. Only the first is read.
    public let secondDocument: Int?

    /// Reads YAML.
    /// - Parameter bytes: YAML 1.1 or 1.2 in UTF-8, or in UTF-16 with a byte-order mark.
    /// - Throws: ``YAMLError`` with the first place that cannot be read, or that JSON cannot represent.
    public init(_ bytes: [UInt8]) throws(YAMLError) {
        var failure: YAMLError?
        let tree = bytes.withUnsafeBufferPointer { buffer -> YAMLTree? in
            // Not thrown out of the closure: that would lose the error's type.
            do throws(YAMLError) {
                return try YAMLTree(buffer)
            } catch {
                failure = error
                return nil
            }
        }
        guard let tree else { throw failure ?? YAMLError(.broken, "it is not YAML", line: 1) }
        json = try JSONWriter.makeJSON(tree)
        secondDocument = tree.secondDocument
    }
}
