// `:run NAME`: a saved request, a chain, a group, each request a row of the task table; and what answers bring for those that follow.

import Catalog
import NetLayer

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

    /// Requests of a group are sent at once, those of a chain one after another.
    mutating func start(_ name: String, _ items: [SavedWork.Item]) -> [Effect] {
        var numbers: [Int] = []
        let brought = workspace?.brought ?? BroughtValues()
        let isGroup = workspace?.work.saved.groups.contains { $0.name == name } == true
        let group = isGroup ? workspace?.openGroup(name, of: items.count) : nil
        for item in items {
            var run = SavedRun(name: name, steps: item.requests, brought: brought, environment: pool.environment.rawValue)
            if case .chain(let chain, _) = item { (run.name, run.isChain) = (chain, true) }
            run.group = group
            if let number = workspace?.add(run) { numbers.append(number) }
        }
        if let question = unsafeRun(name, items, numbers, brought) {
            heldRuns.append(question)
            return []
        }
        return begin(numbers)
    }

    /// Opens the rows of chains and groups, and sends what comes first.
    private mutating func begin(_ numbers: [Int]) -> [Effect] {
        numbers.reduce(into: []) { effects, number in
            effects += workspace?.rows(openedFor: number) ?? []
            effects += step(number)
        }
    }

    /// What is asked once for all of a run, before its first request; `nil` where nobody needs to be asked.
    private func unsafeRun(_ name: String, _ items: [SavedWork.Item], _ numbers: [Int], _ brought: BroughtValues) -> UnsafeRun? {
        var run = UnsafeRun(name: name, numbers: numbers, deed: deeds)
        for (item, number) in zip(items, numbers) {
            for (place, request) in item.requests.enumerated() {
                guard let index = description?.place(of: request.name), let form = savedForm(index),
                    !form.endpoint.method.isSafe
                else { continue }
                // What earlier answers bring is not there yet: then it is named as it is written.
                var expansion = expansion(with: brought)
                let filled = try? form.expanded(by: &expansion)
                let plan = filled.flatMap { try? self.plan($0, of: index, &expansion) }
                guard confirmRule(of: plan).reason(toAskBefore: form.endpoint.method, sentBy: .run) != nil else { continue }
                let step = shown(form, plan)
                run.lines.append(step.line)
                run.shown[number, default: [:]][place] = step
            }
        }
        return run.lines.isEmpty ? nil : run
    }

    private func shown(_ form: RequestForm, _ plan: RequestPlan?) -> ShownStep {
        if let plan { return .request(UnsafeSend.line(plan.method, address(of: plan))) }
        return .template(UnsafeSend.line(form.endpoint.method, form.endpoint.path), origins: pool.credentialOrigins)
    }

    /// Whether a step is what the question has shown. What a changed workspace or description has made another of it is asked about anew.
    private func isAgreed(_ step: ShownStep?, _ form: RequestForm, _ plan: RequestPlan) -> Bool {
        switch step {
        case .request?: return step == shown(form, plan)
        case .template(_, let origins)?:
            guard step == shown(form, nil), case .success(let request) = wireRequest(plan) else { return false }
            return origins.contains(request.url.origin)
        case nil: return false
        }
    }

    /// The person has said yes to the requests of these runs that the question has shown.
    mutating func runConfirmed(_ run: UnsafeRun) -> [Effect] {
        for number in run.numbers { workspace?.runs[number]?.agreed = run.shown[number] ?? [:] }
        return begin(run.numbers)
    }

    mutating func dropRun(_ run: UnsafeRun) {
        for number in run.numbers { workspace?.forget(number) }
        say("\(run.name): nothing was sent")
    }

    /// Sends the next request of a run.
    private mutating func step(_ number: Int) -> [Effect] {
        guard let run = workspace?.runs[number] else { return [] }
        guard run.steps.indices.contains(run.count) else {
            if run.count > 1 { say("\(run.name): all \(run.count) requests are answered as expected") }
            return workspace?.close(number, failure: nil) ?? []
        }
        workspace?.runs[number]?.count += 1
        guard run.environment == pool.environment.rawValue else {
            return end(number, "\(run.name) was begun in \(run.environment), and this is another environment", isSent: false)
        }
        let request = run.steps[run.count]
        guard let index = description?.place(of: request.name), let form = savedForm(index) else {
            return end(number, whyNoForm(request), isSent: false)
        }
        // What somebody has agreed to, and what its answer is held against, is the request of before.
        if let now = description?.savedRequest(index), now.withoutLine != request.withoutLine {
            return end(number, "\(request.name) has changed since \(run.name) was begun", isSent: false)
        }
        var expansion = expansion(with: run.brought)
        do throws(FormProblem) {
            let filled = try form.expanded(by: &expansion)
            if let problem = filled.firstProblem { return end(number, "\(request.name): \(problem.text)", isSent: false) }
            let sent = SentRequest(request: request, run: number, brought: run.brought, environment: run.environment)
            let plan = try plan(filled, of: index, &expansion)
            let member = run.row(number).map { [Effect.run(.member(Ticket(number: nextTicket), of: $0))] } ?? []
            return member
                + send(plan, page: 1, as: sent, because: isAgreed(run.agreed[run.count], form, plan) ? .confirmed : .run)
        } catch {
            return end(number, "\(request.name): \(error.text)", isSent: false)
        }
    }

    /// Why there is none for the selected saved request.
    var whyNoSavedForm: String? {
        endpoints.selectedEndpoint.flatMap { description?.savedRequest($0) }.map(whyNoForm)
    }

    /// Why a saved request cannot be sent from here.
    func whyNoForm(_ request: WorkspaceRequest) -> String {
        "\(request.name) calls \(request.target.text), which has no form here: run it with explorer run, or look for its endpoint"
    }

    /// A run has failed: what follows in it is skipped.
    /// - Parameter isSent: whether its last step has been; otherwise that one is skipped too.
    mutating func end(_ number: Int, _ reason: String, isSent: Bool = true) -> [Effect] {
        guard let run = workspace?.runs[number] else { return [] }
        let rest = run.steps.count - run.count
        say(rest > 0 ? "\(reason); \(rest) more of \(run.name) \(rest == 1 ? "is" : "are") not sent" : reason, .warning)
        let skipped = run.steps.dropFirst(isSent ? run.count : run.count - 1)
        let rows =
            run.row(number).map { row in
                skipped.map { step in Effect.run(.skip(step.name, method(of: step), of: row)) }
            } ?? []
        return rows + (workspace?.close(number, failure: reason) ?? [])
    }

    private func method(of step: WorkspaceRequest) -> HTTPMethod {
        if case .address(let method, _) = step.target { return method }
        return description.flatMap { description in description.place(of: step.name).map { description.endpoints[$0].method } }
            ?? .get
    }

    /// The same as sending it, and its answer is held against what is expected.
    mutating func send(_ plan: RequestPlan, page: Int?, as sent: SentRequest, because cause: SendCause) -> [Effect] {
        workspace?.sent[Ticket(number: nextTicket)] = sent
        return send(plan, page: page, because: cause)
    }

    // MARK: Answers

    /// An answer is there: what a saved request expects of it, and takes from it, is looked at.
    mutating func judge(_ answer: Answer, _ ticket: Ticket) -> [Effect] {
        guard !answer.isArriving, let sent = workspace?.sent[ticket] else { return [] }
        // What was cancelled, or broke off, is no answer, however much of it has come.
        guard let head = answer.head, answer.failure == nil else {
            workspace?.sent[ticket] = nil
            let reason = "\(sent.request.name): \(answer.failure?.title ?? "there is no answer")"
            return sent.run.map { end($0, reason) } ?? []
        }
        workspace?.sent[ticket]?.task = answer.task
        let row = tasks.row(answer.task)
        let elapsed = row.map { ($0.endedAt ?? now) - $0.openedAt } ?? .zero
        let judged = JudgedAnswer(
            ticket: ticket, task: answer.task, request: sent.request, head: head, elapsed: elapsed,
            expansion: expansion(with: sent.brought), business: description?.business, sent: row?.requests ?? [])
        return [.workspace(.judge(judged))]
    }

    mutating func receive(_ verdict: AnswerVerdict, on ticket: Ticket) -> [Effect] {
        guard let sent = workspace?.sent.removeValue(forKey: ticket) else { return [] }
        workspace?.captured[sent.environment, default: [:]].merge(verdict.captured) { $1 }
        if let run = sent.run { workspace?.runs[run]?.brought.captured.merge(verdict.captured) { $1 } }
        if let task = sent.task {
            tasks.judge(task, verdict.isGood ? nil : verdict.reasons.joined(separator: "; "))
            result.take(verdict.allChecks, of: task)
        }
        if !verdict.isGood {
            let reason = "\(sent.request.name): \(verdict.reasons.joined(separator: "; "))"
            if let run = sent.run { return end(run, reason) }
            say(reason, .warning)
            return []
        }
        return sent.run.map { step($0) } ?? []
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
