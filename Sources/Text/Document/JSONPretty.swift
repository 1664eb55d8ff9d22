// Prints JSON one value a line during the scan; it builds no tree, and
// every string and number keeps its bytes.

/// A text split into lines, ready for display.
public struct PrettyText: Sendable {
    /// The text; lines are separated by `\n`, the last one has none.
    public let bytes: [UInt8]
    /// The positions of its lines.
    public let lines: LineIndex
}

/// A pretty printer for JSON.
public enum JSONPretty {
    /// Deeper lines are not indented further; otherwise a few kilobytes of
    /// brackets would print gigabytes of spaces.
    static let widestIndent = 100

    /// The text with each member and element on a line of its own. Strings and numbers keep their
    /// bytes; `{}` and `[]` stay on one line.
    /// - Parameters:
    ///   - indent: spaces per level, at most 100 in total.
    ///   - limit: the longest output in bytes.
    /// - Returns: `nil` when the bytes are not JSON, or the output would be longer
    ///   than `limit`: show the original bytes.
    public static func lines(_ bytes: [UInt8], indent: Int = 2, limit: Int = 256 << 20) -> PrettyText? {
        let capped = min(limit, Int(UInt32.max) - 1)
        let printed = bytes.withUnsafeBufferPointer { source -> PrettySink? in
            var sink = PrettySink(source: source, indent: max(0, indent), limit: capped)
            do throws(JSONError) {
                try JSONScanner.scan(source, into: &sink)
            } catch {
                return nil
            }
            return sink.isFull ? nil : sink
        }
        return printed.map { PrettyText(bytes: $0.output, lines: LineIndex(bytes: $0.output, starts: $0.starts)) }
    }

    /// The same for a text; a text that is not JSON stays unchanged.
    public static func format(_ json: String) -> String {
        lines(Array(json.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? json
    }
}

/// Prints the scanner's events.
private struct PrettySink: JSONSink {
    private let source: UnsafeBufferPointer<UInt8>
    private let indent: Int
    private let limit: Int
    private(set) var output: [UInt8] = []
    private(set) var starts: [UInt32] = [0]
    private(set) var isFull = false
    private var depth = 0
    /// Whether the innermost container is still empty in the output.
    private var isFirst = true
    private var isAfterKey = false

    init(source: UnsafeBufferPointer<UInt8>, indent: Int, limit: Int) {
        self.source = source
        self.indent = indent
        self.limit = limit
        output.reserveCapacity(min(source.count + source.count / 2, limit))
    }

    mutating func beginContainer(_ kind: JSONNode.Kind, at offset: Int) {
        separate()
        write(kind == .object ? Byte.openBrace : Byte.openBracket)
        depth += 1
        isFirst = true
    }

    mutating func endContainer(_ kind: JSONNode.Kind, at offset: Int) {
        depth -= 1
        if !isFirst { newLine() }
        isFirst = false
        write(kind == .object ? Byte.closeBrace : Byte.closeBracket)
    }

    mutating func addKey(_ range: Range<Int>, hasEscapes: Bool) {
        separate()
        copy(range)
        write(Byte.colon)
        write(Byte.space)
        isAfterKey = true
    }

    mutating func addString(_ range: Range<Int>, hasEscapes: Bool) {
        separate()
        copy(range)
    }

    mutating func addScalar(_ kind: JSONNode.Kind, _ range: Range<Int>) {
        separate()
        copy(range)
    }

    /// Writes the separator before a key or a value: nothing after a key, else the comma and a new line.
    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        guard depth > 0 else { return }
        if !isFirst { write(Byte.comma) }
        isFirst = false
        newLine()
    }

    private mutating func newLine() {
        write(Byte.newline)
        guard !isFull else { return }
        starts.append(UInt32(truncatingIfNeeded: output.count))
        let (width, isTooWide) = indent.multipliedReportingOverflow(by: depth)
        let spaces = isTooWide ? JSONPretty.widestIndent : min(width, JSONPretty.widestIndent)
        output.append(contentsOf: repeatElement(Byte.space, count: spaces))
    }

    private mutating func copy(_ range: Range<Int>) {
        guard !isFull, output.count + range.count <= limit else {
            isFull = true
            return
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: source[range]))
    }

    private mutating func write(_ byte: UInt8) {
        guard !isFull, output.count < limit else {
            isFull = true
            return
        }
        output.append(byte)
    }
}
