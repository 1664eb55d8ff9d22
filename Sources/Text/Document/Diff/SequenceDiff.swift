// Finds the equal elements of two lists with the fewest differences (Myers),
// within limits; else a coarser result.

/// Compares elements by their hashes.
struct SequenceDiff {
    /// `count` elements from these indices on are the same in both lists.
    struct Run: Equatable {
        var old: Int
        var new: Int
        var count: Int
    }

    /// The most differences that the exact search finds: its steps grow with their square.
    static let mostDifferences = 1_000
    /// The limit for each gap between elements that occur once in both
    /// lists, after the exact search has failed.
    private static let mostInGap = 100

    /// The runs in the order of both lists, none of them empty.
    static func findRuns(_ old: [UInt64], _ new: [UInt64], limit: Int = mostDifferences) -> [Run] {
        var runs: [Run] = []
        let all = (old.indices, new.indices)
        if !append(within: all, old, new, limit, to: &runs) {
            // An element that occurs once in both lists is the same element, if its order has not changed.
            runs = []
            var (oldEnd, newEnd) = (0, 0)
            for anchor in anchors(old, new) + [Run(old: old.count, new: new.count, count: 0)] {
                let gap = (oldEnd..<anchor.old, newEnd..<anchor.new)
                if !append(within: gap, old, new, min(limit, mostInGap), to: &runs) { appendEnds(of: gap, old, new, to: &runs) }
                appendRun(anchor, to: &runs)
                (oldEnd, newEnd) = (anchor.old + anchor.count, anchor.new + anchor.count)
            }
        }
        return runs
    }

    private static func appendRun(_ run: Run, to runs: inout [Run]) {
        guard run.count > 0 else { return }
        if let last = runs.last, last.old + last.count == run.old, last.new + last.count == run.new {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
    }

    /// The lengths of the common prefix and suffix of both parts.
    private static func commonEnds(of part: (Range<Int>, Range<Int>), _ old: [UInt64], _ new: [UInt64]) -> (head: Int, tail: Int)
    {
        let shorter = min(part.0.count, part.1.count)
        var (head, tail) = (0, 0)
        while head < shorter, old[part.0.lowerBound + head] == new[part.1.lowerBound + head] { head += 1 }
        while tail < shorter - head, old[part.0.upperBound - 1 - tail] == new[part.1.upperBound - 1 - tail] { tail += 1 }
        return (head, tail)
    }

    private static func appendEnds(
        of part: (Range<Int>, Range<Int>), _ old: [UInt64], _ new: [UInt64], to runs: inout [Run]
    ) {
        let (head, tail) = commonEnds(of: part, old, new)
        appendRun(Run(old: part.0.lowerBound, new: part.1.lowerBound, count: head), to: &runs)
        appendRun(Run(old: part.0.upperBound - tail, new: part.1.upperBound - tail, count: tail), to: &runs)
    }

    /// Myers's greedy search. Adds nothing and returns `false` when the
    /// parts have more differences than `limit`.
    private static func append(
        within part: (Range<Int>, Range<Int>), _ old: [UInt64], _ new: [UInt64], _ limit: Int, to runs: inout [Run]
    ) -> Bool {
        let (head, tail) = commonEnds(of: part, old, new)
        let (first, second) = (part.0.lowerBound + head, part.1.lowerBound + head)
        let (oldCount, newCount) = (part.0.count - head - tail, part.1.count - head - tail)
        guard let middle = middle(old[first..<first + oldCount], new[second..<second + newCount], limit) else { return false }
        appendRun(Run(old: part.0.lowerBound, new: part.1.lowerBound, count: head), to: &runs)
        for run in middle { appendRun(run, to: &runs) }
        appendRun(Run(old: part.0.upperBound - tail, new: part.1.upperBound - tail, count: tail), to: &runs)
        return true
    }

    private static func middle(_ old: ArraySlice<UInt64>, _ new: ArraySlice<UInt64>, _ limit: Int) -> [Run]? {
        if old.isEmpty || new.isEmpty { return [] }
        guard abs(old.count - new.count) <= limit else { return nil }
        let most = min(limit, old.count + new.count)
        // On diagonal k (old − new): the farthest index in `old` that this number of differences reaches.
        var farthest = [Int](repeating: 0, count: 2 * most + 3)
        let zero = most + 1
        var rounds: [[Int32]] = []
        for round in 0...most {
            for diagonal in stride(from: -round, through: round, by: 2) {
                let isDown =
                    diagonal == -round || diagonal != round && farthest[zero + diagonal - 1] < farthest[zero + diagonal + 1]
                var x = isDown ? farthest[zero + diagonal + 1] : farthest[zero + diagonal - 1] + 1
                var y = x - diagonal
                while x < old.count, y >= 0, y < new.count, old[old.startIndex + x] == new[new.startIndex + y] {
                    x += 1
                    y += 1
                }
                farthest[zero + diagonal] = x
                if x >= old.count, y >= new.count {
                    return tracePath(back: rounds, diagonal: diagonal, end: x, (old.startIndex, new.startIndex))
                }
            }
            rounds.append(farthest[zero - round...zero + round].map { Int32(truncatingIfNeeded: $0) })
        }
        return nil
    }

    /// Reconstructs the path from its end.
    private static func tracePath(back rounds: [[Int32]], diagonal: Int, end: Int, _ start: (old: Int, new: Int)) -> [Run] {
        var runs: [Run] = []
        var (diagonal, end) = (diagonal, end)
        for (round, reached) in rounds.enumerated().reversed() {
            // A round holds its diagonals from −round to +round; the next one has one more at both ends.
            func farthest(_ diagonal: Int) -> Int? {
                abs(diagonal) <= round ? Int(reached[diagonal + round]) : nil
            }
            let (left, right) = (farthest(diagonal - 1), farthest(diagonal + 1))
            let isDown = left == nil || right.map { right in left.map { $0 < right } ?? true } ?? false
            let before = isDown ? right ?? 0 : left ?? 0
            let begin = isDown ? before : before + 1
            if end > begin { runs.append(Run(old: start.old + begin, new: start.new + begin - diagonal, count: end - begin)) }
            diagonal += isDown ? 1 : -1
            end = before
        }
        if end > 0 { runs.append(Run(old: start.old, new: start.new, count: end)) }
        return runs.reversed()
    }

    /// The elements that occur exactly once in both lists, in the longest common order.
    private static func anchors(_ old: [UInt64], _ new: [UInt64]) -> [Run] {
        let (olds, news) = (single(old), single(new))
        let pairs = olds.compactMap { hash, place in news[hash].map { Run(old: place, new: $0, count: 1) } }
            .sorted { $0.old < $1.old }
        return ascending(pairs.map(\.new)).map { pairs[$0] }
    }

    private static func single(_ hashes: [UInt64]) -> [UInt64: Int] {
        var places: [UInt64: Int] = [:]
        places.reserveCapacity(hashes.count)
        for (place, hash) in hashes.enumerated() { places[hash] = places[hash] == nil ? place : -1 }
        return places.filter { $0.value >= 0 }
    }

    /// The indices of a longest ascending sequence among different numbers.
    static func ascending(_ numbers: [Int]) -> [Int] {
        // For each length, the index of the sequence end with the least
        // value; and the predecessor of each index.
        var lasts: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var (low, high) = (0, lasts.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[lasts[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = lasts[low - 1] }
            if low == lasts.count { lasts.append(place) } else { lasts[low] = place }
        }
        var sequence: [Int] = []
        var place = lasts.last ?? -1
        while place >= 0 {
            sequence.append(place)
            place = before[place]
        }
        return sequence.reversed()
    }
}
