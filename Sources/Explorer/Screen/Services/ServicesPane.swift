// The services of the API: the state of each, where requests go and why, and the commands of the user.

import Canvas
import NetLayer

enum ServicesPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        guard let status = model.poolView.status else { return nil }
        let (selected, count) = (model.poolView.list.selected, status.services.count)
        if let distance = command.distance(height: model.listHeight(of: .services)) {
            model.poolView.list.move(by: distance, count: count, height: model.listHeight(of: .services))
            return []
        }
        switch command {
        case .primary, .switchTo: return model.wish(.switchTo(selected))
        case .switchNext: return model.wish(.switchToNext)
        case .pin: return model.wish(.pin(selected, soft: false))
        case .pinSoftly: return model.wish(.pin(selected, soft: true))
        case .isolate: return model.wish(.isolate(selected))
        case .release: return model.release(selected)
        case .probe:
            guard !status.services[selected].isAbsent else {
                model.say("\(status.services[selected].name) has no address in \(status.environment)")
                return []
            }
            model.poolView.ask(selected)
            return model.wish(.probe(selected))
        case .serviceTasks:
            model.tasks.editFilter { $0 = TextField(TaskFilter.text(ofService: status.services[selected].name)) }
            model.focus = .tasks
            return []
        default: return nil
        }
    }

    // MARK: Drawing

    static func title(_ model: Model) -> [(text: String, style: Style)] {
        guard let status = model.poolView.status else { return [] }
        var parts: [(String, Style)] = model.apis.currentName.map { [($0, .accent)] } ?? []
        parts.append(("\(status.services.count)", .muted))
        if model.environments.count > 1 { parts.append((model.api.pool.environment.rawValue, .accent)) }
        if status.services.indices.contains(status.active) {
            parts.append(("in use \(status.services[status.active].name)", .text))
        }
        return parts
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        guard let status = model.poolView.status else { return drawEmpty(model, on: &screen, in: area) }
        let notices = notices(status, model)
        let parts = ServicesLayout(area, services: status.services.count, notices: notices.count)
        put([(head(status, model), .muted)], on: &screen, in: parts.head)
        for (index, notice) in notices.enumerated() where index < parts.notices.height {
            put([("! ", notice.style), (notice.text, notice.style)], on: &screen, in: parts.notices.row(index))
        }
        let columns = ServiceColumns(area.width, status)
        if parts.titles.height > 0 { columns.drawTitles(on: &screen, in: parts.titles) }
        let list = model.poolView.list
        for line in 0..<parts.rows.height where list.top + line < status.services.count {
            let row = parts.rows.row(line)
            columns.draw(list.top + line, of: status, at: model.now, model.view.motion, on: &screen, in: row)
            if list.top + line == list.selected { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
        }
        Scrollbar.draw(top: list.top, shown: parts.rows.height, total: status.services.count, on: &screen, in: parts.rows)
        for (index, line) in detail(status, model).enumerated() where index < parts.detail.height - 2 {
            put(line, on: &screen, in: parts.detail.row(1 + index))
        }
        drawLog(model, on: &screen, rule: parts.rule, in: parts.log)
    }

    private static func drawEmpty(_ model: Model, on screen: inout Screen, in area: Rect) {
        if let reason = model.whyNoDescription { return EmptyState.draw([reason], on: &screen, in: area) }
        switch model.api.pool.services.count {
        case 0: EmptyState.draw(["No services", "The description names no server: start with --base URL"], on: &screen, in: area)
        case 1:
            let service = model.api.pool.services[0].standing(in: model.api.pool.environment)
            EmptyState.draw(
                [
                    "One service: \(service.name)", "\(service.baseURL)",
                    "With a second service, requests could go there when this one fails",
                ],
                on: &screen, in: area)
        default: EmptyState.draw(["The services have no state yet"], on: &screen, in: area)
        }
    }

    private static func head(_ status: PoolStatus, _ model: Model) -> String {
        let policy = model.api.pool.failover?.options.words ?? ""
        return "\(policy) · generation \(status.generation)"
    }

    /// Unusual conditions that apply to the whole pool.
    static func notices(_ status: PoolStatus, _ model: Model) -> [(text: String, style: Style)] {
        func name(_ index: Int) -> String { status.services.indices.contains(index) ? status.services[index].name : "?" }
        func key(_ command: Command) -> String { model.view.keymap.keys(of: command).first ?? ":\(command.rawValue)" }
        func rest(_ until: Duration?) -> String {
            until.map { ", for \(model.view.motion.remaining($0 - model.now)) more" } ?? ""
        }
        var notices: [(String, Style)] = []
        if status.isOffline {
            notices.append(("offline: failures look local, no service is blamed", .warning))
        }
        if status.isPanicking { notices.append(("all services are down: requests are sent anyway", .error)) }
        if let pin = status.pin {
            let how = pin.isSoft ? "while it works" : "whatever its state"
            notices.append(("pinned to \(name(pin.service)), \(how)\(rest(pin.until)) · \(key(.release)) releases it", .accent))
        }
        if let directed = status.directed {
            let how = directed.isSoft ? "advises" : "orders"
            notices.append(("a directive \(how) \(name(directed.service))\(rest(directed.until))", .accent))
        }
        if status.isIdle(at: model.now) {
            notices.append(
                ("no requests, so health checks pause · \(key(.probe)) checks now", .muted))
        }
        if let until = status.frozenUntil { notices.append(("too many switches: no failback\(rest(until))", .warning)) }
        if let healed = status.offersFailback {
            notices.append(("\(name(healed)) has recovered: \(key(.switchTo)) on it switches back", .success))
        }
        return notices
    }

    /// Details of the selected service beyond its row.
    private static func detail(_ status: PoolStatus, _ model: Model) -> [[(String, Style)]] {
        let index = model.poolView.list.selected
        guard status.services.indices.contains(index), model.api.pool.services.indices.contains(index) else { return [] }
        let service = status.services[index]
        let address = model.api.pool.services[index].address(in: model.api.pool.environment)?.description
        var facts = ["\(service.leases) requests"]
        if service.counts.total > 0 {
            facts.append("\(service.counts.total) counted: \(service.counts.failed) failed, \(service.counts.slow) slow")
        }
        if let median = LatencySpark.median(service.recent), let longest = LatencySpark.longest(service.recent) {
            facts.append("median \(Quantity.duration(median)), longest \(Quantity.duration(longest))")
        }
        return [
            [("\(service.name)  ", .title), (address ?? "no address in \(model.api.pool.environment)", .text)],
            [(facts.joined(separator: " · "), .muted)],
        ]
    }

    private static func drawLog(_ model: Model, on screen: inout Screen, rule: Rect, in area: Rect) {
        let entries = model.poolView.log.entries.filter { $0.event.environment == model.api.pool.environment }
        if rule.height > 0 { put([("Decisions, newest first", .tableHeader)], on: &screen, in: rule) }
        guard !entries.isEmpty else {
            return put([("no decisions yet", .muted)], on: &screen, in: area.row(0))
        }
        let words = FailoverText(names: model.api.pool.services.map(\.name), log: model.poolView.log)
        for (index, entry) in entries.reversed().prefix(area.height).enumerated() {
            let line = words.line(entry.event)
            let age = TextWidth.pad(model.view.motion.elapsed(model.now - entry.event.time), 7, alignRight: true)
            let times = entry.count > 1 ? " ×\(entry.count)" : ""
            let what = TextWidth.pad(line.what + times, min(26, max(0, area.width / 3)))
            put(
                [(age + "  ", .muted), (line.glyph + " ", line.style), (what + "  ", .text), (line.why, .muted)], on: &screen,
                in: area.row(index))
        }
    }

    private static func put(_ spans: [(String, Style)], on screen: inout Screen, in line: Rect) {
        guard line.height > 0 else { return }
        var x = line.x
        for (text, style) in spans {
            x += screen.write(TextWidth.truncate(text, max(0, line.maxX - 1 - x)), x: x, y: line.y, style: style, in: line)
        }
    }
}

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
        case .inFlight: Column(title: "run", minimum: 3, ideal: 3, maximum: 5, priority: 5, alignRight: true)
        case .share: Column(title: "share", minimum: 5, ideal: 5, maximum: 5, priority: 8, alignRight: true)
        case .wish: Column(title: "by hand", minimum: 8, ideal: 8, maximum: 8, priority: 9)
        }
    }
}

