// The calls that others may be like, and who waits for whose work: the pure half of the duplicate policies.

struct Duplicates {
    /// What a new call comes to.
    enum Verdict: Equatable {
        /// It runs by itself; these have to make way, the oldest first.
        case runs(superseding: [TaskID])
        case rejected(because: TaskID)
        /// It waits for the work of this call.
        case joins(TaskID)
    }

    /// A call that is executing, named by the number that its work has.
    private struct Holder {
        var work: TaskID
        var fetch: FetchPolicy?
        var hasTaker: Bool
        var isSafe: Bool
        var since: Duration
        /// What it is a member of: until it has begun, its turn comes when others of these have ended.
        var parent: TaskID?
        var hasBegun: Bool
    }

    private var holders: [DuplicateKey: [Holder]] = [:]
    private var keys: [TaskID: DuplicateKey] = [:]
    /// The live rows that wait for one work, the oldest first; of works that have been joined only.
    private var crowds: [TaskID: [TaskID]] = [:]
    /// The work that a joined row waits for.
    private var works: [TaskID: TaskID] = [:]

    /// 0 when nothing is kept of any call.
    var count: Int { holders.count + keys.count + crowds.count + works.count }

    func verdict(_ claim: DuplicateClaim, isSafe: Bool, parent: TaskID? = nil, at now: Duration) -> Verdict {
        guard let others = holders[claim.key], let newest = others.last else { return .runs(superseding: []) }
        switch claim.policy {
        case .allowAll: return .runs(superseding: [])
        case .cancelOldest: return .runs(superseding: others.map(\.work))
        case .rejectNewest: return .rejected(because: newest.work)
        case .join:
            let joinable = others.last { other in
                // Who waits for its turn may wait for the very one that would join it.
                isSafe && other.isSafe && other.fetch == claim.fetch && other.hasTaker == claim.hasTaker
                    && now - other.since <= claim.maxJoinAge && (other.hasBegun || other.parent == parent)
            }
            return joinable.map { .joins($0.work) } ?? .runs(superseding: [])
        }
    }

    /// A call runs: later ones are measured by it.
    mutating func hold(_ work: TaskID, _ claim: DuplicateClaim, isSafe: Bool, parent: TaskID? = nil, at now: Duration) {
        keys[work] = claim.key
        holders[claim.key, default: []].append(
            Holder(
                work: work, fetch: claim.fetch, hasTaker: claim.hasTaker, isSafe: isSafe, since: now, parent: parent,
                hasBegun: parent == nil))
    }

    /// Later calls may still wait for its answer.
    func mayBeJoined(_ work: TaskID) -> Bool {
        guard let key = keys[work] else { return false }
        return holders[key]?.contains { $0.work == work && $0.isSafe } == true
    }

    /// A member's turn has come.
    mutating func begin(_ work: TaskID) {
        guard let key = keys[work], let index = holders[key]?.firstIndex(where: { $0.work == work }) else { return }
        holders[key]?[index].hasBegun = true
    }

    mutating func join(_ id: TaskID, to work: TaskID) {
        crowds[work, default: [work]].append(id)
        works[id] = work
    }

    /// The number of the work that a row waits for: its own, unless it has joined another.
    func work(of row: TaskID) -> TaskID { works.isEmpty ? row : works[row] ?? row }

    /// The live rows of a work; `nil` when nobody has ever joined it.
    func crowd(of work: TaskID) -> [TaskID]? { crowds.isEmpty ? nil : crowds[work] }

    /// A work has brought its result: names the live rows that wait for it, when it has ever been joined, and forgets all of it. Each of
    /// them is its own work from now on.
    mutating func disband(_ work: TaskID) -> [TaskID]? {
        guard count > 0 else { return nil }
        release(work)
        guard let crowd = crowds.removeValue(forKey: work) else { return nil }
        for row in crowd { works[row] = nil }
        return crowd
    }

    /// A row has ended. Says whether its work is over with it: nobody waits for it any more.
    mutating func leave(_ row: TaskID) -> Bool {
        guard count > 0 else { return true }
        let work = works.removeValue(forKey: row) ?? row
        if var crowd = crowds.removeValue(forKey: work) {
            crowd.removeAll { $0 == row }
            if !crowd.isEmpty {
                crowds[work] = crowd
                return false
            }
        }
        release(work)
        return true
    }

    private mutating func release(_ work: TaskID) {
        guard let key = keys.removeValue(forKey: work), var others = holders.removeValue(forKey: key) else { return }
        others.removeAll { $0.work == work }
        if !others.isEmpty { holders[key] = others }
    }
}
