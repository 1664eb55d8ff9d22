// The only writer of the model: an event in, effects out. Keys find their way from the top-most thing down.

import Canvas
import Catalog
import NetLayer

extension Model {
    /// Applies one event.
    public mutating func update(_ event: Event) -> [Effect] {
        if event.isByHand { deeds += 1 }
        // A yes is pressed twice easily: the next question is another one.
        let isAsking = if case .confirm? = overlay { true } else { false }
        let effects = apply(event)
        let isAwaited = event.isByHand || event.isOfHistory || deeds == deedsAtLookup
        return remembering(event, holding(effects, isAwaited: isAwaited && !isAsking))
    }

    private mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .key(let key): return handle(key)
        case .pasted(let text): return paste(text)
        case .mouse(let event): return handle(event)
        case .resized(let size):
            self.size = size
            // With room again, the rows before the selected one come back; a click, unlike this, leaves the list where it is.
            endpoints.move(by: 0, height: Layout(self).height(of: .endpoints))
            return settle()
        case .tick(let time):
            advance(to: time)
            return []
        case .network(let batch, let time):
            advance(to: time)
            let dropped = tasks.apply(batch)
            // In another order than the newest first the selected task may have moved out of sight.
            if !tasks.order.isNewestFirst || tasks.isFiltered { tasks.clamp(height: Layout(self).height(of: .tasks)) }
            dropped.forEach { result.forget($0) }
            return dropped.isEmpty ? [] : [.forget(dropped)]
        case .dispatched(let ticket, let id):
            if let sent = unnumbered.removeValue(forKey: ticket) { result.bind(id, to: sent) }
            result.number(ticket, id)
            workspace?.sent[ticket]?.task = id
            if awaited == ticket { result.show(id) }
            return []
        case .answered(let ticket, let answer): return receive(answer, ticket)
        case .window(let window): return receive(window)
        case .tree(let window): return receive(window)
        case .table(let window): return receive(window)
        case .found(let found): return receive(found)
        case .filtered(let filtered): return receive(filtered)
        case .compared(let window): return receive(window)
        case .paged(let question, let turns):
            receive(question, turns)
            return prefetch()
        case .pages(let progress):
            receive(progress)
            return settle()
        case .evicted(let ids):
            ids.forEach { result.evict($0) }
            return []
        case .described(let own, let pool):
            let description = withSaved(own)
            source = .ready(description)
            let isWatched = pool.failover != nil || self.pool.failover != nil
            self.pool = pool
            endpoints = EndpointList(description)
            result.writtenLists = description.writtenLists
            forms = [:]
            waitingSend = nil
            drafts = [:]
            credentials = Credentials()
            agreedOrigins = defaults.agreedOrigins
            (heldSends, heldRuns) = ([], [])
            login = LoginState()
            rules.forgetEndpoints()
            rules.take(description.caching, for: description.targets)
            openForm()
            poolView = PoolView()
            let errors = description.warnings.count { $0.severity == .error }
            if errors > 0 {
                say("\(errors) \(errors == 1 ? "error" : "errors") in the description; `explorer check` names them", .warning)
            }
            openSession()
            let use = description.login.map { [Effect.useLogin($0, self.pool)] } ?? []
            return use + (isWatched ? [.watch(self.pool)] : [])
        case .failedToDescribe(let failure):
            source = .failed(failure)
            return []
        case .reread(let description, let pool, let change, let work, let isAsked):
            return reread(description, pool, change, work, isAsked: isAsked)
        case .wantsTrust(let wish):
            askToTrust(wish)
            return []
        case .failedToReread(let failure):
            failedToReread(failure)
            return []
        case .followed(let question, let filling): return receive(filling, for: question)
        case .inspected(let inspection, let inspected): return receive(inspected, of: inspection)
        case .warned(let text):
            say(text, .warning)
            return []
        case .demoChanged(let status): return receive(status)
        case .pool(let status):
            guard status.environment == pool.environment, status.services.count == pool.services.count else { return [] }
            poolView.take(status, height: Layout(self).height(of: .services))
            return []
        case .decided(let events):
            receive(events)
            return []
        case .refused(let wish, let reason):
            refused(wish, because: reason)
            return []
        case .misconfigured(let problems):
            problems.forEach { messages.add(.init(at: now, text: $0, kind: .warning)) }
            if let first = problems.first {
                show(problems.count > 1 ? "\(problems.count) mistakes, see :messages. \(first)" : first, .warning)
            }
            return []
        case .kept(let kept):
            receive(kept)
            return []
        case .history(let news): return receive(news)
        case .workspace(let news): return receive(news)
        case .login(let news):
            receive(news)
            return []
        case .outside(let event): return update(event)
        case .terminated: return [.quit]
        }
    }

    private mutating func advance(to time: Duration) {
        now = max(now, time)
        guard let notice, notice.until <= now else { return }
        self.notice = waitingNotices.isEmpty ? nil : waitingNotices.removeFirst()
        self.notice?.until = now + .seconds(8)
    }

    /// Puts a task's answer into the result pane and asks for its first lines.
    mutating func show(_ id: TaskID) -> [Effect] {
        result.show(id)
        return requestRows() + askForPaging(of: id)
    }

    // MARK: Keys

    mutating func handle(_ key: Key) -> [Effect] {
        if let overlay { return perform(overlay, key) }
        // Whoever types has read what was said.
        notice = nil
        waitingNotices = []
        if isEditing, let effects = edit(key) { return effects }
        let command = keymap.command(for: key, in: focus)
        if command != .interrupt { quitArmedUntil = nil }
        if let command { return perform(command) }
        if let elsewhere = keymap.commandElsewhere(for: key), let reason = whyNotHere(elsewhere) {
            say("\(key.name) (\(elsewhere.spec.title)): \(reason)")
        }
        return []
    }

    private mutating func paste(_ text: String) -> [Effect] {
        if let effects = overlay.flatMap({ paste(text, into: $0) }) { return effects }
        guard overlay == nil, isEditing else {
            say("Nothing to paste into here: open a field first")
            return []
        }
        let line = text.withoutLastLineBreak
        var isWhole = true
        if tasks.isFiltering {
            tasks.editFilter { isWhole = $0.insert(line) }
        } else if isSearching {
            result.search.edit { isWhole = $0.insert(line) }
        } else if isFilteringResult {
            result.filter.edit { isWhole = $0.insert(line) }
        } else if isPiping {
            result.pipe.edit { isWhole = $0.insert(line) }
        } else if endpoints.isFiltering {
            endpoints.editFilter { isWhole = $0.insert(line) }
        } else {
            isWhole = pasteIntoForm(text)
        }
        let effects = settle()
        if !isWhole { say("Only the beginning was pasted: a line holds \(TextField.longest >> 10) KB", .warning) }
        return effects
    }

    /// Whether a text field has the keys.
    var isEditing: Bool {
        tasks.isFiltering || endpoints.isFiltering || isSearching || isFilteringResult || isPiping
            || (focus == .request && form?.isEditing == true)
    }

    /// A field swallows what is printable; what it does not know goes on to the keymap. `nil`: not for the field.
    private mutating func edit(_ key: Key) -> [Effect]? {
        if tasks.isFiltering { return editTaskFilter(key) }
        if isSearching { return editSearch(key) }
        if isFilteringResult { return editFilter(key) }
        if isPiping { return editPipe(key) }
        if endpoints.isFiltering {
            switch key {
            case .enter: endpoints.isFiltering = false
            case .escape: endpoints.clearFilter()
            case .up: endpoints.move(by: -1, height: Layout(self).height(of: .endpoints))
            case .down: endpoints.move(by: 1, height: Layout(self).height(of: .endpoints))
            default:
                var known = false
                endpoints.editFilter { known = $0.handle(key) }
                guard known || key.isPrintable else { return nil }
            }
            return settle()
        }
        return editRequest(key)
    }

    mutating func editForm(_ body: (inout RequestForm) -> Void) {
        guard let index = endpoints.selectedEndpoint else { return }
        // In place: a copy would copy the text that is typed into.
        forms[index]?.change(body)
    }

    /// Runs a command, or says why it is not to be had now.
    mutating func perform(_ command: Command) -> [Effect] {
        if let reason = whyUnavailable(command) {
            say(reason)
            return []
        }
        let own: [Effect]? =
            switch focus {
            case .endpoints: EndpointsPane.perform(command, &self)
            case .request: RequestPane.perform(command, &self)
            case .result: ResultPane.perform(command, &self)
            case .tasks: TasksPane.perform(command, &self)
            case .services: ServicesPane.perform(command, &self)
            }
        return (own ?? performAnywhere(command)) + settle()
    }

    /// After a change: the selected endpoint has its form, lists fit their panes, and no field keeps the keys of a pane that was left.
    mutating func settle() -> [Effect] {
        if focus != .endpoints { endpoints.isFiltering = false }
        if focus != .tasks { tasks.isFiltering = false }
        if focus != .result {
            result.search.endTyping()
            result.filter.endTyping()
            if result.pipe.isTyping { result.pipe.endTyping() }
        }
        let layout = Layout(self)
        // What is hidden keeps its place until it is seen again.
        if layout.inside[.endpoints] != nil { endpoints.clamp(height: layout.height(of: .endpoints)) }
        if layout.inside[.tasks] != nil { tasks.clamp(height: layout.height(of: .tasks)) }
        if layout.inside[.result] != nil { result.clamp(height: layout.height(of: .result)) }
        openForm()
        let (width, height) = (layout.inside[.request]?.width ?? 0, layout.height(of: .request))
        shareCredentials()
        if focus != .request { editForm { $0.stopEditing() } }
        editForm { $0.clamp(width: width, height: height) }
        return leaveAhead() + requestRows()
    }

    /// Decodes the selected operation when it is first looked at.
    mutating func openForm() {
        guard let index = endpoints.selectedEndpoint, forms[index] == nil else { return }
        forms[index] = newForm(index)
    }

    /// The form of an endpoint as it is described, or saved; `nil` where it cannot be read.
    func savedForm(_ index: Int) -> RequestForm? {
        guard let description, let operation = description.operation(index) else { return nil }
        return RequestForm(
            description.endpoints[index], operation, DocsNeighbours(of: index, operation, in: description),
            target: description.endpoints[description.target(of: index)], takesVariables: workspace != nil)
    }

    /// The form of an endpoint as it is before anybody looks at it, with what was typed another time; `nil` where it cannot be read.
    mutating func newForm(_ index: Int) -> RequestForm? {
        guard var form = savedForm(index) else { return nil }
        let endpoint = form.endpoint
        // What was typed before the description was read again.
        if let draft = drafts.removeValue(forKey: endpoint.id) {
            form.restore(draft, height: Layout(self).height(of: .request))
        } else {
            openKept(&form, of: endpoint.id)
        }
        return form
    }
}

extension Key {
    var isPrintable: Bool { if case .character = self { true } else { false } }
}
