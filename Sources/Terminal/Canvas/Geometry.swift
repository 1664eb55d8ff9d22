// Size and Point: geometry of a screen in character cells. The origin is
// the top left corner, y grows downwards.

/// An extent in cells.
public struct Size: Hashable, Sendable {
    /// Columns. The value is not checked here: a `Screen` treats a negative extent as zero.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes an extent of `width` columns and `height` rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A cell's position, counted from 0.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// Makes the position in column `x` and row `y`.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
