// Sorting and filtering the task table: against a plain sort of all rows, whatever happens; and what a person sees of it.

import Canvas
import TestSupport
import Testing

@testable import NetLayer
@testable import Screen

extension TaskList {
    private var typedFilter: TaskFilter {
        var filter = (try? TaskFilter(filter.text)) ?? TaskFilter()
        filter.onlyFailures = showsOnlyFailures
        return filter
    }

    /// What the table must show: all rows that pass, sorted anew.
    var expectedLines: [TaskRow] {
        let filter = typedFilter
        if filter.isEmpty, order.column == .number { return expectedTree(under: nil) }
        let sorted = rows.filter { filter.passes($0, note: note(of: $0.id), contract: contract(of: $0.id)) }
            .sorted { order.key($0, contract: contract(of: $0.id)) < order.key($1, contract: contract(of: $1.id)) }
        return order.isDescending ? sorted.reversed() : sorted
    }

    /// By number, the members of each group that is not folded below it, in their order; deeper ones below their branch of the outermost group.
    private func expectedTree(under parent: TaskRow?) -> [TaskRow] {
        func isMember(_ row: TaskRow) -> Bool { row.info.parent.flatMap { self.row($0) }?.info.kind.hasMembers ?? false }
        let children = rows.filter { isMember($0) ? $0.info.parent == parent?.id : parent == nil }
        let ordered = parent == nil && order.isDescending ? children.reversed() : children
        return ordered.flatMap { [$0] + (isFolded($0.id) == true ? [] : expectedTree(under: $0)) }
    }

    /// What is wrong with what the table shows.
    var faults: [String] {
        let expected = expectedLines
        let shown = rows(on: 0..<shownCount + 5)
        var counts = TaskCounts()
        expected.forEach { counts.change($0, by: 1) }
        var faults: [String] = []
        if shown.map(\.id) != expected.map(\.id) { faults.append("order") }
        if shown.map(\.state) != expected.map(\.state) { faults.append("states") }
        let isHidden = shownCount < rows.count && typedFilter.isEmpty
        if counts != shownCounts, !isHidden { faults.append("counts") }
        if selectedID != row(at: list.selected)?.id { faults.append("selection") }
        if selectedID == nil, !expected.isEmpty { faults.append("nothing selected") }
        if hasTargets == targets.isEmpty { faults.append("targets") }
        if !isFiltering, !marks.isSubset(of: expected.map(\.id)) { faults.append("hidden marks") }
        return faults
    }
}

@Suite struct TaskArrangementTests {
    private static let filters = [
        "", "!", "", "item", "state:live", "group:2", "!state:live", "status:5xx", "service:b get", "zz", "tim", "state:run",
        "state:live or status:>=500", "!(item or state:live) size:<3", "group:2 or time:>2ms", "not status:none (get or post)",
        "contract:differs", "not contract:none",
    ]

    private func row(_ number: UInt64, _ random: inout SplitMix64, in parents: [TaskID] = []) -> TaskRow {
        let title = ["/items", "/orders", "/Items/{id}", "/slow"].randomElement(using: &random) ?? ""
        let method: HTTPMethod = Bool.random(using: &random) ? .get : .post
        // Two levels: the table itself keeps deeper ones in the order of their numbers.
        let kind: TaskKind =
            parents.isEmpty ? .call : [.group, .chain, .call, .call, .work].randomElement(using: &random) ?? .call
        let parent = parents.randomElement(using: &random).flatMap { $0.number > 0 && !kind.hasMembers ? $0 : nil }
        let info = TaskInfo(kind: kind, parent: parent, endpoint: "e", title: title, method: method)
        return TaskRow(id: TaskID(number), info: info, openedAt: .milliseconds(Int(number) * 3))
    }

    private func change(_ row: inout TaskRow, _ random: inout SplitMix64) {
        let states: [TaskState] = [
            .queued, .running(.connecting), .running(.waiting), .retrying, .succeeded, .failed, .timedOut(.idle),
            .cancelled(.user),
        ]
        row.state = states.randomElement(using: &random) ?? .queued
        row.service = ["a", "b", ""].randomElement(using: &random) ?? ""
        row.status = [nil, 200, 404, 503].randomElement(using: &random) ?? nil
        if row.info.kind.hasMembers {
            row.members = MemberCounts(total: .random(in: 0...TaskTree.mostUnfolded * 2, using: &random))
        }
        row.bytesReceived = .random(in: 0...3, using: &random)
        row.errorKind = row.state == .failed ? ["status", "dns"].randomElement(using: &random) : nil
        row.endedAt = row.state.isEnded ? row.openedAt + .milliseconds(Int.random(in: 0...5, using: &random)) : nil
    }

