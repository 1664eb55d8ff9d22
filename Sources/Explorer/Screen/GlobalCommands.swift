// The commands that mean the same in every pane.

import Canvas
import Catalog
import NetLayer
import Workbench

extension Model {
    /// The meaning of a command when the focused pane has none of its own.
    mutating func performAnywhere(_ command: Command) -> [Effect] {
        switch command {
        case .send: return sendSelected()
        case .newRequest: return askForRequest()
        case .cancelAll:
            let isFiltered = focus == .tasks && tasks.isFiltered
            dialogs.open = isFiltered ? Question.cancelShown(tasks.shownLive) : .cancelAll(count: tasks.counts.live)
        case .interrupt: return interrupt()
        case .back:
            if focus == .result, !view.isFullscreen, let task = result.task, tasks.row(task)?.state.isEnded == false {
                return cancel([task])
            }
            return goBack()
        case .quit:
            if view.isFullscreen || focus != .endpoints { return goBack() }
            guard wantedLive > 0 else { return [.screen(.quit)] }
            dialogs.open = Question.quit(count: wantedLive)
        case .quitNow: return [.screen(.quit)]
        case .filter:
            focus = .endpoints
            endpoints.isFiltering = true
        case .nextPane: step(by: 1)
        case .previousPane: step(by: -1)
        case .endpointsPane: focus = .endpoints
        case .requestPane: focus = .request
        case .resultPane: focus = .result
        case .tasksPane: focus = .tasks
        case .servicesPane:
            if focus == .services { return goBack() }
            poolView.cameFrom = focus
            focus = .services
        case .jump: openJumpLabels()
        case .placeBack: return goToPlace(.back)
        case .placeForward: return goToPlace(.forward)
        case .api: openPalette(with: .api)
        case .undo: return undoLast()
        case .environment: openPalette(with: .environment)
        case .nextPage: return turn(to: .next)
        case .previousPage: return turn(to: .previous)
        case .firstPage: return turn(to: .first)
        case .lastPage: return turn(to: .last)
        case .allPages: return readAllPages()
        case .fullscreen: view.isFullscreen.toggle()
        case .copy: return clip.map { [.outside(.copy($0))] } ?? []
        case .copyCurl: return copyAsCurl()
        case .save: return askWhereToSave()
        case .pager: return page()
        case .editor: return editOutside()
        case .history: return showHistory()
        case .help: dialogs.open = Help(pane: focus)
        case .palette: openPalette()
        case .narrower: resizeSplit(by: -1)
        case .wider: resizeSplit(by: 1)
        case .mouse: return toggleMouse()
        case .redraw:
            guard view.usesReader else { return [.screen(.display(.redraw))] }
            view.placeRequests += 1
        case .suspend: return [.screen(.suspend)]
        default:
            break
        }
        return []
    }

    private mutating func step(by count: Int) {
        // The services pane fills the screen; from it the focus goes to the first pane, or to the last.
        if focus == .services { return focus = count > 0 ? .endpoints : .tasks }
        let all = Pane.sharing
        let index = (focus.rawValue - 1 + count + all.count) % all.count
        focus = all[index]
    }

    /// Sends the selected endpoint's form. When a required value is missing, the focus
    /// goes to its field instead.
    /// - Parameter lookingAtFiles: checks the files that the form names first, and sends when they exist.
    mutating func sendSelected(lookingAtFiles: Bool = true) -> [Effect] {
        if lookingAtFiles, let looks = lookBeforeSending() { return looks }
        if let id = form?.endpoint.id, let asks = bring(for: .send(endpoint: id)) { return asks }
        guard let plan = selectedPlan() else { return [] }
        let cause = causeOfForm()
        let link = form?.linkTask
        leaveLink()
        guard let request = form?.given, let brought = workspace?.brought else {
            return send(plan, page: 1, by: link, because: cause)
        }
        let sent = SentRequest(request: request, brought: brought, environment: api.pool.environment.rawValue)
        return send(plan, page: 1, as: sent, because: cause)
    }

    /// The cause of sending the selected form now. From now on the form counts as sent.
    private mutating func causeOfForm() -> SendCause {
        let environment = api.pool.environment
        guard let form else { return .elsewhere }
        let values = form.sentValues(in: environment)
        editForm { $0.lastSent = SentTexts($0, in: environment) }
        return focus == .request ? .form(values) : .elsewhere
    }

    /// The plan that the selected endpoint's form would send. When something is missing, returns `nil`,
    /// reports it and moves the focus to its field.
    mutating func selectedPlan() -> RequestPlan? {
        if let reason = whyUnavailable(.send) {
            say(reason, .warning)
            return nil
        }
        guard let index = endpoints.selectedEndpoint, var form = requests.forms[index] else { return nil }
        form.stopEditing()
        var expansion = expansion
        do throws(FormProblem) {
            let filled = try form.expanded(by: &expansion)
            if let problem = filled.firstProblem, problem.isFinal || problem != form.acknowledged { throw problem }
            requests.forms[index] = form
            return try plan(filled, of: index, &expansion)
        } catch {
            form.acknowledged = error
            form.go(to: error, height: listHeight(of: .request))
            form.startEditing()
            requests.forms[index] = form
            focus = .request
            let again = view.keymap.keys(of: .send).last.map { error.isFinal ? "" : " · \($0) sends anyway" } ?? ""
            say(error.text + again, .warning)
            return nil
        }
    }

