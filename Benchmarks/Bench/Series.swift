// The numbers of one figure, one for each round, and how far they lie apart.

struct Series: Sendable, Equatable {
    /// In the order in which the rounds ran.
    let values: [Double]

    init(_ values: [Double]) { self.values = values }

    /// A figure that is measured once.
    static func once(_ value: Double) -> Series { Series([value]) }

    /// The value that is held against the limit: one disturbed round does not move it. Of an even number the mean of the middle two.
    /// - Returns: not a number when a round brought none.
    var median: Double {
        guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return .nan }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// From the smallest to the largest; `nil` when there was one round, which says nothing about noise.
    var spread: ClosedRange<Double>? {
        guard values.count > 1, values.allSatisfy(\.isFinite), let least = values.min(), let most = values.max() else {
            return nil
        }
        return least...most
    }

    func map(_ transform: (Double) -> Double) -> Series { Series(values.map(transform)) }

    static func * (series: Series, factor: Double) -> Series { series.map { $0 * factor } }
}
