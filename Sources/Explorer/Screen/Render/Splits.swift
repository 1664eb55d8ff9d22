// The movable borders: the width of the endpoints and the height of the task table.

import Canvas

/// The user's layout; unset values fit the screen.
public struct Splits: Sendable, Hashable {
    /// A movable border.
    enum Edge: Sendable, Hashable {
        /// Between the endpoints and the panes on their right.
        case endpoints
        /// Above the task table.
        case tasks
    }

    init(width: Int? = nil, height: Int? = nil) {
        self.width = width
        self.height = height
    }

    /// Shares of the screen in ten-thousandths, so that a border stays in place on a smaller screen. Stored
    /// as requested, not as fitted: a screen that grows again shows the requested share.
    private(set) var width: Int?
    private(set) var height: Int?

    private static let whole = 10_000

    private static func share(_ cells: Int, of all: Int) -> Int {
        all > 0 ? min(max(0, (cells * whole + all / 2) / all), whole) : 0
    }

    private static func cells(_ share: Int, of all: Int) -> Int { (min(max(0, share), whole) * all + whole / 2) / whole }

    /// A screen of this width has room for the summaries of the endpoints.
    private static let roomyWidth = 110
    /// The least columns and the most that the summaries get by themselves.
    private static let summaryWidths = 46...100
    /// The least columns and the most for the paths alone.
    private static let pathWidths = 26...52

    /// Columns left of the border beside the endpoints.
    func endpointsWidth(in area: Rect, showsSummaries: Bool = true) -> Int {
        guard let width else {
            guard showsSummaries, area.width >= Self.roomyWidth else {
                return min(max(area.width * 32 / 100, Self.pathWidths.lowerBound), Self.pathWidths.upperBound)
            }
            return min(max(area.width * 40 / 100, Self.summaryWidths.lowerBound), Self.summaryWidths.upperBound)
        }
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

    /// Moves the border by four columns, or one row, from its current place.
    mutating func move(_ edge: Edge, by step: Int, in area: Rect, showsSummaries: Bool = true) {
        switch edge {
        case .endpoints:
            width = Self.share(endpointsWidth(in: area, showsSummaries: showsSummaries) + 4 * step, of: area.width)
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
