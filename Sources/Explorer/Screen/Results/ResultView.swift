// The state of the result pane: which task, which tab, which lines.

import Canvas
import Catalog
import Document
import NetLayer

public struct ResultView: Sendable {
    /// The task whose response is shown or awaited.
    public internal(set) var task: TaskID?
    public private(set) var tab = ResultTab.raw
    /// The tabs that fit the response shown last; they stay while another response is loading.
    private(set) var tabs = ResultTab.fitting(nil)
    private var chosen = TabChoices()
    /// A tab that is shown for the current response only.
    private var glance: ResultTab?
    /// The user came here from a row of the task table, and goes back there.
    var isFromTasks = false
    /// Whether the Raw tab shows JSON as it came, or one value a line.
    private(set) var rawMode = BodyMode.raw
    private(set) var wholeTree = TreeView()
    /// A row of the table that is open as a tree of its own.
    private(set) var opened: TreeView?
    var table = TableView()
    /// The user's choices for tables, by the endpoint of the response.
    var choices: [String: TableChoice] = [:]
    /// The titles of the columns with bars, by the endpoint of the response.
    var barColumns: [String: Set<String>] = [:]
    /// The lists that the workspace declares, by endpoint.
    var writtenLists: [String: String] = [:]
    /// Responses that have no list at the declared place.
    var unlisted: Set<TaskID> = []
    /// The number of rows of chosen lists, by task.
    var chosenRows: [TaskID: Int] = [:]
    var search = ResultSearch()
    var filter = ResultFilter()
    var pipe = ResultPipe()
    /// The responses that were held against their description.
    var reports = ContractReports()
    /// The cursor of the Contract tab.
    var contractList = ListState()
    /// The differences to another response, until the user leaves them.
    var diff: DiffView?
    /// The runtime holds differences for this pane.
    var isCompared = false
    public internal(set) var wraps = false
    /// The end of a streaming response stays in view.
    var follows = false
    /// Number of the shown page, from 1; `nil` where the user entered the list from its end.
    private(set) var page: Int? = 1
    /// First shown line, by tab.
    private var tops: [ResultTab: Int] = [:]
    private(set) var window: BodyWindow?
    /// The body has grown since the window was cut.
    private var isStale = false
    /// The last requested window; the same window is not requested twice.
    private var asked: Wish?
    /// Responses by task, while the runtime stores their bodies.
    var answers: [TaskID: Answer] = [:]
    /// The plan of each task: to send it again, and to turn its page.
    var plans: [TaskID: RequestPlan] = [:]
    private(set) var pages: [TaskID: Int?] = [:]
    /// For each page that the user turned to: the task of the page before it.
    private(set) var origins: [TaskID: TaskID] = [:]
    /// For each response that the user reached by a link: the task whose response has the link.
    private(set) var linkedFrom: [TaskID: TaskID] = [:]
    /// Prefetched pages, by the task of the page before.
    var ahead: [TaskID: TaskID] = [:]
    /// How the list of a response continues on other pages, by task.
    private(set) var turns: [TaskID: PageTurns] = [:]
    /// The paging by which each page was requested, or that was found in it.
    private(set) var styles: [TaskID: FoundPaging] = [:]
    private var askedForPaging: Set<TaskID> = []
    /// Lists of all pages, by their groups.
    var lists: [TaskID: WholeList] = [:]
    /// Lists that are ordered, whose groups have no row yet.
    private(set) var orderedLists: [TaskID: PagesOrder] = [:]
    /// The entry of the history that was opened last.
    var past: PastExchange?
    /// The task whose response the pane waits for.
    var awaited: TaskID?
    /// A comparison of the shown response that waits for the response of another service.
    var awaitedDiff: AwaitedDiff?
    /// The table export that is running.
    var exporting: ExportOrder?
    /// The number of history entries that were opened.
    var nextPast = 0
    /// Tasks whose responses were evicted.
    private(set) var evicted: Set<TaskID> = []

