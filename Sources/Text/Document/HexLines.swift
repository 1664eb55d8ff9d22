// A hex dump for debugging: sixteen bytes a line, with their offset and their ASCII.

/// Bytes as lines of a hex dump, made on demand.
public struct HexLines: Sendable {
    private static let width = 16
    private let bytes: Bytes

    /// The dump of some bytes.
    public init(_ bytes: Bytes) { self.bytes = bytes }

    /// The number of lines.
    public var count: Int { (bytes.count + Self.width - 1) / Self.width }

    /// `00000010  7f 45 4c 46 …  |.ELF…|`.
    public subscript(line: Int) -> String {
        let start = line * Self.width
        let part = bytes[start..<min(start + Self.width, bytes.count)]
        let digits = part.enumerated().map { ($0.offset == 8 ? "  " : " ") + Self.formatHex(UInt64($0.element), 2) }.joined()
        let text = String(decoding: part.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
        let blank = String(repeating: " ", count: max(0, 3 * Self.width + 1 - digits.utf8.count))
        return "\(Self.formatHex(UInt64(start), 8)) \(digits)\(blank)  |\(text)|"
    }

    private static func formatHex(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
