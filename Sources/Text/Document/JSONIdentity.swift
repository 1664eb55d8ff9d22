// The identity of documents and nodes, for code that holds several documents.

extension JSONNode {
    /// Whether it is the same place in the same text. Equal bytes elsewhere do not count.
    public func isSame(as other: JSONNode) -> Bool { storage === other.storage && index == other.index }

    /// The ``JSONDocument/id`` of its text.
    public var documentID: ObjectIdentifier { ObjectIdentifier(storage) }
}

extension JSONDocument {
    /// Distinguishes documents that are alive at the same time.
    public var id: ObjectIdentifier { ObjectIdentifier(storage) }

    /// The node directly after each string `text`: the values of all members of that name, at any depth, and
    /// any element after such a string in an array. One scan of the flat table: a quick check before a slow
    /// search; quicker still for `$ref` and the like.
    public func values(behind text: String) -> [JSONNode] {
        var text = text
        let storage = storage
        return text.withUTF8 { wanted in
            storage.nodes.withUnsafeBufferPointer { nodes in
                var found: [JSONNode] = []
                func checkString(at index: Int) {
                    let node = nodes[index]
                    // Most strings differ in length and need no comparison.
                    guard node.kind == .string, Int(node.end - node.start) == wanted.count + 2 || node.hasEscapes else { return }
                    // The last node has no successor.
                    guard storage.isString(node, wanted), index + 1 < nodes.count else { return }
                    found.append(JSONNode(storage: storage, index: index + 1))
                }
                if wanted.first == UInt8(ascii: "$") {
                    for index in storage.dollars { checkString(at: Int(index)) }
                } else {
                    for index in nodes.indices { checkString(at: index) }
                }
                return found
            }
        }
    }
}
