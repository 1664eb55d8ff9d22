// The only writer of the model: an event in, effects out. Keys go to the top-most element first.

import Canvas
import Catalog
import NetLayer
import RequestFiles

extension Model {
    /// Applies one event.
    public mutating func update(_ event: Event) -> [Effect] {
        if event.isByHand { dialogs.inputs += 1 }
        // Users easily press yes twice, and a second question is a different one.
        let isAsking = dialogs.open is Question
        var effects = apply(event)
        if event.movesLists { effects += settle() } else { view.layout = Layout(self) }
        places.record(currentPlace, isByHand: event.isByHand)
        effects += requestRows() + endExpiredActs()
        let isAwaited = event.isByHand || event.isOfHistory || dialogs.inputs == dialogs.inputsAtLookup
        return addressed(remembering(event, holding(effects, isAwaited: isAwaited && !isAsking)))
    }

    /// Applies an event of one of several APIs.
    private mutating func apply(_ event: Event, of api: String) -> [Effect] {
        visiting(api, isAwaited: dialogs.inputs == dialogs.inputsAtLookup) { $0.apply(event) }
    }

    private mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .api(let name, let event): return apply(event, of: name)
        case .user(let event): return receive(event)
        case .burst(let hasBegun):
            dialogs.isInBurst = hasBegun
            return []
        case .tick(let time):
            advance(to: time)
            return sendDueRounds()
        case .engine(let event):
            if let name = otherHome(of: event) { return apply(.engine(event), of: name) }
            return receive(event)
        case .body(let event): return receive(event)
        case .source(let event): return receive(event)
        case .services(let event): return receive(event)
        case .kept(let kept):
            receive(kept)
            return []
        case .history(let news): return receive(news)
        case .workspace(let news): return receive(news)
        case .login(let news):
            receive(news)
            return []
        case .outside(let event): return update(event)
        case .report(let event): return receive(event)
        }
    }

    private mutating func receive(_ event: UserEvent) -> [Effect] {
        let pending = view.pendingKey
        view.pendingKey = nil
        switch event {
        case .key(let key): return handle(key, after: pending)
        case .pasted(let text): return paste(text)
        case .mouse(let event): return handle(event)
        case .resized(let size):
            self.view.size = size
            view.layout = Layout(self)
            // Their points are of the old size.
            if dialogs.open is JumpLabels { dialogs.open = nil }
            // With more room, the rows before the selected one come back. A click, unlike this,
            // leaves the list where it is.
            endpoints.move(by: 0, height: listHeight(of: .endpoints))
            return []
        case .terminated: return [.screen(.quit)]
        }
    }

    private mutating func receive(_ event: EngineEvent) -> [Effect] {
        switch event {
        case .network(let batch, let time):
            advance(to: time)
            let comes = result.awaited.flatMap { tasks.row($0) == nil ? $0 : nil }
            let dropped = tasks.apply(batch)
            for id in result.orderedLists.keys where tasks.row(id) != nil { result.beginList(id) }
            // There may be room above for the new rows; in another order the selected task may be out of sight.
            if !tasks.order.isNewestFirst || tasks.isFiltered || !view.mouse.expectsClick(at: now) {
                tasks.clamp(height: listHeight(of: .tasks))
            }
            let effects = forget(dropped)
            stopCancelledWatches()
            // The task that the result pane waits for is shown as soon as it has a row.
            if let comes, tasks.row(comes) != nil { result.show(comes) }
            return effects
        case .answered(let answer): return receive(answer)
        case .pages(let progress):
            receive(progress)
            return []
        case .verified(let progress):
            receive(progress)
            return []
        case .openedArchive(let opened):
            receive(opened)
            return []
        }
    }

    private mutating func receive(_ event: ReportEvent) -> [Effect] {
        switch event {
        case .warned(let text): say(text, .warning)
        case .readerStays(let reason):
            view.usesReader = true
            say("Reader mode stays on: \(reason)", .warning)
        case .offline(let isOffline, let reason):
            notices.isOffline = isOffline
            guard let reason else { break }
            if isOffline {
                say("Offline: \(reason). Requests are still sent.", .warning)
            } else {
                say("Online again: \(reason)")
            }
        case .misconfigured(let problems):
            problems.forEach { notices.log.add(.init(at: now, text: $0, kind: .warning)) }
            if let first = problems.first {
                show(problems.count > 1 ? "\(problems.count) errors, see :messages. \(first)" : first, .warning)
            }
        }
        return []
    }

    private mutating func advance(to time: Duration) {
        now = max(now, time)
        guard let notice = notices.shown, notice.until <= now else { return }
        notices.shown = notices.waiting.isEmpty ? nil : notices.waiting.removeFirst()
        notices.shown?.until = now + .seconds(8)
    }

    /// Shows a task's response in the result pane and requests its first lines.
    mutating func show(_ id: TaskID) -> [Effect] {
        planArchived(id)
        result.show(id)
        return askForPaging(of: id)
    }

    // MARK: Keys

    /// - Parameter first: the key before it, where that began a sequence.
    mutating func handle(_ last: Key, after first: Key? = nil) -> [Effect] {
        guard let pressed = completed(last, after: first) else { return [] }
        if let effects = handleClipboard(pressed) { return effects }
        let key = meaning(of: pressed)
        if let dialog = dialogs.open { return dialog.handle(key, in: &self) }
        // A key press dismisses the notice: the user has read it.
        notices.shown = nil
        notices.waiting = []
        if isEditing, let effects = edit(key) { return effects }
        let command = view.keymap.command(for: key, in: focus)
        if command != .interrupt { view.quitArmedUntil = nil }
        if let command { return perform(command) }
        if let elsewhere = view.keymap.commandElsewhere(for: key), let reason = whyNotHere(elsewhere) {
            say("\(key.name) (\(elsewhere.spec.title)): \(reason)")
        }
        return []
    }

    /// An arrow, Home or End with Shift or Ctrl is the key alone, unless a field takes it or it has a command.
    private func meaning(of key: Key) -> Key {
        guard let plain = key.unmodified else { return key }
        // In a field of one line, Shift makes no difference to up and down.
        if plain == .up || plain == .down ? isEditingBody : isEditingText { return key }
        let hasCommand = dialogs.open == nil && !isEditing && view.keymap.command(for: key, in: focus) != nil
        return hasCommand ? key : plain
    }

    mutating func paste(_ text: String) -> [Effect] {
        if let effects = dialogs.open?.paste(text, in: &self) { return effects }
        guard dialogs.open == nil, isEditing else {
            if dialogs.open == nil, TypedRequestReader.recognises(text) {
                return paste(text, into: NewRequest(field: TextField()))
            }
            say("There is no field to paste into: open one first")
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
        if !isWhole { say("Only the beginning was pasted: a field holds \(TextField.longest >> 10) KB", .warning) }
        return []
    }

    /// Whether a text field receives the keys.
    var isEditing: Bool {
        tasks.isFiltering || endpoints.isFiltering || isSearching || isFilteringResult || isPiping
            || (focus == .request && form?.isEditing == true)
    }

    /// A field consumes printable keys and its editing keys; other keys go on to the keymap.
    /// `nil`: not for the field.
    private mutating func edit(_ key: Key) -> [Effect]? {
        if tasks.isFiltering { return editTaskFilter(key) }
        if isSearching { return editSearch(key) }
        if isFilteringResult { return editFilter(key) }
        if isPiping { return editPipe(key) }
        if endpoints.isFiltering {
            switch key {
            case .enter: endpoints.isFiltering = false
            case .escape: endpoints.clearFilter()
            case .up: endpoints.move(by: -1, height: listHeight(of: .endpoints))
            case .down: endpoints.move(by: 1, height: listHeight(of: .endpoints))
            default:
                var known = false
                endpoints.editFilter { known = $0.handle(key) }
                guard known || key.isPrintable else { return nil }
            }
            return []
        }
        return editRequest(key)
    }

    mutating func editForm(_ body: (inout RequestForm) -> Void) {
        guard let index = endpoints.selectedEndpoint else { return }
        // In place: a copy of the form would copy the text that the user types into.
        requests.forms[index]?.change(body)
    }

    /// Runs a command, or reports why it is unavailable.
    mutating func perform(_ command: Command) -> [Effect] {
        if let reason = whyUnavailable(command) {
            say(reason)
            return []
        }
        let turning = turn(for: command)
        let own: [Effect]? =
            switch focus {
            case .endpoints: EndpointsPane.perform(command, &self)
            case .request: RequestPane.perform(command, &self)
            case .result: ResultPane.perform(command, &self)
            case .tasks: TasksPane.perform(command, &self)
            case .services: ServicesPane.perform(command, &self)
            }
        return turning + (own ?? performAnywhere(command))
    }

    /// Restores the invariants once a step, after all of its changes: the selected endpoint has its form,
    /// lists fit their panes, and a pane without the focus edits no field.
    private mutating func settle() -> [Effect] {
        let turning = turnToSelection()
        if focus != .endpoints { endpoints.isFiltering = false }
        if focus != .tasks { tasks.isFiltering = false }
        if focus != .result {
            result.search.endTyping()
            result.filter.endTyping()
            if result.pipe.isTyping { result.pipe.endTyping() }
        }
        openForm()
        shareCredentials()
        let (width, isLeft) = (Layout.requestWidth(self), focus != .request)
        editForm { form in
            if isLeft { form.stopEditing() }
            form.fit(width: width)
        }
        view.layout = Layout(self)
        // A hidden list keeps its position until it is shown again.
        if view.layout.inside[.endpoints] != nil { endpoints.clamp(height: listHeight(of: .endpoints)) }
        if view.layout.inside[.tasks] != nil { tasks.clamp(height: listHeight(of: .tasks)) }
        if view.layout.inside[.result] != nil { result.clamp(height: listHeight(of: .result)) }
        let height = listHeight(of: .request)
        editForm { $0.clamp(width: width, height: height) }
        keepAddress()
        return turning + leaveAhead()
    }

    /// Decodes the selected operation when it is first shown.
    mutating func openForm() {
        guard let index = endpoints.selectedEndpoint, requests.forms[index] == nil else { return }
        requests.forms[index] = newForm(index)
    }

    /// The form of an endpoint as described or saved; `nil` when it cannot be read.
    func savedForm(_ index: Int) -> RequestForm? {
        guard let description, let operation = description.operation(index) else { return nil }
        return RequestForm(
            description.endpoints[index], operation, DocsNeighbours(of: index, operation, in: description),
            target: description.endpoints[description.target(of: index)], takesVariables: workspace != nil)
    }

    /// The initial form of an endpoint, with the values that the user typed earlier;
    /// `nil` when it cannot be read.
    mutating func newForm(_ index: Int) -> RequestForm? {
        guard var form = savedForm(index) else { return nil }
        let endpoint = form.endpoint
        // From the start, so that no form is sent, or shares its fields, before they are filled.
        form.environment = formEnvironment
        form.fill(sending.credentials)
        // Values that the user typed before the description was read again.
        if let draft = requests.drafts.removeValue(forKey: endpoint.id) {
            form.restore(draft, height: listHeight(of: .request))
        } else {
            openKept(&form, of: endpoint.id)
        }
        return form
    }
}

extension Key {
    var isPrintable: Bool { if case .character = self { true } else { false } }
}
