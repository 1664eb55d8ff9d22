// Splits HTML into tags and text. Tolerant, like HTML: an invalid tag is text, and
// an unclosed part continues to the end.

enum HTMLToken {
    /// Text with its character references.
    case text(ArraySlice<UInt8>)
    /// A tag by its name in lower case.
    case open(String, attributes: [String: String])
    case close(String)
}

struct HTMLTokenizer: Sequence, IteratorProtocol {
    /// The contents of these elements are not readable text.
    private static let hidden: Set<String> = ["script", "style", "template", "svg", "iframe", "noembed", "noframes"]
    /// The contents of these elements are always text.
    private static let plain: Set<String> = ["title", "textarea", "xmp"]

    private var rest: ArraySlice<UInt8>
    /// The element whose text must be read up to its end tag.
    private var plainElement: String?

    init(_ text: ArraySlice<UInt8>) { rest = text }

    mutating func next() -> HTMLToken? {
        if let name = plainElement {
            plainElement = nil
            let text = take(untilEndOf: name)
            if !text.isEmpty { return .text(text) }
        }
        while let first = rest.first {
            guard first == UInt8(ascii: "<"), let second = rest.dropFirst().first else { return .text(takeText()) }
            switch second {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): skipComment()
            case UInt8(ascii: "/") where rest.dropFirst(2).first.map(Byte.isLetter) ?? false:
                rest.removeFirst(2)
                return .close(takeTag().name)
            case _ where Byte.isLetter(second):
                rest.removeFirst()
                let tag = takeTag()
                if Self.hidden.contains(tag.name) {
                    _ = take(untilEndOf: tag.name)
                    continue
                }
                if Self.plain.contains(tag.name) { plainElement = tag.name }
                return .open(tag.name, attributes: tag.attributes)
            default: return .text(takeText())
            }
        }
        return nil
    }

    /// Text up to the next `<`; a leading `<` that does not begin a tag is included.
    private mutating func takeText() -> ArraySlice<UInt8> {
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    private mutating func skipComment() {
        let isComment = rest.starts(with: "<!--".utf8)
        // `<!-->` is a comment too.
        var from = rest.dropFirst(2)
        while let end = from.firstIndex(of: UInt8(ascii: ">")) {
            if !isComment || end >= rest.startIndex + 4 && rest[..<end].suffix(2).elementsEqual("--".utf8) {
                rest = rest[(end + 1)...]
                return
            }
            from = rest[(end + 1)...]
        }
        rest = []
    }

    private mutating func take(untilEndOf name: String) -> ArraySlice<UInt8> {
        let start = rest
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[open...]
            let tag = rest.dropFirst(2).prefix(name.utf8.count)
            if rest.dropFirst().first == UInt8(ascii: "/"), tag.map(Byte.lowercased).elementsEqual(name.utf8) {
                return start[..<open]
            }
            rest.removeFirst()
        }
        rest = []
        return start
    }

    /// The name and the attributes of a tag, up to and including its end.
    private mutating func takeTag() -> (name: String, attributes: [String: String]) {
        let name = takeWord { Byte.isSpace($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") }
        var attributes: [String: String] = [:]
        while let byte = rest.first, byte != UInt8(ascii: ">") {
            guard !Byte.isSpace(byte), byte != UInt8(ascii: "/") else {
                rest.removeFirst()
                continue
            }
            let key = takeWord {
                Byte.isSpace($0) || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
            }
            skipSpace()
            guard rest.first == UInt8(ascii: "=") else {
                attributes[key] = attributes[key] ?? ""
                continue
            }
            rest.removeFirst()
            skipSpace()
            let value = takeValue()
            attributes[key] = attributes[key] ?? String(decoding: HTMLEntities.decoded(value), as: UTF8.self)
        }
        rest = rest.dropFirst()
        return (name, attributes)
    }

    private mutating func takeValue() -> ArraySlice<UInt8> {
        guard let quote = rest.first, quote == Byte.quote || quote == UInt8(ascii: "'") else {
            let value = rest.prefix { !Byte.isSpace($0) && $0 != UInt8(ascii: ">") }
            rest = rest[value.endIndex...]
            return value
        }
        let value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
        return value
    }

    private mutating func takeWord(until isEnd: (UInt8) -> Bool) -> String {
        let word = rest.prefix { !isEnd($0) }
        rest = rest[word.endIndex...]
        return String(decoding: word.map(Byte.lowercased), as: UTF8.self)
    }

    private mutating func skipSpace() { rest = rest.drop(while: Byte.isSpace) }
}

extension Byte {
    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    static func lowercased(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }
}
