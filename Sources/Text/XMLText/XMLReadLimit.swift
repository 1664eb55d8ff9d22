// How much of a text libxml2 may read: an uninterruptible step of it must not take unbounded memory or time.

import Document

/// Scans XML without validating it. In UTF-16 it skips the zero byte beside each ASCII character.
struct XMLReadLimit {
    /// The most comments, instructions and the like that are read at once.
    var mostIgnored: Int
    /// The most equals signs within one tag: libxml2 compares each attribute with all before it.
    var mostAttributes = 1_000

    private enum Place {
        case text
        case tag
        /// A quoted part of a tag, up to this character.
        case quote(UInt8)
        /// Up to these characters: a comment, a CDATA section, an instruction.
        case ignored(end: StaticString)
    }

    /// - Returns: the number of bytes from the beginning within the limits.
    func length(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var (place, ignored, attributes) = (Place.text, 0, 0)
        // The beginning of the last tag, and the last bytes other than zero, the latest in the lowest byte.
        var (start, recent) = (0, UInt64(0))
        for (index, byte) in bytes.enumerated() where byte != 0 {
            recent = recent << 8 | UInt64(byte)
            switch place {
            case .text:
                if byte == UInt8(ascii: "<") {
                    start = index
                } else if Self.endsWith(recent, "<!") || Self.endsWith(recent, "<?") {
                    ignored += 1
                    if ignored > mostIgnored { return start }
                    if byte == UInt8(ascii: "?") { place = .ignored(end: "?>") }
                } else if Self.endsWith(recent, "<!--") {
                    (place, recent) = (.ignored(end: "-->"), 0)
                } else if Self.endsWith(recent, "<![CDATA") {
                    place = .ignored(end: "]]>")
                } else if recent >> 8 & 0xff == UInt64(UInt8(ascii: "<")), byte != UInt8(ascii: "/") {
                    (place, attributes) = (.tag, 0)
                }
            case .tag:
                switch byte {
                case UInt8(ascii: ">"): place = .text
                case UInt8(ascii: "\""), UInt8(ascii: "'"): place = .quote(byte)
                case UInt8(ascii: "="):
                    attributes += 1
                    if attributes > mostAttributes { return start }
                default: break
                }
            case .quote(let end): if byte == end { place = .tag }
            case .ignored(let end): if Self.endsWith(recent, end) { (place, recent) = (.text, 0) }
            }
        }
        return bytes.count
    }

    private static func endsWith(_ recent: UInt64, _ signs: StaticString) -> Bool {
        signs.withUTF8Buffer { signs in
            let wanted = signs.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return recent & (signs.count == 8 ? .max : 1 << UInt64(signs.count * 8) - 1) == wanted
        }
    }
}
