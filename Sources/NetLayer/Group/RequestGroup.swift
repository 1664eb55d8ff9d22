// Calls that start together and end together: the definition, and how a client runs it.

/// A group's definition, a value: no member runs before a client starts the group. It may be run any number
/// of times, also at once, each time with rows of its own.
///
///     var group = RequestGroup<[Item]>("five pages", maxConcurrent: 2)
///     for page in 1...5 { group.add(.call(items(page: page), on: pool)) }
///     let outcome = try await client.run(group, mode: .failFast)
///     let pages = try outcome.values()
public struct RequestGroup<Value: Sendable>: Sendable {
    /// The user's name for it; the task table shows it.
    public var title: String
    /// How many members may run at once, at least 1; `nil`: as many as the client's ``DispatchLimits`` allow.
    /// A member runs from its turn to its end, including its retries and the waits between them. The limit
    /// does not count the second copy of a request (``HedgePolicy``), nor a member that runs anyway:
    /// ``GroupMember/running(_:onLanding:)``, or a call that has joined another call's work.
    public var maxConcurrent: Int?
    /// The client's ``DispatchLimits`` do not apply to the members: ``maxConcurrent`` alone limits them.
    package var ignoresLimits = false
    /// In the order of the results.
    public private(set) var members: [GroupMember<Value>] = []
    private var known: Set<ObjectIdentifier> = []

    /// A title for users and the members so far; a member that is given twice is added once.
    public init(_ title: String, maxConcurrent: Int? = nil, _ members: [GroupMember<Value>] = []) {
        self.title = title
        self.maxConcurrent = maxConcurrent
        members.forEach { add($0) }
    }

    /// - Returns: `false` when that member is in the group already.
    @discardableResult
    public mutating func add(_ member: GroupMember<Value>) -> Bool {
        guard known.insert(member.identity).inserted else { return false }
        members.append(member)
        return true
    }
}

extension NetClient {
    /// Starts a group and returns at once: its row and those of its members exist, queued, in order. The
    /// group continues when the handle is dropped.
    /// - Parameters:
    ///   - group: the members, and how many of them may run at once.
    ///   - mode: when the goal is reached, and which members are then stopped.
    ///   - id: its row's number, from ``NetClient/reserveTaskID()``; `nil` takes the next one.
    ///   - onCompletion: called once, after every member's own completion has returned and the group's row
    ///     has ended; never before this returns, and not at all for a group that was cancelled. It runs on
    ///     the caller's actor when it uses the actor's state. It is `Sendable`; for one that is not, see
    ///     ``GroupHandle/onCompletion(isolation:_:)``.
    public func start<V>(
        _ group: RequestGroup<V>, mode: GroupMode, as id: TaskID? = nil,
        @_inheritActorContext onCompletion: (@Sendable (GroupOutcome<V>) async -> Void)? = nil
    ) -> GroupHandle<V> {
        let landing = Landing<Result<GroupOutcome<V>, NetError>>()
        let (seat, run) = GroupRun.openGroup(
            group, mode: mode, client: self, parent: nil, number: id, onCompletion: onCompletion, land: { landing.land($0) })
        seat.begin()
        return GroupHandle(id: seat.id, run: run, landing: landing)
    }

    /// Starts a group and waits for it; cancelling the waiting Swift task cancels the group.
    /// - Throws: ``NetError/Kind/cancelled(_:)`` when the group was cancelled. Failures of
    ///   members are in the outcome.
    public func run<V>(_ group: RequestGroup<V>, mode: GroupMode) async throws(NetError) -> GroupOutcome<V> {
        let handle = start(group, mode: mode)
        return try await value(of: handle.id, in: handle.landing)
    }
}
