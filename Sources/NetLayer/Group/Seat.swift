// A task that has its row and waits for its turn: what a member of a group or a step of a chain is before it begins.

/// One of ``begin`` and ``waive`` is called, and it is called once.
struct Seat: Sendable {
    let id: TaskID
    /// Starts the work. A task that has ended meanwhile is closed instead.
    let begin: @Sendable () -> Void
    /// It has ended and will never begin: nothing of it is kept.
    let waive: @Sendable () -> Void
    /// Ends it, where the client that owns the group cannot.
    var cancel: (@Sendable () -> Void)?
}

extension NetClient {
    /// A row whose work lands once, as the row ends.
    /// - Parameter land: gets the outcome, once, from whichever thread brings it.
    func seat<R: Sendable>(
        _ info: TaskInfo, land: @escaping @Sendable (Result<R, NetError>) -> Void,
        work: @escaping @Sendable (TaskID) async -> Result<R, NetError>
    ) -> Seat {
        let id = desk.open(info) { land(.failure($0)) }
        return seat(id) { [self] in
            let result = await work(id)
            if desk.end(id, result) { land(result) }
        }
    }

    /// A seat for a row that is there.
    func seat(_ id: TaskID, work: @escaping @Sendable () async -> Void) -> Seat {
        Seat(
            id: id,
            begin: { [self] in
                // What was cancelled while it waited does not begin: work that is no request would run, its row gone.
                guard desk.isLive(id) else { return desk.close(id) }
                desk.start(id, work)
            }, waive: { [self] in desk.close(id) })
    }

    /// A call.
    func seat<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, parent: TaskID, land: @escaping @Sendable (Result<R, NetError>) -> Void
    ) -> Seat {
        let landing = Landing<Result<R, NetError>>()
        let settle: @Sendable (Result<R, NetError>) -> Void = { result in
            land(result)
            landing.land(result)
        }
        let id = desk.open(TaskInfo(endpoint.plan, parent: parent)) { settle(.failure($0)) }
        return seat(id) { [self] in await perform(endpoint, on: pool, as: id, landing: landing, land: settle) }
    }

    /// Work that is no request.
    func seat<R: Sendable>(
        work title: String, parent: TaskID, land: @escaping @Sendable (Result<R, NetError>) -> Void,
        _ body: @escaping @Sendable () async throws -> R
    ) -> Seat {
        seat(TaskInfo(kind: .work, parent: parent, title: title), land: land) { [self] id in
            desk.update { $0.begin(id, at: $1) }
            do { return .success(try await body()) } catch { return .failure(NetError(work: title, error)) }
        }
    }
}

extension NetError {
    /// What code of a caller threw. Its own errors, and the engine's, are what they are.
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
