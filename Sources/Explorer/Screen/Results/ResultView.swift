// What the result pane shows: which task, which tab, which lines.

import Canvas
import Catalog
import Document
import NetLayer

public struct ResultView: Sendable {
    /// The task whose answer is shown or awaited.
    public internal(set) var task: TaskID?
    public private(set) var tab = ResultTab.raw
    /// What fits the answer shown last; while another is loading, that stays.
    private(set) var tabs = ResultTab.fitting(nil)
    /// The tab that was asked for last, by the endpoints whose answers were shown.
    private var chosen: [String: ResultTab] = [:]
    /// A tab that is looked at for the answer that is shown, and for no other one.
    private var glance: ResultTab?
    /// Somebody came here from a row of the task table, and goes back there.
    var isFromTasks = false
    /// JSON in the Raw tab as it came, or a value a line.
    private(set) var rawMode = BodyMode.raw
    private(set) var wholeTree = TreeView()
    /// A row of the table that was opened as a tree of its own.
    private(set) var opened: TreeView?
    var table = TableView()
    /// What was chosen of tables, by the endpoints whose answers have them.
    var choices: [String: TableChoice] = [:]
    /// Where the workspace says that lists stand, by endpoint.
    var writtenLists: [String: String] = [:]
    /// Answers that have no list there.
    var unlisted: Set<TaskID> = []
    /// How many rows the lists have that were chosen, by task.
    var chosenRows: [TaskID: Int] = [:]
    var search = ResultSearch()
    var filter = ResultFilter()
    var pipe = ResultPipe()
    /// The differences to another answer, as long as somebody wants to see them.
    var diff: DiffView?
    /// The runtime holds differences for this pane.
    var isCompared = false
    public internal(set) var wraps = false
    /// The end of what arrives stays in view.
    var follows = false
    /// Number of the page shown, from 1; `nil` where a list was entered from its end.
    private(set) var page: Int? = 1
    /// First line shown, by tab.
    private var tops: [ResultTab: Int] = [:]
    private(set) var window: BodyWindow?
    /// The body has grown since the window was cut.
    private var isStale = false
    /// The window that was asked for last; the same is not asked for twice.
    private var asked: Wish?
    /// Answers by task, as long as the runtime keeps their bodies.
    var answers: [TaskID: Answer] = [:]
    /// What each task sent: to send it again, to turn its page.
    var plans: [TaskID: RequestPlan] = [:]
    private(set) var pages: [TaskID: Int?] = [:]
    /// For each page that was turned to: the task of the page before it.
    private(set) var origins: [TaskID: TaskID] = [:]
    /// Pages that were asked for before anybody wanted to see them, by the task of the page before.
    var ahead: [TaskID: TaskID] = [:]
    /// How the lists go on that answers are pages of.
    private(set) var turns: [TaskID: PageTurns] = [:]
    /// By which style each page was asked for, or turned out to be one.
    private(set) var styles: [TaskID: FoundPaging] = [:]
    private var askedForPaging: Set<TaskID> = []
    /// Lists that are read whole, by their groups.
    var lists: [TaskID: WholeList] = [:]
    /// The entry of the history that was opened last.
    var past: PastExchange?
    /// The task whose response the pane waits for.
    var awaited: TaskID?
    /// The response of another service that is going to be compared with the shown one.
    var awaitedDiff: AwaitedDiff?
    /// The table that is being written.
    var exporting: ExportOrder?
    /// The number of history entries that were opened.
    var nextPast = 0
    /// Tasks whose answers had to go.
    private(set) var evicted: Set<TaskID> = []

    struct Wish: Sendable, Hashable {
        var task: TaskID
        var mode: BodyMode
        var range: Range<Int>
    }

    public var answer: Answer? { body.flatMap(answer) }

    /// An answer with the rows of its table, which may be another list than the one that was found.
    func answer(of id: TaskID) -> Answer? {
        guard var answer = answers[id], choice(for: id).list != nil, [.json, .xml, .records].contains(answer.kind) else {
            return answers[id]
        }
        answer.rows = chosenRows[id] ?? 0
        return answer
    }

    var top: Int { tops[tab] ?? 0 }

    /// As which lines the tab shows the body, if it does.
    var mode: BodyMode? {
        switch tab {
        case .raw: rawMode
        case .hex: .hex
        default: nil
        }
    }

    /// The tree that the tab shows.
    var tree: TreeView {
        get { opened ?? wholeTree }
        set { if opened == nil { wholeTree = newValue } else { opened = newValue } }
    }

    /// Remembers what goes out: to send it again, to turn its page.
    mutating func bind(_ effect: Effect) {
        switch effect {
        case .engine(.send(let order)): bind(order.id, to: order.plan, order.place)
        case .engine(.sendGroup(let order)): order.members.forEach { bind($0, to: order.plan, PagePlace()) }
        case .engine(.allPages(let order)): bind(order)
        case _: break
        }
    }

