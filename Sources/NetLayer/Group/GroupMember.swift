// The members of a group: calls, other work, handles of running calls, further groups and chains.

/// One member of a ``RequestGroup``, as a definition: it runs anew each time the group does.
///
/// A member has identity: a group contains it once, even when it is added twice. Members of one running or
/// prepared call have the same identity, so that the group contains the first of them only. Two members may
/// call the same endpoint.
public final class GroupMember<Value: Sendable>: Sendable {
    /// A member's own completion. The group's completion follows after it has returned, however long it
    /// takes.
    ///
    /// A closure that is written in code of an actor, such as the main actor, and uses its state runs on that
    /// actor.
    public typealias Landed = @Sendable (Result<Value, NetError>) async -> Void
    typealias Land = @Sendable (Result<Value, NetError>) -> Void

    let onLanding: Landed?
    /// The identity of a call that exists outside the group; `open` retains that call.
    private let call: ObjectIdentifier?
    /// Opens its row under the group's number.
    let open: @Sendable (NetClient, TaskID, @escaping Land) -> PendingTask

    /// Two members of the same identity are one.
    var identity: ObjectIdentifier { call ?? ObjectIdentifier(self) }

    init(
        onLanding: Landed?, call: ObjectIdentifier? = nil,
        open: @escaping @Sendable (NetClient, TaskID, @escaping Land) -> PendingTask
    ) {
        self.onLanding = onLanding
        self.call = call
        self.open = open
    }

    /// A call, through the same pipeline as any other.
    /// Its row gets the number `id`, from ``NetClient/reserveTaskID()``, which is only for a group that
    /// runs once; `nil` takes the next number.
    public static func call(
        _ endpoint: Endpoint<Value>, on pool: ServicePool, as id: TaskID? = nil, @_inheritActorContext onLanding: Landed? = nil
    ) -> GroupMember {
        GroupMember(onLanding: onLanding) { client, parent, land in
            client.makePendingTask(endpoint, on: pool, parent: parent, number: id, land: land)
        }
    }

    /// A call whose response is converted to the group's type of value.
    public static func call<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as value: @escaping @Sendable (R) -> Value,
        @_inheritActorContext onLanding: Landed? = nil
    ) -> GroupMember {
        GroupMember(onLanding: onLanding) { client, parent, land in
            client.makePendingTask(endpoint, on: pool, parent: parent) { land($0.map(value)) }
        }
    }

    /// Work that is no request: a row of kind ``TaskKind/work``. An error that it throws becomes
    /// ``NetError/Kind/work``, unless it is a ``NetError``. Cancelling the member cancels its Swift task; a
    /// later result is dropped.
    public static func work(
        _ title: String, @_inheritActorContext onLanding: Landed? = nil, _ body: @escaping @Sendable () async throws -> Value
    ) -> GroupMember {
        GroupMember(onLanding: onLanding) { client, parent, land in client.seat(work: title, parent: parent, land: land, body) }
    }

    /// A call that was dispatched before, and may have ended by now: it counts like any other. Its row stays
    /// its own. The group's limit does not count it; a cancel of the group reaches it.
    public static func running(_ handle: Handle<Value>, @_inheritActorContext onLanding: Landed? = nil) -> GroupMember {
        GroupMember(onLanding: onLanding, call: handle.identity) { client, parent, land in watch(handle, client, parent, land) }
    }

    /// A call that was prepared before. It starts at its turn; if it was started before the group,
    /// the group only observes it.
    public static func prepared(_ request: PreparedRequest<Value>, @_inheritActorContext onLanding: Landed? = nil) -> GroupMember
    {
        GroupMember(onLanding: onLanding, call: request.identity) { client, parent, land in
            request.makePendingTask(parent: parent, land: land) ?? watch(request.start(), client, parent, land)
        }
    }

    private static func watch(_ handle: Handle<Value>, _ client: NetClient, _ parent: TaskID, _ land: @escaping Land)
        -> PendingTask
    {
        // It runs, or has ended, independently of the group: so observe it from now on.
        Task {
            let result = await handle.landing.value()
            client.taskRegistry.update {
                $0.memberEnded(of: parent, succeeded: result.isSuccess, cancelled: result.isCancellation, at: $1)
            }
            land(result)
        }
        return PendingTask(
            id: handle.id, begin: {}, cancel: { handle.client.cancel(handle.id, because: .group) }, isWatched: true)
    }

    /// A group in the group. It succeeds when it reaches its goal.
    public static func group<V>(
        _ group: RequestGroup<V>, mode: GroupMode, as value: @escaping @Sendable (GroupOutcome<V>) -> Value,
        @_inheritActorContext onLanding: Landed? = nil
    ) -> GroupMember {
        GroupMember(onLanding: onLanding) { client, parent, land in
            GroupRun.openGroup(group, mode: mode, client: client, parent: parent) { result in
                land(result.flatMap { outcome in outcome.error.map { .failure($0) } ?? .success(value(outcome)) })
            }.seat
        }
    }

    /// A chain in the group.
    public static func chain<In>(_ chain: RequestChain<In, Value>, _ input: In, @_inheritActorContext onLanding: Landed? = nil)
        -> GroupMember
    {
        GroupMember(onLanding: onLanding) { client, parent, land in
            ChainRun.openChain(chain, input, client: client, parent: parent) { land($0.mapError(\.asMember)) }
        }
    }
}

extension Result {
    var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension Result where Failure == NetError {
    var isCancellation: Bool { if case .failure(let error) = self { error.isCancellation } else { false } }
}
