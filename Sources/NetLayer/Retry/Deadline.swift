// The one deadline over all attempts of a call: it ends the call wherever that is, in the air, in the queue, between attempts, in a hook.

struct Deadline: Sendable, Equatable {
    /// From the opening of the call's row.
    var limit: Duration
    /// The same as a moment, on the client's clock.
    var latest: Duration
    /// Nobody can come any more who would wait longer for the same work.
    var isFixed = true
}

extension NetClient {
    /// Ends a call when its time is over, from the moment in which its row is there: also one that waits for its turn in a group, or for the
    /// work of another. It ends alone; the work goes on while others wait for that.
    func watchDeadline(of id: TaskID, _ limit: Duration?) {
        guard let limit, let row = desk.row(id) else { return }
        let latest = row.openedAt + limit
        guard latest > time.now() else { return expire(id, limit) }
        desk.watch(
            id,
            Task.detached { [self] in
                if (try? await time.sleep(latest)) != nil { expire(id, limit) }
            })
    }

    private func expire(_ id: TaskID, _ limit: Duration) {
        guard let row = desk.row(id), !row.state.isEnded else { return }
        let request = row.flight?.launch.request ?? row.exchanges.last?.request
        let place = row.attempt == 0 ? "before anything was sent" : "in try \(row.attempt)"
        var error = NetError(
            .timedOut(.deadline), attempted: request.map { "\($0)" } ?? "\(row.info.method) \(row.info.title)",
            detail: "the deadline of \(limit) passed \(place)")
        error.endpoint = row.info.endpoint
        error.service = row.service
        error.attempts = row.attempt
        error.userText = behaviour.texts(error, network.belief)
        desk.expire(id, error)
    }
}
