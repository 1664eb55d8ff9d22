// XML as lines: an element per line, indented by its depth. Elements with text
// among their children stay as written.

/// Formats well-formed XML; in any other text it changes only blank space between tags.
public enum XMLPretty {
    private static let indent = 2
    /// Deeper elements are not indented further: the text would grow with the square of the depth.
    private static let deepest = 100

    private enum Kind { case open, close, empty, text, other }

    private struct Part {
        let kind: Kind
        let range: Range<Int>
        /// Whether an open element has text among its children, or must preserve its blank space.
        var isMixed = false
        /// Whether an open element is empty.
        var isEmpty = false
    }

    /// The same text with new blank space between elements.
    /// - Parameter bytes: in UTF-8.
    public static func format(_ bytes: [UInt8]) -> [UInt8] {
        let parts = parts(of: bytes)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 4)
        var depth = 0
        // The number of open elements inside one whose text stays unchanged.
        var kept = 0
        var isJoined = false
        for part in parts {
            if kept > 0 {
                output += bytes[part.range]
                if part.kind == .open { kept += 1 }
                if part.kind == .close { kept -= 1 }
                continue
            }
            if part.kind == .text, isBlank(bytes[part.range]) { continue }
            if part.kind == .close { depth = max(0, depth - 1) }
            if !isJoined, !output.isEmpty { startLine(depth, &output) }
            output += bytes[part.range]
            isJoined = false
            guard part.kind == .open else { continue }
            if part.isMixed { kept = 1 } else { depth += 1 }
            if part.isEmpty { isJoined = true }
        }
        return output
    }

    private static func startLine(_ depth: Int, _ output: inout [UInt8]) {
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: min(depth, deepest) * indent))
    }

    private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { $0 <= 0x20 } }

    // MARK: Parts

    private static func parts(of bytes: [UInt8]) -> [Part] {
        var parts: [Part] = []
        var open: [Int] = []
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while place < bytes.count {
            let end = bytes[place] == 0x3C ? endOfMark(in: bytes, at: place) : bytes[place...].firstIndex(of: 0x3C) ?? bytes.count
            let range = place..<end
            let kind = kind(of: bytes[range])
            switch kind {
            case .open: open.append(parts.count)
            case .close:
                // An element without content: its two tags stay together.
                if let opened = open.popLast(), opened == parts.count - 1 { parts[opened].isEmpty = true }
            case .text where !isBlank(bytes[range]): if let around = open.last { parts[around].isMixed = true }
            case .other where bytes[range].starts(with: cdata): if let around = open.last { parts[around].isMixed = true }
            case .empty, .text, .other: break
            }
            var part = Part(kind: kind, range: range)
            part.isMixed = kind == .open && contains(preserve, in: bytes[range])
            parts.append(part)
            place = end
        }
        return parts
    }

    private static func kind(of bytes: ArraySlice<UInt8>) -> Kind {
        guard bytes.first == 0x3C, bytes.count > 1 else { return .text }
        switch bytes[bytes.startIndex + 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return .other
        case UInt8(ascii: "/"): return .close
        default: return bytes.suffix(2).first == UInt8(ascii: "/") ? .empty : .open
        }
    }

    private static let cdata = Array("<![CDATA[".utf8)
    private static let preserve = Array("xml:space=\"preserve\"".utf8)

    /// The end of the markup that begins here.
    private static func endOfMark(in bytes: [UInt8], at start: Int) -> Int {
        let rest = bytes[start...]
        if rest.starts(with: Array("<!--".utf8)) { return findEnd(of: Array("-->".utf8), in: bytes, from: start + 4) }
        if rest.starts(with: cdata) { return findEnd(of: Array("]]>".utf8), in: bytes, from: start + cdata.count) }
        if rest.starts(with: Array("<?".utf8)) { return findEnd(of: Array("?>".utf8), in: bytes, from: start + 2) }
        // A document type may contain markup in brackets; any markup may contain some in quotes.
        var (quote, brackets): (UInt8, Int) = (0, 0)
        var index = start + 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == 0x3C, bytes[index...].starts(with: Array("!--".utf8)) {
                index = findEnd(of: Array("-->".utf8), in: bytes, from: index + 3)
            } else if byte == UInt8(ascii: "[") {
                brackets += 1
            } else if byte == UInt8(ascii: "]") {
                brackets -= 1
            } else if byte == UInt8(ascii: ">"), brackets <= 0 {
                return index
            }
        }
        return bytes.count
    }

    private static func findEnd(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index + mark.count <= bytes.count {
            if bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) { return index + mark.count }
            index += 1
        }
        return bytes.count
    }

    private static func contains(_ text: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > text.count else { return false }
        return (bytes.startIndex...bytes.endIndex - text.count).contains {
            bytes[$0] == text[0] && bytes[$0...].starts(with: text)
        }
    }
}
