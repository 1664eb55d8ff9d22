// A rectangle of cells and the ways a layout splits it. No operation here ever returns a negative size.

/// A rectangle of cells, half open: it covers columns `x ..< maxX` and rows `y ..< maxY`.
public struct Rect: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes a rectangle; a negative extent becomes 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The rectangle that covers a whole screen of this size.
    public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// The column behind the last one.
    public var maxX: Int { x + width }
    /// The row below the last one.
    public var maxY: Int { y + height }
    /// The rectangle's extent.
    public var size: Size { Size(width: width, height: height) }
    /// Whether it covers no cell.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The rectangle without `dx` columns on either side and `dy` rows at top and bottom; empty, and still
    /// inside, when there is not enough room.
    public func inset(dx: Int, dy: Int) -> Rect {
        let h = min(dx, width / 2)
        let v = min(dy, height / 2)
        return Rect(x: x + h, y: y + v, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// The cells that are in both rectangles; an empty rectangle when there are none.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// Whether the cell at `point` is inside.
    public func contains(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }

    /// The first `n` rows, clamped to the rectangle, and the rest.
    public func splitTop(_ n: Int) -> (Rect, Rect) {
        let n = min(max(0, n), height)
        return (Rect(x: x, y: y, width: width, height: n), Rect(x: x, y: y + n, width: width, height: height - n))
    }

    /// The rows above, and the last `n` rows, clamped to the rectangle.
    public func splitBottom(_ n: Int) -> (rest: Rect, bottom: Rect) {
        let (rest, bottom) = splitTop(height - min(max(0, n), height))
        return (rest, bottom)
    }

    /// The first `n` columns, clamped to the rectangle, and the rest.
    public func splitLeft(_ n: Int) -> (Rect, Rect) {
        let n = min(max(0, n), width)
        return (Rect(x: x, y: y, width: n, height: height), Rect(x: x + n, y: y, width: width - n, height: height))
    }

    /// The columns before, and the last `n` columns, clamped to the rectangle.
    public func splitRight(_ n: Int) -> (rest: Rect, right: Rect) {
        let (rest, right) = splitLeft(width - min(max(0, n), width))
        return (rest, right)
    }
}