    struct Wish: Sendable, Hashable {
        var task: TaskID
        var mode: BodyMode
        var range: Range<Int>
    }

    public var answer: Answer? { body.flatMap(answer) }

    /// A response with the number of rows of its table, which may be another
    /// list than the one that was found.
    func answer(of id: TaskID) -> Answer? {
        guard var answer = answers[id], choice(for: id).list != nil, [.json, .xml, .records].contains(answer.kind) else {
            return answers[id]
        }
        answer.rows = chosenRows[id] ?? 0
        return answer
    }

    /// The shown response as it was held against its description.
    var held: HeldResponse? { body.flatMap { reports[$0] } }

    var top: Int { tops[tab] ?? 0 }

    /// The line mode in which the tab shows the body; `nil` where it shows no lines of it.
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

    /// Remembers a request that goes out: to send it again, and to turn its page.
    mutating func bind(_ effect: Effect) {
        switch effect {
        case .engine(.send(let order)): bind(order.id, to: order.plan, order.place)
        case .engine(.sendGroup(let order)): order.members.forEach { bind($0, to: order.plan, PagePlace()) }
        case .engine(.allPages(let order)): orderedLists[order.id] = order
        case _: break
        }
    }

    private mutating func bind(_ id: TaskID, to plan: RequestPlan, _ place: PagePlace) {
        styles[id] = place.paging
        plans[id] = plan
        origins[id] = place.origin
        linkedFrom[id] = place.link
        pages.updateValue(place.page, forKey: id)
    }

    /// Registers a group that reads all pages of a list, once it has begun: a group without a page to load
    /// never does. The missing pages of a shown list go into the same table.
    mutating func beginList(_ id: TaskID) {
        guard let order = orderedLists.removeValue(forKey: id) else { return }
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

    /// Returns `false` when the question has been asked before.
    mutating func askForPaging(of id: TaskID) -> Bool { askedForPaging.insert(id).inserted }

    /// Receives how the list of a page continues.
    mutating func take(_ found: PageTurns, of id: TaskID) {
        turns[id] = found
        styles[id] = found.paging
        guard let number = found.number else { return }
        pages.updateValue(number, forKey: id)
        if task == id { page = number }
    }

    /// The shown response has grown: the visible rows stay until the new rows arrive.
    mutating func reload() {
        asked = nil
        isStale = true
        // A query reports its matches when it has ended.
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
            // A command that is only typed so far applies to whichever response is shown when it runs.
            if pipe.running != nil || pipe.shown != nil { endPipe() }
            diff = nil
            glance = nil
            isFromTasks = false
            task = id
            tops = [:]
            contractList = ListState()
            window = nil
            asked = nil
            wholeTree = TreeView()
            opened = nil
            table = TableView(choice: choice(for: id), bars: bars(for: id))
            follows = false
        }
        page = pages[id, default: 1]
        guard let answer else { return }
        if wholeTree.window == nil, wholeTree.filter == nil {
            wholeTree = TreeView(folds: JSONFolds(openDepth: answer.openDepth))
        }
        tabs = fittingTabs
        // An opened row of a growing list stays open.
        if opened != nil, tab == .tree { return }
        let fitting = wantedTab ?? firstTab
        if fitting != tab { turn(to: fitting) }
    }

    /// Shows the next response of a watched request in place of the shown one: tab, rows and cursor stay.
    /// - Parameter keepsNodes: its values have the same numbers, so that the user's folds still fit.
    mutating func replace(by id: TaskID, keepsNodes: Bool) {
        if let old = task {
            chosenRows[id] = chosenRows[old]
            if unlisted.contains(old) { unlisted.insert(id) }
        }
        if filter.path != nil { filter.leave(keepsPath: true) }
        task = id
        page = pages[id, default: 1]
        if !keepsNodes {
            wholeTree.refold(JSONFolds(openDepth: answer?.openDepth ?? .max))
            opened = nil
        }
        reload()
        tabs = fittingTabs
        if opened != nil, tab == .tree { return }
        let fitting = wantedTab ?? firstTab
        if fitting != tab { turn(to: fitting) }
    }

