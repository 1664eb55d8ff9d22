// A group as a pure state machine: it decides which members begin, when the goal is reached or lost, which
// members are then cancelled, and when the group is complete.
//
//   member: opening ─► waiting ─► running ─► ended (outcome known) ─► landed (its completion has returned)
//   group:  gathering ─► begun ─► decided (the rest is cancelled) ─► settled: all members have landed

import DequeModule

struct GroupMachine {
    /// The driver performs these, in this order.
    enum Action: Hashable {
        /// The limit is reached: the member has to wait for its turn.
        case wait(Int)
        case begin(Int)
        /// The member has ended before its turn and will never begin.
        case dismiss(Int)
        case cancel(Int)
        /// Every member has landed, and the goal is decided.
        case settle
    }

    private enum Stage: Comparable { case opening, waiting, running, ended, landed }

    private struct Member {
        var stage = Stage.opening
        var isWatched = false
    }

    private let mode: GroupMode
    private let limit: Int
    private var members: [Member] = []
    /// Members that wait for their turn, in the order of arrival; members that have
    /// ended meanwhile are skipped.
    private var queue: Deque<Int> = []
    /// Members that have not begun though they need no turn.
    private var watched: [Int] = []
    private var running = 0
    private var landed = 0
    private var hasBegun = false
    private var isSettled = false
    private(set) var counts = MemberCounts(total: 0)
    /// Whether the goal was reached; `nil` until that is decided.
    private(set) var verdict: Bool?
    /// How many members had failed at the decision; those that were cancelled because of it do not count.
    private(set) var failedAtVerdict = 0
    /// The member that failed first in time, before the decision.
    private(set) var firstFailure: Int?

    /// - Parameter limit: how many members may run at once, at least 1; `nil`: all.
    init(mode: GroupMode, limit: Int?) {
        self.mode = mode
        self.limit = limit.map { max(1, $0) } ?? .max
    }

    /// Adds a member and returns its index; `nil` when the outcome is decided and no more members are
    /// accepted. The original members of a group are accepted even when it was cancelled meanwhile, so that
    /// their completions receive the cancellation.
    mutating func addMember() -> Int? {
        guard verdict == nil || !hasBegun else { return nil }
        members.append(Member())
        counts.total += 1
        return members.count - 1
    }

    /// From now on the member can be begun and cancelled.
    /// - Parameter isWatched: it runs already, so the limit does not count it.
    mutating func opened(_ index: Int, isWatched: Bool = false) -> [Action] {
        guard members[index].stage == .opening else { return [.dismiss(index)] }
        members[index].stage = .waiting
        members[index].isWatched = isWatched
        if verdict != nil { return [.cancel(index)] }
        if isWatched { watched.append(index) } else { queue.append(index) }
        let admitted = admit()
        return waits(hasBegun ? [index] : []) + admitted
    }

    mutating func begin() -> [Action] {
        hasBegun = true
        let (decided, admitted) = (decide(), admit())
        return decided + waits(queue) + admitted + settle()
    }

    /// A member's outcome is known; called once for each member.
    mutating func ended(_ index: Int, succeeded: Bool, cancelled: Bool = false) -> [Action] {
        let before = members[index].stage
        guard before < .ended else { return [] }
        members[index].stage = .ended
        if before == .running, !members[index].isWatched { running -= 1 }
        counts = counts.adding(ended: 1, failed: succeeded ? 0 : 1, cancelled: cancelled ? 1 : 0)
        if !succeeded, verdict == nil, firstFailure == nil { firstFailure = index }
        return (before == .waiting ? [.dismiss(index)] : []) + decide() + admit()
    }

    /// A member's own completion has returned.
    mutating func landed(_ index: Int) -> [Action] {
        guard members[index].stage == .ended else { return [] }
        members[index].stage = .landed
        landed += 1
        return settle()
    }

    /// The group itself was ended: no further member begins.
    mutating func cancel() -> [Action] { verdict == nil ? close(false) : [] }

    // MARK: Parts

    private mutating func decide() -> [Action] {
        guard hasBegun, verdict == nil else { return [] }
        let succeeded = counts.ended - counts.failed
        return mode.verdict(total: counts.total, succeeded: succeeded, failed: counts.failed).map { close($0) } ?? []
    }

    private mutating func close(_ isReached: Bool) -> [Action] {
        verdict = isReached
        failedAtVerdict = counts.failed
        queue = []
        watched = []
        return members.indices.filter { [.waiting, .running].contains(members[$0].stage) }.map { .cancel($0) }
    }

    private mutating func admit() -> [Action] {
        guard hasBegun else { return [] }
        var actions = begin(watched, counted: false)
        watched = []
        while running < limit, let index = queue.popFirst() { actions += begin([index], counted: true) }
        return actions
    }

    private func waits(_ indices: some Sequence<Int>) -> [Action] {
        indices.filter { members[$0].stage == .waiting }.map { .wait($0) }
    }

    private mutating func begin(_ indices: [Int], counted: Bool) -> [Action] {
        indices.filter { members[$0].stage == .waiting }.map { index in
            members[index].stage = .running
            if counted { running += 1 }
            return .begin(index)
        }
    }

    private mutating func settle() -> [Action] {
        guard hasBegun, verdict != nil, landed == members.count, !isSettled else { return [] }
        isSettled = true
        return [.settle]
    }
}
