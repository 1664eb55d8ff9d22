// The columns of the services: which there are at a width, and the cells of a service.

import Canvas
import NetLayer

enum ServiceColumn: CaseIterable, Sendable, Hashable {
    case role, name, state, probe, outcomes, failed, latencies, median, inFlight, share, wish

    /// Its title and width; columns of low priority are dropped first when there is no room.
    var column: Column {
        switch self {
        case .role: Column(title: "", minimum: 1, ideal: 1, maximum: 1, priority: 12)
        case .name: Column(title: "service", minimum: 6, ideal: 9, maximum: 24, priority: 11)
        case .state: Column(title: "state", minimum: 12, ideal: 13, maximum: 14, priority: 10)
        case .probe: Column(title: "probe", minimum: 5, ideal: 6, maximum: 6, priority: 3, alignRight: true)
        case .outcomes: Column(title: "outcomes", minimum: 8, ideal: 12, maximum: 32, priority: 7)
        case .failed: Column(title: "failed", minimum: 6, ideal: 6, maximum: 8, priority: 6, alignRight: true)
        case .latencies: Column(title: "latency", minimum: 7, ideal: 8, maximum: 32, priority: 2)
        case .median: Column(title: "median", minimum: 6, ideal: 6, maximum: 7, priority: 1, alignRight: true)
        case .inFlight: Column(title: "air", minimum: 3, ideal: 3, maximum: 5, priority: 5, alignRight: true)
        case .share: Column(title: "share", minimum: 5, ideal: 5, maximum: 5, priority: 8, alignRight: true)
        case .wish: Column(title: "by hand", minimum: 8, ideal: 8, maximum: 8, priority: 9)
        }
    }
}

/// The columns that fit, with their widths.
struct ServiceColumns {
    private let shown: [(column: ServiceColumn, width: Int, isRight: Bool)]

    init(_ width: Int, _ status: PoolStatus) {
        let hasWish = status.services.indices.contains { !status.wish(for: $0).isEmpty }
        let columns = ServiceColumn.allCases.filter { $0 != .wish || hasWish }
        let layouts = columns.map(\.column)
        // The last column of the pane is the scrollbar's.
        let widths = TableLayout.widths(layouts, available: width - 1)
        shown = columns.indices.filter { widths[$0] > 0 }.map { (columns[$0], widths[$0], layouts[$0].alignRight) }
    }

    func drawTitles(on screen: inout Screen, in row: Rect) {
        screen.fill(row, style: .tableHeader)
        draw(on: &screen, in: row) { column, _ in [(column.column.title, .tableHeader)] }
    }

    func draw(_ index: Int, of status: PoolStatus, at now: Duration, on screen: inout Screen, in row: Rect) {
        let service = status.services[index]
        let look = ServiceLook(service, at: now)
        draw(on: &screen, in: row) { column, width in
            switch column {
            case .role: index == status.active ? [("●", look.style)] : [("○", .muted)]
            case .name: [(service.name, index == status.active ? .title : .text)]
            case .state: [("\(look.glyph) \(look.word)", look.style)]
            case .probe: [(Self.check(of: service, status, now), .muted)]
            case .outcomes: OutcomeBar.pieces(service.recent, width: width)
            case .failed: [Self.failed(service.counts)]
            case .latencies: [(LatencySpark.text(service.recent, width: width), .accent)]
            case .median: [(LatencySpark.median(service.recent).map(Quantity.duration) ?? "", .text)]
            case .inFlight: [(service.inFlight > 0 ? "\(service.inFlight)" : "", .taskRunning)]
            case .share: [(service.leases > 0 ? "\(service.share) %" : "", service.share > 0 ? .text : .muted)]
            case .wish: [(status.wish(for: index), .accent)]
            }
        }
    }

    private static func check(of service: PoolStatus.Service, _ status: PoolStatus, _ now: Duration) -> String {
        guard !service.isAlone, let moment = service.probeAt else { return "" }
        if status.isIdle(at: now) { return "idle" }
        return moment > now ? Quantity.duration(moment - now) : "due"
    }

    private static func failed(_ counts: OutcomeCounts) -> (String, Style) {
        guard counts.total > 0 else { return ("", .muted) }
        return ("\(counts.failed)/\(counts.total)", counts.failed > 0 ? .error : .muted)
    }

    private func draw(
        on screen: inout Screen, in row: Rect, _ cell: (ServiceColumn, Int) -> [(String, Style)]
    ) {
        var x = row.x
        for part in shown {
            let pieces = cell(part.column, part.width)
            let width = pieces.reduce(0) { $0 + TextWidth.measure($1.0) }
            var place = part.isRight ? max(x, x + part.width - width) : x
            for (text, style) in pieces {
                place += screen.write(TextWidth.truncate(text, x + part.width - place), x: place, y: row.y, style: style, in: row)
            }
            x += part.width + 1
        }
    }
}

extension PoolStatus.Service {
    /// Its breaker is open, and the state already shows the countdown.
    fileprivate var isAlone: Bool { if case .open = state { true } else { false } }
}

extension PoolStatus {
    /// The override of a service, in a word.
    func wish(for service: Int) -> String {
        if let pin, pin.service == service { return pin.isSoft ? "soft pin" : "pinned" }
        if let directed, directed.service == service { return directed.isSoft ? "advised" : "directed" }
        return services[service].isIsolated ? "isolated" : ""
    }
}