    private mutating func bind(_ id: TaskID, to plan: RequestPlan, _ place: PagePlace) {
        styles[id] = place.paging
        plans[id] = plan
        origins[id] = place.origin
        pages.updateValue(place.page, forKey: id)
    }

    /// A group that reads all pages of a list. The pages that are missing of a list that is shown come into the same table.
    private mutating func bind(_ order: PagesOrder) {
        let id = order.id
        var list = WholeList(order: order, progress: PagesProgress(task: id, pages: 0, count: order.count))
        if let old = order.missingOf, let before = lists[old] {
            lists[old]?.isContinued = true
            list.progress.pages = before.progress.pages
            if task == old {
                task = id
                answers[id] = answers[old]
                answers[id]?.task = id
                _ = closeRow()
                reload()
            }
        }
        lists[id] = list
    }

    /// `false` when that was asked before.
    mutating func askForPaging(of id: TaskID) -> Bool { askedForPaging.insert(id).inserted }

    /// How the list goes on that an answer is a page of.
    mutating func take(_ found: PageTurns, of id: TaskID) {
        turns[id] = found
        styles[id] = found.paging
        guard let number = found.number else { return }
        pages.updateValue(number, forKey: id)
        if task == id { page = number }
    }

    /// The answer that is shown has grown: what is seen stays until the new rows are there.
    mutating func reload() {
        asked = nil
        isStale = true
        // What a query has found is told when it has ended.
        if table.filter == nil { table.reload(answer?.rows ?? 0) }
        wholeTree.reload()
        opened?.reload()
        search.reload()
        filter.reload()
    }

    mutating func show(_ id: TaskID) {
        if task != id {
            let isSame = task.flatMap { plans[$0]?.id } == plans[id]?.id
            filter.leave(keepsPath: isSame)
            // What is only typed so far is for whatever answer is there when it runs.
            if pipe.running != nil || pipe.shown != nil { endPipe() }
            diff = nil
            glance = nil
            isFromTasks = false
            task = id
            tops = [:]
            window = nil
            asked = nil
            wholeTree = TreeView()
            opened = nil
            table = TableView(choice: choice(for: id))
            follows = false
        }
        page = pages[id, default: 1]
        guard let answer else { return }
        if wholeTree.window == nil, wholeTree.filter == nil {
            wholeTree = TreeView(folds: JSONFolds(openDepth: answer.openDepth))
        }
        tabs = fittingTabs
        // What was opened of a list that grows stays open.
        if opened != nil, tab == .tree { return }
        let fitting = wantedTab ?? firstTab
        if fitting != tab { turn(to: fitting) }
    }

    /// Another body is to be shown, from its beginning.
    mutating func restart() {
        tops = [:]
        window = nil
        asked = nil
        wholeTree = TreeView(folds: JSONFolds(openDepth: answer?.openDepth ?? .max))
        opened = nil
        table = TableView(choice: choice(for: body))
        tabs = fittingTabs
        turn(to: wantedTab ?? firstTab)
    }

    private var fittingTabs: [ResultTab] {
        ResultTab.fitting(answer, isFiltered: filter.path != nil, isCompared: diff != nil)
    }

    /// A tab in which a filter is seen.
    mutating func showFiltered() {
        _ = closeRow()
        if !tab.takesFilter, let tab = tabs.first(where: \.takesFilter) { select(tab) }
    }

    var hasTree: Bool { tabs.contains(.tree) }

    /// The tree, where the answer has one.
    mutating func showTree() { if tab != .tree, tabs.contains(.tree) { select(.tree) } }

    /// The table and the tree show what the filter has found, or all without one.
    mutating func refilter() {
        let shown = filter.shown
        guard wholeTree.filter != shown?.request.path else {
            // The same query found more in what has grown.
            if let shown {
                table.reload(shown.matches)
                wholeTree.reload()
            }
            return
        }
        if opened != nil { _ = closeRow() }
        wholeTree.refilter(
            shown?.request.path, folds: JSONFolds(openDepth: shown?.openDepth ?? answer?.openDepth ?? .max))
        table.refilter(shown?.request.path)
        table.choose(shownChoice)
        refit()
    }

    /// An answer was held against what is expected of it.
    mutating func take(_ checks: [ResponseCheck], of id: TaskID) {
        guard answers[id] != nil else { return }
        answers[id]?.checks = checks
        if body == id { refit() }
    }

    /// The tabs that there are have changed.
    private mutating func refit() {
        tabs = fittingTabs
        if !tabs.contains(tab) { turn(to: tabs[0]) }
    }

    /// Opens the differences to another answer.
    mutating func compare(_ view: DiffView) {
        diff = view
        tabs = fittingTabs
        turn(to: .diff)
    }

