// The commands that mean the same in every pane.

import Canvas
import NetLayer

extension Model {
    /// What a command does when the focused pane has no meaning of its own for it.
    mutating func performAnywhere(_ command: Command) -> [Effect] {
        switch command {
        case .send: return sendSelected()
        case .cancelAll:
            overlay = .confirm(
                focus == .tasks && tasks.isFiltered
                    ? .cancelShown(tasks.shownLive) : .cancelAll(count: tasks.counts.live))
        case .interrupt: return interrupt()
        case .back:
            if focus == .result, !isFullscreen, let task = result.task, tasks.row(task)?.state.isEnded == false {
                return cancel([task])
            }
            return goBack()
        case .quit:
            if isFullscreen || focus != .endpoints { return goBack() }
            guard tasks.counts.live > 0 else { return [.quit] }
            overlay = .confirm(.quit(count: tasks.counts.live))
        case .quitNow: return [.quit]
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
        case .environment: openPalette(with: .environment)
        case .nextPage: return turn(to: \.next, by: 1)
        case .previousPage: return result.answer?.links.previous == nil ? turnBack() : turn(to: \.previous, by: -1)
        case .firstPage: return turn(to: \.first, by: nil)
        case .lastPage: return turn(to: \.last, by: nil)
        case .fullscreen: isFullscreen.toggle()
        case .copy: return clip.map { [.outside(.copy($0))] } ?? []
        case .copyCurl: return copyAsCurl()
        case .save: return askWhereToSave()
        case .pager: return page()
        case .editor: return editOutside()
        case .help: overlay = .help(Help(pane: focus))
        case .palette: openPalette()
        case .narrower: resizeSplit(by: -1)
        case .wider: resizeSplit(by: 1)
        case .mouse: return toggleMouse()
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .primary, .resend, .cancel, .up, .down, .left, .right, .top, .bottom, .pageUp, .pageDown, .halfUp, .halfDown, .mark,
            .markAll, .follow, .fold, .choose, .wrap, .toggle, .nextTab, .previousTab, .nextMatch, .previousMatch, .sort,
            .reverse,
            .trace, .switchTo, .switchNext, .pin, .pinSoftly, .isolate, .release, .probe, .serviceTasks, .example, .path, .diff:
            break
        }
        return []
    }

    private mutating func step(by count: Int) {
        // From the services, which have the screen for themselves, it is the first, or the last.
        if focus == .services { return focus = count > 0 ? .endpoints : .tasks }
        let all = Pane.sharing
        let index = (focus.rawValue - 1 + count + all.count) % all.count
        focus = all[index]
    }

    /// Sends the selected endpoint's form; with a required value missing it goes to that field instead.
    /// - Parameter lookingAtFiles: files that it names are looked at before, and it goes on when they are there.
    mutating func sendSelected(lookingAtFiles: Bool = true) -> [Effect] {
        if lookingAtFiles, let looks = lookBeforeSending() { return looks }
        guard let plan = selectedPlan() else { return [] }
        return send(plan, page: 1)
    }

    /// What the selected endpoint's form would send; `nil` when something is missing, which is said and gone to.
    mutating func selectedPlan() -> RequestPlan? {
        if let reason = whyUnavailable(.send) {
            say(reason, .warning)
            return nil
        }
        guard let index = endpoints.selectedEndpoint, var form = forms[index] else { return nil }
        form.stopEditing()
        if let problem = form.firstProblem, problem.isFinal || problem != form.acknowledged {
            form.acknowledged = problem
            form.go(to: problem, height: Layout(self).height(of: .request))
            form.startEditing()
            forms[index] = form
            focus = .request
            let again = keymap.keys(of: .send).last.map { problem.isFinal ? "" : " · \($0) sends it all the same" } ?? ""
            say(problem.text + again, .warning)
            return nil
        }
        forms[index] = form
        var plan = form.plan(credentials)
        plan.take(defaults, from: pool)
        plan.policies = rules.policies(of: index, failsOver: failsOver(plan))
        return plan
    }

