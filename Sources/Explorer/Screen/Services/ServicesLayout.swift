// The layout of the services pane: conditions of the pool, the services, the selected one, and the decisions.

import Canvas

struct ServicesLayout {
    let head: Rect
    let notices: Rect
    let titles: Rect
    let rows: Rect
    let detail: Rect
    /// The line that separates the log from what is above it.
    let rule: Rect
    let log: Rect

    /// Services shown at most while there is a log below them.
    private static let mostRows = 12

    init(_ area: Rect, services: Int, notices count: Int) {
        var rest = area
        (head, rest) = rest.splitTop(area.height >= 4 ? 1 : 0)
        (notices, rest) = rest.splitTop(rest.height >= count + 3 ? count : 0)
        (titles, rest) = rest.splitTop(rest.height >= 2 ? 1 : 0)
        let roomy = rest.height >= services + 8
        (rows, rest) = rest.splitTop(
            roomy ? min(services, max(3, rest.height - 8)) : min(rest.height, min(services, Self.mostRows)))
        (detail, rest) = rest.splitTop(roomy ? 4 : 0)
        (rule, log) = rest.splitTop(rest.height >= 2 ? 1 : 0)
    }
}
