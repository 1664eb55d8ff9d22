// Converts JSON with comments and trailing commas, as in editor settings, to JSON (RFC 8259); takes the comments out of bodies.

enum JSONComments {
    /// The text of a body without its comments, as Postman and Bruno send it. All else stays as it is, trailing commas too.
    static func removed(from text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch (bytes[index], next) {
            case (UInt8(ascii: "\""), _): index = endOfString(bytes, from: index)
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                output += bytes[start..<index]
                while index < bytes.count, bytes[index] != 0x0a, bytes[index] != 0x0d { index += 1 }
                start = index
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                // A comment without an end is none.
                guard let end = LineSyntax.findFirst("*/", in: bytes, from: index + 2) else {
                    return String(decoding: output + bytes[start...], as: UTF8.self)
                }
                output += bytes[start..<index]
                index = end + 2
                start = index
            default: index += 1
            }
        }
        return String(decoding: output + bytes[start...], as: UTF8.self)
    }

    /// The index after the string that begins at `start`.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index + 1, bytes.count)
    }

    /// Replaces comments and trailing commas with blanks, so all positions stay the same.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        var output = bytes
        var index = 0
        /// The last comma, as long as only blanks and comments follow it.
        var comma: Int?
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                comma = nil
                index = endOfString(bytes, from: index)
            case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
                while index < bytes.count, bytes[index] != 0x0a, bytes[index] != 0x0d { blank(&output, &index) }
            case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
                let end = LineSyntax.findFirst("*/", in: bytes, from: index + 2).map { $0 + 2 } ?? bytes.count
                while index < end { blank(&output, &index) }
            case UInt8(ascii: ","):
                comma = index
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { output[comma] = 0x20 }
                comma = nil
                index += 1
            case 0x20, 0x09, 0x0a, 0x0d: index += 1
            default:
                comma = nil
                index += 1
            }
        }
        return output
    }

    private static func blank(_ output: inout [UInt8], _ index: inout Int) {
        if output[index] != 0x0a, output[index] != 0x0d { output[index] = 0x20 }
        index += 1
    }
}
