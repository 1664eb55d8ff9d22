// Performs the model's effects, and reports back through the inbox. It makes no decisions.

import Catalog
import Dispatch
import Document
import Foundation
import NetLayer
import Screen
import Synchronization
import Workbench
import Workspace

public final class EffectRunner: Sendable {
    private let client: NetClient
    private let guards: Guards
    private let inbox: Inbox
    private let bodies: BodyStore
    /// Work on bodies may take long: on a separate thread it delays neither the engine nor the screen.
    private let bodyWork = DispatchQueue(label: "explorer.bodies")
    /// The current search: any other one ends at its next step.
    private let finding = Mutex<FindRequest?>(nil)

    /// Lists over all pages.
    private let pages: PageReader

    /// The states of the services of each API's pool; without a name those of the only one.
    private let services: [String: PoolWatch]

    /// The lines that are being counted: those of another body or mode wait until they are shown again.
    private let counting = Mutex<BodyWindow?>(nil)
    private let arrivals: ArrivalDesk
    private let archives: ArchiveReading

    private let filter: FilterRunner
    private let diff: DiffRunner
    private let contracts: ContractRunner
    private let kept: KeptRunner
    private let history: HistoryRecorder?
    private let past: HistoryRunner
    private let login: LoginRunner
    private let workspace: WorkspaceRunner
    /// The rows of saved runs, by API.
    private let runs: [String: RunRows]

    /// The default limit of one body in memory, in bytes.
    public static let usualBodyMemory = 16 << 20

    /// Clipboard, files, pager, editor.
    public let outside: OutsideRunner

    /// - Parameters:
    ///   - environment: names the user's editor, pager and home.
    ///   - program: runs the programs that need the terminal.
    ///   - directives: the sources that may override the service of the pool, by the name of the API; without a
    ///     name those of the only one.
    ///   - apis: the names of the APIs, where there are several.
    ///   - bodyMemory: the limit of one body in memory, in bytes; a larger one goes to the disk.
    ///   - history: records requests; `nil` records nothing.
    ///   - workspace: the workspace to change, and to resolve references by; `nil` when the source is none.
    ///   - guards: those that the client obeys.
    public init(
        client: NetClient, inbox: Inbox, bodies: BodyStore = BodyStore(), environment: [String: String] = [:],
        program: ExternalProgram? = nil, directives: [String: [DirectiveSource]] = [:], apis: [String] = [],
        bodyMemory: Int = usualBodyMemory,
        history: HistoryRecorder? = nil, workspace: WorkspaceDesk? = nil, guards: Guards = Guards()
    ) {
        let program = program ?? ExternalProgram(terminal: nil, environment: environment) {}
        outside = OutsideRunner(
            bodies: bodies, inbox: inbox, environment: environment, program: program, recorder: history, now: { client.now })
        let names = apis.isEmpty ? [""] : apis
        services = Dictionary(
            uniqueKeysWithValues: names.map { name in
                let watch = PoolWatch(
                    client: client, inbox: inbox, directives: directives[name] ?? [], api: apis.isEmpty ? nil : name)
                return (name, watch)
            })
        runs = Dictionary(uniqueKeysWithValues: names.map { ($0, RunRows(client)) })
        filter = FilterRunner(bodies: bodies, inbox: inbox, queue: bodyWork)
        diff = DiffRunner(bodies: bodies, inbox: inbox)
        contracts = ContractRunner(bodies: bodies, inbox: inbox)
        kept = KeptRunner(client: client, inbox: inbox)
        self.history = history
        self.workspace = WorkspaceRunner(workspace, bodies: bodies, inbox: inbox)
        login = LoginRunner(client: client, inbox: inbox, environment: environment)
        arrivals = ArrivalDesk(
            bodies: bodies, inbox: inbox, work: bodyWork,
            spool: ArrivingBody.Spool(folder: Paths(environment: environment).cache + "/bodies", memory: bodyMemory),
            now: { client.now })
        past = HistoryRunner(history?.connection, arrivals: arrivals, inbox: inbox)
        pages = PageReader(client: client, desk: arrivals, contracts: contracts)
        archives = ArchiveReading(client: client, desk: arrivals)
        self.client = client
        self.guards = guards
        self.inbox = inbox
        self.bodies = bodies
    }

