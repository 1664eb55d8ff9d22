// A group as a pure machine: who may begin, when the goal is reached or lost, who is cancelled then, and when all is over.
//
//   member: opening ─► waiting ─► running ─► ended (its outcome is known) ─► landed (its own landing has returned)
//   group:  gathering ─► begun ─► decided (the rest is cancelled) ─► settled: all members have landed

import DequeModule

struct GroupMachine {
    /// What the rim does, in this order.
    enum Action: Hashable {
        /// So many run that it has to wait for its turn.
        case wait(Int)
        case begin(Int)
        /// It has ended before its turn and will never begin.
        case dismiss(Int)
        case cancel(Int)
        /// All is over.
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
    /// Those that may wait for their turn, in the order in which they came; who has ended meanwhile is passed over.
    private var line: Deque<Int> = []
    /// Those that have not begun though they need no turn.
    private var watched: [Int] = []
    private var running = 0
    private var landed = 0
    private var hasBegun = false
    private var isSettled = false
    private(set) var counts = MemberCounts(total: 0)
    /// Whether the goal was reached; `nil` until that is decided.
    private(set) var verdict: Bool?
    /// How many had failed when that was decided: who was cancelled because of it has not.
    private(set) var failedAtVerdict = 0
    /// The member that failed first in time, before the decision.
    private(set) var firstFailure: Int?

    /// - Parameter limit: how many may run at once, at least 1; `nil`: all.
    init(mode: GroupMode, limit: Int?) {
        self.mode = mode
        self.limit = limit.map { max(1, $0) } ?? .max
    }

    /// A new member's index; `nil` when the outcome is decided and none can come any more. Those that a group was made with come even to
    /// one that was cancelled meanwhile: their own landings are told so.
    mutating func join() -> Int? {
        guard verdict == nil || !hasBegun else { return nil }
        members.append(Member())
        counts.total += 1
        return members.count - 1
    }

    /// The member can be begun and cancelled from now on.
    /// - Parameter isWatched: it runs already, so it takes no place of those that are limited.
    mutating func seated(_ index: Int, isWatched: Bool = false) -> [Action] {
        guard members[index].stage == .opening else { return [.dismiss(index)] }
        members[index].stage = .waiting
        members[index].isWatched = isWatched
        if verdict != nil { return [.cancel(index)] }
        if isWatched { watched.append(index) } else { line.append(index) }
        let admitted = admit()
        return waits(hasBegun ? [index] : []) + admitted
    }

    mutating func begin() -> [Action] {
        hasBegun = true
        let (decided, admitted) = (decide(), admit())
        return decided + waits(line) + admitted + settle()
    }

    /// A member's outcome is known; once a member.
    mutating func ended(_ index: Int, succeeded: Bool, cancelled: Bool = false) -> [Action] {
        let before = members[index].stage
        guard before < .ended else { return [] }
        members[index].stage = .ended
        if before == .running, !members[index].isWatched { running -= 1 }
        counts = counts.adding(ended: 1, failed: succeeded ? 0 : 1, cancelled: cancelled ? 1 : 0)
        if !succeeded, verdict == nil, firstFailure == nil { firstFailure = index }
        return (before == .waiting ? [.dismiss(index)] : []) + decide() + admit()
    }

    /// A member's own landing has returned.
    mutating func landed(_ index: Int) -> [Action] {
        guard members[index].stage == .ended else { return [] }
        members[index].stage = .landed
        landed += 1
        return settle()
    }

    /// The group itself was ended: nobody begins any more.
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
        line = []
        watched = []
        return members.indices.filter { [.waiting, .running].contains(members[$0].stage) }.map { .cancel($0) }
    }

    private mutating func admit() -> [Action] {
        guard hasBegun else { return [] }
        var actions = begin(watched, counted: false)
        watched = []
        while running < limit, let index = line.popFirst() { actions += begin([index], counted: true) }
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
