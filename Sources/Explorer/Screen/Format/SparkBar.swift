// The bars of which small diagrams in a line are made.

enum SparkBar {
    /// How many heights there are.
    static let heights = bars.count
    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The bar of a height from 0; what is too low or too high has the lowest or highest.
    static func at(_ height: Int) -> String { bars[max(0, min(heights - 1, height))] }
}
