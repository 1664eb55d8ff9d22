// A YAML document as flat data: its values in the order of the text, with scalars already as JSON.
// Its code does not recurse over the text.

/// The first document of a YAML text.
struct YAMLTree {
    struct Node {
        enum Kind: UInt8 { case scalar, sequence, mapping, alias }

        var kind: Kind
        /// A plain `<<` (a scalar), or a mapping that has such a key.
        var merges = false
        /// From 0.
        var line: UInt32
        /// A scalar's JSON as a key, in ``YAMLTree/pool``. An alias's
        /// `keyStart` is the node that it refers to.
        var keyStart: UInt32 = 0
        var keyEnd: UInt32 = 0
        /// A scalar's JSON as a value.
        var valueStart: UInt32 = 0
        var valueEnd: UInt32 = 0
        /// The index after the last descendant; 0 while it is open.
        var next: UInt32 = 0

        var key: Range<Int> { Int(keyStart)..<Int(keyEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
        var target: Int { Int(keyStart) }
    }

    private(set) var nodes: [Node] = []
    /// The JSON of all scalars.
    private(set) var pool: [UInt8] = []
    /// The line of a second document, from 1.
    private(set) var secondDocument: Int?

    /// The open containers, and for a mapping whether a key comes next.
    private var open: [(index: Int, isKeyNext: Bool)] = []
    private var anchors: [String: Int] = [:]

    init(_ text: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
        // Offsets are 32 bits wide, and JSON may take several times the space of its YAML.
        guard text.count < 1 << 29 else { throw YAMLError(.excessive, "it is larger than 512 MiB", line: 1) }
        nodes.reserveCapacity(text.count / 24)
        pool.reserveCapacity(text.count)
        let events = try YAMLEvents(text)
        while true {
            switch try events.next() {
            case .scalar(let scalar): addScalar(scalar)
            case .alias(let name, let line): try addAlias(name, line)
            case .sequenceStart(let anchor, let line): begin(.sequence, anchor, line)
            case .mappingStart(let anchor, let line): begin(.mapping, anchor, line)
            case .end:
                let index = open.removeLast().index
                nodes[index].next = UInt32(nodes.count)
            case .documentStart(let line):
                guard nodes.isEmpty else {
                    secondDocument = line + 1
                    return
                }
            case .streamEnd: return
            }
        }
    }

    /// Adds any new value: toggles between key and value in the container, and records the anchor.
    private mutating func append(_ node: Node, anchor: String?) {
        if let anchor { anchors[anchor] = nodes.count }
        if let last = open.indices.last, nodes[open[last].index].kind == .mapping {
            if node.merges, node.kind == .scalar, open[last].isKeyNext { nodes[open[last].index].merges = true }
            open[last].isKeyNext.toggle()
        }
        nodes.append(node)
    }

    private mutating func begin(_ kind: Node.Kind, _ anchor: String?, _ line: Int) {
        append(Node(kind: kind, line: UInt32(truncatingIfNeeded: line)), anchor: anchor)
        open.append((nodes.count - 1, true))
    }

    private mutating func addAlias(_ name: String, _ line: Int) throws(YAMLError) {
        guard let target = anchors[name] else {
            throw YAMLError(.broken, "the alias *\(name) refers to nothing before it", line: line + 1)
        }
        let isOpen = nodes[target].kind != .scalar && nodes[target].kind != .alias && nodes[target].next == 0
        guard !isOpen else { throw YAMLError(.notJSON, "the alias *\(name) is inside its own anchor", line: line + 1) }
        let node = Node(
            kind: .alias, line: UInt32(truncatingIfNeeded: line), keyStart: UInt32(target), next: UInt32(nodes.count + 1))
        append(node, anchor: nil)
    }

    private mutating func addScalar(_ scalar: YAMLScalar) {
        var node = Node(kind: .scalar, line: UInt32(truncatingIfNeeded: scalar.line), next: UInt32(nodes.count + 1))
        node.merges = scalar.isPlain && scalar.tag == nil && scalar.bytes.elementsEqual("<<".utf8)
        node.keyStart = UInt32(pool.count)
        Self.appendQuoted(scalar.bytes, to: &pool)
        node.keyEnd = UInt32(pool.count)
        switch CoreSchema.value(scalar.bytes, isPlain: scalar.isPlain, tag: scalar.tag) {
        case .text: (node.valueStart, node.valueEnd) = (node.keyStart, node.keyEnd)
        case .verbatim: (node.valueStart, node.valueEnd) = (node.keyStart + 1, node.keyEnd - 1)
        case .json(let text):
            node.valueStart = node.keyEnd
            pool += text.utf8
            node.valueEnd = UInt32(pool.count)
        }
        append(node, anchor: scalar.anchor)
    }

    /// RFC 8259 §7.
    private static func appendQuoted(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        if bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in bytes { appendEscaped(byte, to: &output) }
        } else {
            output += bytes
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): output += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case UInt8(ascii: "\t"): output += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case 0..<0x20:
            output += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
        default: output.append(byte)
        }
    }
}
