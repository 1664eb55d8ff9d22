// The façade: every start of work goes through `open` here, whatever it is for, so the table knows all there is.

import Synchronization

/// Dispatches calls and knows each of them: who waits, what runs, how everything ended.
///
/// Use one client for a program. All its methods may be called from any thread and return at once, except those marked `async`.
public final class NetClient: Sendable {
    private struct State {
        var table: TaskTable
        var ports = Ports()
        var observers: [EventMailbox] = []
    }

    /// What belongs to tasks outside the pure table: the strings by which they can be pulled. A table each, because in a dictionary of structs every
    /// change of a field costs several times a plain insertion, and each request makes half a dozen.
    private struct Ports {
        /// Land a call's result when its task is cancelled. Every task has one until its work has returned.
        var abandons: [TaskID: @Sendable (NetError) -> Void] = [:]
        var works: [TaskID: Task<Void, Never>] = [:]
        var transfers: [TaskID: any Transfer] = [:]
        var slotWaiters: [TaskID: CheckedContinuation<Bool, Never>] = [:]

        /// 0 when none of the tables holds anything.
        var count: Int { max(abandons.count, works.count, transfers.count, slotWaiters.count) }

        func isOpen(_ id: TaskID) -> Bool { abandons[id] != nil }

        mutating func close(_ id: TaskID) {
            abandons[id] = nil
            works[id] = nil
            transfers[id] = nil
            slotWaiters[id] = nil
        }
    }

    /// What pulls at a task that is cancelled.
    private struct Pull {
        var transfer: (any Transfer)?
        var slotWaiter: CheckedContinuation<Bool, Never>?
        var work: Task<Void, Never>?
        var abandon: (@Sendable (NetError) -> Void)?
    }

    let transport: any Transport
    let generator: RequestGenerator
    let time: TimeSource
    private let state: Mutex<State>

    /// - Parameter keepEnded: how many ended rows a snapshot can bring back.
    public init(
        transport: any Transport, generator: RequestGenerator = RequestGenerator(), limits: DispatchLimits = DispatchLimits(),
        keepEnded: Int = 1_000, time: TimeSource = .continuous
    ) {
        self.transport = transport
        self.generator = generator
        self.time = time
        state = Mutex(State(table: TaskTable(limits: limits, keepEnded: keepEnded)))
    }

    deinit {
        // What happened until now is still read.
        let observers = state.withLock { $0.observers }
        observers.forEach { $0.finish() }
    }

    /// The time of its events: how long ago the client was made.
    public var now: Duration { time.now() }

    // MARK: Calls

