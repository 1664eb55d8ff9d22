// `:run NAME` runs a saved request, a chain or a group. Each request is a row of the task table, and
// responses provide values for later requests.

import Catalog
import NetLayer
import Workbench

extension Model {
    var whyNothingToRun: String? {
        if let reason = whyNoWorkspace { return reason }
        return workspace?.work.saved.isEmpty == true ? "Nothing is saved yet: :request save NAME" : nil
    }

    func runCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty, let saved = workspace?.work.saved else { return [] }
        return saved.requests.map { .init(word: $0.name, note: "request") }
            + saved.chains.map { .init(word: $0.name, note: $0.members.joined(separator: " → ")) }
            + saved.groups.map { .init(word: $0.name, note: "at once: " + $0.members.joined(separator: ", ")) }
    }

    mutating func run(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNothingToRun { throw PaletteProblem(reason) }
        guard let saved = workspace?.work.saved, let name = words.first, let items = saved.items(name) else {
            throw .unknown("saved request", words.first ?? "", among: workspace?.work.saved.names ?? [])
        }
        for item in items {
            var captured: Set<String> = []
            for request in item.requests {
                do throws(VariableError) {
                    _ = try request.references(expansion, captured: &captured)
                } catch {
                    throw PaletteProblem("\(request.name): \(error)")
                }
            }
        }
        return bring(for: .run(name: name, items: items)) ?? start(name, items)
    }

    /// Sends the requests of a group at once, those of a chain one after another.
    mutating func start(_ name: String, _ items: [SavedWork.Item]) -> [Effect] {
        guard let number = workspace?.nextRun else { return [] }
        workspace?.nextRun += 1
        let run = SavedRun(
            machine: RunMachine(name, items), brought: workspace?.brought ?? BroughtValues(),
            environment: api.pool.environment.rawValue)
        workspace?.runs[number] = run
        if let question = unsafeRun(name, items, number, run.brought) {
            sending.heldRuns.append(question)
            return []
        }
        return advance(number) { $0.begin() }
    }

    /// The question that is asked once for a whole run, before its first request; `nil` where none is needed.
    private func unsafeRun(_ name: String, _ items: [SavedWork.Item], _ number: Int, _ brought: BroughtValues) -> UnsafeRun? {
        var run = UnsafeRun(name: name, number: number, deed: dialogs.inputs)
        for (item, work) in items.enumerated() {
            for (step, request) in work.requests.enumerated() {
                guard let index = description?.place(of: request.name), let form = savedForm(index),
                    !form.endpoint.method.isSafe
                else { continue }
                // Values from earlier responses do not exist yet: then the question
                // names the request as it is written.
                var expansion = expansion(with: brought)
                let filled = try? form.expanded(by: &expansion)
                let plan = filled.flatMap { try? self.plan($0, of: index, &expansion) }
                let decision = plan.map { guardDecision(on: $0, api.pool) }
                // No question: the engine refuses it, and its row says why.
                if case .refused? = decision { continue }
                let isGuarded = decision.map { $0 != .allowed } ?? !guardsInForce.isEmpty
                let reason = confirmRule(of: plan).reason(toAskBefore: form.endpoint.method, sentBy: .run)
                guard isGuarded || reason != nil else { continue }
                let shown = shown(form, plan)
                run.lines.append(shown.line)
                run.shown[RunMachine.Place(item: item, step: step)] = shown
            }
        }
        return run.lines.isEmpty ? nil : run
    }

    private func shown(_ form: RequestForm, _ plan: RequestPlan?) -> ShownStep {
        if let plan { return .request(UnsafeSend.line(plan.method, address(of: plan))) }
        return .template(UnsafeSend.line(form.endpoint.method, form.endpoint.path), origins: api.pool.credentialOrigins)
    }

    /// Whether a step is the one that the question showed. A step that a changed workspace or description
    /// has altered needs a new question.
    private func isAgreed(_ step: ShownStep?, _ form: RequestForm, _ plan: RequestPlan) -> Bool {
        switch step {
        case .request?: return step == shown(form, plan)
        case .template(_, let origins)?:
            guard step == shown(form, nil), case .success(let request) = wireRequest(plan) else { return false }
            return origins.contains(request.url.origin)
        case nil: return false
        }
    }

    /// The user has confirmed the requests of this run that the question showed.
    mutating func runConfirmed(_ run: UnsafeRun) -> [Effect] {
        workspace?.runs[run.number]?.agreed = run.shown
        return advance(run.number) { $0.begin() }
    }

    mutating func dropRun(_ run: UnsafeRun) {
        workspace?.runs[run.number] = nil
        say("\(run.name): nothing was sent")
    }

    // MARK: The machine's driver

    /// Lets the machine of a run decide, and performs its actions.
    private mutating func advance(_ number: Int, _ decide: (inout RunMachine) -> [RunMachine.Action]) -> [Effect] {
        guard var run = workspace?.runs[number] else { return [] }
        var actions = decide(&run.machine)[...]
        workspace?.runs[number] = run
        var effects: [Effect] = []
        while let action = actions.popFirst() {
            let row = { RunRow(number, $0) }
            switch action {
            case .open(let own, let kind, let title, let count, let parent):
                effects.append(.engine(.run(.open(row(own), kind, title, count: count, in: parent.map(row)))))
            case .send(let place, let parent):
                let step = RunStep(run: number, place: place)
                do throws(StepProblem) {
                    effects += try send(step, in: parent.map(row))
                } catch {
                    guard var machine = workspace?.runs[number]?.machine else { break }
                    actions += machine.ended(place, .refused(error.text, code: ExitStatus.badData))
                    workspace?.runs[number]?.machine = machine
                }
            case .skip(let place, let parent):
                let request = run.machine.request(at: place)
                effects.append(.engine(.run(.skip(request.name, method(of: request), of: row(parent)))))
            case .leave(let item, let parent):
                let method = run.machine.first(of: item).map(method) ?? .get
                effects.append(.engine(.run(.skip(run.machine.title(of: item), method, of: row(parent)))))
            case .cancel(let place):
                let step = RunStep(run: number, place: place)
                let task = workspace?.sent.first { $0.value.step == step }?.key
                effects += task.map { [.engine(.cancel([$0]))] } ?? []
            case .record(let place, let outcome): tell(outcome, run.machine.title(of: place.item), actions)
            case .close(let own, let failure):
                effects.append(.engine(.run(.close(row(own), failure: failure))))
                guard case .chain(let item) = own, failure == nil, run.machine.count(of: item) > 1 else { break }
                let count = run.machine.count(of: item)
                say("\(run.machine.title(of: item)): all \(count) responses are as expected")
            case .end: workspace?.runs[number] = nil
            }
        }
        return effects
    }

    /// Reports why a step failed, and how many steps behind it are not sent.
    private mutating func tell(_ outcome: RunOutcome, _ title: String, _ next: ArraySlice<RunMachine.Action>) {
        guard [.failed, .cancelled].contains(outcome.state) else { return }
        let rest = next.count {
            if case .record(_, let other) = $0 { other.state == .skipped && other.suite == title } else { false }
        }
        let reason = "\(outcome.name): \(outcome.problems.joined(separator: "; "))"
        say(rest > 0 ? "\(reason); \(rest) more of \(title) \(rest == 1 ? "was" : "were") not sent" : reason, .warning)
    }

    /// Why a step is not sent; a sentence without the request's name and without a full stop.
    private struct StepProblem: Error { let text: String }

    private mutating func send(_ step: RunStep, in row: RunRow?) throws(StepProblem) -> [Effect] {
        guard let run = workspace?.runs[step.run] else { return [] }
        let request = run.machine.request(at: step.place)
        guard run.environment == api.pool.environment.rawValue else {
            throw StepProblem(text: "\(run.machine.name) was started in \(run.environment), and the environment is another now")
        }
        guard let index = description?.place(of: request.name), let form = savedForm(index) else {
            throw StepProblem(text: whyNoForm(request))
        }
        // The user's confirmation, and the expectations of the response, belong to the earlier request.
        if let now = description?.savedRequest(index), now.withoutLine != request.withoutLine {
            throw StepProblem(text: "it has changed since \(run.machine.name) was started")
        }
        var brought = run.brought
        brought.captured.merge(run.machine.captured(at: step.place)) { $1 }
        var expansion = expansion(with: brought)
        do throws(FormProblem) {
            let filled = try form.expanded(by: &expansion)
            if let problem = filled.firstProblem { throw problem }
            let plan = try plan(filled, of: index, &expansion)
            let sent = SentRequest(request: request, step: step, brought: brought, environment: run.environment)
            let isAgreed = isAgreed(run.agreed[step.place], form, plan)
            return send(plan, page: 1, as: sent, in: row, because: isAgreed ? .confirmed : .run)
        } catch {
            throw StepProblem(text: error.text)
        }
    }

    /// A step of a run has ended.
    mutating func ended(_ step: RunStep, _ ending: RunMachine.Ending) -> [Effect] {
        advance(step.run) { $0.ended(step.place, ending) }
    }

    /// Why the selected saved request has no form.
    var whyNoSavedForm: String? {
        endpoints.selectedEndpoint.flatMap { description?.savedRequest($0) }.map { "\($0.name): \(whyNoForm($0))" }
    }

    /// Why a saved request cannot be sent from here; a sentence without its name.
    func whyNoForm(_ request: WorkspaceRequest) -> String {
        "it calls \(request.target.text), which has no form here: run it with explorer run, or look for its endpoint"
    }

    private func method(of step: WorkspaceRequest) -> HTTPMethod {
        if case .address(let method, _) = step.target { return method }
        return description.flatMap { description in description.place(of: step.name).map { description.endpoints[$0].method } }
            ?? .get
    }

    /// Sends a plan, and checks its response against the expectations of a saved request.
    mutating func send(
        _ plan: RequestPlan, page: Int?, as sent: SentRequest, in row: RunRow? = nil, because cause: SendCause
    ) -> [Effect] {
        let id = sending.reserveTaskID()
        workspace?.sent[id] = sent
        return send(plan, page: page, as: id, in: row, because: cause)
    }

    // MARK: Responses

    /// A response has arrived: checks what its saved request expects of it, and captures values from it.
    mutating func judge(_ answer: Answer) -> [Effect] {
        guard !answer.isArriving, let sent = workspace?.sent[answer.task] else { return [] }
        let row = tasks.row(answer.task)
        let elapsed = row.map { ($0.endedAt ?? now) - $0.openedAt } ?? .zero
        // A cancelled or interrupted transfer is no response, however much of it has arrived.
        guard let head = answer.head, answer.failure == nil else {
            workspace?.sent[answer.task] = nil
            let problem = answer.failure?.brief ?? "there is no response"
            let ending: RunMachine.Ending =
                answer.code == ExitStatus.cancelled
                ? .cancelled(problem, code: ExitStatus.cancelled, elapsed: elapsed)
                : .failed(problem, code: answer.code, elapsed: elapsed)
            return sent.step.map { ended($0, ending) } ?? []
        }
        workspace?.sent[answer.task]?.facts = SentRequest.Facts(status: head.status, bytes: answer.bytes, elapsed: elapsed)
        let judged = JudgedAnswer(
            task: answer.task, request: sent.request, head: head, elapsed: elapsed,
            expansion: expansion(with: sent.brought), business: description?.business,
            contract: contractQuestion(sent.request, answer, head), sent: row?.requests ?? [])
        return [.workspace(.judge(judged))]
    }

    /// How to hold the response to a saved request against its description; `nil` where the request does not expect that,
    /// and where nothing describes the response.
    private func contractQuestion(
        _ request: WorkspaceRequest, _ answer: Answer, _ head: ResponseHead
    ) -> ContractQuestion? {
        guard request.expectsContract, let book = api.contracts, let description,
            let place = description.place(of: request.name)
        else { return nil }
        return ContractQuestion(
            task: answer.task, endpoint: description.endpoints[place].id, book: book, head: head, isEmpty: answer.bytes == 0)
    }

    mutating func receive(_ verdict: ResponseVerdict, on task: TaskID) -> [Effect] {
        guard let sent = workspace?.sent.removeValue(forKey: task) else { return [] }
        workspace?.captured[sent.environment, default: [:]].merge(verdict.captured) { $1 }
        tasks.judge(task, verdict.isGood ? nil : verdict.reasons.joined(separator: "; "))
        result.take(verdict.allChecks, of: task)
        if let step = sent.step {
            let facts = sent.facts
            return ended(step, .judged(verdict, status: facts.status, bytes: facts.bytes, elapsed: facts.elapsed))
        }
        if !verdict.isGood { say("\(sent.request.name): \(verdict.reasons.joined(separator: "; "))", .warning) }
        return []
    }
}

extension APIDescription {
    /// The endpoint that stands for a saved request.
    func place(of name: String) -> Int? { (ownCount..<endpoints.count).first { savedRequest($0)?.name == name } }
}

extension WorkspaceRequest.Target {
    fileprivate var text: String {
        switch self {
        case .endpoint(let text): text
        case .address(let method, let url): "\(method) \(url.source)"
        }
    }
}
