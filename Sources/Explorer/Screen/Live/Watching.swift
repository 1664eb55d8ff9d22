// `:watch`: sends a request again at an interval, compares each response with the one before, and shows what
// has changed.

import Catalog
import Document
import NetLayer

extension Model {
    /// Of intervals only one: a typed interval must not be taken for another one that is like it.
    private static let watchWords = [
        ("5s", "an interval, from 500ms to 24h"), ("pause", "send nothing until it is resumed"), ("resume", "go on"),
        ("off", "end the watch"), ("changes", "list what has changed, and when"),
    ]

    var whyNoWatch: String? { watches.all.isEmpty ? whyUnavailable(.send) : nil }

    var whyNoPause: String? {
        shownWatch == nil ? "The request of this response is not watched; :watch does that" : nil
    }

    func watchCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        words.isEmpty ? Self.watchWords.map { .init(word: $0.0, note: $0.1) } : []
    }

    /// `:watch [EVERY|pause|resume|off|changes]`.
    mutating func watch(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        switch words.first {
        case "pause": setPaused(true, try chosenWatch())
        case "resume": setPaused(false, try chosenWatch())
        case "off":
            let watch = try chosenWatch()
            return stopWatches { $0.first == watch.first }
        case "changes": dialogs.open = WatchBox(watch: try chosenWatch().first)
        case let word: return try beginWatch(every: word, words)
        }
        return []
    }

    /// The watch that a word applies to: that of the shown response, else of the selected endpoint, else the only
    /// one.
    private func chosenWatch() throws(PaletteProblem) -> Watch {
        if watches.all.isEmpty { throw PaletteProblem("Nothing is watched; :watch 5s watches the selected endpoint") }
        let selected = watches.all.first { $0.api == apis.currentName && $0.plan.id == form?.target.id }
        let ofPlace = focus == .result ? shownWatch ?? selected : selected ?? shownWatch
        guard let watch = ofPlace ?? (watches.all.count == 1 ? watches.all.first : nil) else {
            throw PaletteProblem("The selected endpoint is not watched; there are \(watches.all.count) watches of others")
        }
        return watch
    }

    // MARK: Begin, pause, end

    private mutating func beginWatch(every word: String?, _ words: [String]) throws(PaletteProblem) -> [Effect] {
        let every = word ?? SpanText.format(Watch.usual)
        guard let interval = SpanText.parse(every, atMost: SpanText.longest), interval >= Watch.shortest else {
            throw PaletteProblem("“\(every)” is no interval: write a time such as 5s, from 500ms to 24h")
        }
        if let id = form?.endpoint.id, let asks = bring(for: .watch(words, endpoint: id)) { return asks }
        guard let plan = selectedPlan() else { return [] }
        leaveLink()
        let id = sending.reserveTaskID()
        let api = apis.currentName
        // One watch for each endpoint: the new one takes the place of the old one.
        _ = watches.remove { $0.api == api && $0.plan.id == plan.id }
        watches.all.append(Watch(plan, of: api, interval: interval, every: every, first: id, at: now))
        let effects = send(plan, page: 1, again: true, as: id, because: .watch(every: every))
        let keys = (pause: view.keymap.keys(of: .pauseWatch).first, stop: view.keymap.keys(of: .cancel).first)
        let hints = [keys.pause.map { "\($0) pauses it" }, keys.stop.map { "\($0) stops it" }].compactMap { $0 }
        say((["Watched every \(every)"] + hints).joined(separator: " · "))
        return effects
    }

    private mutating func setPaused(_ isPaused: Bool, _ watch: Watch) {
        guard let place = watches.all.firstIndex(where: { $0.first == watch.first }) else { return }
        watches.all[place].setPaused(isPaused, at: now)
        say(isPaused ? "The watch of \(name(of: watch)) pauses" : "The watch of \(name(of: watch)) goes on")
    }

    /// Pauses the watch of the shown response, or resumes it.
    mutating func togglePause() -> [Effect] {
        guard let watch = shownWatch else { return [] }
        setPaused(!watch.isPaused, watch)
        return sendDueRounds()
    }

    /// Ends watches, and cancels their rounds in flight.
    mutating func stopWatches(where condition: (Watch) -> Bool) -> [Effect] {
        let stopped = watches.remove(where: condition)
        guard let first = stopped.first else { return [] }
        say(stopped.count == 1 ? "\(name(of: first)) is no longer watched" : "\(stopped.count) requests are no longer watched")
        let live = stopped.compactMap(\.round).filter { tasks.row($0)?.state.isEnded == false }
        return live.isEmpty ? [] : [.engine(.cancel(live))]
    }

    /// The tasks of the task table that `cancel` applies to: those that run, and the selected one when it stands
    /// for a watch.
    var cancellableTasks: [TaskID] {
        let live = tasks.targets
        guard selectedWatch != nil, let id = tasks.selectedID, !live.contains(id) else { return live }
        return live + [id]
    }

    /// The watch that the selected row of the task table stands for; `nil` while other rows are marked.
    var selectedWatch: Watch? { tasks.marks.isEmpty ? tasks.selectedID.flatMap { watches[$0] } : nil }

    /// A round that was cancelled ends its watch. The end of its task and its response arrive in any order.
    mutating func stopCancelledWatches() {
        guard !watches.all.isEmpty else { return }
        let cancelled = watches.all.map(\.newest).filter { task in
            if case .cancelled? = tasks.row(task)?.state { true } else { false }
        }
        guard !cancelled.isEmpty else { return }
        for watch in watches.remove(where: { cancelled.contains($0.newest) }) {
            say("\(name(of: watch)) is no longer watched: its request was cancelled")
        }
    }

    // MARK: Rounds

    /// Sends the rounds that are due, each with the rules of its API.
    mutating func sendDueRounds() -> [Effect] {
        let due = watches.all.filter { watch in watch.due.map { $0 <= now } ?? false }
        return due.flatMap { watch -> [Effect] in
            guard let api = watch.api else { return sendRound(of: watch) }
            return visiting(api, isAwaited: false) { $0.sendRound(of: watch) }
        }
    }

    private mutating func sendRound(of watch: Watch) -> [Effect] {
        guard let place = watches.all.firstIndex(where: { $0.first == watch.first }) else { return [] }
        let id = sending.reserveTaskID()
        watches.all[place].begin(id, at: now)
        let order = SendOrder(
            id: id, plan: watch.plan, pool: pool(for: watch.plan), asksServer: true,
            cause: watch.isConfirmed ? .confirmed : .watch(every: watch.every), place: PagePlace(page: 1))
        return [.engine(.send(order))]
    }

    /// Remembers how a round goes out: the next one needs no question that the user has answered.
    mutating func noteRound(_ effect: Effect) {
        guard case .engine(.send(let order)) = effect, let place = watches.all.firstIndex(where: { $0.round == order.id }) else {
            return
        }
        watches.all[place].send(order.plan, isConfirmed: order.cause == .confirmed, at: now)
    }

    /// The user has refused a round: its watch ends.
    mutating func dropRound(_ task: TaskID) { _ = watches.remove { $0.round == task } }

    /// A round has its response: compares it with the one before.
    mutating func endRound(with answer: Answer) -> [Effect] {
        stopCancelledWatches()
        guard !answer.isArriving, let place = watches.all.firstIndex(where: { $0.round == answer.task }) else { return [] }
        return watches.all[place].end(with: answer, at: now).map { [.body(.watch($0))] } ?? []
    }

    /// Shows the newer response in place of the older one, where the user looks at that.
    mutating func receive(_ changes: WatchChanges) -> [Effect] {
        let (old, new) = (changes.question.old, changes.question.new)
        guard let place = watches.all.firstIndex(where: { $0.question == changes.question }) else { return [] }
        let statuses = [old, new].map { result.answers[$0]?.head?.status }
        let before = watches.all[place].changeCount
        watches.all[place].take(changes, status: Self.statusChange(statuses), at: now)
        let watch = watches.all[place]
        let isShown = result.task == old || result.task == watch.shown
        if watch.changeCount > before, let change = watch.changes.last {
            // Marks in the rows are not for users who do not see them come.
            if !isShown || view.usesReader || view.motion == .reduced {
                say("\(name(of: watch)), change \(change.number): \(change.summary)")
            }
        }
        // The user studies the older response; the next round goes on from here.
        guard isShown, result.answers[new] != nil, result.diff == nil, result.pipe.shown == nil, result.pipe.running == nil else {
            return []
        }
        watches.all[place].shown = new
        result.replace(by: new, keepsNodes: changes.keepsNodes)
        return askForPaging(of: new)
    }

    /// `200 → 404`; `nil` where both are the same, or one is not known any more.
    private static func statusChange(_ statuses: [Int?]) -> String? {
        guard let old = statuses[0], let new = statuses[1], old != new else { return nil }
        return "\(old) → \(new)"
    }

    // MARK: Looking

    /// `GET /items/42`, as the task table names it.
    func name(of watch: Watch) -> String {
        "\(watch.plan.method) \(tasks.row(watch.newest)?.info.title ?? watch.plan.title)"
    }

    /// The watch of the shown response.
    var shownWatch: Watch? { result.task.flatMap { watches[$0] } }

    /// The changes of the shown response against the one before.
    private var shownChanges: WatchChanges? {
        guard let task = result.task, result.pipe.shown == nil else { return nil }
        return watches.all.compactMap(\.lit).first { $0.question.new == task }
    }

    /// The signs of a window's rows and values, by node. The matches of a query have other nodes.
    func watchSigns(of task: TaskID, filter: JSONPath?) -> [Int: DiffLine.Sign] {
        guard filter == nil, let changes = shownChanges, changes.question.new == task else { return [:] }
        return changes.signs
    }

    /// The lines over the body that name what the response no longer has: at most a quarter of the room.
    func goneLines(room: Int) -> [String] {
        guard result.tab.takesFilter, let changes = shownChanges, changes.goneCount > 0 else { return [] }
        let sign = DiffLine.Sign.removed.glyph
        let rest = changes.goneCount - changes.gone.count
        let lines = changes.gone.map { "\(sign) \($0)" } + (rest > 0 ? ["\(sign) and \(Quantity.count(rest)) more"] : [])
        return Array(lines.prefix(room / 4))
    }
}
