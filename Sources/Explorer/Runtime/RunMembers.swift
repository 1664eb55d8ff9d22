// Which requests of the screen are members of the rows of chains and groups.

import NetLayer
import Screen
import Synchronization
import Workbench

final class RunMembers: Sendable {
    private let rows: RunRows
    private let members = Mutex<[Ticket: RunRow]>([:])

    init(_ rows: RunRows) { self.rows = rows }

    func obey(_ order: RunOrder) {
        switch order {
        case .open(let row, let kind, let title, let count, let parent): rows.open(row, kind, title, count: count, in: parent)
        case .member(let ticket, let row): members.withLock { $0[ticket] = row }
        case .skip(let title, let method, let row): rows.skip(title, method, in: row)
        case .close(let row, let failure):
            // A member that was never sent is waited for no longer.
            members.withLock { members in members = members.filter { $0.value != row } }
            rows.close(row, failure: failure)
        }
    }

    /// The series that the request of this ticket is a member of.
    func series(of ticket: Ticket) -> OpenSeries? {
        members.withLock { $0.removeValue(forKey: ticket) }.flatMap { rows[$0] }
    }
}