    /// Leaves the differences.
    mutating func endDiff() {
        diff = nil
        refit()
        if let wantedTab { turn(to: wantedTab) }
    }

    /// Shows the row under the table's cursor as a tree; `back` leaves it.
    mutating func openRow() {
        guard let line = table.line else { return }
        opened = TreeView(root: line.node, filter: table.filter)
        turn(to: .tree)
    }

    /// Back from an opened row to its table; `false` where none is open.
    mutating func closeRow() -> Bool {
        guard opened != nil, tab == .tree else { return false }
        opened = nil
        turn(to: .table)
        return true
    }

    /// The tabs of an answer whose list was chosen; its table is open. How a list goes on is asked anew.
    mutating func showTable() {
        guard let task else { return }
        opened = nil
        styles[task] = nil
        turns[task] = nil
        askedForPaging.remove(task)
        tabs = fittingTabs
        if tabs.contains(.table) { select(.table) }
    }

    /// The Raw tab shows JSON as it came, or a value a line.
    mutating func turnRaw() {
        rawMode = rawMode == .raw ? .pretty : .raw
        tops[.raw] = 0
        turn(to: .raw)
    }

    /// The body of that answer is kept no longer.
    mutating func evict(_ id: TaskID) {
        if pipe.shown?.request.output == id { return endPipe() }
        answers[id] = nil
        evicted.insert(id)
    }

    mutating func forget(_ id: TaskID) {
        evicted.remove(id)
        answers[id] = nil
        plans[id] = nil
        chosenRows[id] = nil
        unlisted.remove(id)
        ahead[id] = nil
        origins[id] = nil
        turns[id] = nil
        styles[id] = nil
        askedForPaging.remove(id)
        lists[id] = nil
        pages.removeValue(forKey: id)
    }

    /// Takes the lines that were asked for last; windows may come in any order.
    mutating func receive(_ window: BodyWindow) {
        guard window.task == body, window.mode == mode, let asked else { return }
        let end = window.start + window.lines.count
        guard asked.range.clamped(to: 0..<window.total) == window.start..<end else { return }
        self.window = window
        isStale = false
    }

    /// Goes to the next tab, or the one before; `sideways`, with keys that mean something else in a tree or a table, not into these.
    mutating func step(by count: Int, sideways: Bool = false) {
        let index = (tabs.firstIndex(of: tab) ?? 0) + count
        guard tabs.indices.contains(index), !sideways || !tabs[index].hasCursor else { return }
        select(tabs[index])
    }

    mutating func select(_ tab: ResultTab) {
        if let endpoint { chosen[endpoint] = tab }
        (glance, opened) = (nil, nil)
        turn(to: tab)
    }

    /// Shows a tab without choosing it for the answers that come after.
    mutating func glance(at tab: ResultTab) {
        (glance, opened) = (tab, nil)
        turn(to: tab)
    }

    /// The tab that was asked for last with answers of this endpoint.
    func chosenTab(of endpoint: String) -> ResultTab? { chosen[endpoint] }

    /// Answers of this endpoint are shown there, where they have it.
    mutating func choose(_ tab: ResultTab, for endpoint: String) { chosen[endpoint] = tab }

    /// Of the answer that is shown.
    private var endpoint: String? { task.flatMap { plans[$0]?.id } }

    /// The tab that somebody has asked for, where the answer has it.
    private var wantedTab: ResultTab? {
        (glance ?? endpoint.flatMap { chosen[$0] }).flatMap { tabs.contains($0) ? $0 : nil }
    }

    private mutating func turn(to tab: ResultTab) {
        self.tab = tab
        if window?.mode != mode { window = nil }
        asked = nil
    }

    /// With wrapping nobody knows how many lines fit, so the last one may stand on top.
    mutating func scroll(to top: Int, lines: Int, height: Int) { tops[tab] = max(0, min(top, lines - (wraps ? 1 : height))) }

    /// Brings a line into view, with a few before it.
    mutating func show(line: Int, height: Int) {
        guard line < top || line >= top + height else { return }
        scroll(to: line - height / 3, lines: max(window?.total ?? 0, line + 1), height: height)
    }

    mutating func clamp(height: Int) {
        tree.clamp(height: height)
        diff?.clamp(height: height)
        table.clamp(height: height)
    }

    /// The lines that the screen will need and that are not here.
    mutating func missingWindow(height: Int) -> Wish? {
        guard let task = body, let mode, let answer, picture == nil, answer.kind != .empty, height > 0 else { return nil }
        if let window, window.task == task, window.mode == mode, !isStale {
            let end = min(window.total, top + height)
            if window.start <= top, end <= window.start + window.lines.count { return nil }
        }
        let wish = Wish(task: task, mode: mode, range: max(0, top - height)..<(top + 2 * height))
        guard wish != asked else { return nil }
        asked = wish
        return wish
    }
}
