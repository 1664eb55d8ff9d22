// Splits HTML into tags and text. Tolerant, like HTML: an invalid tag is text, and
// an unclosed part continues to the end.

/// A piece of HTML.
public enum HTMLToken {
    /// Text in UTF-8, its character references replaced.
    case text([UInt8])
    /// A tag by its name in lower case.
    case open(String, attributes: [String: String])
    case close(String)
}

/// Splits HTML into tags and text, in time that grows with the text. Omits comments and scripts.
public struct HTMLTokenizer: Sequence, IteratorProtocol {
    /// The contents of these elements are not readable text.
    private static let hidden: Set<String> = ["script", "style", "template", "svg", "iframe", "noembed", "noframes"]
    /// The contents of these elements are always text.
    private static let plain: Set<String> = ["title", "textarea", "xmp"]

    private var rest: ArraySlice<UInt8>
    private let tags: Set<String>?
    /// The element whose text must be read up to its end tag.
    private var plainElement: String?

    /// - Parameter tags: the tags to read, in lower case; any other tag is text. `nil` reads all tags.
    public init(_ text: ArraySlice<UInt8>, tags: Set<String>? = nil) {
        rest = text
        self.tags = tags
    }

    public mutating func next() -> HTMLToken? {
        if let name = plainElement {
            plainElement = nil
            let text = take(untilEndOf: name)
            if !text.isEmpty { return .text(HTMLEntities.decoded(text)) }
        }
        while let first = rest.first {
            guard first == UInt8(ascii: "<"), let second = rest.dropFirst().first else { return .text(takeText()) }
            switch second {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): skipComment()
            case UInt8(ascii: "/") where isTag(rest.dropFirst(2)):
                rest.removeFirst(2)
                return .close(takeTag().name)
            case _ where isTag(rest.dropFirst()):
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
    private mutating func takeText() -> [UInt8] {
        let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        defer { rest = rest[end...] }
        return HTMLEntities.decoded(rest[..<end])
    }

    /// Whether a tag has its name here.
    private func isTag(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, Byte.isLetter(first) else { return false }
        guard let tags else { return true }
        return tags.contains(String(decoding: text.prefix(while: Self.isInName).map(Byte.lowercased), as: UTF8.self))
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        !Byte.isSpace(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
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
        let name = takeWord { !Self.isInName($0) }
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