    /// Shows another body, from its beginning.
    mutating func restart() {
        tops = [:]
        window = nil
        asked = nil
        wholeTree = TreeView(folds: JSONFolds(openDepth: answer?.openDepth ?? .max))
        opened = nil
        table = TableView(choice: choice(for: body), bars: bars(for: body))
        tabs = fittingTabs
        turn(to: wantedTab ?? firstTab)
    }

    private var fittingTabs: [ResultTab] {
        ResultTab.fitting(answer, isFiltered: filter.path != nil, isCompared: diff != nil, isHeld: held != nil)
    }

    /// Shows a tab that displays the matches of a filter.
    mutating func showFiltered() {
        _ = closeRow()
        if !tab.takesFilter, let tab = tabs.first(where: \.takesFilter) { select(tab) }
    }

    var hasTree: Bool { tabs.contains(.tree) }

    /// Shows the tree, where the response has one.
    mutating func showTree() { if tab != .tree, tabs.contains(.tree) { select(.tree) } }

    /// Shows the matches of the filter in the table and the tree, or everything without a filter.
    mutating func refilter() {
        let shown = filter.shown
        guard wholeTree.filter != shown?.request.path else {
            // The same query has found more in a response that has grown.
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

    /// Receives the checks of a response against its expectations.
    mutating func take(_ checks: [ResponseCheck], of id: TaskID) {
        guard answers[id] != nil else { return }
        answers[id]?.checks = checks
        if body == id { refit() }
    }

    /// Receives how a response fits its description. A user who has chosen that tab for such responses sees it.
    mutating func take(_ held: HeldResponse) {
        reports.keep(held)
        guard body == held.task else { return }
        refit()
        if opened == nil, wantedTab == .contract, tab != .contract { turn(to: .contract) }
    }

    /// The available tabs have changed.
    private mutating func refit() {
        tabs = fittingTabs
        if !tabs.contains(tab) { turn(to: tabs[0]) }
    }

    /// Opens the differences to another response.
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

    /// Returns from an opened row to its table; `false` where none is open.
    mutating func closeRow() -> Bool {
        guard opened != nil, tab == .tree else { return false }
        opened = nil
        turn(to: .table)
        return true
    }

    /// Updates the tabs of a response whose list was chosen, and opens its table.
    /// The paging is asked for again.
    mutating func showTable() {
        guard let task else { return }
        opened = nil
        styles[task] = nil
        turns[task] = nil
        askedForPaging.remove(task)
        tabs = fittingTabs
        if tabs.contains(.table) { select(.table) }
    }

    /// Switches the Raw tab between JSON as it came and one value a line.
    mutating func turnRaw() {
        rawMode = rawMode == .raw ? .pretty : .raw
        tops[.raw] = 0
        turn(to: .raw)
    }

    /// The body of that response is no longer stored.
    mutating func evict(_ id: TaskID) {
        if pipe.shown?.request.output == id { return endPipe() }
        answers[id] = nil
        evicted.insert(id)
    }

    mutating func forget(_ id: TaskID) {
        evicted.remove(id)
        answers[id] = nil
        reports.remove(id)
        plans[id] = nil
        chosenRows[id] = nil
        unlisted.remove(id)
        ahead[id] = nil
        origins[id] = nil
        linkedFrom[id] = nil
        turns[id] = nil
        styles[id] = nil
        askedForPaging.remove(id)
        lists[id] = nil
        orderedLists[id] = nil
        pages.removeValue(forKey: id)
    }

    /// What the pane knows of a task, for the case that the task comes back.
    func memory(of id: TaskID) -> ResultMemory {
        ResultMemory(
            answer: answers[id], held: reports[id], plan: plans[id], page: pages[id], origin: origins[id], link: linkedFrom[id],
            style: styles[id], list: lists[id], chosenRows: chosenRows[id], isUnlisted: unlisted.contains(id),
            isEvicted: evicted.contains(id))
    }

    /// Knows a task again that was forgotten. Its body may have been evicted meanwhile.
    mutating func restore(_ memory: ResultMemory, of id: TaskID) {
        if memory.isEvicted { evicted.insert(id) }
        if !evicted.contains(id) { answers[id] = memory.answer }
        if let held = memory.held { reports.keep(held) }
        plans[id] = memory.plan
        if let page = memory.page { pages.updateValue(page, forKey: id) }
        origins[id] = memory.origin
        linkedFrom[id] = memory.link
        styles[id] = memory.style
        lists[id] = memory.list
        chosenRows[id] = memory.chosenRows
        if memory.isUnlisted { unlisted.insert(id) }
    }

    /// Receives lines for the last request; windows may arrive in any order.
    mutating func receive(_ window: BodyWindow) {
        guard window.task == body, window.mode == mode, let asked else { return }
        let end = window.start + window.lines.count
        guard asked.range.clamped(to: 0..<window.total) == window.start..<end else { return }
        self.window = window
        isStale = false
    }

    /// Goes to the next or the previous tab. With `sideways`, the keys have another meaning in a tree or a
    /// table, so the step does not enter these.
    mutating func step(by count: Int, sideways: Bool = false) {
        let index = (tabs.firstIndex(of: tab) ?? 0) + count
        guard tabs.indices.contains(index), !sideways || !tabs[index].hasCursor else { return }
        select(tabs[index])
    }

    mutating func select(_ tab: ResultTab) {
        let kind = answer.flatMap { $0.isArriving ? nil : ResponseKind($0) }
        if let endpoint { chosen.choose(TabChoices.Choice(tab: tab, kind: kind), for: endpoint) }
        (glance, opened) = (nil, nil)
        turn(to: tab)
    }

    /// Shows a tab without choosing it for later responses.
    mutating func glance(at tab: ResultTab) {
        (glance, opened) = (tab, nil)
        turn(to: tab)
    }

    /// The tab that the user chose last for responses of this endpoint.
    func chosenTab(of endpoint: String) -> TabChoices.Choice? { chosen.last[endpoint] }

    /// Responses of this endpoint and of the choice's kind open in that tab, where they have it.
    mutating func choose(_ choice: TabChoices.Choice, for endpoint: String) { chosen.choose(choice, for: endpoint) }

    /// The endpoint of the shown response.
    private var endpoint: String? { task.flatMap { plans[$0]?.id } }

    /// The tab that the user has chosen, where the response has it.
    private var wantedTab: ResultTab? {
        let kind = answer.map(ResponseKind.init)
        return (glance ?? endpoint.flatMap { chosen.tab(of: $0, kind) }).flatMap { tabs.contains($0) ? $0 : nil }
    }

    private mutating func turn(to tab: ResultTab) {
        self.tab = tab
        if window?.mode != mode { window = nil }
        asked = nil
    }

    /// With wrapping the number of lines that fit is unknown, so the last one may stand at the top.
    mutating func scroll(to top: Int, lines: Int, height: Int) { tops[tab] = max(0, min(top, lines - (wraps ? 1 : height))) }

    /// Scrolls a line into view, with a few lines before it.
    mutating func show(line: Int, height: Int) {
        guard line < top || line >= top + height else { return }
        scroll(to: line - height / 3, lines: max(window?.total ?? 0, line + 1), height: height)
    }

    mutating func clamp(height: Int) {
        tree.clamp(height: height)
        diff?.clamp(height: height)
        table.clamp(height: height)
    }

    /// The request for lines that the screen will need and that are not loaded.
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
