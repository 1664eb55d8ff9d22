// The executing calls that new calls may resemble, and which rows wait for which work: the pure
// half of the duplicate policies.

struct Duplicates {
    /// The decision for a new call.
    enum Verdict: Equatable {
        /// The call runs; these calls are superseded, the oldest first.
        case runs(superseding: [TaskID])
        case rejected(because: TaskID)
        /// The call waits for the work of this call.
        case joins(TaskID)
    }

    /// An executing call, identified by the number of its work.
    private struct Holder {
        var work: TaskID
        var fetch: FetchPolicy?
        var hasTaker: Bool
        var isSafe: Bool
        var since: Duration
        /// The group or chain that the call belongs to: until it has begun, its turn comes
        /// when other members have ended.
        var parent: TaskID?
        var hasBegun: Bool
    }

    private var holders: [DuplicateKey: [Holder]] = [:]
    private var keys: [TaskID: DuplicateKey] = [:]
    /// The live rows that wait for one work, the oldest first; only for works that other calls have joined.
    private var rowsByWork: [TaskID: [TaskID]] = [:]
    /// The work that a joined row waits for.
    private var works: [TaskID: TaskID] = [:]

    /// 0 when no call is recorded.
    var count: Int { holders.count + keys.count + rowsByWork.count + works.count }

    func verdict(_ claim: DuplicateClaim, isSafe: Bool, parent: TaskID? = nil, at now: Duration) -> Verdict {
        guard let others = holders[claim.key], let newest = others.last else { return .runs(superseding: []) }
        switch claim.policy {
        case .allowAll: return .runs(superseding: [])
        case .cancelOldest: return .runs(superseding: others.map(\.work))
        case .rejectNewest: return .rejected(because: newest.work)
        case .join:
            let joinable = others.last { other in
                // A member that waits for its turn may wait for the very call that would join it.
                isSafe && other.isSafe && other.fetch == claim.fetch && other.hasTaker == claim.hasTaker
                    && now - other.since <= claim.maxJoinAge && (other.hasBegun || other.parent == parent)
            }
            return joinable.map { .joins($0.work) } ?? .runs(superseding: [])
        }
    }

    /// Records a running call, with which later ones are compared.
    mutating func register(_ work: TaskID, _ claim: DuplicateClaim, isSafe: Bool, parent: TaskID? = nil, at now: Duration) {
        keys[work] = claim.key
        holders[claim.key, default: []].append(
            Holder(
                work: work, fetch: claim.fetch, hasTaker: claim.hasTaker, isSafe: isSafe, since: now, parent: parent,
                hasBegun: parent == nil))
    }

    /// Whether later calls may still wait for its response.
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
        rowsByWork[work, default: [work]].append(id)
        works[id] = work
    }

    /// The number of the work that a row waits for: its own, unless it has joined another.
    func work(of row: TaskID) -> TaskID { works.isEmpty ? row : works[row] ?? row }

    /// The live rows of a work; `nil` when no call has ever joined it.
    func waitingRows(of work: TaskID) -> [TaskID]? { rowsByWork.isEmpty ? nil : rowsByWork[work] }

    /// A work has a result: returns the live rows that wait for it, if any call ever joined it, and forgets
    /// the work. From now on each row is its own work.
    mutating func removeWaitingRows(_ work: TaskID) -> [TaskID]? {
        guard count > 0 else { return nil }
        release(work)
        guard let crowd = rowsByWork.removeValue(forKey: work) else { return nil }
        for row in crowd { works[row] = nil }
        return crowd
    }

    /// A row has ended. Returns whether its work ends too, because no row waits for it any more.
    mutating func leave(_ row: TaskID) -> Bool {
        guard count > 0 else { return true }
        let work = works.removeValue(forKey: row) ?? row
        if var crowd = rowsByWork.removeValue(forKey: work) {
            crowd.removeAll { $0 == row }
            if !crowd.isEmpty {
                rowsByWork[work] = crowd
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
