// A value in one short line. Its cost depends on the shown part: of a string
// of 20 MB only the beginning is decoded.

/// Short texts for values.
public enum JSONPreview {
    /// A string without quotes and escapes; a number or word as written; `[3]` and `{5}` for containers.
    /// - Parameter limit: the most bytes of the text to read.
    public static func makeText(_ node: JSONNode, limit: Int) -> String {
        switch node.kind {
        case .object: "{\(node.count)}"
        case .array: "[\(node.count)]"
        case .string: string(node, limit: limit)
        case .number, .true, .false, .null: beginning(node.byteRange, of: node, limit: limit)
        }
    }

    /// The contents of a container, if they are short: keys of an object, elements of an array that begins
    /// with a scalar; empty for all other values.
    public static func contents(_ node: JSONNode, limit: Int) -> String {
        var text = ""
        switch node.kind {
        case .object:
            for entry in node.entries where !append(string(entry.name, limit: limit), to: &text, limit: limit) { break }
        case .array:
            // The rows of a list have no useful names; opening the list shows them.
            if let first = node.elements.first(where: { _ in true }), first.kind == .object || first.kind == .array { break }
            for element in node.elements where !append(self.makeText(element, limit: limit), to: &text, limit: limit) { break }
        case .string, .number, .true, .false, .null: break
        }
        return text
    }

    private static func append(_ part: String, to text: inout String, limit: Int) -> Bool {
        guard text.utf8.count + part.utf8.count <= limit else {
            text += text.isEmpty ? "…" : ", …"
            return false
        }
        text += (text.isEmpty ? "" : ", ") + part
        return true
    }

    private static func string(_ node: JSONNode, limit: Int) -> String {
        let range = node.byteRange.dropFirst().dropLast()
        guard range.count > limit else { return node.string ?? "" }
        let inner = node.storage.bytes[range.startIndex..<range.startIndex + limit]
        guard node.flat.hasEscapes else { return String(decoding: whole(inner), as: UTF8.self) + "…" }
        return JSONString.decode(whole(withoutHalfEscape(inner))) + "…"
    }

    /// Without a final escape, or surrogate pair of escapes, that is cut off.
    private static func withoutHalfEscape(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var index = bytes.startIndex
        while let escape = bytes[index...].firstIndex(of: Byte.backslash) {
            let rest = bytes[escape...]
            let isUnicode = rest.dropFirst().first == UInt8(ascii: "u")
            // d8–db: the first half of a pair.
            let isFirstHalf =
                isUnicode && rest.count > 3 && rest[escape + 2] | 0x20 == UInt8(ascii: "d")
                && "89abAB".utf8.contains(rest[escape + 3])
            let length = isUnicode ? (isFirstHalf ? 12 : 6) : 2
            guard rest.count >= length else { return bytes[..<escape] }
            index = escape + length
        }
        return bytes
    }

    private static func beginning(_ range: Range<Int>, of node: JSONNode, limit: Int) -> String {
        let isCut = range.count > limit
        return String(decoding: node.storage.bytes[range.prefix(limit)], as: UTF8.self) + (isCut ? "…" : "")
    }

    /// Without a final character that is cut off.
    private static func whole(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let tail = bytes.suffix(4)
        guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 else { return bytes }
        let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
        return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
    }
}
