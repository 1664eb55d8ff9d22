// Ends a call when its deadline passes.

extension NetClient {
    /// Ends a call when its time is over, counted from the creation of its row. This includes a call that
    /// waits for its turn in a group or for the work of another task. Only that call ends; the work continues
    /// while other callers wait for it.
    func watchDeadline(of id: TaskID, _ limit: Duration?) {
        guard let limit, let row = taskRegistry.row(id) else { return }
        let latest = row.openedAt + limit
        guard latest > time.now() else { return expire(id, limit) }
        taskRegistry.watch(
            id,
            // Inherits the caller's task-local values: the texts of errors are made here.
            Task { [self] in
                if (try? await time.sleep(latest)) != nil { expire(id, limit) }
            })
    }

    private func expire(_ id: TaskID, _ limit: Duration) {
        guard let row = taskRegistry.row(id), !row.state.isEnded else { return }
        let request = row.flight?.launch.request ?? row.exchanges.last?.request
        let place = row.attempt == 0 ? "before anything was sent" : "in try \(row.attempt)"
        var error = NetError(
            .timedOut(.deadline), attempted: request.map { "\($0)" } ?? "\(row.info.method) \(row.info.title)",
            detail: "the deadline of \(limit) passed \(place)")
        error.endpoint = row.info.endpoint
        error.service = row.service
        error.attempts = row.attempt
        error.userText = behaviour.texts(error, network.assumedStatus)
        taskRegistry.expire(id, error)
    }
}