    /// Stops all listeners; their sockets are removed when it returns.
    public func stop() {
        outside.pipe.end()
        login.stop()
        services.values.forEach { $0.stop() }
        workspace.finish()
    }

    /// Deletes the entries of the history whose deletion the user has not taken back.
    public func finishHistory() async { await past.finish() }

    var now: Duration { client.now }

    /// Posts the engine's events to the inbox until it is cancelled.
    func observe() -> Task<Void, Never> {
        let (events, logins, client, inbox) = (client.events(), client.accounts.events(), client, inbox)
        return Task.detached {
            async let told: Void = {
                for await event in logins { inbox.post(.login(.event(event))) }
            }()
            async let changed: Void = Self.observe(client.network, inbox)
            for await batch in events { inbox.post(.engine(.network(batch, at: client.now))) }
            await told
            await changed
        }
    }

    /// Reports whether the network is thought to be down: now, and at each change.
    private static func observe(_ network: NetworkMonitor, _ inbox: Inbox) async {
        let changes = network.changes()
        // Read once: the listener of the routes runs on another thread.
        var isOffline = network.isSuspected
        if isOffline { inbox.post(.report(.offline(true))) }
        for await change in changes {
            let isDown = change.isSuspected || change.status == .notReachable
            // Nearly every change is the first response, which confirms what was assumed.
            guard isDown != isOffline else { continue }
            isOffline = isDown
            inbox.post(.report(.offline(isDown, because: change.reason)))
        }
    }

    /// The changes of the watched pools.
    var news: [Event] { services.values.flatMap(\.news) }

    /// Whether the screen shows each health check from now on.
    func follow(checks shown: Bool) { services.values.forEach { $0.follow(checks: shown) } }

    /// The workspace as it was read again.
    public func take(_ file: WorkspaceFile) { workspace.take(file) }

    /// Performs an effect. The loop performs the others itself: they need the
    /// terminal, the reader or the demo.
    /// - Parameter api: the API that the effect is for, where there are several.
    func perform(_ effect: Effect, of api: String? = nil) {
        switch effect {
        case .engine(let effect): perform(effect, of: api)
        case .body(let effect): perform(effect)
        case .services(.watch(let pool)): services[api ?? ""]?.follow(pool)
        case .services(.wish(let wish)): services[api ?? ""]?.grant(wish)
        case .kept(let order): kept.obey(order)
        case .history(let order): past.obey(order)
        case .workspace(let order): workspace.obey(order, of: api)
        case .login(let effect): login.perform(effect)
        case .api, .outside, .description, .screen: break
        }
    }

    private func perform(_ effect: EngineEffect, of api: String?) {
        switch effect {
        case .send(let order): send(order, of: api)
        case .sendGroup(let order): send(order, of: api)
        case .run(let order): runs[api ?? ""]?.obey(order)
        case .allPages(var order):
            order.plan = made(order.plan, order.pool, of: api)
            // The first page is read again there, however large it is.
            bodyWork.async { [pages, order] in pages.read(order) }
        case .verify(let order): verify(order, of: api)
        case .openArchive(let order): archives.open(order)
        case .cancel(let ids, let reason): client.cancel(ids, because: reason)
        case .cancelAll: client.cancelAll()
        case .restrict(let level): guards.restrict(level)
        }
    }

