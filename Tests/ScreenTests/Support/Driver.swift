// Plays both a person and a network to the model: keys go in as a script, effects are performed by a task table without a transport.

import Canvas
import Catalog
import Document
import Synchronization

@testable import NetLayer
@testable import Screen
@testable import Workbench

/// Numbers as the engine would give them, from 1.
final class TaskNumbers: Sendable {
    private let last = Atomic<UInt64>(0)

    @Sendable func next() -> TaskID { TaskID(last.add(1, ordering: .relaxed).newValue) }
}

struct Driver {
    private(set) var model: Model
    /// The engine's own state machine: every row and event has the shape that the engine gives it.
    private(set) var table = TaskTable(limits: DispatchLimits(total: 10_000, perHost: 10_000), keepEnded: 1_000)
    private(set) var now = Duration.zero
    /// What the model asked for and nobody has done yet, oldest first.
    private(set) var effects: [Effect] = []
    private var sent: [TaskID: SendOrder] = [:]
    var bodies: [TaskID: Reply.Body] = [:]
    /// Lines are brought at once; otherwise the wish for them stays among the effects.
    var bringsLines = true

    /// A screen that reads its description still.
    init(
        loading source: String, width: Int, height: Int, keymap: Keymap = Keymap(), memory: SessionMemory? = nil,
        workspace: WorkspaceWork? = nil, defaults: RequestDefaults = RequestDefaults(), sendSource: [String]? = nil,
        apis: [ScreenAPI] = []
    ) {
        model = Model(
            size: Size(width: width, height: height), source: source, keymap: keymap, defaults: defaults, memory: memory,
            workspace: workspace, sendSource: sendSource, apis: apis, reserveTaskID: TaskNumbers().next)
        // What a script asks for is what is sent; PrefetchTests turn it on.
        model.sending.prefetches = false
        // The same for questions; ConfirmTests turn them on.
        model.sending.confirm = .never
    }

    /// A screen on the shop.
    init(width: Int = 80, height: Int = 24, keymap: Keymap = Keymap()) throws {
        try self.init(Shop.description(), Shop.pool, width: width, height: height, keymap: keymap)
    }

    init(
        _ description: APIDescription, _ pool: ServicePool, width: Int, height: Int, keymap: Keymap = Keymap(),
        memory: SessionMemory? = nil, defaults: RequestDefaults = RequestDefaults(), sendSource: [String]? = nil
    ) {
        self.init(
            loading: "shop.json", width: width, height: height, keymap: keymap, memory: memory, defaults: defaults,
            sendSource: sendSource)
        update(.source(.described(description, pool)))
    }

    /// The form of an endpoint, as if somebody had gone there.
    mutating func form(_ index: Int) -> RequestForm? { model.newForm(index) }

    /// What the body store says of a body.
    mutating func note(_ text: String, of id: TaskID) { model.result.answers[id]?.notes.append(text) }

    // MARK: The person