    /// Any events under any order and filter: the table is what a plain sort of all rows gives, and the selection stays on its task.
    @Test(arguments: 1...UInt64(Thoroughness.count(12, nightly: 60)))
    func arrangementIsWhatAPlainSortGives(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var list = TaskList()
        var live: [TaskRow] = []
        // Every third run without groups; 0 is nobody's parent.
        var groups: [TaskID] = seed % 3 == 0 ? [] : [TaskID(0)]
        var next: UInt64 = 1
        for _ in 1...120 {
            switch Int.random(in: 0..<19, using: &random) {
            case 0: list.sort(list.order.next(in: TaskColumn.allCases))
            case 1: list.sort(TaskOrder(TaskColumn.allCases.filter(\.isSortable).randomElement(using: &random) ?? .took))
            case 2:
                var order = list.order
                order.isDescending.toggle()
                list.sort(order)
            case 3: list.editFilter { $0 = TextField(Self.filters.randomElement(using: &random) ?? "") }
            case 4: list.move(by: Int.random(in: -9...9, using: &random), height: 7)
            case 5: list.toggleMark()
            case 6: Bool.random(using: &random) ? list.toggleAllMarks() : list.follow()
            case 14: list.toggleFailures()
            case 15: list.toggleRange()
            case 17: list.setNote([nil, "zz", "item"].randomElement(using: &random) ?? nil, of: list.chosen)
            case 18:
                guard let id = list.rows.randomElement(using: &random)?.id else { break }
                let marks: [ContractMark?] = [nil, .awaited, .fits, .noSchema, .differs(3, isMore: false)]
                list.setContract(marks.randomElement(using: &random) ?? nil, of: id)
            case 16: list.extendMarks(by: Int.random(in: -3...3, using: &random), height: 7)
            case 7:
                guard let group = groups.randomElement(using: &random) else { break }
                list.fold(group, Bool.random(using: &random))
            case 8:
                // Events were left out: some of what lived is forgotten, and the rest has changed.
                live.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
                for index in live.indices { change(&live[index], &random) }
                let ended = live.filter(\.state.isEnded)
                live.removeAll(where: \.state.isEnded)
                let snapshot = TaskSnapshot(seq: 0, time: .zero, live: live, ended: ended, counters: TaskCounters())
                _ = list.apply(.snapshot(snapshot))
                #expect(list.rows.filter { !$0.state.isEnded }.map(\.id) == live.map(\.id))
            default:
                let selected = list.selectedID
                var events: [NetEvent] = []
                for _ in 0...Int.random(in: 0...12, using: &random) {
                    let isNew = live.isEmpty || Int.random(in: 0..<3, using: &random) == 0
                    if isNew {
                        let new = row(next, &random, in: groups)
                        if new.info.kind.hasMembers { groups.append(new.id) }
                        live.append(new)
                        next += 1
                    }
                    // A new row is told of at once, before any member of it.
                    let index = isNew ? live.count - 1 : Int.random(in: 0..<live.count, using: &random)
                    change(&live[index], &random)
                    events.append(NetEvent(seq: 0, time: .zero, kind: .phase, row: live[index]))
                    if live[index].state.isEnded { live.remove(at: index) }
                }
                let follows = list.follows
                _ = list.apply(.events(events))
                if !follows, let selected, let row = list.row(selected), list.expectedLines.contains(where: { $0.id == row.id }) {
                    #expect(list.selectedID == selected)
                }
            }
            #expect(list.faults == [])
        }
    }

    @Test func droppedRowsLeaveTheSortedTableToo() {
        var random = SplitMix64(seed: 7)
        var list = TaskList()
        list.sort(TaskOrder(.bytes))
        var rows = (1...UInt64(TaskList.capacity + 3)).map { row($0, &random) }
        for index in rows.indices { change(&rows[index], &random) }
        list.editFilter { $0 = TextField("items") }
        let snapshot = TaskSnapshot(seq: 1, time: .zero, live: rows, ended: [], counters: TaskCounters())
        #expect(!list.apply(.snapshot(snapshot)).isEmpty)
        #expect(list.faults == [])
    }

