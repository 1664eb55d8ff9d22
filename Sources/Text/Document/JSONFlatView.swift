// The values of a document by their numbers, for code that visits millions of them: a node for each would
// count references.

/// The flat table of a document. Valid only inside ``JSONDocument/withFlatView(_:)``.
///
/// A value's number is its ``JSONNode/id``. The first child of a container has the next number; in an object
/// each key precedes its value, and ``end(_:)`` of a value is the number after it and all that it contains.
public struct JSONFlatView {
    let nodes: UnsafeBufferPointer<FlatNode>
    let bytes: UnsafeBufferPointer<UInt8>

    /// The kind of a value; a key is a string.
    @inline(__always)
    public func kind(_ id: Int) -> JSONNode.Kind { nodes[id].kind }

    /// The number after a value and its descendants.
    @inline(__always)
    public func end(_ id: Int) -> Int { Int(nodes[id].next) }

    /// The number of members or elements.
    @inline(__always)
    public func count(_ id: Int) -> Int { nodes[id].count }

    /// Whether the text of a string has escapes.
    @inline(__always)
    public func hasEscapes(_ id: Int) -> Bool { nodes[id].hasEscapes }

    /// The value as written.
    @inline(__always)
    public func source(_ id: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[nodes[id].range]) }

    /// The inside of a string as written: its UTF-8 when it has no escapes.
    @inline(__always)
    public func inside(_ id: Int) -> UnsafeBufferPointer<UInt8> {
        let node = nodes[id]
        return UnsafeBufferPointer(rebasing: bytes[Int(node.start) + 1..<Int(node.end) - 1])
    }

    /// The text of a string, with escapes decoded.
    public func text(_ id: Int) -> String {
        let inside = inside(id)
        return hasEscapes(id) ? JSONString.decode(Array(inside)[...]) : String(decoding: inside, as: UTF8.self)
    }

    /// The number of code points in a string.
    public func codePoints(_ id: Int) -> Int {
        if hasEscapes(id) { return text(id).unicodeScalars.count }
        var count = 0
        // Every byte but the continuation bytes of UTF-8 begins a code point.
        for byte in inside(id) where byte & 0xc0 != 0x80 { count += 1 }
        return count
    }

    /// The value of a number.
    public func number(_ id: Int) -> JSONNumber { JSONNumber(source(id)) }
}

extension JSONDocument {
    /// Gives access to the flat table without a copy.
    public func withFlatView<Answer>(_ body: (JSONFlatView) -> Answer) -> Answer {
        storage.bytes.withUnsafeBufferPointer { bytes in
            storage.nodes.withUnsafeBufferPointer { body(JSONFlatView(nodes: $0, bytes: bytes)) }
        }
    }

    /// The pointer (RFC 6901) from one value to another inside it, and whether the number is that of a key:
    /// the pointer then leads to the key's value.
    public func findPointer(from root: Int, to id: Int) -> (pointer: String, isKey: Bool) {
        let nodes = storage.nodes
        var (pointer, container, isKey) = ("", root, false)
        while container < id, nodes.indices.contains(id), id < Int(nodes[container].next) {
            let isObject = nodes[container].kind == .object
            var child = container + (isObject ? 2 : 1)
            var place = 0
            while Int(nodes[child].next) <= id {
                child = Int(nodes[child].next) + (isObject ? 1 : 0)
                place += 1
            }
            let key = isObject ? JSONNode(storage: storage, index: child - 1).string ?? "" : String(place)
            pointer = JSONPointer.append(pointer, key)
            isKey = child > id
            container = child
        }
        return (pointer, isKey)
    }
}

extension JSONNode {
    /// The document that the value belongs to.
    public var document: JSONDocument { JSONDocument(storage: storage) }
}
