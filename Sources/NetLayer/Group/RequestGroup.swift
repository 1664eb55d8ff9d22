// Several calls that start together and land together: the definition, and how a client runs it.

/// A group's definition, a value: nothing of it runs before a client is given it (HH-T1), and it may be run any number of times, also
/// at once, each time with rows of its own (B-YT-6).
///
///     var group = RequestGroup<[Item]>("five pages", maxConcurrent: 2)
///     for page in 1...5 { group.add(.call(items(page: page), on: pool)) }
///     let outcome = try await client.run(group, mode: .failFast)
///     let pages = try outcome.values()
public struct RequestGroup<Value: Sendable>: Sendable {
    /// What a person calls it; the task table shows it.
    public var title: String
    /// How many members may run at once, at least 1; `nil`: as many as the client's ``DispatchLimits`` allow. A member runs from its turn to its
    /// end, with its retries and the waits between them; the second copy of its request (``HedgePolicy``) is no further member, nor is one
    /// that runs anyway: ``GroupMember/running(_:onLanding:)``, or a call that has joined another's work.
    public var maxConcurrent: Int?
    /// In the order of the results.
    public private(set) var members: [GroupMember<Value>] = []
    private var known: Set<ObjectIdentifier> = []

    /// A title for people and the members so far; one that is named twice is there once.
    public init(_ title: String, maxConcurrent: Int? = nil, _ members: [GroupMember<Value>] = []) {
        self.title = title
        self.maxConcurrent = maxConcurrent
        members.forEach { add($0) }
    }

    /// - Returns: `false` when that very member is there already.
    @discardableResult
    public mutating func add(_ member: GroupMember<Value>) -> Bool {
        guard known.insert(ObjectIdentifier(member)).inserted else { return false }
        members.append(member)
        return true
    }
}

extension NetClient {
    /// Starts a group and returns at once: its row and those of its members are there, queued, in order. It goes on when the handle is
    /// dropped (HH-T6).
    /// - Parameters:
    ///   - group: the members, and how many of them may run at once.
    ///   - mode: when the goal is reached, and which members are stopped then.
    ///   - id: its row's number, from ``NetClient/reserveTaskID()``; `nil` takes the next one.
    ///   - onCompletion: called once, after every member's own landing has returned and the group's row has ended; never before
    ///     this returns (HH-T3), and not at all for a group that was cancelled (HH-T5). It runs on no actor but one that it names itself; see
    ///     ``GroupHandle/onCompletion(isolation:_:)`` for the caller's.
    public func start<V>(
        _ group: RequestGroup<V>, mode: GroupMode, as id: TaskID? = nil,
        onCompletion: (@Sendable (GroupOutcome<V>) async -> Void)? = nil
    ) -> GroupHandle<V> {
        let landing = Landing<Result<GroupOutcome<V>, NetError>>()
        let (seat, run) = GroupRun.seat(
            group, mode: mode, client: self, parent: nil, number: id, onCompletion: onCompletion, land: { landing.land($0) })
        seat.begin()
        return GroupHandle(id: seat.id, run: run, landing: landing)
    }

    /// Starts a group and waits for it; it is cancelled when the waiting Swift task is.
    /// - Throws: ``NetError/Kind/cancelled(_:)`` when the group was cancelled. That members have failed stands in the outcome.
    public func run<V>(_ group: RequestGroup<V>, mode: GroupMode) async throws(NetError) -> GroupOutcome<V> {
        let handle = start(group, mode: mode)
        let result = await withTaskCancellationHandler {
            await handle.landing.value()
        } onCancel: {
            cancel(handle.id, because: .scope)
        }
        return try result.get()
    }
}
