// Some values of a document as one list: a document of its own over the same text, sixteen bytes a value and nothing copied.

/// Values of a document as the elements of a list that stands nowhere in the text: what a query has found. Where that is one list alone,
/// it is that list.
public struct JSONSelection: Sendable {
    /// The list. Its own text is empty; everything in it stands in the text of the whole.
    public let document: JSONDocument
    /// The one value that was found is a list, and this is it.
    public let isOneList: Bool
    /// Not all values were taken: they would have been too many.
    public let isCut: Bool
    private let whole: JSONDocument
    /// The number of each element in the whole document.
    private let places: ArraySlice<UInt32>
    /// The number of each element in the list's document.
    private let starts: [UInt32]

    /// The values that the list may have in all, those inside its elements included: 128 MB.
    public static let mostNodes = 8 << 20

    /// Makes a list of values.
    /// - Parameters:
    ///   - places: numbers of values (``JSONNode/id``), in any order; one that stands twice is two elements.
    ///   - limit: values in all. What the document itself has is never too much.
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

    /// Elements.
    public var count: Int { starts.count }

    /// Bytes that it takes beside the whole document.
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

    /// The text of the list or of a value in it, as it was written.
    public func text(of id: Int) -> String? {
        guard id == 0 else { return document.node(id)?.displayText }
        return "[" + document.root.elements.map(\.source).joined(separator: ",\n") + "]"
    }

    /// Whether all elements stand inside one value of the whole document.
    public func isInside(_ container: Int) -> Bool {
        guard let end = whole.node(container).map({ Int($0.flat.next) }) else { return false }
        return places.allSatisfy { (container + 1..<end).contains(Int($0)) }
    }
}
