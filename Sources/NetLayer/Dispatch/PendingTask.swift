// A task whose row exists and whose work has not begun: a member of a group or a step of
// a chain before its start.

struct PendingTask: Sendable {
    let id: TaskID
    /// Starts the work; called once. If the task has ended meanwhile, this releases it instead, unless other
    /// rows wait for the same work.
    let begin: @Sendable () -> Void
    /// Ends it, where the client that owns the group cannot do so.
    var cancel: (@Sendable () -> Void)?
    /// Its work runs elsewhere, whatever its turn is: the group's limit does not count it.
    var isWatched = false
}

extension NetClient {
    /// A row whose work completes once, as the row ends.
    /// - Parameter land: receives the outcome, once, on any thread.
    func seat<R: Sendable>(
        _ info: TaskInfo, land: @escaping @Sendable (Result<R, NetError>) -> Void,
        work: @escaping @Sendable (TaskID) async -> Result<R, NetError>
    ) -> PendingTask {
        let id = taskRegistry.openTask(info) { land(.failure($0)) }
        return makePendingTask(id) { [self] in
            let result = await work(id)
            if taskRegistry.endTask(id, result) == .caller { land(result) }
        }
    }

    /// A seat for an existing row.
    func makePendingTask(_ id: TaskID, work: @escaping @Sendable () async -> Void) -> PendingTask {
        PendingTask(
            id: id,
            begin: { [self] in taskRegistry.start(id, work) })
    }

    /// A call.
    func makePendingTask<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, parent: TaskID, number: TaskID? = nil,
        landing: Landing<Result<R, NetError>> = Landing(), land: @escaping @Sendable (Result<R, NetError>) -> Void
    ) -> PendingTask {
        let endpoint = applyingPolicies(endpoint)
        // Work that continues for other rows, which have joined it, produces a second result.
        let settle: @Sendable (Result<R, NetError>) -> Void = { if landing.land($0) { land($0) } }
        let (id, hasWork) = openTask(
            endpoint, on: pool, makeTaskInfo(endpoint.plan, parent: parent), number: number, land: settle)
        guard hasWork else { return PendingTask(id: id, begin: {}, isWatched: true) }
        return makePendingTask(id) { [self] in await perform(endpoint, on: pool, as: id, landing: landing, land: settle) }
    }

    /// Sends a call under another row, cancelled with it.
    func send<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, memberOf parent: TaskID) async throws(NetError) -> R {
        let landing = Landing<Result<R, NetError>>()
        taskRegistry.update { $0.addExpectedMembers(1, of: parent, at: $1) }
        let seat = makePendingTask(endpoint, on: pool, parent: parent) { (result: Result<R, NetError>) in landing.land(result) }
        seat.begin()
        return try await value(of: seat.id, in: landing)
    }

    /// Work that is no request.
    func seat<R: Sendable>(
        work title: String, parent: TaskID, land: @escaping @Sendable (Result<R, NetError>) -> Void,
        _ body: @escaping @Sendable () async throws -> R
    ) -> PendingTask {
        seat(TaskInfo(kind: .work, parent: parent, title: title), land: land) { [self] id in
            taskRegistry.update { $0.begin(id, at: $1) }
            do { return .success(try await body()) } catch { return .failure(NetError(work: title, error)) }
        }
    }
}

extension NetError {
    /// An error from a caller's closure. `CancellationError` becomes a cancellation; errors of the
    /// engine remain unchanged.
    init(work title: String, _ error: any Error) {
        if let error = error as? NetError {
            self = error
        } else if error is CancellationError {
            self.init(.cancelled(.scope), attempted: title)
        } else {
            self.init(.work, attempted: title, detail: "\(error)")
        }
    }
}
