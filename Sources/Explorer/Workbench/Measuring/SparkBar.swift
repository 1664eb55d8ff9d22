// The bars of small diagrams within a line.

enum SparkBar {
    /// The number of heights.
    static let heights = bars.count
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The bar of a height from 0, clamped to the lowest and highest bar.
    static func at(_ height: Int) -> String { bars[max(0, min(heights - 1, height))] }
}
