// The members of a repeated request on one time axis, a line each. A line is made when it is visible: a group may
// have very many members.

import Canvas
import NetLayer

struct Waterfall {
    /// The columns of number, state and time.
    private static let columns = (number: 8, state: 8, time: 9)
    private static let leastBar = 8

    private let members: [TaskID]
    private let tasks: TaskList
    private let start: Duration
    private let end: Duration
    private let now: Duration
    /// The columns of the axis.
    private let room: Int

    /// `nil` for a group without members.
    init?(of group: TaskRow, _ members: [TaskID], _ model: Model, width: Int) {
        guard !members.isEmpty else { return nil }
        self.members = members
        tasks = model.tasks
        start = group.startedAt ?? group.openedAt
        now = model.now
        end = max(group.endedAt ?? model.now, start + .milliseconds(1))
        let columns = Self.columns
        room = max(Self.leastBar, width - columns.number - columns.state - columns.time)
    }

    var head: [StyledLine] {
        let axis = "The members from 0 to \(Quantity.duration(end - start)); ░ waits, █ runs"
        return [.empty, StyledLine(axis, .muted)]
    }

    /// The line of a member, from 0.
    func line(_ index: Int) -> StyledLine {
        guard members.indices.contains(index), let row = tasks.row(members[index]) else { return .empty }
        let look = StateLook(row.state)
        let state = row.status.map { "\(look.glyph) \($0)" } ?? look.glyph
        let time = row.startedAt.map { (row.endedAt ?? now) - $0 }
        return StyledLine([
            (TextWidth.pad("\(row.id)", Self.columns.number), .muted), (TextWidth.pad(state, Self.columns.state), look.style),
            (TextWidth.pad(time.map(Quantity.duration) ?? "", Self.columns.time), .text), (bar(row), .accent),
        ])
    }

    /// The wait from the time at which the member was due, or was opened, then its run.
    private func bar(_ row: TaskRow) -> String {
        let begin = column(row.pacing?.due ?? row.openedAt)
        let started = column(row.startedAt ?? row.endedAt ?? now)
        let ended = column(row.endedAt ?? now)
        let run = row.startedAt == nil ? 0 : max(1, ended - started)
        return String(repeating: " ", count: begin) + String(repeating: "░", count: max(0, started - begin))
            + String(repeating: "█", count: min(run, room - started))
    }

    /// A column of the axis, from 0 to below its width.
    private func column(_ time: Duration) -> Int {
        let share = (time - start) / (end - start)
        return min(room - 1, max(0, Int(share * Double(room))))
    }
}
