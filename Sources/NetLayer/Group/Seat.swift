// A task that has its row and waits for its turn: what a member of a group or a step of a chain is before it begins.

struct Seat: Sendable {
    let id: TaskID
    /// Starts the work; called once. What has ended meanwhile is dismissed by it: nothing of it is kept, unless others wait for the same work.
    let begin: @Sendable () -> Void
    /// Ends it, where the client that owns the group cannot.
    var cancel: (@Sendable () -> Void)?
    /// Its work runs elsewhere, whatever its turn is: it takes no place of those that a group limits.
    var isWatched = false
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
            if desk.end(id, result) == .caller { land(result) }
        }
    }

    /// A seat for a row that is there.
    func seat(_ id: TaskID, work: @escaping @Sendable () async -> Void) -> Seat {
        Seat(
            id: id,
            begin: { [self] in desk.start(id, work) })
    }

    /// A call.
    func seat<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, parent: TaskID, number: TaskID? = nil,
        landing: Landing<Result<R, NetError>> = Landing(), land: @escaping @Sendable (Result<R, NetError>) -> Void
    ) -> Seat {
        let endpoint = ruled(endpoint)
        // Work that goes on for others, who have joined it, brings a result again.
        let settle: @Sendable (Result<R, NetError>) -> Void = { if landing.land($0) { land($0) } }
        let (id, hasWork) = open(
            endpoint, on: pool, info(endpoint.plan, parent: parent), number: number, land: settle)
        guard hasWork else { return Seat(id: id, begin: {}, isWatched: true) }
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