    /// The plan of a form whose references are expanded.
    func plan(
        _ form: RequestForm, of index: Int, _ expansion: inout VariableExpansion
    ) throws(FormProblem) -> RequestPlan {
        var draft = form.requestDraft(sending.credentials)
        try form.putOptions(into: &draft, &expansion)
        var plan = draft.plan
        plan.credentialScope.agreed = sending.agreedOrigins
        plan.applyDefaults(sending.defaults, from: api.pool)
        pagingRule(of: plan.id)?.prepare(&plan)
        plan.policies = sending.rules.policies(of: index)
        // The policies of the saved request take precedence over those of its API.
        draft.applyPolicies(to: &plan)
        if let description { plan.applyPolicies(description.policies) }
        // Responses that repeat these texts are masked too.
        plan.maskedTexts.formUnion(expansion.secretsInURL)
        if !form.asksAsAPI || !isLoginFor(form.operation) { plan.bypassesAuth = true }
        return plan
    }

    /// Hands the same plan to the engine several times, as a group.
    mutating func send(_ plan: RequestPlan, times wish: RepeatWish) -> [Effect] {
        let (count, atOnce) = (wish.count ?? 1, wish.atOnce)
        notices.shown = nil
        let id = sending.reserveTaskID()
        let members = (0..<count).map { _ in sending.reserveTaskID() }
        let title = "\(plan.title) × \(count)"
        var order = GroupOrder(
            id: id, title: title, plan: plan, pool: pool(for: plan), members: members, atOnce: atOnce,
            mode: wish.mode)
        order.ignoresLimits = (atOnce ?? 0) > sending.defaults.mostPerHost
        return [.engine(.sendGroup(order))]
    }

    /// Hands a plan to the engine. The result pane waits for the response, which is page `page` of a list, if
    /// that is known. It was reached from the response of `origin`, which also tells how the list continues.
    /// - Parameters:
    ///   - link: the task in whose response the user followed a link.
    ///   - again: sending again asks the server for its current response, whatever is stored.
    ///   - cause: what makes the request go out.
    mutating func send(
        _ plan: RequestPlan, page: Int?, from origin: TaskID? = nil, paging: FoundPaging? = nil, by link: TaskID? = nil,
        again: Bool = false, as id: TaskID? = nil, in row: RunRow? = nil, because cause: SendCause = .again
    ) -> [Effect] {
        // The notice about a request that could not be sent yet no longer applies.
        notices.shown = nil
        let place = PagePlace(page: page, origin: origin, paging: paging, link: link)
        let id = id ?? sending.reserveTaskID()
        result.awaited = id
        let order = SendOrder(
            id: id, plan: plan, pool: pool(for: plan), asksServer: again, row: row, cause: cause, place: place)
        return [.engine(.send(order))]
    }

    /// Ends these tasks, and the watches that they stand for; asks first when one of them may have changed
    /// something.
    mutating func cancel(_ all: [TaskID]) -> [Effect] {
        let watched = Set(all.filter { watches[$0] != nil })
        let stops = stopWatches { watch in watched.contains(where: watch.holds) }
        let ids = all.filter { !watched.contains($0) }
        guard !ids.isEmpty else { return stops }
        let unsafe = ids.count { tasks.row($0)?.info.method.isSafe == false }
        guard unsafe > 0 else { return stops + [.engine(.cancel(ids))] }
        dialogs.open = Question.cancelUnsafe(ids, unsafe: unsafe)
        return stops
    }

    private mutating func interrupt() -> [Effect] {
        if focus == .result, cancelPipe() { return [] }
        if let effects = stopExport() { return effects }
        if focus == .result, let task = result.task, tasks.row(task)?.state.isEnded == false { return cancel([task]) }
        if focus == .tasks, let id = tasks.selectedID, tasks.row(id)?.state.isEnded == false { return cancel([id]) }
        if let armed = view.quitArmedUntil, now <= armed { return [.screen(.quit)] }
        view.quitArmedUntil = now + .seconds(3)
        say("Press C-c again to quit")
        return []
    }

    private mutating func goBack() -> [Effect] {
        if focus == .services {
            focus = poolView.cameFrom
        } else if focus == .tasks, tasks.isMarkingRange {
            tasks.toggleRange()
        } else if focus == .tasks, tasks.hasFilterLine {
            tasks.clearFilter()
        } else if view.isFullscreen {
            view.isFullscreen = false
        } else if focus == .endpoints, !endpoints.filter.text.isEmpty {
            endpoints.clearFilter()
        } else if focus == .tasks, !tasks.marks.isEmpty {
            tasks.marks = []
        } else if focus != .endpoints {
            focus = .endpoints
        }
        return []
    }
}
