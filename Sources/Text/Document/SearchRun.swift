// A search that goes on in steps: it can be asked what it has found so far, and be given up between two steps.

/// Something that has numbered units with text, such as lines or rows.
public protocol SearchSpace: Sendable {
    /// How many units there are.
    var unitCount: Int { get }
    /// Looks at one unit.
    /// - Parameters:
    ///   - found: takes the places of matches; they never become smaller from one unit to the next.
    /// - Returns: about how many bytes were looked at.
    func look(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int
}

/// What a search has found in the units that it has looked at.
public struct SearchRun: Sendable {
    private let space: any SearchSpace
    private let search: TextSearch
    private var next = 0
    /// The places of the matches, ascending.
    public private(set) var places: [Int] = []

    /// A search that has looked at nothing yet.
    public init(_ search: TextSearch, in space: any SearchSpace) {
        self.search = search
        self.space = space
    }

    /// Whether every unit has been looked at.
    public var isComplete: Bool { search.isEmpty || next >= space.unitCount }

    /// How much of everything has been looked at, from 0 to 1.
    public var part: Double { space.unitCount == 0 ? 1 : Double(next) / Double(space.unitCount) }

    /// Goes on for about so many bytes.
    /// - Parameter mayGoOn: asked before each unit; a regular expression may take long for a few bytes.
    public mutating func advance(bytes: Int, mayGoOn: () -> Bool = { true }) {
        var left = bytes
        var found: [Int] = []
        while left > 0, !isComplete, mayGoOn() {
            left -= 16 + space.look(at: next, for: search) { if found.last != $0 { found.append($0) } }
            next += 1
        }
        if let last = places.last, found.first == last { found.removeFirst() }
        places += found
    }

    /// The number of the first match at or behind a place, from 0; `nil` when none has been found there.
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
