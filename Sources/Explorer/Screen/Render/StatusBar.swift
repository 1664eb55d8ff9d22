// The first line: the open API, the destination of requests, the panes of a narrow terminal, the number of
// active requests.

import Canvas
import NetLayer

enum StatusBar {
    private static let roomForEnvironment = 30
    /// The columns of the program's name, and those around the guard.
    private static let roomForName = 13

    static func draw(_ model: Model, on screen: inout Screen, in line: Rect) {
        guard line.height > 0 else { return }
        let counts = counts(model)
        let start = countsStart(model, in: line)
        let strip = PaneStrip(model, in: line)
        strip?.draw(model, on: &screen, in: line)
        var x = line.x + 1
        let room = Rect(x: line.x, y: line.y, width: max(0, (strip?.start ?? start) - line.x - 1), height: 1)
        let label = model.guardLabel
        // The guard is shown at every width.
        if label.map({ TextWidth.measure($0) + Self.roomForName <= room.width }) ?? true {
            x += screen.write("explorer  ", x: x, y: line.y, style: label == nil ? .title : .warning, in: room)
        }
        if let label { x += screen.write("\(label)  ", x: x, y: line.y, style: .warning, in: room) }
        if let name = model.apis.currentName {
            x += screen.write("\(name)  ", x: x, y: line.y, style: .accent, in: room)
        }
        x += screen.write(name(model), x: x, y: line.y, style: label == nil ? .header : .warning, in: room)
        // The service in use matters more.
        if label == nil, model.environments.count > 1, room.maxX - x >= Self.roomForEnvironment {
            x += screen.write("  \(model.api.pool.environment)", x: x, y: line.y, style: .accent, in: room)
        }
        let glance = PoolGlance.spans(model, room: room.maxX - x)
        let troubled = model.api.demo?.services.filter { $0.condition != .running } ?? []
        if !glance.isEmpty {
            for span in glance { x += screen.write(span.text, x: x, y: line.y, style: span.style, in: room) }
        } else if !troubled.isEmpty {
            // In place of the address, so that it fits on every terminal.
            let words = troubled.map { "\($0.name) \($0.condition.rawValue)" }.joined(separator: "  ")
            screen.write("  " + words, x: x, y: line.y, style: .warning, in: room)
        } else if let service = model.serviceInUse {
            screen.write("  \(service.name) \(service.baseURL)", x: x, y: line.y, style: .muted, in: room)
        }
        x = max(line.x, start)
        for (index, part) in counts.enumerated() {
            if index > 0 { x += screen.write(" · ", x: x, y: line.y, style: .muted, in: line) }
            x += screen.write(part.text, x: x, y: line.y, style: part.style, in: line)
        }
        screen.overlay(line, .surface)
    }

    private static func name(_ model: Model) -> String {
        switch model.api.source {
        case .loading(let name): name
        case .ready(let description): description.title
        case .failed(let failure): failure.title
        }
    }

    /// The column from which the line shows what is running.
    static func countsStart(_ model: Model, in line: Rect) -> Int {
        let counts = counts(model)
        return line.maxX - counts.reduce(0) { $0 + TextWidth.measure($1.text) } - max(0, counts.count - 1) * 3 - 1
    }

    private static func counts(_ model: Model) -> [(text: String, style: Style)] {
        (model.notices.isOffline ? [("offline", .warning)] : [])
            + (model.view.mouse.captures ? [] : [("mouse off", .muted)]) + counts(model.tasks)
    }

    private static func counts(_ tasks: TaskList) -> [(text: String, style: Style)] {
        let counts = tasks.counts
        var parts: [(String, Style)] = []
        if counts.running > 0 { parts.append(("\(counts.running) running", .taskRunning)) }
        if counts.queued > 0 { parts.append(("\(counts.queued) queued", .taskQueued)) }
        if tasks.newFailures > 0 { parts.append(("\(tasks.newFailures) failed", .taskFailed)) }
        return parts.isEmpty ? [("idle", .muted)] : parts
    }
}
