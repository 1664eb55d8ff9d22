// The numbers of one figure, one per round, and their spread.

struct Series: Sendable, Equatable {
    /// In the order in which the rounds ran.
    let values: [Double]

    init(_ values: [Double]) { self.values = values }

    /// A figure that is measured once.
    static func once(_ value: Double) -> Series { Series([value]) }

    /// The value to compare with the limit: one disturbed round does not change it. For an even count, the
    /// mean of the middle two.
    /// - Returns: NaN if a round yielded no number.
    var median: Double {
        guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return .nan }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// From the smallest to the largest; `nil` for a single round, which shows no noise.
    var spread: ClosedRange<Double>? {
        guard values.count > 1, values.allSatisfy(\.isFinite), let least = values.min(), let most = values.max() else {
            return nil
        }
        return least...most
    }

    func map(_ transform: (Double) -> Double) -> Series { Series(values.map(transform)) }

    static func * (series: Series, factor: Double) -> Series { series.map { $0 * factor } }
}
