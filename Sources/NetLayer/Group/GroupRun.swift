// One run of a group: the driver that performs the decisions of GroupMachine.

import Synchronization

final class GroupRun<Value: Sendable>: Sendable {
    private struct State {
        var machine: GroupMachine
        var members: [GroupMember<Value>] = []
        /// The seats of members that have not ended: a seat refers back to this object.
        var seats: [PendingTask?] = []
        var ids: [TaskID?] = []
        /// A member that has not landed has a placeholder, which callers never see.
        var results: [Result<Value, NetError>] = []
        /// Members whose turn has come, for the group's own task to begin.
        var turns: [PendingTask] = []
        var isSettled = false
        /// The group's own task, while it waits for turns or for the end.
        var launcher: CheckedContinuation<Void, Never>?
    }

    let client: NetClient
    /// Signals that the counts have changed. Ends with the group.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let mode: GroupMode
    private let limit: Int?
    private let title: String
    private let state: Mutex<State>

    private init(_ group: RequestGroup<Value>, mode: GroupMode, client: NetClient) {
        self.client = client
        self.mode = mode
        limit = group.maxConcurrent.map { max(1, $0) }
        title = group.title
        state = Mutex(State(machine: GroupMachine(mode: mode, limit: limit)))
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Opens the rows of a group and of all its members; no member runs before the seat's `begin`.
    static func openGroup(
        _ group: RequestGroup<Value>, mode: GroupMode, client: NetClient, parent: TaskID?, number: TaskID? = nil,
        onCompletion: (@Sendable (GroupOutcome<Value>) async -> Void)? = nil,
        land: @escaping @Sendable (Result<GroupOutcome<Value>, NetError>) -> Void
    ) -> (seat: PendingTask, run: GroupRun) {
        let run = GroupRun(group, mode: mode, client: client)
        let id = client.taskRegistry.openTask(
            TaskInfo(kind: .group, parent: parent, title: group.title), number: number
        ) { error in
            run.signal.finish()
            run.advance { $0.cancel() }
            land(.failure(error))
        }
        client.taskRegistry.update { table, now in
            if group.ignoresLimits { table.exemptMembers(of: id) }
            table.setMembers(id, MemberCounts(total: group.members.count), at: now)
        }
        for member in group.members { _ = run.openMember(member, of: id, isKnown: true) }
        let seat = client.makePendingTask(id) {
            client.taskRegistry.update { $0.begin(id, at: $1) }
            run.advance { $0.begin() }
            // A cancelled group also waits until its members' completions have returned: then it
            // has released everything.
            while let turns = await run.nextTurns() { turns.forEach { $0.begin() } }
            let outcome = run.outcome()
            // A cancelled group has no outcome, not even a late one.
            guard client.taskRegistry.isLive(id), client.taskRegistry.end(id, outcome) else { return }
            run.signal.finish()
            land(.success(outcome))
            await onCompletion?(outcome)
        }
        return (seat, run)
    }

    var memberIDs: [TaskID] { state.withLock { $0.ids.compactMap(\.self) } }

    var counts: MemberCounts { state.withLock { $0.machine.counts } }

    func addMember(_ member: GroupMember<Value>, of id: TaskID) throws(GroupOver) -> Bool {
        guard let isNew = openMember(member, of: id, isKnown: false) else { throw GroupOver(group: id) }
        return isNew
    }

    // MARK: Parts

    /// - Returns: `nil` when the member came too late, `false` when it is in the group already.
    private func openMember(_ member: GroupMember<Value>, of id: TaskID, isKnown: Bool) -> Bool? {
        let (place, isThere) = state.withLock { state -> (Int?, Bool) in
            // The definition contains each member only once.
            if !isKnown, state.members.contains(where: { $0.identity == member.identity }) { return (nil, true) }
            guard let index = state.machine.addMember() else { return (nil, false) }
            state.members.append(member)
            state.seats.append(nil)
            state.ids.append(nil)
            state.results.append(.failure(NetError(.cancelled(.group))))
            return (index, false)
        }
        guard let place else { return isThere ? false : nil }
        if !isKnown { client.taskRegistry.update { $0.addExpectedMembers(1, of: id, at: $1) } }
        let landing = member.onLanding.map { awaitLanding(of: place, $0) }
        let seat = member.open(client, id) { [self] in receiveOutcome(place, $0, landing) }
        advance {
            $0.opened(place, isWatched: seat.isWatched)
        } with: { state in
            state.seats[place] = seat
            state.ids[place] = seat.id
        }
        return true
    }

    /// The member's own completion, in a task that inherits the task-local values of the caller that adds the
    /// member. The outcome itself may come from any task, such as one that cancels the member.
    private func awaitLanding(
        of index: Int, _ onLanding: @escaping GroupMember<Value>.Landed
    ) -> Landing<Result<Value, NetError>> {
        let landing = Landing<Result<Value, NetError>>()
        Task { [self] in
            await onLanding(await landing.value())
            advance { $0.landed(index) }
        }
        return landing
    }

    /// A member's outcome is known: once for each member, from any thread.
    private func receiveOutcome(
        _ index: Int, _ result: Result<Value, NetError>, _ landing: Landing<Result<Value, NetError>>?
    ) {
        state.withLock { $0.results[index] = result }
        advance(startsHere: false) { $0.ended(index, succeeded: result.isSuccess, cancelled: result.isCancellation) }
        state.withLock { $0.seats[index] = nil }
        if let landing { landing.land(result) } else { advance(startsHere: false) { $0.landed(index) } }
    }

    /// The members to begin; `nil` when the group has settled. The group's own task begins the members that
    /// had to wait, so that they inherit the task-local values and the priority of the group's caller, not
    /// those of the task that ended another member.
    private func nextTurns() async -> [PendingTask]? {
        while true {
            let (turns, isSettled) = state.withLock { state in
                defer { state.turns = [] }
                return (state.turns, state.isSettled)
            }
            if !turns.isEmpty { return turns }
            if isSettled { return nil }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.turns.isEmpty, !state.isSettled {
                        state.launcher = continuation
                        return false
                    }
                    return true
                }
                if isReady { continuation.resume() }
            }
        }
    }

    private func wakeLauncher(_ change: (inout State) -> Void) {
        let launcher = state.withLock { state in
            change(&state)
            return state.launcher.take()
        }
        launcher?.resume()
    }

    /// - Parameter startsHere: the current task may begin members: it is the caller's, or the group's own.
    private func advance(
        startsHere: Bool = true, _ change: (inout GroupMachine) -> [GroupMachine.Action],
        with prepare: (inout State) -> Void = { _ in }
    ) {
        let (actions, seats, waiting) = state.withLock { state -> ([GroupMachine.Action], [Int: PendingTask], [TaskID]) in
            prepare(&state)
            let actions = change(&state.machine)
            var seats: [Int: PendingTask] = [:]
            for case .begin(let index) in actions { seats[index] = state.seats[index] }
            var waiting: [TaskID] = []
            for case .wait(let index) in actions { if let id = state.ids[index] { waiting.append(id) } }
            for case .dismiss(let index) in actions {
                seats[index] = state.seats[index]
                state.seats[index] = nil
            }
            for case .cancel(let index) in actions { seats[index] = state.seats[index] }
            return (actions, seats, waiting)
        }
        signal.yield()
        // Before any member begins: a member that ends at once makes room for a waiting one.
        if !waiting.isEmpty, let limit { client.taskRegistry.update { $0.waitForTurn(waiting, limit: limit, at: $1) } }
        var losers: [TaskID] = []
        var turns: [PendingTask] = []
        for action in actions {
            switch action {
            case .wait: break
            case .begin(let index):
                guard let seat = seats[index] else { continue }
                if startsHere { seat.begin() } else { turns.append(seat) }
            // It has ended, so this only releases it.
            case .dismiss(let index): seats[index]?.begin()
            case .cancel(let index):
                guard let seat = seats[index] else { continue }
                if let cancel = seat.cancel { cancel() } else { losers.append(seat.id) }
            case .settle: wakeLauncher { $0.isSettled = true }
            }
        }
        if !turns.isEmpty { wakeLauncher { $0.turns += turns } }
        if !losers.isEmpty { client.cancel(losers, because: .group) }
    }

    private func outcome() -> GroupOutcome<Value> {
        state.withLock { state in
            GroupOutcome(
                mode: mode, results: state.results, isGoalReached: state.machine.verdict == true,
                failed: state.machine.failedAtVerdict, firstFailure: state.machine.firstFailure, title: title)
        }
    }
}

extension TaskRegistry {
    /// Ends a group by its outcome. A member's error may be a cancellation or a timeout; the
    /// group itself has failed.
    func end<V>(_ id: TaskID, _ outcome: GroupOutcome<V>) -> Bool {
        update { table, now in
            guard let error = outcome.error else { return table.endTask(id, .succeeded, at: now) }
            return table.endTask(id, .failed, reason: error.detail, errorKind: error.kind.name, at: now)
        }
    }
}