    /// Each of them on its own would go through all that is left.
    @Test(.within(minutes: 1)) func tenThousandGroupsGoAtOnceAndTheirMembersStandForThemselves() {
        let groups = (0..<10_000).map { number in
            var group = TaskRow(
                id: TaskID(UInt64(number * 2 + 1)), info: TaskInfo(kind: .group, endpoint: "", title: "g", method: .get),
                openedAt: .zero)
            group.members = MemberCounts(total: TaskTree.mostUnfolded + 1)
            return group
        }
        let members = groups.map { group in
            TaskRow(
                id: TaskID(group.id.number + 1), info: TaskInfo(parent: group.id, endpoint: "e", title: "m", method: .get),
                openedAt: .zero)
        }
        func snapshot(_ rows: [TaskRow]) -> EventBatch {
            .snapshot(TaskSnapshot(seq: 1, time: .zero, live: rows, ended: [], counters: TaskCounters()))
        }
        var list = TaskList()
        #expect(list.apply(snapshot(groups + members)) == [])
        #expect(list.rows(on: 0..<10_000).map(\.id) == groups.reversed().map(\.id) && list.shownCount == 10_000)
        list.fold(groups[7].id, false)
        #expect(list.apply(snapshot(members)) == groups.map(\.id))
        #expect(list.rows(on: 0..<10_000).map(\.id) == members.reversed().map(\.id) && list.shownCount == 10_000)
        #expect(list.place(of: members[41].id) == 42 && list.depth(of: members[7].id) == 0)
        #expect(list.apply(snapshot([members[3]])).count == 9_999)
        #expect(list.counts.queued == 1 && list.place(of: members[3].id) == 1 && list.faults == [])
    }

    @Test(arguments: 1...20)
    func blocksHoldWhatASortedArrayHolds(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var plain = (0..<Int.random(in: 0...60, using: &random)).map { $0 * 2 }
        var blocks = SortedBlocks(sorted: plain, blockSize: Int.random(in: 1...5, using: &random))
        for _ in 1...300 {
            let value = Int.random(in: 0...150, using: &random)
            if let index = plain.firstIndex(of: value) {
                #expect(blocks.index(of: value) == index)
                let isRemoved = blocks.remove(value)
                #expect(isRemoved)
                plain.remove(at: index)
            } else {
                let isRemoved = blocks.remove(value)
                #expect(blocks.index(of: value) == nil && !isRemoved)
                blocks.insert(value)
                plain.insert(value, at: plain.firstIndex { $0 > value } ?? plain.count)
            }
            let start = Int.random(in: 0...plain.count, using: &random)
            #expect(blocks.slice(start..<start + 9) == Array(plain[start...].prefix(9)))
            #expect(blocks.count == plain.count)
        }
        #expect(blocks.slice(0..<1_000) == plain)
    }

    // MARK: The filter

    @Test(arguments: [
        ("", true), ("item", true), ("ITEM get", true), ("order", false), ("!order", true), ("!item", false),
        ("state:fail", true),
        ("state:live", false), ("state:ended", true), ("status:5xx", true), ("status:503", true), ("status:50", true),
        ("status:4xx", false), ("status:none", false), ("service:api", true), ("service:pi-1", false), ("method:get", true),
        ("method:post", false), ("kind:status", true), ("kind:dns", false), ("503", true), ("7", true), ("8", false),
        ("gone away", true), ("nowhere:item", false), ("status:>=500", true), ("status:<500", false), ("time:>1s", true),
        ("time:<=1.5s", true), ("time:>1.5s", false), ("size:>1kB", true), ("size:>2kB", false), ("item or nowhere", true),
        ("!(item order)", true), ("not item or gone", true), ("\"gone away\"", true), ("\"away gone\"", false),
        ("url:shop.example/v1/items", true), ("url:page=2", true), ("url:orders", false), ("header:x-cache", true),
        ("header:x-cache:hit", true), ("header:accept", true), ("header:hunter2", false), ("header:authorization", true),
        ("url:orders or state:fail", true), ("url:page=2 state:live", false), ("!url:orders state:fail", true),
        ("note:x or header:x-cache", true), ("not (url:page=2 state:fail)", false),
    ])
    func filterLooksAtWhatTheRowSays(_ text: String, _ passes: Bool) throws {
        var row = TaskRow(
            id: TaskID(7), info: TaskInfo(endpoint: "e", title: "/Items", method: .get), state: .failed, openedAt: .zero)
        (row.status, row.service, row.errorKind, row.reason) = (503, "api-1", "status", "Gone away")
        (row.startedAt, row.endedAt, row.bytesReceived) = (.seconds(2), .milliseconds(3_500), 2_000)
        row.exchanges = [
            ExchangeRecord(
                attempt: 1, service: "api-1",
                request: WireRequest(
                    method: .get, url: URI("https://shop.example/v1/items?page=2"),
                    headers: ["Accept": "text/csv", "Authorization": "Bearer hunter2"]),
                head: ResponseHead(status: 503, headers: ["X-Cache": "HIT"]), failure: nil, metrics: TransferMetrics(),
                startedAt: .seconds(2))
        ]
        #expect(try TaskFilter(text).passes(row) == passes)
    }