/// The columns that fit, with their widths.
struct ServiceColumns {
    /// The widths of a pane that has room for `✗ down, next try in 4.2s`, and of the column that shows it.
    private static let wide = 100
    private static let sentence = 25

    private let shown: [(column: ServiceColumn, width: Int, isRight: Bool)]

    init(_ width: Int, _ status: PoolStatus) {
        let hasWish = status.services.indices.contains { !status.wish(for: $0).isEmpty }
        let columns = ServiceColumn.allCases.filter { $0 != .wish || hasWish }
        var layouts = columns.map(\.column)
        // With room for a sentence, a service that is down says when it is tried again.
        if width >= Self.wide, status.services.contains(where: \.isAlone), let state = columns.firstIndex(of: .state) {
            layouts[state].ideal = Self.sentence
            layouts[state].maximum = Self.sentence
        }
        // The last column of the pane is the scrollbar's.
        let widths = TableLayout.widths(layouts, available: width - 1)
        shown = columns.indices.filter { widths[$0] > 0 }.map { (columns[$0], widths[$0], layouts[$0].alignRight) }
    }

    func drawTitles(on screen: inout Screen, in row: Rect) {
        screen.fill(row, style: .tableHeader)
        draw(on: &screen, in: row) { column, _ in [(column.column.title, .tableHeader)] }
    }

    func draw(
        _ index: Int, of status: PoolStatus, at now: Duration, _ motion: Motion, on screen: inout Screen, in row: Rect
    ) {
        let service = status.services[index]
        let look = ServiceLook(service, at: now, motion)
        draw(on: &screen, in: row) { column, width in
            switch column {
            case .role: index == status.active ? [("●", look.style)] : [("○", .muted)]
            case .name: [(service.name, index == status.active ? .title : .text)]
            case .state: [("\(look.glyph) \(width < Self.sentence ? look.word : look.sentence)", look.style)]
            case .probe: [(Self.check(of: service, status, now, motion), .muted)]
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

    private static func check(
        of service: PoolStatus.Service, _ status: PoolStatus, _ now: Duration, _ motion: Motion
    ) -> String {
        guard !service.isAlone, let moment = service.probeAt else { return "" }
        if status.isIdle(at: now) { return "idle" }
        return moment > now ? motion.remaining(moment - now) : "due"
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
    /// It is down, and its state already shows the countdown.
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
