// Some values of a document as one list: a separate document over the same text,
// sixteen bytes a value, without a copy.

/// Values of a document as the elements of a list that does not occur in the text, such as the results of a
/// query. If the only value is a list itself, the selection is that list.
public struct JSONSelection: Sendable {
    /// The list. Its own text is empty; all its values refer to the text of the whole document.
    public let document: JSONDocument
    /// Whether the only found value is a list, and the selection is that list.
    public let isOneList: Bool
    /// Whether values are missing because the limit was reached.
    public let isCut: Bool
    private let whole: JSONDocument
    /// The number of each element in the whole document.
    private let places: ArraySlice<UInt32>
    /// The number of each element in the list's document.
    private let starts: [UInt32]

    /// The most values in the list, including those inside its elements: 128 MB.
    public static let mostNodes = 8 << 20

    /// Makes a list of values.
    /// - Parameters:
    ///   - places: numbers of values (``JSONNode/id``), in any order; a repeated number makes two elements.
    ///   - limit: the most values in total. At least the document's own number is always allowed.
    public init(_ places: [UInt32], of whole: JSONDocument, limit: Int = JSONSelection.mostNodes) {
        let storage = whole.storage
        isOneList = places.count == 1 && storage.nodes[Int(places[0])].kind == .array
        let places =
            isOneList
            ? JSONNode(storage: storage, index: Int(places[0])).elements.map { UInt32(truncatingIfNeeded: $0.index) } : places
        let limit = max(limit, whole.nodeCount)
        var (nodes, starts) = ([FlatNode(.array, 0..<0, next: 1)], [UInt32]())
        starts.reserveCapacity(places.count)
        for place in places {
            let (start, end) = (Int(place), Int(storage.nodes[Int(place)].next))
            guard nodes.count + end - start <= limit + 1 else { break }
            starts.append(UInt32(truncatingIfNeeded: nodes.count))
            let shift = nodes.count - start
            for var node in storage.nodes[start..<end] {
                node.next = UInt32(truncatingIfNeeded: Int(node.next) + shift)
                nodes.append(node)
            }
            nodes[0].countOne()
        }
        nodes[0].next = UInt32(truncatingIfNeeded: nodes.count)
        isCut = starts.count < places.count
        self.places = places.prefix(starts.count)
        self.starts = starts
        self.whole = whole
        document = JSONDocument(storage: JSONStorage(bytes: storage.bytes, nodes: FlatNodes(nodes), dollars: []))
    }

    /// The number of elements.
    public var count: Int { starts.count }

    /// The bytes that it takes besides the whole document.
    public var size: Int { document.nodeCount * JSONDocument.bytesPerNode + count * 2 * MemoryLayout<UInt32>.stride }

    /// The value's number in the whole document; `nil` for the list itself.
    public func original(of id: Int) -> Int? {
        guard id > 0, id < document.nodeCount else { return nil }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= id { low = middle + 1 } else { high = middle }
        }
        return Int(places[low - 1]) + id - Int(starts[low - 1])
    }

    /// The address of a value in the whole document (RFC 6901); `nil` for the list itself.
    public func pointer(to id: Int) -> String? { original(of: id).map(whole.pointer) }

    /// The original text of the list or of a value in it.
    public func makeText(of id: Int) -> String? {
        guard id == 0 else { return document.node(id)?.displayText }
        return "[" + document.root.elements.map(\.source).joined(separator: ",\n") + "]"
    }

    /// Whether all elements are inside one value of the whole document.
    public func isInside(_ container: Int) -> Bool {
        guard let end = whole.node(container).map({ Int($0.flat.next) }) else { return false }
        return places.allSatisfy { (container + 1..<end).contains(Int($0)) }
    }
}
