// What happens to tasks, for a screen reader: each begins once and ends once. The table's states in between,
// and the members of groups, are not said.

import NetLayer
import Workbench

struct TaskNews: Sendable {
    /// The greatest number so far.
    private var newest: UInt64 = 0
    /// The tasks near the greatest number. Numbers are reserved in advance, so a task may begin after a task
    /// with a greater number.
    private var known: Set<TaskID> = []
    /// The tasks whose end has not been said. For a group, the quarters of its members that have ended.
    private var live: [TaskID: Int] = [:]
    /// The tasks whose end was said last.
    private(set) var ended: Set<TaskID> = []

    private static let window: UInt64 = 64

    init() {}

    /// Begins with the tasks that are there: only their ends are news.
    init(_ model: Model) {
        newest = model.tasks.rows.last?.id.number ?? 0
        known = Set(recent(model.tasks).map(\.id))
        for row in model.tasks.rows where !row.state.isEnded && Self.isSaid(row, model) {
            live[row.id] = row.members.map(Self.quarters) ?? 0
        }
    }

    /// The lines about what has happened since the last call.
    mutating func lines(_ model: Model) -> [String] {
        ended = []
        return beginnings(model) + changes(model)
    }

    private func recent(_ tasks: TaskList) -> [TaskRow] {
        let floor = floor
        let newestFirst = tasks.rows.reversed().prefix { $0.id.number > floor }
        return newestFirst.reversed()
    }

    /// No task with a smaller number begins any more.
    private var floor: UInt64 { newest > Self.window ? newest - Self.window : 0 }

    private mutating func beginnings(_ model: Model) -> [String] {
        let new = recent(model.tasks).filter { !known.contains($0.id) }
        guard let last = new.last else { return [] }
        newest = max(newest, last.id.number)
        known.formUnion(new.map(\.id))
        let floor = floor
        known = known.filter { $0.number > floor }
        let said = new.filter { Self.isSaid($0, model) }
        for row in said { live[row.id] = 0 }
        return said.map(TaskWords.beginning)
    }

    private mutating func changes(_ model: Model) -> [String] {
        var lines: [String] = []
        for id in live.keys.sorted() {
            guard let row = model.tasks.row(id) else {
                live[id] = nil
                continue
            }
            if !row.state.isEnded {
                lines += progress(of: row)
            } else if !Self.awaitsResponse(row, model) {
                live[id] = nil
                ended.insert(id)
                lines.append(TaskWords.end(of: row, model))
            }
        }
        return lines
    }

    /// At each quarter of a group's members.
    private mutating func progress(of row: TaskRow) -> [String] {
        guard let members = row.members, members.total >= 4, let before = live[row.id] else { return [] }
        let quarters = Self.quarters(members)
        guard quarters > before, quarters < 4 else { return [] }
        live[row.id] = quarters
        return [TaskWords.progress(of: row, members)]
    }

    private static func quarters(_ members: MemberCounts) -> Int { members.ended * 4 / max(1, members.total) }

    /// Members are said with their group. The program itself requests descriptions, prefetched pages and the later
    /// rounds of a watch.
    private static func isSaid(_ row: TaskRow, _ model: Model) -> Bool {
        guard row.info.parent == nil, row.info.tag != .description, !model.watches.isLaterRound(row.id) else { return false }
        switch row.info.kind {
        case .call, .group, .chain: return !model.result.ahead.values.contains(row.id)
        case .work, .refresh: return false
        }
    }

    /// The row has ended, and what its response brought is still on its way to the model.
    private static func awaitsResponse(_ row: TaskRow, _ model: Model) -> Bool {
        switch row.state {
        case .queued, .running, .retrying, .cancelled, .superseded: return false
        case .succeeded, .failed, .timedOut: break
        }
        guard row.info.kind == .call, model.result.plans[row.id] != nil, !model.result.evicted.contains(row.id) else {
            return false
        }
        return model.result.answers[row.id].map(\.isArriving) ?? true
    }
}
