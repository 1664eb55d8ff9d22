// How much slower one of two servers responds: the ratio of the medians, with its confidence interval.

import Glibc

/// The interval is that of Price and Bonett (Journal of Statistical Computation and Simulation 72, 2002): from
/// order statistics, without assumptions about the distributions, and the same each time it is computed.
package struct MedianRatio: Sendable, Hashable {
    package static let method = "order statistics, Price and Bonett 2002"
    /// In percent.
    package static let confidence = 95
    /// The quantile of the normal distribution for this confidence.
    private static let quantile = 1.959964
    /// An interval of fewer responses says nothing.
    package static let enough = 10

    /// The second median divided by the first.
    package let ratio: Double
    package let low: Double
    package let high: Double

    /// `nil` with too few responses.
    package init?(_ first: LatencyHistogram, _ second: LatencyHistogram) {
        guard first.total >= Self.enough, second.total >= Self.enough else { return nil }
        ratio = Double(Self.median(second)) / Double(Self.median(first))
        let error = (Self.variance(first) + Self.variance(second)).squareRoot()
        low = ratio * exp(-Self.quantile * error)
        high = ratio * exp(Self.quantile * error)
    }

    /// The times do not show which server is slower: the interval contains 1.
    package var isEqual: Bool { low <= 1 && high >= 1 }

    /// The middle value of an odd number, the lower middle one of an even number.
    private static func median(_ values: LatencyHistogram) -> Int { values.value(atRank: (values.total + 1) / 2) }

    /// The variance of the logarithm of the median: two order statistics, about two standard errors on each
    /// side of the median, enclose it.
    private static func variance(_ values: LatencyHistogram) -> Double {
        let count = Double(values.total)
        let rank = max(1, Int(((count + 1) / 2 - count.squareRoot()).rounded()))
        let (low, high) = (values.value(atRank: rank), values.value(atRank: values.total - rank + 1))
        // How many standard errors each of the two is away.
        let distance = (count - 2 * Double(rank) + 1) / count.squareRoot()
        let error = (log(Double(high)) - log(Double(low))) / (2 * distance)
        return error * error
    }
}
