// The byte range of each value of a YAML text, for code that changes a value and leaves the rest unchanged.

/// The first document of a YAML text as the ranges of its values, in the order of the text.
/// Aliases stay aliases, merge keys stay keys.
public struct YAMLOutline: Sendable {
    /// The kind of a value.
    public enum Kind: Sendable, Hashable { case scalar, sequence, mapping, alias }

    /// The style of a value.
    public enum Style: Sendable, Hashable {
        /// A scalar without or with quotes.
        case plain, quoted
        /// A scalar of several lines behind `|` or `>`.
        case literal
        /// A collection in brackets, or in lines.
        case flow, block
    }

    /// A value or a key.
    public struct Node: Sendable {
        /// Its kind.
        public var kind: Kind
        /// Its style.
        public var style: Style
        /// Its bytes, with quotes and brackets, anchor and tag. An omitted value has an empty range; a
        /// block collection ends with its last value.
        public var range: Range<Int>
        /// From 1.
        public var line: Int
        /// Whether it has an anchor or a tag, or is an alias: a change of it also applies elsewhere,
        /// or its meaning differs from its form.
        public var isSpecial: Bool
        /// Whether a scalar is text; else it is a number, a truth value or null.
        public var isText = true
        /// The meaning of a scalar: the text itself, or JSON.
        public var text = ""
        /// The index after its last descendant.
        public var next = 0
    }

    /// Parents precede their contents; in a mapping keys and values alternate.
    public private(set) var nodes: [Node] = []

    /// Finds the ranges.
    /// - Parameter bytes: YAML in UTF-8.
    /// - Throws: ``YAMLError`` with the first place that cannot be read.
    public init(_ bytes: [UInt8]) throws(YAMLError) {
        var failure: YAMLError?
        bytes.withUnsafeBufferPointer { buffer in
            do throws(YAMLError) {
                try readNodes(buffer)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// The keys and values of a mapping, as indices.
    public func members(of mapping: Int) -> [(key: Int, value: Int)] {
        let inner = elements(of: mapping)
        return stride(from: 0, to: inner.count - 1, by: 2).map { (inner[$0], inner[$0 + 1]) }
    }

    /// The contents of a collection, as indices.
    public func elements(of collection: Int) -> [Int] {
        var found: [Int] = []
        var index = collection + 1
        while index < nodes[collection].next {
            found.append(index)
            index = nodes[index].next
        }
        return found
    }

    private mutating func readNodes(_ text: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
        let offsets = Self.offsets(text)
        let events = try YAMLEvents(text)
        // Each with the end of its contents so far.
        var open: [(index: Int, end: Int)] = []
        func ended(_ end: Int) {
            if let last = open.indices.last { open[last].end = end }
        }
        while true {
            let event = try events.next()
            let place = events.place
            let range = offsets[place.start]..<offsets[max(place.start, place.end)]
            func makeNode(_ kind: Kind, _ line: Int, _ anchor: String?) -> Node {
                Node(kind: kind, style: place.style, range: range, line: line + 1, isSpecial: anchor != nil || place.isTagged)
            }
            switch event {
            case .scalar(let scalar):
                var made = makeNode(.scalar, scalar.line, scalar.anchor)
                made.text = String(decoding: scalar.bytes, as: UTF8.self)
                switch CoreSchema.value(scalar.bytes, isPlain: scalar.isPlain, tag: scalar.tag) {
                case .text: break
                case .verbatim: made.isText = false
                case .json(let json): (made.isText, made.text) = (false, json)
                }
                made.next = nodes.count + 1
                nodes.append(made)
                ended(range.upperBound)
            case .alias(_, let line):
                var made = makeNode(.alias, line, "")
                made.next = nodes.count + 1
                nodes.append(made)
                ended(range.upperBound)
            case .sequenceStart(let anchor, let line), .mappingStart(let anchor, let line):
                let isMapping = if case .mappingStart = event { true } else { false }
                open.append((nodes.count, range.upperBound))
                nodes.append(makeNode(isMapping ? .mapping : .sequence, line, anchor))
            case .end:
                let (index, inner) = open.removeLast()
                nodes[index].next = nodes.count
                // libyaml ends a block at the beginning of the next item, behind all comments.
                let end = nodes[index].style == .flow ? range.upperBound : inner
                nodes[index].range = nodes[index].range.lowerBound..<max(end, nodes[index].range.lowerBound)
                ended(end)
            case .documentStart: if !nodes.isEmpty { return }
            case .streamEnd: return
            }
        }
    }

    /// The byte at which each character begins, and the end.
    private static func offsets(_ text: UnsafeBufferPointer<UInt8>) -> [Int] {
        var offsets: [Int] = []
        offsets.reserveCapacity(text.count + 1)
        // libyaml does not count a byte order mark as a character.
        let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        for index in start..<text.count where text[index] & 0xc0 != 0x80 { offsets.append(index) }
        offsets.append(text.count)
        return offsets
    }
}