    /// A filter that cannot be used changes nothing but its line, and esc leaves it as any other.
    @Test func aWrongFilterSaysWhatAndLeavesTheRows() throws {
        var driver = try crowd()
        driver.keys("4 / 'state:live'")
        #expect(driver.model.tasks.shownCount == 4)
        driver.keys("' ('")
        #expect(driver.model.tasks.shownCount == 4 && driver.text.contains("A term is missing after “(”"))
        driver.keys("'zq'")
        #expect(driver.text.contains("This “(” is not closed"))
        driver.keys("')'")
        #expect(driver.model.tasks.shownCount == 0 && driver.model.tasks.filterProblem == nil)
        driver.keys("C-u 'body:x' enter")
        #expect(driver.text.contains("body: is for the history") && driver.text.contains("0 of 6"))
        driver.keys("/ C-u 'x ('  enter")
        #expect(driver.text.contains("A term is missing") && driver.model.tasks.isFiltered)
        driver.keys("esc")
        #expect(!driver.model.tasks.isFiltered && driver.model.tasks.shownCount == 6 && driver.model.focus == .tasks)
    }

    /// It leaves nothing out, but has a line of the pane, and esc removes it.
    @Test func aWrongFilterAloneIsNoFilter() throws {
        var driver = try crowd()
        driver.keys("4 / '(' enter")
        #expect(driver.text.contains("A term is missing after “(”") && driver.model.tasks.hasFilterLine)
        #expect(!driver.model.tasks.isFiltered && !driver.text.contains("6 of 6"))
        driver.keys("esc")
        #expect(!driver.model.tasks.hasFilterLine && driver.model.focus == .tasks)
    }

    @Test func onlyFailuresAreShownUntilTheKeyIsPressedAgain() throws {
        var driver = try crowd()
        driver.keys("4 f !")
        #expect(driver.model.tasks.rows(on: 0..<9).map(\.id) == [TaskID(1)])
        #expect(driver.text.contains("1 of 6 · 1 failed") && driver.text.contains("! failures /"))
        driver.answer(TaskID(3), .empty(404))
        #expect(driver.model.tasks.rows(on: 0..<9).map(\.id) == [TaskID(3), TaskID(1)])
        // A filter applies beside it, and is cleared before it.
        driver.keys("/ 'status:4xx' enter")
        #expect(driver.model.tasks.rows(on: 0..<9).map(\.id) == [TaskID(3)])
        driver.keys("!")
        #expect(driver.model.tasks.shownCount == 1 && !driver.model.tasks.showsOnlyFailures)
        driver.keys("! esc")
        #expect(driver.model.tasks.shownCount == 2 && driver.model.tasks.showsOnlyFailures)
        driver.keys("esc")
        #expect(driver.model.tasks.shownCount == 6 && !driver.model.tasks.isFiltered && driver.model.focus == .tasks)
    }

    @Test func noFailureIsSaid() throws {
        var driver = try Driver()
        driver.keys("s 4")
        driver.start()
        driver.keys("!")
        #expect(driver.text.contains("No task has failed"))
        driver.keys("!")
        #expect(driver.model.tasks.shownCount == 1)
    }