    private func perform(_ effect: BodyEffect) {
        switch effect {
        case .window(let task, let mode, let range): window(task, mode, range)
        case .tree(let request): look { bodies in bodies.tree(request).map { .body(.tree($0)) } }
        case .table(let request): look { bodies in bodies.table(request).map { .body(.table($0)) } }
        case .paging(let question): look { bodies in .body(.paged(question, bodies.turns(question))) }
        case .find(let request):
            finding.withLock { $0 = request }
            look { bodies in
                bodies.begin(request)
                return nil
            }
            find(request)
        case .stopFinding:
            finding.withLock { $0 = nil }
            bodyWork.async { [bodies] in bodies.endSearch() }
        case .filter(let request): filter.ask(request)
        case .diff(let request): diff.ask(request)
        case .resource(let task):
            look { bodies in
                let body = bodies.content(task)
                let text = body.map { BodyText.utf8($0.bytes, $0.kind, pretty: $0.kind == .json, charset: $0.charset) }
                return .body(.resource(task, text.map { String(decoding: $0, as: UTF8.self) }))
            }
        case .watch(let question): diff.compareRounds(question)
        case .hold(let question): contracts.hold(question)
        case .forget(let ids):
            pages.forget(ids)
            bodyWork.async { [bodies] in bodies.remove(ids) }
        case .inspect(let inspection):
            look { bodies in
                bodies.document(of: inspection.task, filter: inspection.filter).flatMap(inspection.look).map {
                    .body(.inspected(inspection, $0))
                }
            }
        case .follow(let question):
            look { bodies in
                let body = bodies.document(of: question.task)
                return .body(.followed(question, question.link.filled(from: question.exchange, body: body)))
            }
        }
    }

    /// Reads the bodies, and reports those that were dropped for derived data.
    private func look(_ work: @escaping @Sendable (BodyStore) -> Event?) {
        bodyWork.async { [self] in
            let start = client.now
            let event = work(bodies)
            let evicted = bodies.takeEvicted()
            // Work that took so long has read much.
            let isLong = client.now - start > Self.longLook
            inbox.post((event.map { [$0] } ?? []) + (evicted.isEmpty ? [] : [.body(.evicted(evicted))]))
            if isLong { tidy() }
        }
    }

    /// Reads some lines, then counts the others step by step: other work on bodies gets
    /// its turn between two steps.
    /// - Parameter last: the lines of the last report; `nil` at the beginning.
    private func window(_ task: TaskID, _ mode: BodyMode, _ range: Range<Int>, after last: BodyWindow? = nil) {
        look { [self] bodies in
            if let last {
                guard counting.withLock({ $0 == last }) else { return nil }
                bodies.count(task, mode, bytes: Self.countStep)
            }
            guard let next = bodies.window(task, mode, range) else { return nil }
            counting.withLock { $0 = next.isCounted ? nil : next }
            if !next.isCounted {
                window(task, mode, range, after: next)
            } else if last != nil {
                // All of the body has been read.
                tidy()
            }
            return .body(.window(next))
        }
    }

    /// Releases memory after large reads.
    private func tidy() {
        bodies.release()
        FreeMemory.giveBack()
    }

    private static let largeBody = 1 << 20
    private static let longLook = Duration.milliseconds(10)

    /// The number of bytes that are counted before other work gets its turn: some milliseconds.
    private static let countStep = 4 << 20

    /// One step of a search, and then the next: other work on bodies gets its turn between two steps.
    private func find(_ request: FindRequest) {
        bodyWork.async { [self] in
            guard finding.withLock({ $0 == request }), let found = bodies.find(request) else { return }
            inbox.post(.body(.found(found)))
            if found.isComplete { tidy() } else { find(request) }
        }
    }

    /// The plan with its generated values, such as `{{$guid}}`, and marked for the history.
    private func made(_ plan: RequestPlan, _ pool: ServicePool, of api: String?) -> RequestPlan {
        var plan = plan
        Self.makeValues(of: &plan)
        return history?.marked(plan, on: pool, of: api) ?? plan
    }

    /// Makes the generated values of a plan, such as `{{$guid}}`.
    private static func makeValues(of plan: inout RequestPlan) {
        var values = DynamicValues(now: Date().timeIntervalSince1970, chance: SystemRandomNumberGenerator())
        values.resolveVariables(&plan)
    }

