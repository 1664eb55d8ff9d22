// The bars of small diagrams within a line.

package enum SparkBar {
    /// The number of heights.
    package static let heights = bars.count
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The bar of a height from 0, clamped to the lowest and highest bar.
    package static func at(_ height: Int) -> String { bars[max(0, min(heights - 1, height))] }

    /// A bar that grows to the right, in halves of a column. A share of more than zero is never invisible.
    /// - Parameter share: from 0 to 1.
    package static func right(_ share: Double, width: Int) -> String {
        guard share > 0, width > 0 else { return "" }
        let halves = max(1, Int((min(1, share) * Double(2 * width)).rounded()))
        return String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
    }
}
