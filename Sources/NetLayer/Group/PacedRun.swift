// Runs requests at a pace, as members of a group: the driver that performs the decisions of PaceMachine.

import Synchronization

/// A request that a paced run sends again and again.
package struct PacedRequest: Sendable {
    /// The title of its own group, where several requests take turns.
    let title: String
    let pool: ServicePool
    /// The number of its own group, reserved; `nil` takes the next one.
    let group: TaskID?
    /// Makes each call anew: with generated values of its own.
    let make: @Sendable () -> Endpoint<Void>

    package init(
        _ title: String, on pool: ServicePool, as group: TaskID? = nil, make: @escaping @Sendable () -> Endpoint<Void>
    ) {
        self.title = title
        self.pool = pool
        self.group = group
        self.make = make
    }
}

/// A member of a paced run that has ended.
package struct PacedEnd: Sendable {
    /// The place of its request among the requests that take turns.
    package let turn: Int
    /// The row as it ended.
    package let row: TaskRow
    /// Why it failed; `nil` for a success.
    package let error: NetError?
}

/// A paced run that is running or has ended. Dropping the handle changes nothing.
package struct PacedHandle: Sendable {
    /// The number of the group's row.
    package let id: TaskID
    let client: NetClient
    let over: Landing<Void>

    /// Returns when every member has ended.
    package func waitForEnd() async { await over.value() }

    /// Ends the group and its members.
    package func cancel() { client.cancel(id) }
}

extension NetClient {
    /// Starts requests at a pace and returns at once. Of several requests, each is sent in its turn, in a
    /// group of its own within the group. The limits of the client do not apply to the members.
    /// - Parameters:
    ///   - requests: at least one.
    ///   - id: the number of the group's row, from ``reserveTaskID()``; `nil` takes the next one.
    ///   - onEnd: called for each member that has ended, from any thread.
    package func startPaced(
        _ title: String, _ requests: [PacedRequest], at pace: RunPace, as id: TaskID? = nil,
        onEnd: @escaping @Sendable (PacedEnd) -> Void = { _ in }
    ) -> PacedHandle {
        let run = PacedRun(self, title, requests, pace, id, onEnd)
        Task { await run.drive() }
        return PacedHandle(id: run.id, client: self, over: run.over)
    }
}

private final class PacedRun: Sendable {
    private struct State {
        var machine: PaceMachine
        /// The failures by turn.
        var failed: [Int]
        var isFinished = false
    }

    let over = Landing<Void>()
    private let client: NetClient
    private let series: OpenSeries
    /// The groups that the members belong to, by turn.
    private let turns: [OpenSeries]
    private let requests: [PacedRequest]
    private let growsByMember: Bool
    private let onEnd: @Sendable (PacedEnd) -> Void
    private let state: Mutex<State>

    var id: TaskID { series.id }

    init(
        _ client: NetClient, _ title: String, _ requests: [PacedRequest], _ pace: RunPace, _ id: TaskID?,
        _ onEnd: @escaping @Sendable (PacedEnd) -> Void
    ) {
        let (count, expected) = (requests.count, pace.expected)
        let series = OpenSeries(
            .group, title, count: count > 1 ? count : expected ?? 0, parent: nil, client, number: id, ignoresLimits: true)
        var turns: [OpenSeries] = count == 1 ? [series] : []
        for (turn, request) in requests.enumerated() where count > 1 {
            // The first ones have one member more where the number cannot be divided.
            let members = expected.map { ($0 + count - 1 - turn) / count } ?? 0
            turns.append(
                OpenSeries(
                    .group, request.title, count: members, parent: series.id, client, number: request.group,
                    ignoresLimits: true))
        }
        (self.series, self.turns) = (series, turns)
        growsByMember = expected == nil
        (self.client, self.requests, self.onEnd) = (client, requests, onEnd)
        let start = client.row(of: series.id)?.startedAt ?? client.now
        state = Mutex(State(machine: PaceMachine(pace, from: start), failed: requests.map { _ in 0 }))
    }

    /// Starts requests when they are due, until no further one is. The end of a request starts others.
    func drive() async {
        advance()
        while let tick = state.withLock({ $0.machine.nextTick(after: client.now) }) {
            guard (try? await client.time.sleepExactly(tick)) != nil else { return }
            advance()
        }
    }

    private func advance() {
        let isLive = turns.allSatisfy(\.isLive)
        let (starts, isOver) = state.withLock { state -> ([PaceMachine.Start], Bool) in
            if !isLive { state.machine.stop() }
            let now = client.now
            let starts = state.machine.advance(to: now)
            guard state.machine.isOver(at: now), !state.isFinished else { return (starts, false) }
            state.isFinished = true
            return (starts, true)
        }
        starts.forEach(begin)
        if isOver { finish() }
    }

    private func begin(_ start: PaceMachine.Start) {
        let turn = start.index % requests.count
        if growsByMember { turns[turn].expect(1) }
        let handle = turns[turn].dispatch(requests[turn].make(), on: requests[turn].pool, at: start.place)
        // It waits in a task of the run's own: the next request must not inherit the task-local values of
        // this one's work.
        Task { [self] in
            let result = await handle.landing.value()
            end(turn, handle.id, result)
        }
    }

    private func end(_ turn: Int, _ id: TaskID, _ result: Result<Void, NetError>) {
        var error: NetError?
        if case .failure(let failure) = result { error = failure }
        if let row = client.row(of: id) { onEnd(PacedEnd(turn: turn, row: row, error: error)) }
        state.withLock { state in
            if !result.isSuccess { state.failed[turn] += 1 }
            state.machine.ended()
        }
        advance()
    }

    private func finish() {
        let failed = state.withLock { $0.failed }
        if turns.count > 1 {
            for (turn, failed) in zip(turns, failed) where turn.isLive { turn.finish(failure: Self.words(failed)) }
        }
        if series.isLive { series.finish(failure: Self.words(failed.reduce(0, +))) }
        over.land(())
    }

    private static func words(_ failed: Int) -> String? {
        switch failed {
        case 0: nil
        case 1: "1 request failed"
        default: "\(failed) requests failed"
        }
    }
}
