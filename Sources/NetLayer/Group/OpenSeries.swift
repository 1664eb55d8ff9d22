// A chain or group that stays open: its owner adds each call when it is due, and ends the series.

/// Rows of one piece of work whose steps the running program decides one by one. Where the steps are known in
/// advance, use ``RequestChain`` or ``RequestGroup``.
///
/// It ends by ``finish(failure:)``, or by a cancel, which also cancels its members. Dropping it without an
/// end leaves a row that never ends.
public struct OpenSeries: Sendable {
    /// The number of its row; its members' rows name it as their parent.
    public let id: TaskID
    private let kind: TaskKind
    private let run: ChainRun
    private let over: Landing<Void>

    /// Opens the row.
    /// - Parameters:
    ///   - kind: ``TaskKind/chain`` or ``TaskKind/group``.
    ///   - count: how many members it will have, including skipped ones.
    ///   - parent: the series that contains it.
    ///   - number: the row's number, reserved; `nil` takes the next one.
    ///   - ignoresLimits: the client's limits do not apply to its members.
    init(
        _ kind: TaskKind, _ title: String, count: Int, parent: TaskID?, _ client: NetClient, number: TaskID? = nil,
        ignoresLimits: Bool = false
    ) {
        let over = Landing<Void>()
        let info = TaskInfo(kind: kind, parent: parent, title: title)
        let id = client.taskRegistry.openTask(info, number: number) { _ in over.land(()) }
        client.taskRegistry.update { table, now in
            if ignoresLimits { table.exemptMembers(of: id) }
            table.setMembers(id, MemberCounts(total: count), at: now)
            table.begin(id, at: now)
        }
        client.taskRegistry.start(id) { await over.value() }
        (self.id, self.over, self.kind) = (id, over, kind)
        run = ChainRun(client: client, id: id, journal: ChainJournal(kept: []))
    }

    /// Whether it has not ended.
    public var isLive: Bool { run.client.taskRegistry.isLive(id) }

    /// Starts a call as its next member. In a chain it goes to the service of the previous call on the
    /// same pool, as long as that service works. Once the series has ended, the call ends as cancelled
    /// before anything is sent.
    /// The row gets the number `id`, from ``NetClient/reserveTaskID()``; `nil` takes the next one.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID? = nil) -> Handle<R> {
        dispatch(endpoint, on: pool, as: id, at: nil)
    }

    /// The same for a member with a place in a measured run.
    func dispatch<R>(
        _ endpoint: Endpoint<R>, on pool: ServicePool, as id: TaskID? = nil, at place: PacedPlace?
    ) -> Handle<R> {
        let landing = Landing<Result<R, NetError>>()
        let endpoint = kind == .chain ? run.sticking(endpoint, on: pool) : endpoint
        let seat = run.client.makePendingTask(endpoint, on: pool, parent: self.id, number: id, landing: landing) { _ in }
        if let place { run.client.taskRegistry.update { table, _ in table.setPacing(place, of: seat.id) } }
        seat.begin()
        return Handle(id: seat.id, landing: landing, client: run.client)
    }

    /// Adds members to the expected number.
    package func expect(_ more: Int) { run.expect(more) }

    /// A series that is a member of this one.
    public func open(_ kind: TaskKind, _ title: String, count: Int) -> OpenSeries {
        OpenSeries(kind, title, count: count, parent: id, run.client)
    }

    /// Adds a row for a member that is never sent, cancelled for ``CancelReason/skipped``. Does nothing
    /// once the series has ended.
    public func addSkipped(_ title: String, method: HTTPMethod = .get, endpoint: String = "") {
        let client = run.client
        guard isLive else { return }
        let info = TaskInfo(parent: id, endpoint: endpoint, title: title, method: method)
        let row = client.taskRegistry.openTask(info) { _ in }
        _ = client.taskRegistry.update { $0.endTask(row, .cancelled(.skipped), reason: "not sent", at: $1) }
        client.taskRegistry.close(row)
    }

    /// Ends the series.
    /// - Parameter failure: why it has failed; `nil` when it has succeeded.
    public func finish(failure: String? = nil) {
        _ = run.client.taskRegistry.update { table, now in
            guard let failure else { return table.endTask(id, .succeeded, at: now) }
            return table.endTask(id, .failed, reason: failure, errorKind: NetError.Kind.work.name, at: now)
        }
        over.land(())
    }
}

extension NetClient {
    /// Opens a chain or group whose members are added one by one.
    /// - Parameters:
    ///   - kind: ``TaskKind/chain`` or ``TaskKind/group``.
    ///   - title: the user's name for it.
    ///   - count: how many members it will have.
    public func open(_ kind: TaskKind, _ title: String, count: Int) -> OpenSeries {
        OpenSeries(kind, title, count: count, parent: nil, self)
    }

    /// Opens a group whose members are not known yet: ``OpenSeries/expect(_:)`` counts them.
    /// - Parameter id: the number of its row, from ``reserveTaskID()``; `nil` takes the next one.
    package func openGroup(_ title: String, as id: TaskID? = nil) -> OpenSeries {
        OpenSeries(.group, title, count: 0, parent: nil, self, number: id)
    }
}
