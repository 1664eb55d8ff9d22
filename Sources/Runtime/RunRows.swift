// The rows of chains and groups of saved requests: which series each number stands for, and which ticket is a member of it.

import Explorer
import NetLayer
import Synchronization

final class RunRows: Sendable {
    private let client: NetClient
    private let state = Mutex(State())

    private struct State {
        var series: [Int: OpenSeries] = [:]
        var members: [Ticket: Int] = [:]
    }

    init(client: NetClient) { self.client = client }

    func obey(_ order: RunOrder) {
        switch order {
        case .open(let number, let kind, let title, let count, let parent):
            let outer = parent.flatMap { parent in state.withLock { $0.series[parent] } }
            let series = outer?.open(kind, title, count: count) ?? client.open(kind, title, count: count)
            state.withLock { $0.series[number] = series }
        case .member(let ticket, let number): state.withLock { $0.members[ticket] = number }
        case .skip(let title, let method, let number): state.withLock { $0.series[number] }?.skip(title, method: method)
        case .close(let number, let failure):
            let series = state.withLock { state in
                // A member that was never sent is waited for no longer.
                state.members = state.members.filter { $0.value != number }
                return state.series.removeValue(forKey: number)
            }
            series?.end(failure: failure)
        }
    }

    /// The series that the request of this ticket is a member of.
    func series(of ticket: Ticket) -> OpenSeries? {
        state.withLock { state in state.members.removeValue(forKey: ticket).flatMap { state.series[$0] } }
    }
}
