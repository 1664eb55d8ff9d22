// Searches in steps: callers can read the results so far, and abandon the search between two steps.

/// Numbered units with text, such as lines or rows.
public protocol SearchSpace: Sendable {
    /// The number of units.
    var unitCount: Int { get }
    /// Searches one unit.
    /// - Parameters:
    ///   - found: receives the places of matches; they never decrease from one unit to the next.
    /// - Returns: the approximate number of bytes that were searched.
    func searchUnit(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int
}

/// The results of a search in the units searched so far.
public struct SearchRun: Sendable {
    private let space: any SearchSpace
    private let search: TextSearch
    private var next = 0
    /// The places of the matches, ascending.
    public private(set) var places: [Int] = []

    /// Makes a search at its start.
    public init(_ search: TextSearch, in space: any SearchSpace) {
        self.search = search
        self.space = space
    }

    /// Whether every unit has been searched.
    public var isComplete: Bool { search.isEmpty || next >= space.unitCount }

    /// The part of the units that has been searched, from 0 to 1.
    public var part: Double { space.unitCount == 0 ? 1 : Double(next) / Double(space.unitCount) }

    /// Continues for about `bytes` bytes.
    /// - Parameter mayGoOn: called before each unit; a regular expression may take long for a few bytes.
    public mutating func advance(bytes: Int, mayGoOn: () -> Bool = { true }) {
        var left = bytes
        var found: [Int] = []
        while left > 0, !isComplete, mayGoOn() {
            left -= 16 + space.searchUnit(at: next, for: search) { if found.last != $0 { found.append($0) } }
            next += 1
        }
        if let last = places.last, found.first == last { found.removeFirst() }
        places += found
    }

    /// The number of the first match at or behind a place, from 0; `nil` when none has been found there yet.
    public func index(atOrAfter place: Int) -> Int? {
        let index = lowerBound(place)
        return index < places.count ? index : nil
    }

    /// The number of the last match before a place; `nil` when there is none.
    public func index(before place: Int) -> Int? {
        let index = lowerBound(place)
        return index > 0 ? index - 1 : nil
    }

    private func lowerBound(_ place: Int) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