    private func send(_ order: SendOrder, of api: String?) {
        let arrival = Arrival(arrivals)
        let endpoint = arrival.endpoint(made(order.sentPlan, order.pool, of: api))
        let series = order.row.flatMap { runs[api ?? ""]?[$0] }
        let handle =
            series?.dispatch(endpoint, on: order.pool, as: order.id) ?? client.dispatch(endpoint, on: order.pool, as: order.id)
        Task.detached { [self] in
            let result: Result<RawResponse, NetError>
            do throws(NetError) { result = .success(try await handle.value) } catch { result = .failure(error) }
            keep(result, of: handle.id, arrival)
        }
    }

    private func send(_ order: GroupOrder, of api: String?) {
        if let pace = order.pace { return measure(order, at: pace) }
        var group = RequestGroup<RawResponse>(order.title, maxConcurrent: order.atOnce)
        group.ignoresLimits = order.ignoresLimits
        for id in order.members {
            let arrival = Arrival(arrivals)
            let endpoint = arrival.endpoint(made(order.plan, order.pool, of: api))
            group.add(.call(endpoint, on: order.pool, as: id) { [self] result in keep(result, of: id, arrival) })
        }
        _ = client.start(group, mode: order.mode, as: order.id)
    }

    /// Sends a measured run. Neither the body store nor the history has room for its responses.
    private func measure(_ order: GroupOrder, at pace: RunPace) {
        let requests = order.turns.map { turn in
            PacedRequest(turn.title, on: order.pool, as: turn.group) {
                var plan = turn.plan
                Self.makeValues(of: &plan)
                var endpoint = Endpoint<Void>(plan) { _ in }
                if let business = order.business {
                    endpoint.behaviour.checkAnswer = { answer in try business.refuse(answer.body) }
                }
                return endpoint
            }
        }
        _ = client.startPaced(order.title, requests, at: pace, as: order.id)
    }

    /// Verifies an API. The responses of its requests can be looked at like any others.
    private func verify(_ order: VerifyOrder, of api: String?) {
        var surroundings = VerifyRun.Surroundings { [self] endpoint in
            order.target(of: endpoint).map { target in
                VerifyTarget(plan: made(target.plan, target.pool, of: api), pool: target.pool)
            }
        }
        surroundings.onProgress = { [inbox] task, report in
            inbox.post(.engine(.verified(VerifyProgress(task: task, report: report))))
        }
        surroundings.onEnd = { [self] id, result in keep(result, of: id, Arrival(arrivals)) }
        Task.detached { [client, surroundings] in
            var run = VerifyRun(order.machine, client, as: order.id, surroundings)
            _ = await run.run()
        }
    }

    /// Stores a response in the body store, and reports it.
    private func keep(_ result: Result<RawResponse, NetError>, of id: TaskID, _ arrival: Arrival) {
        bodyWork.async { [self] in
            var failure: Failure?
            var response: RawResponse?
            var isGivenUp = false
            var code: Int32 = 0
            switch result {
            case .success(let whole): response = whole
            case .failure(let error):
                response = error.response
                failure = Failure(error)
                code = error.exitCode
                isGivenUp = error.isCancellation || error.kind == .timedOut(.deadline)
            }
            let body = arrival.end(response, isGivenUp: isGivenUp)
            guard let head = response?.head ?? body?.head else {
                var answer = Answer(task: id, head: nil, url: nil, bytes: 0, kind: .empty, failure: failure)
                answer.code = code
                return arrivals.tell(answer, nil, [])
            }
            let bytes = body?.bytes ?? Bytes(response?.body ?? [])
            // A body that was cut off is a partial body.
            var content = BodyContent(bytes, head, isPart: failure != nil, spool: arrivals.spool)
            if let body { content.settle(body.settled) }
            let evicted = bodies.keep(bytes, content, for: id, source: body)
            var answer = Answer(
                task: id, head: head, url: response?.url ?? body?.url, bytes: bytes.count, kind: content.kind,
                redirects: response?.redirects.count ?? 0, failure: failure)
            answer.code = code
            arrivals.tell(answer, content, evicted)
            if bytes.count > Self.largeBody { tidy() }
        }
    }
}