    /// What the first line counts as failed is what the key shows.
    @Test func failuresAreThoseThatAreCounted() {
        var list = TaskList()
        let states: [TaskState] = [.failed, .timedOut(.idle), .succeeded, .cancelled(.user), .queued, .retrying]
        for (number, state) in states.enumerated() {
            for kind in [TaskKind.call, .group] {
                let id = TaskID(UInt64(number * 2 + (kind == .group ? 2 : 1)))
                let info = TaskInfo(kind: kind, endpoint: "", title: "t", method: .get)
                let row = TaskRow(id: id, info: info, state: state, openedAt: .zero)
                _ = list.apply(.events([NetEvent(seq: 0, time: .zero, kind: .phase, row: row)]))
            }
        }
        list.toggleFailures()
        #expect(list.shownCount == 2 && list.counts.failed == 2 && list.faults == [])
    }

    @Test func aServiceIsFilteredByItsWholeName() throws {
        for name in ["api-1", "two words", "a (b)", "say \"x\" \\ y"] {
            var row = TaskRow(id: TaskID(1), info: TaskInfo(endpoint: "e", title: "/", method: .get), openedAt: .zero)
            row.service = name
            #expect(try TaskFilter(TaskFilter.text(ofService: name)).passes(row), "\(name)")
            row.service = "other"
            #expect(try !TaskFilter(TaskFilter.text(ofService: name)).passes(row), "\(name)")
        }
    }

    /// Old traces make room for new ones: the rows that the filter showed by them go.
    @Test func aDroppedTraceLeavesTheFilteredTable() {
        var list = TaskList()
        list.editFilter { $0 = TextField("url:shop.example") }
        for number in 1...2 {
            var row = TaskRow(
                id: TaskID(UInt64(number)), info: TaskInfo(endpoint: "e", title: "/", method: .get), state: .succeeded,
                openedAt: .zero)
            row.exchanges = [
                ExchangeRecord(
                    attempt: 1, service: "", request: WireRequest(method: .get, url: URI("https://shop.example/\(number)")),
                    head: nil, failure: nil, metrics: TransferMetrics(), startedAt: .zero)
            ]
            row.traceWeight = TraceKeeper.capacity
            _ = list.apply(.events([NetEvent(seq: 0, time: .zero, kind: .phase, row: row)]))
        }
        #expect(list.rows(on: 0..<5).map(\.id) == [TaskID(2)] && list.faults == [])
    }

    @Test func filterFoldsWhatIsNotASCIIToo() {
        #expect("GRÜẞE an ÄLLE".containsFolded("älle") && !"GRÜSSE".containsFolded("ü s"))
        #expect("abcabd".containsFolded("abd") && !"ab".containsFolded("abc") && "x".containsFolded(""))
    }

