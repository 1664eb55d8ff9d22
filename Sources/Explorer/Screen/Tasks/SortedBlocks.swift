// A sorted list in short blocks: an insertion or a removal moves the elements of one block, not all elements.

struct SortedBlocks<Element: Comparable & Sendable>: Sendable {
    /// A block of twice this size is split.
    private let size: Int
    private var blocks: [[Element]] = []
    private(set) var count = 0

    /// - Parameter sorted: in ascending order, without duplicates.
    init(sorted: [Element], blockSize: Int = 128) {
        size = max(1, blockSize)
        count = sorted.count
        blocks = stride(from: 0, to: sorted.count, by: size).map { Array(sorted[$0..<min($0 + size, sorted.count)]) }
    }

    mutating func insert(_ element: Element) {
        count += 1
        guard !blocks.isEmpty else {
            blocks.append([element])
            return
        }
        let index = min(block(of: element), blocks.count - 1)
        blocks[index].insert(element, at: blocks[index].partitioningIndex { $0 >= element })
        guard blocks[index].count >= 2 * size else { return }
        let tail = Array(blocks[index][size...])
        blocks[index].removeSubrange(size...)
        blocks.insert(tail, at: index + 1)
    }

    /// Returns `false` when the element is missing.
    @discardableResult
    mutating func remove(_ element: Element) -> Bool {
        guard let (index, place) = find(element) else { return false }
        blocks[index].remove(at: place)
        if blocks[index].isEmpty { blocks.remove(at: index) }
        count -= 1
        return true
    }

    /// The number of elements before it; `nil` when the element is missing.
    func index(of element: Element) -> Int? {
        find(element).map { index, place in blocks[..<index].reduce(place) { $0 + $1.count } }
    }

    /// The elements at these positions; positions beyond the end are left out.
    func slice(_ range: Range<Int>) -> [Element] {
        var slice: [Element] = []
        var start = 0
        for block in blocks {
            if start >= range.upperBound { break }
            let part = range.clamped(to: start..<start + block.count)
            if !part.isEmpty { slice += block[part.lowerBound - start..<part.upperBound - start] }
            start += block.count
        }
        return slice
    }

    /// The first block whose last element is the element or comes after it.
    private func block(of element: Element) -> Int { blocks.partitioningIndex { $0[$0.count - 1] >= element } }

    private func find(_ element: Element) -> (block: Int, place: Int)? {
        let index = block(of: element)
        guard index < blocks.count else { return nil }
        let place = blocks[index].partitioningIndex { $0 >= element }
        return place < blocks[index].count && blocks[index][place] == element ? (index, place) : nil
    }
}
