// Shared helpers of the readers of line formats (.http, .bru, .env): the lines of a
// text, and tests of a single line.

import Document

enum LineSyntax {
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The lines without their ends, which are `\n`, `\r\n` or `\r`. A rest after the last end is
    /// a line only if it is not empty.
    static func lines(_ bytes: [UInt8]) -> [String] {
        let text = Array(TextDecoding.string(bytes).utf8)
        var lines: [String] = []
        var start = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == newline || byte == carriageReturn else { continue }
            lines.append(String(decoding: text[start..<index - 1], as: UTF8.self))
            if byte == carriageReturn, index < text.count, text[index] == newline { index += 1 }
            start = index
        }
        if start < text.count { lines.append(String(decoding: text[start...], as: UTF8.self)) }
        return lines
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    static func isBlank(_ text: some StringProtocol) -> Bool { text.utf8.allSatisfy(isBlank) }

    /// Removes spaces and tabs from both ends.
    static func trimmed(_ text: some StringProtocol) -> String {
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The number of leading spaces and tabs.
    static func indentation(_ text: String) -> Int { text.utf8.prefix { isBlank($0) }.count }

    /// Compares bytes, so a combining mark after the prefix does not hide it.
    static func hasPrefix(_ text: some StringProtocol, _ prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

    static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
        text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Removes the first `count` bytes, which must be ASCII.
    static func dropping(_ count: Int, of text: String) -> String { String(decoding: text.utf8.dropFirst(count), as: UTF8.self) }

    /// The texts before and after the first `separator`; `nil` if there is none.
    static func halves(_ text: String, at separator: UInt8) -> (before: String, after: String)? {
        let bytes = Array(text.utf8)
        guard let place = bytes.firstIndex(of: separator) else { return nil }
        return (String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self))
    }

    /// The byte offset at which `wanted` first begins at or after `start`. Scans the text once.
    static func findFirst(_ wanted: StaticString, in bytes: [UInt8], from start: Int = 0) -> Int? {
        wanted.withUTF8Buffer { wanted in
            var index = start
            while index + wanted.count <= bytes.count {
                if bytes[index] == wanted[0], bytes[index..<index + wanted.count].elementsEqual(wanted) { return index }
                index += 1
            }
            return nil
        }
    }

    /// Whether the text consists of letters, digits and `extra`, and is not empty.
    static func isWord(_ text: some StringProtocol, extra: StaticString = "_-") -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
                    || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
                    || extra.withUTF8Buffer { $0.contains(byte) }
            }
    }
}
