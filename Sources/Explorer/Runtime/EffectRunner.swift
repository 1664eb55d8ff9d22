// Does what the model wants done, and reports back through the inbox. Nothing here decides.

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
    private let inbox: Inbox
    private let bodies: BodyStore
    /// Reading and cutting bodies may take long: on a thread of its own it holds up neither the engine nor the screen.
    private let bodyWork = DispatchQueue(label: "explorer.bodies")
    /// What is looked for: a search that is no longer this one ends at its next step.
    private let finding = Mutex<FindRequest?>(nil)

    /// Lists of which all pages are read.
    private let pages: PageReader

    /// How the services of the pool in use stand.
    private let services: PoolWatch

    /// Which lines are being counted: those of another body or mode wait until they are looked at again.
    private let counting = Mutex<BodyWindow?>(nil)
    private let arrivals: ArrivalDesk

    private let filter: FilterRunner
    private let diff: DiffRunner
    private let kept: KeptRunner
    private let history: HistoryRecorder?
    private let past: HistoryRunner
    private let login: LoginRunner
    private let workspace: WorkspaceRunner
    private let runs: RunRows

    /// Bytes of one body that are kept in memory unless somebody says otherwise.
    public static let usualBodyMemory = 16 << 20

    /// Clipboard, files, pager, editor.
    public let outside: OutsideRunner

    /// - Parameters:
    ///   - environment: where the user's editor, pager and home are named.
    ///   - program: runs those that need the terminal.
    ///   - directives: who may say which service of the pool is used.
    ///   - bodyMemory: bytes of one body that are kept in memory; a larger one goes to the disk.
    ///   - history: records what is sent; `nil` records nothing.
    ///   - workspace: what is changed and looked up for saved requests; `nil` where the source is none.
    public init(
        client: NetClient, inbox: Inbox, bodies: BodyStore = BodyStore(), environment: [String: String] = [:],
        program: ExternalProgram? = nil, directives: [DirectiveSource] = [], bodyMemory: Int = usualBodyMemory,
        history: HistoryRecorder? = nil, workspace: WorkspaceDesk? = nil
    ) {
        let program = program ?? ExternalProgram(terminal: nil, environment: environment) {}
        outside = OutsideRunner(bodies: bodies, inbox: inbox, environment: environment, program: program)
        services = PoolWatch(client: client, inbox: inbox, directives: directives)
        filter = FilterRunner(bodies: bodies, inbox: inbox, queue: bodyWork)
        diff = DiffRunner(bodies: bodies, inbox: inbox)
        kept = KeptRunner(client: client, inbox: inbox)
        self.history = history
        self.workspace = WorkspaceRunner(workspace, bodies: bodies, inbox: inbox)
        runs = RunRows(client)
        login = LoginRunner(client: client, inbox: inbox, environment: environment)
        arrivals = ArrivalDesk(
            bodies: bodies, inbox: inbox, work: bodyWork,
            spool: ArrivingBody.Spool(folder: Paths(environment: environment).cache + "/bodies", memory: bodyMemory),
            now: { client.now })
        past = HistoryRunner(history?.connection, arrivals: arrivals, inbox: inbox)
        pages = PageReader(client: client, desk: arrivals)
        self.client = client
        self.inbox = inbox
        self.bodies = bodies
    }

    /// Listens to nobody any more; sockets that were made are gone when it returns.
    public func stop() {
        outside.pipe.end()
        login.stop()
        services.stop()
        workspace.finish()
    }

    var now: Duration { client.now }

    /// Brings the engine's events into the inbox until it is cancelled.
    func observe() -> Task<Void, Never> {
        let (events, logins, client, inbox) = (client.events(), client.accounts.events(), client, inbox)
        return Task.detached {
            async let told: Void = {
                for await event in logins { inbox.post(.login(.event(event))) }
            }()
            for await batch in events { inbox.post(.engine(.network(batch, at: client.now))) }
            await told
        }
    }

    /// What is new of the pool that is watched.
    var news: [Event] { services.news }

    /// The workspace as it was read again.
    public func take(_ file: WorkspaceFile, _ api: WorkspaceAPI) { workspace.take(file, api) }

    /// Performs an effect. The loop performs the others itself: they need the terminal, the reader or the demo.
    func perform(_ effect: Effect) {
        switch effect {
        case .engine(let effect): perform(effect)
        case .body(let effect): perform(effect)
        case .services(.watch(let pool)): services.follow(pool)
        case .services(.wish(let wish)): services.grant(wish)
        case .kept(let order): kept.obey(order)
        case .history(let order): past.obey(order)
        case .workspace(let order): workspace.obey(order)
        case .login(let effect): login.perform(effect)
        case .outside, .description, .screen: break
        }
    }

    private func perform(_ effect: EngineEffect) {
        switch effect {
        case .send(let order): send(order)
        case .sendGroup(let order): send(order)
        case .run(let order): runs.obey(order)
        case .allPages(var order):
            order.plan = made(order.plan, order.pool)
            // The first page is read anew there, however large it is.
            bodyWork.async { [pages, order] in pages.read(order) }
        case .cancel(let ids): client.cancel(ids)
        case .cancelAll: client.cancelAll()
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

    /// Looks into the bodies, and tells of those that had to go for what was made of another.
    private func look(_ work: @escaping @Sendable (BodyStore) -> Event?) {
        bodyWork.async { [self] in
            let start = client.now
            let event = work(bodies)
            let evicted = bodies.takeEvicted()
            // Who took so long has looked at much.
            let isLong = client.now - start > Self.longLook
            inbox.post((event.map { [$0] } ?? []) + (evicted.isEmpty ? [] : [.body(.evicted(evicted))]))
            if isLong { tidy() }
        }
    }

    /// Some lines, and then those of the rest are counted, step by step: between two of them other work on bodies has its turn.
    /// - Parameter last: the lines as they were told last; `nil` begins.
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
                // All of the body has been looked at.
                tidy()
            }
            return .body(.window(next))
        }
    }

    /// Gives back what was needed to look at much.
    private func tidy() {
        bodies.release()
        FreeMemory.giveBack()
    }

    private static let largeBody = 1 << 20
    private static let longLook = Duration.milliseconds(10)

    /// Bytes that are looked at for lines before others have their turn: some milliseconds.
    private static let countStep = 4 << 20

    /// One step of a search, and then the next: between two of them other work on bodies has its turn.
    private func find(_ request: FindRequest) {
        bodyWork.async { [self] in
            guard finding.withLock({ $0 == request }), let found = bodies.find(request) else { return }
            inbox.post(.body(.found(found)))
            if found.isComplete { tidy() } else { find(request) }
        }
    }

    /// With values for what is made up anew for each request: `{{$guid}}`; and so that it is recorded.
    private func made(_ plan: RequestPlan, _ pool: ServicePool) -> RequestPlan {
        var plan = plan
        var values = DynamicValues(now: Date().timeIntervalSince1970, chance: SystemRandomNumberGenerator())
        values.resolveVariables(&plan)
        return history?.marked(plan, on: pool) ?? plan
    }

    private func send(_ order: SendOrder) {
        let arrival = Arrival(arrivals)
        let endpoint = arrival.endpoint(made(order.sentPlan, order.pool))
        let series = order.row.flatMap { runs[$0] }
        let handle =
            series?.dispatch(endpoint, on: order.pool, as: order.id) ?? client.dispatch(endpoint, on: order.pool, as: order.id)
        Task.detached { [self] in
            let result: Result<RawResponse, NetError>
            do throws(NetError) { result = .success(try await handle.value) } catch { result = .failure(error) }
            keep(result, of: handle.id, arrival)
        }
    }

    private func send(_ order: GroupOrder) {
        var group = RequestGroup<RawResponse>(order.title, maxConcurrent: order.atOnce)
        for id in order.members {
            let arrival = Arrival(arrivals)
            let endpoint = arrival.endpoint(made(order.plan, order.pool))
            group.add(.call(endpoint, on: order.pool, as: id) { [self] result in keep(result, of: id, arrival) })
        }
        _ = client.start(group, mode: .collectAll, as: order.id)
    }

    /// Puts an answer where bodies are kept, and tells of it.
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
            // What was cut off is the beginning of something.
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
