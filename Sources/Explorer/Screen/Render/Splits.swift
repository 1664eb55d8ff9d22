// The borders that a person can move: how wide the endpoints are and how high the task table is.

import Canvas

/// What a person has made of the layout; nothing set is what suits the screen.
public struct Splits: Sendable, Hashable {
    /// A border that can be moved.
    enum Edge: Sendable, Hashable {
        /// Between the endpoints and what is to their right.
        case endpoints
        /// Above the task table.
        case tasks
    }

    init(width: Int? = nil, height: Int? = nil) {
        self.width = width
        self.height = height
    }

    /// Shares of the screen in ten-thousandths, so that a border stays where it is on a smaller screen. Kept as asked for, not as it fitted: a
    /// screen that grows again shows it.
    private(set) var width: Int?
    private(set) var height: Int?

    private static let whole = 10_000

    private static func share(_ cells: Int, of all: Int) -> Int {
        all > 0 ? min(max(0, (cells * whole + all / 2) / all), whole) : 0
    }

    private static func cells(_ share: Int, of all: Int) -> Int { (min(max(0, share), whole) * all + whole / 2) / whole }

    /// Columns left of the border beside the endpoints.
    func endpointsWidth(in area: Rect) -> Int {
        guard let width else { return min(max(area.width * 32 / 100, 26), 52) }
        return min(max(Self.cells(width, of: area.width), 14), max(14, area.width - 30))
    }

    /// Rows of the task table, borders included.
    func tasksHeight(in area: Rect) -> Int {
        guard let height else { return min(max(area.height / 4, 5), 14) + 2 }
        return min(max(Self.cells(height, of: area.height), 3), max(3, area.height - 9))
    }

    mutating func move(_ edge: Edge, to point: Point, in area: Rect) {
        switch edge {
        case .endpoints: width = Self.share(point.x - area.x, of: area.width)
        case .tasks: height = Self.share(area.maxY - point.y, of: area.height)
        }
    }

    /// By four columns, or one row, from where it is now.
    mutating func move(_ edge: Edge, by step: Int, in area: Rect) {
        switch edge {
        case .endpoints: width = Self.share(endpointsWidth(in: area) + 4 * step, of: area.width)
        case .tasks: height = Self.share(tasksHeight(in: area) + step, of: area.height)
        }
    }

    mutating func reset(_ edge: Edge) {
        switch edge {
        case .endpoints: width = nil
        case .tasks: height = nil
        }
    }
}
