// Which API is in use: the one of the selected endpoint, or of the response that the user looks at. Events of
// the others are handled with their state in place.

import Catalog
import NetLayer

extension Model {
    /// The description of one of several APIs; `nil` until it is read.
    func description(of number: Int) -> APIDescription? {
        guard let parked = apis.parked[number] else { return description }
        return if case .ready(let description) = parked.api.source { description } else { nil }
    }

    /// The API that a task was sent for; `nil` where there is only one, or it was sent for none.
    func home(of task: TaskID) -> Int? { tasks.api(of: task).flatMap { apis.names.firstIndex(of: $0) } }

    /// Puts the state of an API in the place of the one in use. What the user has chosen for the whole program
    /// stays.
    private mutating func exchange(for number: Int) {
        let last = ParkedAPI(
            api: api, poolView: poolView, requests: requests, sending: sending, login: login, workspace: workspace,
            memory: memory)
        guard number != apis.current, var next = apis.exchange(for: number, parking: last) else { return }
        next.sending.keepChoices(of: sending)
        next.poolView.cameFrom = poolView.cameFrom
        (next.api.watchesFiles, next.api.allowsNetworkReferences) = (api.watchesFiles, api.allowsNetworkReferences)
        (api, poolView, requests, sending) = (next.api, next.poolView, next.requests, next.sending)
        (login, workspace, memory) = (next.login, next.workspace, next.memory)
        endpoints.visit(number)
        result.writtenLists = description?.writtenLists ?? [:]
    }

    /// Makes an API the one in use.
    mutating func turn(to number: Int) -> [Effect] {
        guard apis.isSeveral, number != apis.current else { return [] }
        // The session of an API is stored with what the user leaves there.
        let effects = addressed(description == nil || memory?.opening != nil || memory == nil ? [] : remember())
        exchange(for: number)
        endpoints.use(number, height: listHeight(of: .endpoints))
        openForm()
        return effects
    }

    /// The API in use is that of the response that the user looks at, else that of the selected row.
    mutating func turnToSelection() -> [Effect] {
        guard apis.isSeveral, !apis.isVisiting else { return [] }
        defer { endpoints.noteSelection() }
        // Also when the filter hides all endpoints of that API: the selected row is then one of another API.
        if focus == .result, let task = result.task, let home = home(of: task) { return turn(to: home) }
        return turn(to: endpoints.selectedHome)
    }

    /// Runs a step of an API with its state in place: with its rules for questions and its name on the effects.
    /// When the step asks the user a question, the API stays the one in use, because the answer is for it.
    /// - Parameter isAwaited: the user waits for the step, which may ask.
    mutating func visiting(_ name: String, isAwaited: Bool, _ step: (inout Model) -> [Effect]) -> [Effect] {
        let user = apis.current
        // For the API in use, the end of `update` does the rest.
        guard let number = apis.names.firstIndex(of: name), number != user else { return step(&self) }
        let hadDialog = dialogs.open != nil
        exchange(for: number)
        apis.isVisiting = true
        let effects = addressed(holding(step(&self), isAwaited: isAwaited))
        apis.isVisiting = false
        if !hadDialog, dialogs.open is Question {
            endpoints.use(number, height: listHeight(of: .endpoints))
        } else {
            exchange(for: user)
        }
        return effects
    }

    /// Sends in the API of a task: with its services, rules and credentials.
    mutating func inHome(of task: TaskID, _ send: (inout Model) -> [Effect]) -> [Effect] {
        guard let home = home(of: task) else { return send(&self) }
        return visiting(apis.names[home], isAwaited: true, send)
    }

    /// Commands for a task's request need the API that it was sent for.
    mutating func turn(for command: Command) -> [Effect] {
        guard apis.isSeveral, focus == .tasks, tasks.marks.isEmpty, command == .resend || command == .copyCurl,
            let home = tasks.selectedID.flatMap({ home(of: $0) })
        else { return [] }
        return turn(to: home)
    }

    /// The name of the API that an event belongs to, where that is another one than the API in use.
    func otherHome(of event: EngineEvent) -> String? {
        guard apis.isSeveral else { return nil }
        let task: TaskID? =
            switch event {
            case .answered(let answer): answer.task
            case .pages(let progress): progress.task
            case .verified(let progress): progress.task
            case .network, .openedArchive: nil
            }
        return task.flatMap { home(of: $0) }.flatMap { $0 == apis.current ? nil : apis.names[$0] }
    }

    /// The effects with the name of the API in use, where there are several. Tasks get the name in the table.
    mutating func addressed(_ effects: [Effect]) -> [Effect] {
        guard let name = apis.currentName else { return effects }
        return effects.map { effect in
            switch effect {
            case .engine(let engine):
                tasks.setAPI(name, of: engine.tasks)
                return .api(name, effect)
            case .services, .description, .workspace, .screen(.remember): return .api(name, effect)
            case .api, .body, .kept, .history, .login, .outside, .screen: return effect
            }
        }
    }
}

extension EngineEffect {
    /// The numbers of the tasks that it sends.
    fileprivate var tasks: [TaskID] {
        switch self {
        case .send(let order): [order.id]
        case .sendGroup(let order): [order.id] + order.members
        case .allPages(let order): [order.id]
        case .verify(let order): [order.id]
        case .run, .cancel, .cancelAll, .restrict, .openArchive: []
        }
    }
}

extension SendingState {
    /// The user's settings for the program and its log are one for all APIs.
    fileprivate mutating func keepChoices(of other: SendingState) {
        rules.keepChoices(of: other.rules)
        (confirm, mostPages, prefetches, sentActions) = (other.confirm, other.mostPages, other.prefetches, other.sentActions)
        guardWish = other.guardWish
    }
}
