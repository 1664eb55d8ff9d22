// Counts the lines of user code, from the sources of the tasks themselves.

import Foundation

/// The lines of one file's user code for each library.
struct CodeLines {
    private var counts: [Side: Int] = [:]

    subscript(_ side: Side) -> Int { counts[side] ?? 0 }

    /// Counts the lines between `// begin` and `// end` that are neither empty nor a comment. Both sides are
    /// formatted by
    /// `swift format` with one configuration.
    /// - Throws: ``PeerError`` when a side is missing or has no end.
    init(of source: String) throws {
        var side: Side?
        for line in source.split(separator: "\n").map({ $0.trimmingPrefix(while: { $0 == " " }) }) {
            if line.hasPrefix("// begin ") {
                side = Side(rawValue: String(line.dropFirst("// begin ".count)))
                try PeerError.check(side != nil, "no library has the name in \(line)")
            } else if line == "// end" {
                side = nil
            } else if let side, !line.hasPrefix("//") {
                counts[side, default: 0] += 1
            }
        }
        try PeerError.check(side == nil && counts.count == Side.allCases.count, "the markers of a library are missing")
    }

    /// Those of the file with that name in the folder of the tasks.
    static func read(_ name: String, in folder: String) throws -> CodeLines {
        try CodeLines(of: String(contentsOfFile: "\(folder)/\(name).swift", encoding: .utf8))
    }
}