    /// Starts a call and returns its handle, live and in the table, before any of its work has run.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Handle<R> {
        let landing = Landing<Result<R, NetError>>()
        let id = open(endpoint.plan) { landing.land(.failure($0)) }
        start(id) { [self] in
            let result: Result<R, NetError>
            do throws(NetError) {
                let attempt = Attempt(client: self, id: id, plan: endpoint.plan, pool: pool, layers: [endpoint.behaviour])
                let response = try await attempt.run()
                result = .success(try Self.decoded(response, endpoint))
            } catch {
                result = .failure(error)
            }
            if end(id, result) { landing.land(result) }
        }
        return Handle(id: id, landing: landing, client: self)
    }

    /// Starts a call whose body is read as it arrives, with back-pressure; returns once the head of the final answer is there.
    ///
    /// A 4xx or 5xx is returned like any answer; its row ends as failed. Nothing is kept of the body but what the reader has not taken.
    /// The call is cancelled when the waiting or reading Swift task is, or when the stream is dropped unread.
    public func stream(_ plan: RequestPlan, on pool: ServicePool) async throws(NetError) -> StreamedResponse {
        let landing = Landing<Result<(head: ResponseHead, url: URI), NetError>>()
        let pipe = BodyPipe { landing.land(.success(($0, $1))) }
        let id = open(plan) { error in
            landing.land(.failure(error))
            pipe.finish(error)
        }
        start(id) { [self] in
            do throws(NetError) {
                let response = try await Attempt(client: self, id: id, plan: plan, pool: pool, sink: pipe).run()
                // Who has been cancelled is told so by the cancel, with its reason.
                if end(id, Self.statusError(response).map { .failure($0) } ?? .success(())) { pipe.finish(nil) }
            } catch {
                guard end(id, Result<Void, NetError>.failure(error)) else { return }
                landing.land(.failure(error))
                pipe.finish(error)
            }
        }
        let result = await withTaskCancellationHandler {
            await landing.value()
        } onCancel: {
            cancel(id, because: .scope)
        }
        let (head, url) = try result.get()
        let body = BodyStream(pipe: pipe) { [weak self] in self?.cancel(id, because: .scope) }
        return StreamedResponse(id: id, head: head, url: url, body: body)
    }

    /// The same for a type that stands for one endpoint.
    public func dispatch<E: EndpointConvertible>(_ endpoint: E, on pool: ServicePool) -> Handle<E.Response> {
        dispatch(endpoint.endpoint, on: pool)
    }

    /// Starts a call and waits for it; it is cancelled when the waiting Swift task is (structured lifetime).
    public func send<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) async throws(NetError) -> R {
        let handle = dispatch(endpoint, on: pool)
        let result = await withTaskCancellationHandler {
            await handle.landing.value()
        } onCancel: {
            cancel(handle.id, because: .scope)
        }
        return try result.get()
    }

    // MARK: Cancellation

    /// Ends a task as cancelled: its row ends and its handle lands now, its socket is closed at once, whatever its work is doing.
    /// - Returns: `false` when there is no such task or it had ended.
    @discardableResult
    public func cancel(_ id: TaskID, because reason: CancelReason = .user) -> Bool { !cancel([id], because: reason).isEmpty }

    /// Ends those of `ids` that still live, in one step: nothing that starts meanwhile is forgotten (B-HH-D7).
    /// - Returns: those that were ended by this call.
    @discardableResult
    public func cancel(_ ids: some Sequence<TaskID>, because reason: CancelReason = .user) -> [TaskID] {
        // A lazy sequence runs its owner's code: outside the lock.
        let ids = Array(ids)
        return cancel(because: reason) { _ in ids }
    }

    /// Ends every task that has not ended.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] { cancel(because: reason) { $0.liveIDs } }

    private func cancel(because reason: CancelReason, _ choose: (TaskTable) -> [TaskID]) -> [TaskID] {
        let (ended, pulls) = change { state -> ([TaskID], [Pull]) in
            let ended = state.table.cancel(choose(state.table), reason, at: time.now())
            let pulls = ended.map { id in
                Pull(
                    transfer: state.ports.transfers[id], slotWaiter: state.ports.slotWaiters.removeValue(forKey: id),
                    work: state.ports.works[id], abandon: state.ports.abandons[id])
            }
            return (ended, pulls)
        }
        for pull in pulls {
            pull.transfer?.cancel()
            pull.slotWaiter?.resume(returning: false)
            pull.work?.cancel()
            pull.abandon?(NetError(.cancelled(reason)))
        }
        return ended
    }

    // MARK: Observation

    /// A new observer's stream: a snapshot first, then every event. See ``EventStream``.
    /// - Parameter capacity: how many unread events are kept before they are replaced by a snapshot.
    public func events(capacity: Int = 100_000) -> EventStream {
        state.withLock { state in
            let mailbox = EventMailbox(capacity: capacity, first: state.table.snapshot(at: time.now())) { [weak self] in
                self?.snapshot()
            }
            state.observers.removeAll(where: \.isOver)
            state.observers.append(mailbox)
            return EventStream(mailbox)
        }
    }

    /// Everything known now.
    public func snapshot() -> TaskSnapshot { state.withLock { $0.table.snapshot(at: time.now()) } }

    /// 0 when nothing is left of any task but ended rows.
    public var liveCount: Int { state.withLock { $0.table.liveCount + $0.ports.count } }

    // MARK: The rim around the table

    /// Changes the table, then tells observers; nobody is woken and no user code runs under the lock.
    private func change<T>(_ body: (inout State) -> T) -> T {
        let (result, sleepers) = state.withLock { state -> (T, [EventMailbox]) in
            let result = body(&state)
            let events = state.table.drainEvents()
            guard !events.isEmpty else { return (result, []) }
            return (result, state.observers.filter { $0.append(events) })
        }
        sleepers.forEach { $0.wake() }
        return result
    }

    private func open(_ plan: RequestPlan, abandon: @escaping @Sendable (NetError) -> Void) -> TaskID {
        let info = TaskInfo(endpoint: plan.id, title: plan.title, method: plan.method)
        return change { state in
            let id = state.table.open(info, at: time.now())
            state.ports.abandons[id] = abandon
            return id
        }
    }

    /// Runs a task's work; a cancel that came before it is remembered by the row.
    private func start(_ id: TaskID, _ work: @escaping @Sendable () async -> Void) {
        let task = Task.detached { [self] in
            await work()
            let granted = change { state in
                state.ports.close(id)
                return resumeSlots(state.table.workReturned(id), &state)
            }
            granted.forEach { $0.resume(returning: true) }
        }
        let isLive = state.withLock { state in
            if state.ports.isOpen(id) { state.ports.works[id] = task }
            return state.table.isLive(id)
        }
        if !isLive { task.cancel() }
    }

    private func resumeSlots(_ ids: [TaskID], _ state: inout State) -> [CheckedContinuation<Bool, Never>] {
        ids.compactMap { state.ports.slotWaiters.removeValue(forKey: $0) }
    }

    /// Waits for the right to send to `origin`; `false` when the task has ended meanwhile.
    func slot(_ id: TaskID, origin: String) async -> Bool {
        switch change({ $0.table.requestSlot(id, origin: origin, at: time.now()) }) {
        case .granted: return true
        case .refused: return false
        case .wait: break
        }
        let granted = await withCheckedContinuation { continuation in
            // The turn may have come, or the task ended, between the question and here.
            let ready = state.withLock { state -> Bool? in
                if !state.table.isLive(id) { return false }
                if state.table.holdsSlot(id) { return true }
                state.ports.slotWaiters[id] = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
        // A cancel may have come between the grant and the wake-up: then nothing may go out.
        return granted && state.withLock { $0.table.isLive(id) }
    }

    /// Notes a finished exchange and hands its slot on, in one step.
    func finishExchange(_ id: TaskID, _ record: ExchangeRecord, redirected: Bool) {
        let granted = change { state in
            state.ports.transfers[id] = nil
            state.table.record(record, redirected: redirected, id, at: time.now())
            return resumeSlots(state.table.release(id), &state)
        }
        granted.forEach { $0.resume(returning: true) }
    }

    /// Makes the transfer reachable for a cancel, also for one that came just before.
    func attach(_ transfer: any Transfer, _ id: TaskID) {
        let isLive = state.withLock { state in
            if state.ports.isOpen(id) { state.ports.transfers[id] = transfer }
            return state.table.isLive(id)
        }
        if !isLive { transfer.cancel() }
    }

    func update(_ body: (inout TaskTable, Duration) -> Void) { change { body(&$0.table, time.now()) } }

    private func end<R>(_ id: TaskID, _ result: Result<R, NetError>) -> Bool {
        change { state in
            switch result {
            case .success: state.table.end(id, .succeeded, at: time.now())
            case .failure(let error):
                state.table.end(id, TaskState(error), reason: error.detail, errorKind: error.kind.name, at: time.now())
            }
        }
    }

    private static func statusError(_ response: RawResponse) -> NetError? {
        let status = response.head.status
        guard status >= 400 else { return nil }
        return NetError(
            .status(status), attempted: "\(response.url)", detail: "the server answered \(status)", response: response)
    }

    private static func decoded<R>(_ response: RawResponse, _ endpoint: Endpoint<R>) throws(NetError) -> R {
        if let error = statusError(response) { throw error }
        do {
            return try endpoint.decode(response)
        } catch {
            throw NetError(.decode, attempted: "\(endpoint.plan.method) \(response.url)", detail: "\(error)", response: response)
        }
    }
}
