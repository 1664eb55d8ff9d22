// The pool in the first line: each service with a sign, or without room only the one in use.

import Canvas
import NetLayer

enum PoolGlance {
    typealias Span = (text: String, style: Style)

    /// As much of the pool as fits into `room` columns.
    static func spans(_ model: Model, room: Int) -> [Span] {
        guard let status = model.poolView.status else { return [] }
        let marks = marks(status)
        let present = status.services.indices.filter { !status.services[$0].isAbsent }
        let whole = present.flatMap { service($0, status, model) } + marks
        if width(whole) <= room { return whole }
        let active = status.services.indices.contains(status.active) ? service(status.active, status, model) : []
        let troubled = status.services.enumerated().contains { $0 != status.active && !$1.isAbsent && !$1.state.isClosed }
        return active + (troubled ? [(" +!", .error)] : []) + marks
    }

    /// `  api-1 ●`; a dead service of the demo: `  api-1 dead ○!`.
    private static func service(_ index: Int, _ status: PoolStatus, _ model: Model) -> [Span] {
        let known = status.services[index]
        let look = ServiceLook(known)
        let isActive = index == status.active
        let dot: Span = isActive ? ("●", look.style) : ("○", look.sign.isEmpty ? .muted : look.style)
        let demo = model.api.demo.flatMap { $0.services.indices.contains(index) ? $0.services[index].condition : nil } ?? .running
        let condition = demo == .running ? "" : " \(demo.rawValue)"
        return [
            ("  \(known.name)\(condition) ", condition.isEmpty ? (isActive ? .header : .muted) : .warning), dot,
            (look.sign, look.style),
        ]
    }

    private static func marks(_ status: PoolStatus) -> [Span] {
        var marks: [Span] = []
        if let pin = status.pin { marks.append((pin.isSoft ? "  soft pin" : "  pinned", .accent)) }
        if status.isOffline { marks.append(("  offline", .warning)) }
        return marks
    }

    private static func width(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + TextWidth.measure($1.text) } }
}
