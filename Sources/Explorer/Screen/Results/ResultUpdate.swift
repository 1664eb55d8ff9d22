// The rows of a response in the model: requests those that the screen will need, receives them, follows a
// search. Shows the part of a streaming response that has arrived like any response.

import Canvas
import Document
import NetLayer

extension Model {
    /// Requests the data that the open tab of the result pane needs and does not have.
    mutating func requestRows() -> [Effect] {
        var effects = result.pipe.takeOwed()
        guard let task = result.body, let answer = result.answer, answer.kind != .empty else { return effects }
        let height = listHeight(of: .result)
        if let effect = result.missingDiff(height: height) { effects.append(effect) }
        if [.json, .xml, .records].contains(answer.kind), let effect = result.filter.missing(task) { effects.append(effect) }
        switch result.tab.content {
        case .table where result.filter.isAwaited, .tree where result.filter.isAwaited: break
        case .tree: if let request = result.tree.missing(task, height: height) { effects.append(.body(.tree(request))) }
        case .table: if let request = result.table.missing(task, height: height) { effects.append(.body(.table(request))) }
        case .bodyLines:
            if let wish = result.missingWindow(height: height) {
                effects.append(.body(.window(wish.task, wish.mode, wish.range)))
            }
        case .madeLines, .contract, .diff: break
        }
        if let view = result.findView, let request = result.search.missing(task, view, filter: result.shownFilter) {
            effects.append(.body(.find(request)))
        }
        return effects
    }

    mutating func receive(_ window: TreeWindow) { result.tree.receive(window, height: listHeight(of: .result)) }

    mutating func receive(_ window: TableWindow) {
        if window.request.choice.list != nil, window.request.filter == nil {
            if window.pointer == nil, result.leaveWrittenList(of: window.request.task) { return }
            result.chosenRows[window.request.task] = window.total
        }
        result.table.receive(window, height: listHeight(of: .result))
    }

    /// Goes to a match that has not been shown yet.
    mutating func receive(_ found: Found) {
        guard let match = result.search.receive(found) else { return }
        let height = listHeight(of: .result)
        switch found.request.query.view {
        case .lines: result.show(line: match.place, height: height)
        case .tree: result.tree.reveal(match.place, inside: match.containers)
        case .table:
            result.table.go(
                row: match.place / JSONTableSpace.stride, column: match.place % JSONTableSpace.stride,
                width: view.layout.tableWidth, height: height)
        }
        if match.isWrapped { say(found.request.step == .backward ? "Search wrapped to the end" : "Search wrapped to the top") }
    }

    /// Whether the search field receives the keys.
    var isSearching: Bool { focus == .result && result.search.isTyping }

    /// Handles a key while the user types a search; `nil` when the key is not for the field.
    mutating func editSearch(_ key: Key) -> [Effect]? {
        switch key {
        // Enter accepts only a valid pattern: the field shows the error of an invalid one.
        case .enter where result.search.problem != nil: return []
        case .enter:
            result.search.endTyping()
            if !result.search.isActive { return endSearch() }
        case .escape: return endSearch()
        default:
            var known = false
            result.search.edit { known = $0.handle(key) }
            guard known || key.isPrintable else { return nil }
            if !result.search.isActive { return [.body(.stopFinding)] }
        }
        return []
    }

    /// Searches for the same text in another mode. The tree shows the names of members.
    mutating func changeSearch(_ body: (inout SearchMode) -> Void) -> [Effect] {
        result.search.change(body)
        if result.search.mode.namesOnly { result.showTree() }
        return result.search.isActive ? [] : [.body(.stopFinding)]
    }

    /// Why the search mode cannot change; `nil` when it can.
    var whyNoSearchMode: String? {
        result.search.isTyping || result.search.isActive ? nil : "There is no search; / starts one"
    }

    /// Ends the search.
    mutating func endSearch() -> [Effect] {
        let wasActive = result.search.isActive
        result.search.end()
        return wasActive ? [.body(.stopFinding)] : []
    }
}

extension Layout {
    /// The columns of the screen that a table in the result pane has: all but the scrollbar's.
    var tableWidth: Int { max(0, (inside[.result]?.width ?? 0) - 1) }
}

