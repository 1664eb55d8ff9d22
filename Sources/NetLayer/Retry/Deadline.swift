// The one deadline over all attempts of a call: it ends the call wherever that is, in the air, in the queue, between attempts, in a hook.

struct Deadline: Sendable, Equatable {
    /// From the making of the call.
    var limit: Duration
    /// The same as a moment, since the client's start.
    var latest: Duration

    /// Ends the call when the moment has come. The Swift task that waits for it is cancelled when the call ends before.
    func watch(_ client: NetClient, _ id: TaskID) async {
        guard (try? await client.time.sleep(latest)) != nil, let row = client.desk.working(id) else { return }
        let request = row.flight?.launch.request ?? row.exchanges.last?.request
        let place = row.attempt == 0 ? "before anything was sent" : "in try \(row.attempt)"
        var error = NetError(
            .timedOut(.deadline), attempted: request.map { "\($0)" } ?? "\(row.info.method) \(row.info.title)",
            detail: "the deadline of \(limit) passed \(place)")
        error.endpoint = row.info.endpoint
        error.service = row.service
        error.attempts = row.attempt
        error.userText = client.behaviour.texts(error, client.network.belief)
        client.desk.expire(id, error)
    }
}
