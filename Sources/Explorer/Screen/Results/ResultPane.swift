// The result pane: draws the open tab and scrolls in it.

import Canvas
import NetLayer

enum ResultPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let layout = model.view.layout
        let height = model.listHeight(of: .result)
        if command.distance(height: height) != nil { model.result.moved(command) }
        switch command {
        case .follow: return model.toggleFollowing()
        case .cancel: return model.result.task.map { model.cancel([$0]) }
        case .pauseWatch: return model.togglePause()
        case .resend: return model.resend()
        case .wrap: model.result.wraps.toggle()
        case .nextTab: model.result.step(by: 1)
        case .previousTab: model.result.step(by: -1)
        case .trace: model.result.glance(at: .trace)
        case .filter:
            model.result.search.begin(at: model.result.place)
            if model.result.search.mode.namesOnly { model.result.showTree() }
        case .searchRegex: return model.changeSearch { $0.isRegex.toggle() }
        case .searchKeys: return model.changeSearch { $0.namesOnly.toggle() }
        case .path: model.beginFilter()
        case .pipe: model.beginPipe()
        case .diff: return model.compareWithPrevious()
        case .nextMatch where model.result.tab == .diff: model.result.diff?.step(.onward, height: height)
        case .previousMatch where model.result.tab == .diff: model.result.diff?.step(.backward, height: height)
        case .nextMatch: model.result.search.go(.onward, from: model.result.place + 1)
        case .previousMatch: model.result.search.go(.backward, from: model.result.place)
        case .export: return model.askHowToExport()
        case .openLink: return model.openLink()
        case .editor: return model.editResource()
        case .back: return back(&model)
        default: return move(command, &model, width: layout.tableWidth, height: height)
        }
        return []
    }

    /// Performs a command of the open tab.
    private static func move(_ command: Command, _ model: inout Model, width: Int, height: Int) -> [Effect]? {
        switch model.result.tab {
        case .tree where command == .asTable: return model.showAsTable()
        case .tree where command == .primary && model.result.tree.line?.isLink == true: return model.openLink()
        case .tree: return model.result.tree.perform(command, height: height) ? [] : nil
        case .table: return moveInTable(command, &model, width: width, height: height)
        case .contract: if let effects = model.moveInContract(command, height: height) { return effects }
        case .diff: if model.result.diff?.move(command, height: height) == true { return [] }
        default: break
        }
        if let distance = command.distance(height: height) {
            // A screen reader hears the first line in view: every line must get there.
            let height = model.view.usesReader ? 1 : height
            model.result.scroll(to: model.result.top + distance, lines: lineCount(model), height: height)
            return []
        }
        switch command {
        case .left: model.result.step(by: -1, sideways: true)
        case .right: model.result.step(by: 1, sideways: true)
        case .fold: model.result.turnRaw()
        default: return nil
        }
        return []
    }

    private static func moveInTable(_ command: Command, _ model: inout Model, width: Int, height: Int) -> [Effect]? {
        if let distance = command.distance(height: height) {
            model.result.table.move(by: distance, height: height)
            return []
        }
        let column = model.result.table.column
        switch command {
        case .left: model.result.table.step(to: column - 1, width: width)
        case .right: model.result.table.step(to: column + 1, width: width)
        case .sort: model.result.table.sort(height: height)
        case .reverse: model.result.table.reverse(height: height)
        case .primary: model.result.openRow()
        case .toggle: return model.showCell()
        case .columns: return model.chooseColumns()
        case .bars: model.toggleBars()
        case .hideColumn: model.hideColumn()
        case .columnLeft: model.moveColumn(by: -1)
        case .columnRight: model.moveColumn(by: 1)
        default: return nil
        }
        return []
    }

    /// Leaves the first thing that `esc` can leave; `nil` when this pane has none.
    private static func back(_ model: inout Model) -> [Effect]? {
        if let effects = model.stopExport() { return effects }
        // Elsewhere the key cancels the request; from the task table it leads back there, step by step.
        if model.isResultLoading, !model.result.isFromTasks { return nil }
        if model.cancelPipe() { return [] }
        if model.result.search.isActive { return model.endSearch() }
        if model.result.tab == .diff {
            model.result.endDiff()
            return []
        }
        if model.result.closeRow() { return [] }
        if model.result.filter.isOpen, model.result.tab.takesFilter { return model.endFilter() }
        if model.result.pipe.shown != nil {
            model.result.endPipe()
            return []
        }
        return backToTasks(&model)
    }

    /// Goes back to the row that the user came from; `nil` when it was none.
    private static func backToTasks(_ model: inout Model) -> [Effect]? {
        guard model.result.isFromTasks else { return nil }
        model.focus = .tasks
        return []
    }

    private static func lineCount(_ model: Model) -> Int {
        switch model.result.tab.content {
        case .table, .tree, .bodyLines: model.result.window?.total ?? 0
        case .madeLines: model.result.tab.lines(model)?.count ?? 0
        case .contract: model.contractLines.count
        case .diff: model.result.diff?.total ?? 0
        }
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        guard let task = model.result.task, let row = model.tasks.row(task) ?? model.shownPast?.row else {
            if let failure = model.sourceFailure { return NoDescription.draw(failure, on: &screen, in: area) }
            return EmptyState.draw(["No response yet"], next: model.firstStep, on: &screen, in: area)
        }
        var body = area
        if area.height > Layout.resultTabs {
            let (line, rest) = area.splitTop(Layout.resultTabs)
            ResultTabs.draw(model, on: &screen, in: line)
            body = rest
        }
        let (pipe, below) = body.splitTop(PipeLine.height(model, room: body.height))
        PipeLine.draw(model, on: &screen, in: pipe)
        body = below
        let (filter, rest) = body.splitTop(FilterLine.height(model, room: body.height))
        FilterLine.draw(model, on: &screen, in: filter)
        body = rest
        switch model.result.tab.content {
        case .contract: ContractPane.draw(model, on: &screen, in: body, focused: focused)
        case .diff: DiffPane.draw(model, on: &screen, in: body, focused: focused)
        case .madeLines:
            guard let lines = model.result.tab.lines(model) else { return }
            ResultText.draw(lines, model, on: &screen, in: body)
        case .table, .tree, .bodyLines:
            guard let answer = model.result.answer else { return drawWaiting(row, model, on: &screen, in: body) }
            drawBody(answer, model, on: &screen, in: body, focused: focused)
        }
    }

    private static func drawWaiting(_ row: TaskRow, _ model: Model, on screen: inout Screen, in area: Rect) {
        let look = StateLook(row.state)
        guard !row.state.isEnded else {
            return EmptyState.draw(
                [
                    "\(look.glyph) \(look.word)",
                    whyNoBody(row, model), "",
                    model.result.plans[row.id] == nil ? "" : "r sends it again",
                ],
                style: look.style, on: &screen, in: area)
        }
        let motion = model.view.motion
        let phase = if case .running(let phase) = row.state { phase.rawValue } else { look.word }
        EmptyState.draw(
            [
                row.info.words, "\(look.glyph) \(phase) · \(motion.elapsed(row.age(at: model.now)))",
                row.retry.map { RetryText.long($0, at: model.now, motion) } ?? received(row),
            ],
            next: model.focus == .result ? "`x` cancels it" : "`3` `x` cancels it", on: &screen, in: area)
    }

    /// Why there is no body of an ended task.
    private static func whyNoBody(_ row: TaskRow, _ model: Model) -> String {
        if model.result.evicted.contains(row.id) { return "The body is no longer stored" }
        return row.pacing != nil && row.reason.isEmpty ? "Bodies of measured requests are not stored" : row.reason
    }

    /// How much has arrived, and of how much where the response says so.
    private static func received(_ row: TaskRow) -> String {
        guard row.bytesReceived > 0 else { return "" }
        guard let expected = row.bytesExpected, expected >= row.bytesReceived else {
            return "\(Quantity.bytes(row.bytesReceived)) so far"
        }
        let part = Double(row.bytesReceived) / Double(expected)
        let filled = Int(part * 20)
        let bar = String(repeating: "▓", count: filled) + String(repeating: "░", count: 20 - filled)
        return "\(bar) \(Quantity.bytes(row.bytesReceived)) of \(Quantity.bytes(expected)), \(Int(part * 100)) %"
    }

    private static func drawBody(
        _ answer: Answer, _ model: Model, on screen: inout Screen, in area: Rect, focused: Bool
    ) {
        if let failure = answer.failure, answer.bytes == 0 {
            return EmptyState.draw(failure.lines, style: .error, on: &screen, in: area)
        }
        let noteStyle: Style = model.wholeList == nil ? .error : .warning
        let head =
            note(model, room: area.height).map { (text: $0, style: noteStyle) }
            + model.goneLines(room: area.height).map { (text: $0, style: Style.changed) }
        let (top, area) = area.splitTop(head.count)
        for (index, line) in head.enumerated() {
            screen.write(TextWidth.truncate(line.text, top.width), x: top.x, y: top.y + index, style: line.style, in: top)
        }
        guard answer.kind != .empty else {
            if model.result.pipe.shown != nil {
                return EmptyState.draw(["The command printed nothing"], next: "`esc` shows the response", on: &screen, in: area)
            }
            return EmptyState.draw(["The response has no body"], next: "`.` shows its headers", on: &screen, in: area)
        }
        switch model.result.tab.content {
        case .table: ResultTable.draw(model, on: &screen, in: area, focused: focused)
        case .tree: ResultTree.draw(model, on: &screen, in: area, focused: focused)
        case .bodyLines, .madeLines, .contract, .diff:
            if let picture = model.result.picture {
                return PictureView.draw(picture, bytes: answer.bytes, model, on: &screen, in: area)
            }
            guard let window = model.result.window else { return }
            ResultText.draw(body: window, isJSON: answer.kind == .json, model, on: &screen, in: area)
        }
    }

    /// The lines above a body that is incomplete or broken, that is a problem, or that needs a
    /// login: at most half of the room.
    static func note(_ model: Model, room: Int) -> [String] {
        guard model.result.tab.showsBody, let answer = model.result.answer, answer.bytes > 0 else { return [] }
        let lines =
            (answer.failure?.lines ?? []) + answer.notes + (model.wholeList?.notes ?? []) + (model.loginHint.map { [$0] } ?? [])
        return Array(lines.prefix(room / 2))
    }
}

extension Model {
    /// Sends the request of the selected or shown task again, unchanged.
    mutating func resend() -> [Effect] {
        if focus == .tasks, !tasks.marks.isEmpty { return resendMarked() }
        if let id = outsideTask, result.lists[id] != nil { return readMissingPages(of: id) }
        guard let id = resendable else { return [] }
        planArchived(id)
        guard let plan = result.plans[id] else {
            say(whyNoPlan(ofArchived: id))
            return []
        }
        return send(
            plan, page: result.pages[id, default: 1], paging: result.styles[id], by: result.linkedFrom[id], again: true)
    }
}