    /// Presses keys by their names, apart from one another by spaces; what stands between apostrophes is typed.
    mutating func keys(_ script: String) {
        for (index, part) in script.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 {
                part.forEach { update(.user(.key(.character($0)))) }
            } else {
                part.split(separator: " ").compactMap { Key(name: String($0)) }.forEach { update(.user(.key($0))) }
            }
        }
    }

    /// Selects the only endpoint that has these words, and goes to the list.
    mutating func select(_ words: String) { keys("/ C-u '\(words)' enter") }

    /// Presses the key for the next sort column of the task table until it is that one.
    mutating func sortTasks(by column: TaskColumn) {
        for _ in TaskColumn.allCases where model.tasks.order.column != column { keys("S") }
    }

    mutating func resize(_ width: Int, _ height: Int) { update(.user(.resized(Size(width: width, height: height)))) }

    /// The effects until now; they count as done.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    /// Hands an event to the model and serves lines of bodies.
    mutating func update(_ event: Event) {
        for addressed in model.update(event) {
            // There is one store of bodies for all APIs.
            let effect = if case .api(_, let effect) = addressed { effect } else { addressed }
            if bringsLines, case .body(.window(let task, let mode, let range)) = effect, let body = bodies[task] {
                update(.body(.window(body.window(task, mode, range))))
            } else if bringsLines, let task = effect.bodyTask, let event = bodies[task]?.event(for: effect) {
                update(event)
            } else if bringsLines, case .body(.diff(let request?)) = effect, let old = bodies[request.old],
                let new = bodies[request.new],
                let content = DiffContent(old.side, new.side)
            {
                update(.body(.compared(content.window(request))))
            } else if bringsLines, case .body(.watch(let question)) = effect {
                let sides = [question.old, question.new].compactMap { bodies[$0]?.side }
                let content = sides.count == 2 ? DiffContent(sides[0], sides[1]) : nil
                update(.body(.watched(WatchChanges(question, content))))
            } else {
                effects.append(effect)
            }
        }
    }

    /// All that is on the screen from here to the end of what scrolls.
    mutating func scrolled() -> String {
        var texts = [text]
        while true {
            keys("pgdn")
            guard text != texts.last else { return texts.joined() }
            texts.append(text)
        }
    }

    // MARK: The network

    /// Time passes.
    mutating func wait(_ time: Duration) {
        now += time
        update(.tick(now))
    }

    /// Gives the oldest request that was asked for its number; it waits in the queue.
    @discardableResult
    mutating func queue() -> TaskID {
        guard let index = effects.firstIndex(where: \.isSend),
            case .engine(.send(let order)) = effects.remove(at: index)
        else {
            return TaskID(0)
        }
        let id = table.openRow(TaskInfo(order.sentPlan), number: order.id, at: now)
        sent[id] = order
        deliver()
        return id
    }

    /// Queues the oldest request and lets it run up to a phase.
    @discardableResult
    mutating func start(_ phase: Phase = .waiting) -> TaskID {
        let id = queue()
        run(id, phase)
        return id
    }

    /// A group or chain that the engine started by itself.
    mutating func open(
        _ kind: TaskKind, _ title: String, members: Int, as id: TaskID? = nil, parent: TaskID? = nil
    ) -> TaskID {
        let info = TaskInfo(kind: kind, parent: parent, endpoint: "", title: title, method: .get)
        let id = table.openRow(info, number: id ?? model.sending.reserveTaskID(), at: now)
        table.setMembers(id, MemberCounts(total: members), at: now)
        deliver()
        return id
    }

    /// It runs, and so many of its members have ended.
    mutating func progress(of group: TaskID, _ counts: MemberCounts) {
        table.begin(group, at: now)
        table.setMembers(group, counts, at: now)
        deliver()
    }

    /// A running member of it.
    mutating func member(of parent: TaskID, _ title: String) -> TaskID {
        let info = TaskInfo(parent: parent, endpoint: "", title: title, method: .get)
        let id = table.openRow(info, number: model.sending.reserveTaskID(), at: now)
        table.enter(.waiting, id, at: now)
        deliver()
        return id
    }

    /// A member of a measured run, which has started now.
    mutating func measuredMember(of parent: TaskID, due: Duration? = nil, isWarmUp: Bool = false) -> TaskID {
        let info = TaskInfo(parent: parent, endpoint: "", title: "/items", method: .get)
        let id = table.openRow(info, number: model.sending.reserveTaskID(), at: now)
        table.setPacing(PacedPlace(due: due, isWarmUp: isWarmUp), of: id)
        table.beginAttempt(id, number: 1, service: "api.shop.example", at: now)
        table.enter(.waiting, id, at: now)
        deliver()
        return id
    }

    mutating func memberEnded(_ id: TaskID, _ state: TaskState, of parent: TaskID) {
        _ = table.endTask(id, state, at: now)
        if var members = model.tasks.row(parent)?.members {
            members.ended += 1
            if state != .succeeded { members.failed += 1 }
            table.setMembers(parent, members, at: now)
        }
        deliver()
    }

    /// A member's whole response.
    mutating func memberAnswered(_ id: TaskID, _ status: Int, of parent: TaskID) {
        table.recordHead(ResponseHead(status: status), id)
        memberEnded(id, status < 400 ? .succeeded : .failed, of: parent)
    }

    mutating func retry(_ id: TaskID, after delay: Duration, attempt: Int, of limit: Int, because reason: String) {
        table.retry(id, RetryNotice(due: now + delay, attempt: attempt, limit: limit, reason: reason), at: now)
        deliver()
    }

    /// The next attempt, and its answer.
    mutating func retried(_ id: TaskID, attempt: Int, _ reply: Reply) {
        table.beginAttempt(id, number: attempt, service: "api.shop.example", at: now)
        deliver()
        answer(id, reply)
    }

    mutating func run(_ id: TaskID, _ phase: Phase) {
        launch(id)
        table.enter(phase, id, at: now)
        deliver()
    }

    /// Puts the task's request into the air, unless one is.
    private mutating func launch(_ id: TaskID, to url: URI? = nil) {
        guard let order = sent[id], model.tasks.row(id)?.flight == nil,
            var request = try? RequestGenerator().request(
                for: order.sentPlan, on: order.pool.services.first?.standing(in: order.pool.environment))
        else { return }
        if let url { request.url = url }
        let service = order.pool.services.first?.name ?? ""
        table.launch(Launch(attempt: 1, service: service, request: request, startedAt: now), id)
        if url == nil { table.beginAttempt(id, number: 1, service: service, at: now) }
        deliver()
    }

    /// The answer points elsewhere, and the request goes there.
    mutating func redirect(_ id: TaskID, _ reply: Reply, to url: String) {
        guard let flight = model.tasks.row(id)?.flight, let head = reply.head else { return }
        table.recordHead(head, id)
        let record = ExchangeRecord(
            attempt: 1, service: flight.launch.service, request: flight.launch.request, head: head, failure: nil,
            metrics: reply.metrics, startedAt: flight.launch.startedAt)
        table.record(record, redirected: true, id, at: now)
        deliver()
        launch(id, to: URI(url))
        table.enter(.connecting, id, at: now)
        deliver()
    }

    /// The attempt brings this, and the next one goes to another service.
    mutating func leave(_ id: TaskID, _ reply: Reply, for service: String) {
        guard let flight = model.tasks.row(id)?.flight, let order = sent[id],
            let request = try? RequestGenerator().request(
                for: order.sentPlan, on: order.pool.services.first { $0.name == service }?.standing(in: order.pool.environment))
        else { return }
        let record = ExchangeRecord(
            attempt: 1, service: flight.launch.service, request: flight.launch.request, head: reply.head,
            failure: reply.failure, metrics: reply.metrics, startedAt: flight.launch.startedAt)
        table.record(record, redirected: false, id, at: now)
        table.recordDecision(.leaves(service: flight.launch.service, because: "it is down"), id, at: now)
        table.beginAttempt(id, number: 2, service: service, at: now)
        table.launch(Launch(attempt: 2, service: service, request: request, startedAt: now), id)
        table.enter(.connecting, id, at: now)
        deliver()
    }

    mutating func progress(_ id: TaskID, received: Int64, of expected: Int64? = nil) {
        if let expected {
            table.recordHead(ResponseHead(status: 200, headers: Headers([HeaderField("Content-Length", "\(expected)")])), id)
        }
        table.enter(.receiving, id, at: now)
        table.progress(id, sent: 300, received: received, at: now)
        deliver()
    }

    /// The answer comes, with its end.
    mutating func answer(_ id: TaskID, _ reply: Reply) {
        guard let order = sent[id],
            let request = try? RequestGenerator().request(
                for: order.sentPlan, on: order.pool.services.first?.standing(in: order.pool.environment))
        else { return }
        let flight = model.tasks.row(id)?.flight
        let url = reply.url ?? request.url
        let record = ExchangeRecord(
            attempt: flight?.launch.attempt ?? 1, service: flight?.launch.service ?? "",
            request: flight?.launch.request ?? request, head: reply.head,
            failure: reply.failure,
            metrics: reply.metrics,
            startedAt: flight?.launch.startedAt ?? now)
        if let head = reply.head { table.recordHead(head, id) }
        table.record(record, redirected: false, id, at: now)
        let error = reply.failure.map { NetError($0.kind, detail: $0.detail) }
        let state = error.map { TaskState($0) } ?? ((reply.head?.status ?? 0) >= 400 ? .failed : .succeeded)
        let kind = error?.kind.name ?? (state == .failed ? "status" : nil)
        _ = table.endTask(id, state, reason: error?.detail ?? "", errorKind: kind, at: now)
        bodies[id] = reply.body
        deliver()
        var answer = Answer(
            task: id, head: reply.head, url: url, bytes: reply.body.bytes, kind: reply.body.kindInTruth,
            redirects: reply.redirects,
            failure: error.flatMap { Failure($0) })
        answer.picture = reply.picture
        if let document = reply.body.document {
            answer.rows = JSONList.findList(in: document)?.count
            answer.openDepth = JSONTree.openDepth(for: document)
        }
        update(.engine(.answered(answer)))
    }

    /// A row that an archive has recorded, and its response.
    @discardableResult
    mutating func archived(_ task: EndedTask, _ reply: Reply) -> TaskID {
        let id = table.recordEnded(task, at: now)
        // The engine has one counter for these rows and for those of requests.
        while model.sending.reserveTaskID() < id {}
        bodies[id] = reply.body
        deliver()
        let failure = reply.failure.flatMap { Failure(NetError($0.kind, detail: $0.detail)) }
        let answer = Answer(
            task: id, head: reply.head, url: task.exchanges.first?.request.url, bytes: reply.body.bytes,
            kind: reply.body.kindInTruth, failure: failure)
        update(.engine(.answered(answer)))
        return id
    }

    /// So much of an answer has come; its request goes on.
    mutating func arrive(_ id: TaskID, _ reply: Reply) {
        guard sent[id] != nil, let head = reply.head else { return }
        table.recordHead(head, id)
        table.enter(.receiving, id, at: now)
        bodies[id] = reply.body
        deliver()
        var answer = Answer(
            task: id, head: head, url: URI("http://shop.example/"), bytes: reply.body.bytes, kind: reply.body.kindInTruth)
        answer.isArriving = true
        if let document = reply.body.document {
            answer.rows = JSONList.findList(in: document)?.count
            answer.openDepth = JSONTree.openDepth(for: document)
        }
        update(.engine(.answered(answer)))
    }

    /// Sends the selected endpoint and answers at once.
    @discardableResult
    mutating func exchange(_ reply: Reply) -> TaskID {
        keys("s")
        let id = start()
        wait(.milliseconds(74))
        answer(id, reply)
        return id
    }

    /// Does what the cancel effects ask.
    mutating func cancelAsAsked() {
        for effect in takeEffects() {
            switch effect {
            case .engine(.cancel(let ids, _)): cancel(ids)
            case .engine(.cancelAll): cancel(table.liveIDs)
            case _: effects.append(effect)
            }
        }
    }

    mutating func cancel(_ ids: [TaskID], _ reason: CancelReason = .user) {
        let ended = table.cancel(ids, reason, at: now)
        deliver()
        for id in ended {
            guard sent[id] != nil else { continue }
            let failure = Failure(NetError(.cancelled(reason)))
            update(.engine(.answered(Answer(task: id, head: nil, url: nil, bytes: 0, kind: .empty, failure: failure))))
        }
    }

    /// Ends a task in a state that only the engine's policies reach.
    mutating func end(_ id: TaskID, _ state: TaskState, reason: String, errorKind: String? = nil) {
        _ = table.endTask(id, state, reason: reason, errorKind: errorKind, at: now)
        deliver()
    }

    mutating func deliver() {
        let events = table.drainEvents()
        if !events.isEmpty { update(.engine(.network(.events(events), at: now))) }
    }

    // MARK: What is seen

    var screen: Screen { render(model) }
    var text: String { screen.makeText() }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

extension Effect {
    var isSend: Bool { if case .engine(.send) = self { true } else { false } }
    var plan: RequestPlan? { if case .engine(.send(let order)) = self { order.sentPlan } else { nil } }
}