extension ResultView {
    /// The view of the open tab that a search looks at; `nil` where the tab cannot be searched.
    var findView: FindQuery.View? {
        if picture != nil || (search.mode.namesOnly && tab != .tree) { return nil }
        return switch tab {
        case .table: .table(table.order, table.choice)
        case .tree: .tree(root: tree.root)
        case .raw: .lines(rawMode)
        default: nil
        }
    }

    /// The query whose matches the open tab shows.
    var shownFilter: JSONPath? {
        switch tab {
        case .table: table.filter
        case .tree: tree.filter
        default: nil
        }
    }

    /// The place of the cursor, as a search counts places.
    var place: Int {
        switch tab.content {
        case .table: table.list.selected * JSONTableSpace.stride + table.column
        case .tree: tree.line?.node ?? tree.root
        case .bodyLines, .madeLines, .contract, .diff: shownMatchLine ?? top
        }
    }

    /// The line of the match that was shown last, while the Raw tab shows it.
    var shownMatchLine: Int? {
        guard case .lines? = findView, let match = search.match, let window, match.place >= top else { return nil }
        return match.place < window.start + window.lines.count ? match.place : nil
    }
}

extension Model {
    /// Why the pane cannot follow the end of the shown response; `nil` when it can.
    var whyNoFollowing: String? {
        guard result.answer?.isArriving == true else { return "The response is complete" }
        return result.tab == .table || result.mode != nil ? nil : "Only the table and Raw follow the response; , and . go there"
    }

    /// More of a response has arrived, or its last part.
    mutating func receive(_ answer: Answer) -> [Effect] {
        let isSaved = workspace?.sent[answer.task] != nil
        // The check of a saved request covers its expectations together with the
        // success that the body reports.
        return take(answer) + (isSaved ? judge(answer) : askBody(answer)) + endRound(with: answer) + receiveResource(answer)
            + holdContract(answer)
    }

    /// Checks whether the body of a complete response reports success, where the
    /// user has configured how it does.
    private func askBody(_ answer: Answer) -> [Effect] {
        guard let rule = description?.business, !answer.isArriving, answer.failure == nil, answer.kind == .json else { return [] }
        return [.body(.inspect(Inspection(task: answer.task, node: 0, wish: .business(rule))))]
    }

    private mutating func take(_ whole: Answer) -> [Effect] {
        var answer = whole
        // Its links are those of the list that GET would return: the response itself has no pages.
        if tasks.row(answer.task)?.info.method == .head { answer.links = PageLinks() }
        let before = result.answers.updateValue(answer, forKey: answer.task)
        if before != nil, result.task == answer.task { result.reload() }
        guard result.awaited == answer.task || result.task == answer.task else { return compare(with: answer) }
        if result.awaited == answer.task { result.awaited = nil }
        // For records that arrive one by one, the user waits for the newest.
        if before == nil, answer.isArriving, answer.kind == .records { result.follows = true }
        let effects = show(answer.task)
        if result.follows { goToEnd() }
        return effects
    }

    /// Starts or stops following the end.
    mutating func toggleFollowing() -> [Effect] {
        result.follows.toggle()
        if result.follows { goToEnd() }
        return []
    }

    private mutating func goToEnd() { result.stayAtEnd(height: listHeight(of: .result)) }

    mutating func receive(_ window: BodyWindow) {
        result.receive(window)
        if result.follows { goToEnd() }
    }
}

extension ResultView {
    /// Scrolls to the last known rows.
    mutating func stayAtEnd(height: Int) {
        switch tab {
        case .table: table.move(by: Command.bottom.distance(height: height) ?? 0, height: height)
        case .raw, .hex: if let window { scroll(to: window.total, lines: window.total, height: height) }
        default: break
        }
    }

    /// The user moves: to the end of a growing response, to stay there; anywhere else, to stop following.
    mutating func moved(_ command: Command) { follows = command == .bottom && (answer?.isArriving == true || isCounting) }

    /// More lines are expected.
    private var isCounting: Bool { mode != nil && window?.isCounted == false }
}
