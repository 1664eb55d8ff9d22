// One run of a chain: opens a row for each step when it starts, and none for steps that never start.

/// The environment of a chain's steps.
struct ChainRun: Sendable {
    let client: NetClient
    /// The chain's own row.
    let id: TaskID
    let journal: ChainJournal

    /// Opens a chain's row; no step runs before the seat's `begin`.
    static func openChain<In, Out>(
        _ chain: RequestChain<In, Out>, _ input: In, client: NetClient, parent: TaskID?, kept: [any Sendable] = [],
        land: @escaping @Sendable (Result<Out, ChainFailure>) -> Void
    ) -> PendingTask {
        let journal = ChainJournal(kept: kept)
        let id = client.taskRegistry.openTask(TaskInfo(kind: .chain, parent: parent, title: chain.title)) { error in
            land(.failure(journal.failure(error)))
        }
        client.taskRegistry.update { $0.setMembers(id, MemberCounts(total: chain.steps.count), at: $1) }
        let run = ChainRun(client: client, id: id, journal: journal)
        return client.makePendingTask(id) {
            client.taskRegistry.update { $0.begin(id, at: $1) }
            do throws(NetError) {
                let output = try await chain.steps.body(input, run)
                if client.taskRegistry.endTask(id, Result<Out, NetError>.success(output)) == .caller { land(.success(output)) }
            } catch {
                let failure = journal.failure(error, await run.undoSteps())
                if run.endFailed(failure) { land(.failure(failure)) }
            }
        }
    }

    /// Runs a step, unless an earlier run has stored its result.
    func perform<R: Sendable>(
        _ open: (TaskID, @escaping @Sendable (Result<R, NetError>) -> Void) -> PendingTask
    ) async throws(NetError) -> R {
        if let value = journal.recall(as: R.self) {
            client.taskRegistry.update { $0.memberEnded(of: id, succeeded: true, at: $1) }
            return value
        }
        let value = try await waitForTask(open).get()
        journal.storeResult(value)
        return value
    }

    /// The call of a step: it goes to the service of the previous step on the same pool, as
    /// long as that service works.
    func sticking<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Endpoint<R> {
        guard let failover = pool.failover, endpoint.plan.destination.service == nil else { return endpoint }
        return endpoint.with { [journal] endpoint in
            if endpoint.plan.destination.preferredService == nil {
                endpoint.plan.destination.preferredService = journal.service(of: failover)
            }
            endpoint.decode = { [decode = endpoint.decode] response in
                journal.recordService(response.service, of: failover)
                return try decode(response)
            }
        }
    }

    /// Adds steps that were not known in advance.
    func expect(_ more: Int) { client.taskRegistry.update { $0.addExpectedMembers(more, of: id, at: $1) } }

    // MARK: Parts

    private func waitForTask<R: Sendable>(_ open: (TaskID, @escaping @Sendable (Result<R, NetError>) -> Void) -> PendingTask)
        async -> Result<
            R, NetError
        >
    {
        let landing = Landing<Result<R, NetError>>()
        open(id) { landing.land($0) }.begin()
        return await landing.value()
    }

    /// Undoes the completed steps, the newest first. A cancelled chain is not undone.
    private func undoSteps() async -> [UndoFailure] {
        var failures: [UndoFailure] = []
        while client.taskRegistry.isLive(id), let undo = journal.takeUndo() {
            expect(1)
            let result = await waitForTask { client.seat(work: undo.title, parent: $0, land: $1, undo.body) }
            if case .failure(let error) = result { failures.append(UndoFailure(step: undo.start, error: error)) }
        }
        return failures
    }

    /// Ends the chain as failed. The step's own error may be a cancellation or a timeout.
    private func endFailed(_ failure: ChainFailure) -> Bool {
        guard client.taskRegistry.isLive(id) else { return false }
        return client.taskRegistry.update { table, now in
            table.endTask(
                id, .failed, reason: "step \(failure.step + 1): \(failure.error.why)",
                errorKind: failure.error.kind.name, at: now)
        }
    }
}