    /// Hands the same plan to the engine several times, as a group.
    mutating func send(_ plan: RequestPlan, times count: Int, atOnce: Int?) -> [Effect] {
        let tickets = (0..<count).map { Ticket(number: nextTicket + $0) }
        nextTicket += count
        for ticket in tickets { unnumbered[ticket] = Unnumbered(plan: plan) }
        notice = nil
        let order = GroupOrder(title: "\(plan.title) × \(count)", plan: plan, tickets: tickets, atOnce: atOnce)
        return [.sendGroup(order, pool(for: plan))]
    }

    /// Hands a plan to the engine; the result pane waits for its answer, which is page `page` of a list, if that is known, and was
    /// reached from the answer of `origin`.
    mutating func send(_ plan: RequestPlan, page: Int?, from origin: TaskID? = nil) -> [Effect] {
        let ticket = Ticket(number: nextTicket)
        nextTicket += 1
        unnumbered[ticket] = Unnumbered(plan: plan, page: page, origin: origin)
        awaited = ticket
        // What was said of a request that could not go yet is settled.
        notice = nil
        return [.send(plan, pool(for: plan), ticket)]
    }

    /// Follows a page link of the shown answer. Another origin gets no request: the credentials of this one are not for it.
    private mutating func turn(to relation: KeyPath<PageLinks, URI?>, by step: Int?) -> [Effect] {
        guard let task = result.task, let answer = result.answers[task], let target = answer.links[keyPath: relation] else {
            return []
        }
        guard target.origin == answer.url?.origin else {
            say("The page link points to another server (\(target.host ?? "?")); it was not followed", .warning)
            return []
        }
        guard var plan = result.plans[task] else { return [] }
        // Who was asked last, and what may be sent there, stands in the trace.
        guard tasks.row(task)?.isTraceDropped != true else {
            say("What was sent is kept no longer: r sends it again", .warning)
            return []
        }
        // What answered may not be what was sent: a redirect turns a POST into a GET, and turning a page must never repeat a POST.
        let last = tasks.row(task)?.exchanges.last?.request
        plan.method = last?.method ?? plan.method
        guard plan.method.isSafe else {
            say("\(plan.method) may change something each time: its pages are not turned", .warning)
            return []
        }
        if last?.body == WireBody.none {
            plan.body = .none
            plan.parameters.removeAll { $0.place == .form }
        }
        // After a redirect another server answered; as in the redirect itself, credentials stay behind.
        if let sent = tasks.row(task)?.exchanges.first?.request.url.origin, sent != target.origin {
            plan = plan.withoutCredentials()
        }
        let counted = step.map { step in result.page.map { $0 + step } } ?? (relation == \.first ? 1 : nil)
        let page = target.pageNumber ?? counted
        plan = plan.following(target)
        plan.title =
            plan.title.replacing(/\ p\.(\d+|last|\?)$/, with: "")
            + " p.\(page.map(String.init) ?? (relation == \.last ? "last" : "?"))"
        return send(plan, page: page, from: step == 1 ? task : nil)
    }

    /// Many servers link the next page only: the one before is what `]` was pressed on, asked for again.
    private mutating func turnBack() -> [Effect] {
        guard let task = result.task, let origin = result.origins[task], let plan = result.plans[origin] else { return [] }
        return send(plan, page: result.pages[origin, default: 1], from: result.origins[origin])
    }

    /// Ends these tasks; asks first when one of them may have changed something.
    mutating func cancel(_ ids: [TaskID]) -> [Effect] {
        let unsafe = ids.count { tasks.row($0)?.info.method.isSafe == false }
        guard unsafe > 0 else { return [.cancel(ids)] }
        overlay = .confirm(.cancelUnsafe(ids, unsafe: unsafe))
        return []
    }

    private mutating func interrupt() -> [Effect] {
        if focus == .result, let task = result.task, tasks.row(task)?.state.isEnded == false { return cancel([task]) }
        if focus == .tasks, let id = tasks.selectedID, tasks.row(id)?.state.isEnded == false { return cancel([id]) }
        if let armed = quitArmedUntil, now <= armed { return [.quit] }
        quitArmedUntil = now + .seconds(3)
        say("Press C-c again to quit")
        return []
    }

    private mutating func goBack() -> [Effect] {
        if focus == .services {
            focus = poolView.cameFrom
        } else if focus == .tasks, tasks.isFiltered {
            tasks.clearFilter()
        } else if isFullscreen {
            isFullscreen = false
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
