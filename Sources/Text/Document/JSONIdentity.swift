// Which text a value belongs to: for who holds several.

extension JSONNode {
    /// Whether it is the same place in the same text. Equal bytes elsewhere are not.
    public func isSame(as other: JSONNode) -> Bool { storage === other.storage && index == other.index }

    /// The ``JSONDocument/id`` of its text.
    public var documentID: ObjectIdentifier { ObjectIdentifier(storage) }
}

extension JSONDocument {
    /// Tells texts that are alive at the same time apart.
    public var id: ObjectIdentifier { ObjectIdentifier(storage) }

    /// What directly follows each string `text`: the values of all members of that name, at any depth, and whatever comes behind such a
    /// string in an array. One walk over the flat table: a quick question before a slow one; quicker still for `$ref` and its like.
    public func values(behind text: String) -> [JSONNode] {
        var text = text
        let storage = storage
        return text.withUTF8 { wanted in
            storage.nodes.withUnsafeBufferPointer { nodes in
                var found: [JSONNode] = []
                func look(at index: Int) {
                    let node = nodes[index]
                    // Most strings differ in length: only the others are looked at.
                    guard node.kind == .string, Int(node.end - node.start) == wanted.count + 2 || node.hasEscapes else { return }
                    // The last one has nothing behind it.
                    guard storage.isString(node, wanted), index + 1 < nodes.count else { return }
                    found.append(JSONNode(storage: storage, index: index + 1))
                }
                if wanted.first == UInt8(ascii: "$") {
                    for index in storage.dollars { look(at: Int(index)) }
                } else {
                    for index in nodes.indices { look(at: index) }
                }
                return found
            }
        }
    }
}