    private func crowd() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(String(repeating: "s ", count: 6))
        let ids = (1...6).map { _ in driver.start() }
        driver.answer(ids[0], .empty(500))
        driver.answer(ids[1], .json(Scene.item))
        return driver
    }

    @Test func filterIsTypedInThePaneAndLeavesWithEscape() throws {
        var driver = try crowd()
        driver.keys("4 f / 'state:live'")
        #expect(driver.model.isEditing && driver.model.tasks.shownCount == 4)
        #expect(driver.text.contains("4 of 6 · 4 running"))
        driver.keys("enter")
        #expect(!driver.model.isEditing && driver.model.tasks.shownCount == 4)
        driver.keys("esc")
        #expect(driver.model.tasks.shownCount == 6 && driver.model.focus == .tasks && driver.model.view.isFullscreen)
        driver.keys("/ 'zzz'")
        #expect(driver.text.contains("No match"))
        driver.keys("esc")
        #expect(!driver.model.isEditing && driver.model.tasks.shownCount == 6)
    }

    @Test func leavingThePaneEndsTheTypingAndKeepsTheFilter() throws {
        var driver = try crowd()
        driver.keys("4 / 'state:live' tab")
        #expect(driver.model.focus != .tasks && !driver.model.isEditing)
        #expect(driver.model.tasks.shownCount == 4)
    }

    @Test func cancelAllInAFilteredTableMeansWhatItShows() throws {
        var driver = try crowd()
        driver.keys("4 / 'state:live' enter")
        _ = driver.takeEffects()
        let shown = driver.model.tasks.shownLive
        driver.keys("X")
        #expect(driver.text.contains("Cancel \(shown.count) requests, all that the filter shows?"))
        driver.keys("y")
        #expect(driver.takeEffects() == [.engine(.cancel(shown))])
        driver.keys("/ C-u 'state:ended' enter X")
        #expect(driver.model.notices.shown?.text == "No task in the table is running")
    }

    @Test func marksAreOfShownRowsOnly() throws {
        var driver = try crowd()
        driver.keys("4 *")
        #expect(driver.model.tasks.marks.count == 6)
        driver.keys("/ 'state:live' enter")
        #expect(driver.model.tasks.marks.count == 4)
        driver.answer(TaskID(3), .json(Scene.item))
        #expect(driver.model.tasks.marks == [TaskID(4), TaskID(5), TaskID(6)])
        driver.keys("x")
        #expect(driver.takeEffects().last == .engine(.cancel([TaskID(4), TaskID(5), TaskID(6)])))
    }

    // MARK: The order

    @Test func sortGoesThroughTheColumnsAndReverseTurnsItAround() throws {
        var driver = try crowd()
        driver.keys("4")
        #expect(driver.text.contains("#▼"))
        driver.keys("S")
        #expect(driver.text.contains("state▲"))
        #expect(driver.model.tasks.row(at: 5)?.state == .succeeded)
        driver.keys("o")
        #expect(driver.text.contains("state▼"))
        #expect(driver.model.tasks.row(at: 0)?.state == .succeeded)
        #expect(driver.model.tasks.selectedID == driver.model.tasks.row(at: 0)?.id)
        let columns = TaskColumn.choosable(of: driver.model.tasks)
        driver.keys(String(repeating: "S ", count: columns.count(where: \.isSortable) - 1))
        #expect(driver.model.tasks.order == .newestFirst && driver.model.tasks.follows)
    }

    @Test func followGoesBackToTheNewestFirst() throws {
        var driver = try crowd()
        driver.keys("4 S j j")
        let selected = driver.model.tasks.selectedID
        driver.keys("1 s")
        let newest = driver.start()
        #expect(driver.model.tasks.selectedID == selected)
        driver.keys("4 F")
        #expect(driver.model.tasks.order == .newestFirst && driver.model.tasks.selectedID == newest)
    }

    @Test func clickOnATitleSortsByItsColumn() throws {
        var driver = try crowd()
        driver.keys("4")
        let header = try #require(driver.lines.first { $0.contains("#▼") })
        let x = try #require(header.firstRange(of: "response")).lowerBound
        var model = driver.model
        let column = header.distance(from: header.startIndex, to: x)
        TasksPane.clickHeader(x: column, &model)
        #expect(model.tasks.order == TaskOrder(.response))
        TasksPane.clickHeader(x: column, &model)
        #expect(model.tasks.order.column == .response && !model.tasks.order.isDescending)
        TasksPane.clickHeader(x: 2, &model)
        TasksPane.clickHeader(x: 500, &model)
        #expect(model.tasks.order.column == .response)
    }

    @Test func theKeyForTheNextColumnSkipsHiddenOnes() throws {
        var driver = try Driver()
        driver.resize(80, 24)
        driver.keys("s 4")
        driver.start()
        for _ in TaskColumn.allCases {
            driver.keys("S")
            #expect(driver.text.contains("▲") || driver.text.contains("▼"), "\(driver.model.tasks.order.column)")
        }
    }

    @Test func whatRunsCountsAsOlderThanWhatEnded() throws {
        var driver = try Driver()
        driver.keys("s s s")
        let ids = (1...3).map { _ in driver.start() }
        driver.wait(.seconds(60))
        driver.answer(ids[0], .json(Scene.item))
        driver.keys("s")
        let young = driver.start()
        driver.keys("4")
        driver.sortTasks(by: .took)
        #expect(driver.model.tasks.order == TaskOrder(.took))
        #expect(driver.model.tasks.rows(on: 0..<4).map(\.id) == [ids[2], ids[1], young, ids[0]])
    }

    // MARK: Memory

    @Test func oldestTracesMakeRoom() {
        var keeper = TraceKeeper(capacity: 100)
        func keep(_ number: UInt64, _ weight: Int) -> [TaskID] {
            var row = TaskRow(
                id: TaskID(number), info: TaskInfo(endpoint: "e", title: "/", method: .get), state: .succeeded, openedAt: .zero)
            row.traceWeight = weight
            return keeper.keep(row)
        }
        #expect(keep(1, 60) == [])
        #expect(keep(2, 40) == [])
        #expect(keep(3, 30) == [TaskID(1)])
        #expect(keep(4, 1_000) == [TaskID(2), TaskID(3)])
        #expect(keep(5, 1) == [TaskID(4)])
    }
}
