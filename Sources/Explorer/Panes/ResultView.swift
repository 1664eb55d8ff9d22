// What the result pane shows: which task, which tab, which lines.

import Canvas
import NetLayer

public enum ResultTab: String, CaseIterable, Sendable {
    case pretty = "Pretty"
    case raw = "Raw"
    case headers = "Headers"
    case timing = "Timing"
    case trace = "Trace"

    var mode: BodyMode? {
        switch self {
        case .pretty: .pretty
        case .raw: .raw
        case .headers, .timing, .trace: nil
        }
    }
}

public struct ResultView: Sendable {
    /// The task whose answer is shown or awaited.
    public internal(set) var task: TaskID?
    public internal(set) var tab = ResultTab.pretty
    public internal(set) var wraps = false
    /// Number of the page shown, from 1; `nil` where a list was entered from its end.
    private(set) var page: Int? = 1
    /// First line shown, by tab.
    private var tops: [ResultTab: Int] = [:]
    private(set) var window: BodyWindow?
    /// The window that was asked for last; the same is not asked for twice.
    private var asked: Wish?
    /// Answers by task, as long as the runtime keeps their bodies.
    var answers: [TaskID: Answer] = [:]
    /// What each task sent: to send it again, to turn its page.
    var plans: [TaskID: RequestPlan] = [:]
    private(set) var pages: [TaskID: Int?] = [:]
    /// For each page that was turned to: the task of the page before it.
    private(set) var origins: [TaskID: TaskID] = [:]
    /// Tasks whose answers had to go.
    private(set) var evicted: Set<TaskID> = []

    struct Wish: Sendable, Hashable {
        var task: TaskID
        var mode: BodyMode
        var range: Range<Int>
    }

    public var answer: Answer? { task.flatMap { answers[$0] } }

    var top: Int { tops[tab] ?? 0 }

    /// A request has its number; its answer is page `page` of a list.
    mutating func bind(_ id: TaskID, to request: Unnumbered) {
        let page = request.page
        plans[id] = request.plan
        origins[id] = request.origin
        pages.updateValue(page, forKey: id)
        if task == id { self.page = page }
    }

    mutating func show(_ id: TaskID) {
        if task != id {
            task = id
            tops = [:]
            window = nil
            asked = nil
        }
        page = pages[id, default: 1]
    }

    /// The body of that answer is kept no longer.
    mutating func evict(_ id: TaskID) {
        answers[id] = nil
        evicted.insert(id)
    }

    mutating func forget(_ id: TaskID) {
        evicted.remove(id)
        answers[id] = nil
        plans[id] = nil
        origins[id] = nil
        pages.removeValue(forKey: id)
    }

    /// Takes the lines that were asked for last; windows may come in any order.
    mutating func receive(_ window: BodyWindow) {
        guard window.task == task, window.mode == tab.mode, let asked else { return }
        let end = window.start + window.lines.count
        guard asked.range.clamped(to: 0..<window.total) == window.start..<end else { return }
        self.window = window
    }

    mutating func select(_ tab: ResultTab) {
        self.tab = tab
        if window?.mode != tab.mode { window = nil }
        asked = nil
    }

    /// With wrapping nobody knows how many lines fit, so the last one may stand on top.
    mutating func scroll(to top: Int, lines: Int, height: Int) { tops[tab] = max(0, min(top, lines - (wraps ? 1 : height))) }

    /// The lines that the screen will need and that are not here.
    mutating func missingWindow(height: Int) -> Wish? {
        guard let task, let mode = tab.mode, let answer = answers[task], answer.kind != .empty, height > 0 else { return nil }
        if let window, window.task == task, window.mode == mode {
            let end = min(window.total, top + height)
            if window.start <= top, end <= window.start + window.lines.count { return nil }
        }
        let wish = Wish(task: task, mode: mode, range: max(0, top - height)..<(top + 2 * height))
        guard wish != asked else { return nil }
        asked = wish
        return wish
    }
}
