// The frame of an archive. Entries are written into it one after another, because an archive may be larger
// than the memory.

import Document

/// Writes an archive piece by piece: ``opening``, then each entry, then ``closing``.
package struct HARWriter {
    /// The bytes before the first entry.
    package let opening: [UInt8]
    private let end: [UInt8]
    private var hasEntries = false

    /// - Parameter version: the version of the program that writes the archive.
    package init(version: String) {
        let creator = HARText.object([("name", HARText.string("explorer")), ("version", HARText.string(version))])
        let log = HARText.object([("version", HARText.string("1.2")), ("creator", creator), ("entries", "[]")])
        let empty = Array((JSONPretty.format(HARText.object([("log", log)])) + "\n").utf8)
        let bracket = empty.lastIndex(of: UInt8(ascii: "]")) ?? empty.endIndex
        opening = Array(empty[..<bracket])
        end = Array(empty[bracket...])
    }

    /// The bytes of the next entry.
    package mutating func append(_ exchange: RecordedExchange) -> [UInt8] { append(json: exchange.entry) }

    /// - Parameter json: the entry, on one line.
    mutating func append(json: String) -> [UInt8] {
        let pretty = JSONPretty.lines(Array(json.utf8))?.bytes ?? Array(json.utf8)
        var output = hasEntries ? [UInt8(ascii: ",")] : []
        hasEntries = true
        output.reserveCapacity(pretty.count + pretty.count / 8 + Self.indent.count)
        output += Self.indent
        // Line breaks of JSON are never part of a string.
        for byte in pretty {
            if byte == UInt8(ascii: "\n") { output += Self.indent } else { output.append(byte) }
        }
        return output
    }

    /// The bytes after the last entry.
    package var closing: [UInt8] { (hasEntries ? Array("\n    ".utf8) : []) + end }

    /// A line break, and the indentation of an entry.
    private static let indent = Array("\n      ".utf8)
}
