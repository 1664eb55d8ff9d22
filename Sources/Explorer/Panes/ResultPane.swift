// The answer: draws the tab that is open and scrolls in it.

import Canvas
import Document
import NetLayer

enum ResultPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let height = Layout(model).height(of: .result)
        if let distance = command.distance(height: height) {
            model.result.scroll(to: model.result.top + distance, lines: lineCount(model), height: height)
            return []
        }
        switch command {
        case .left: step(by: -1, &model)
        case .right: step(by: 1, &model)
        case .wrap: model.result.wraps.toggle()
        case .cancel: return model.result.task.map { model.cancel([$0]) }
        case .resend: return model.resend()
        case .primary: return []
        default: return nil
        }
        return []
    }

    private static func step(by count: Int, _ model: inout Model) {
        let tabs = ResultTab.allCases
        let index = (tabs.firstIndex(of: model.result.tab) ?? 0) + count
        if tabs.indices.contains(index) { model.result.select(tabs[index]) }
    }

    private static func lineCount(_ model: Model) -> Int {
        switch model.result.tab {
        case .pretty, .raw: model.result.window?.total ?? 0
        case .headers: HeaderLines.lines(model).count
        case .timing: TimingLines.lines(model, width: 80).count
        }
    }

    /// What stands in the pane's border: status, time, size, page, service.
    static func title(_ model: Model) -> [(text: String, style: Style)] {
        guard let task = model.result.task, let row = model.tasks.row(task) else { return [] }
        let look = StateLook(row.state)
        var parts: [(String, Style)] = []
        if let head = model.result.answer?.head {
            let reason = head.reason.isEmpty ? StatusText.reason(head.status) : head.reason
            parts.append((reason.isEmpty ? "\(head.status)" : "\(head.status) \(reason)", .status(head.status)))
        } else {
            parts.append(("\(look.glyph) \(look.word)", look.style))
        }
        let hasPages = model.result.answer?.links.isEmpty == false || model.result.origins[task] != nil
        if let answer = model.result.answer, answer.head != nil, hasPages {
            parts.append((page(model.result.page, answer.links), .accent))
        }
        parts.append((Quantity.duration(row.age(at: model.now)), .muted))
        if let answer = model.result.answer, answer.head != nil {
            parts.append((Quantity.bytes(Int64(answer.bytes)), .muted))
            if answer.redirects > 0 { parts.append(("\(answer.redirects) redirects", .muted)) }
        }
        if !row.service.isEmpty { parts.append((row.service, .muted)) }
        return parts
    }

    private static func page(_ number: Int?, _ links: PageLinks) -> String {
        guard let number else { return links.next == nil ? "the last page" : "a later page" }
        if let last = links.last?.pageNumber { return "page \(number) of \(max(last, number))" }
        return links.next == nil ? "page \(number), the last" : "page \(number)"
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        guard let task = model.result.task, let row = model.tasks.row(task) else {
            return EmptyState.draw(["No answer yet"], next: "`s` sends the selected endpoint", on: &screen, in: area)
        }
        var body = area
        if area.height > Layout.resultTabs {
            let (line, rest) = area.splitTop(Layout.resultTabs)
            tabs(in: line).draw(active: ResultTab.allCases.firstIndex(of: model.result.tab), on: &screen)
            body = rest
        }
        switch model.result.tab {
        case .headers: draw(HeaderLines.lines(model), model, on: &screen, in: body)
        case .timing: draw(TimingLines.lines(model, width: body.width), model, on: &screen, in: body)
        case .pretty, .raw:
            guard let answer = model.result.answer else { return drawWaiting(row, model, on: &screen, in: body) }
            drawBody(answer, row, model, on: &screen, in: body)
        }
    }

    static func tabs(in line: Rect) -> TabBar { TabBar(titles: ResultTab.allCases.map(\.rawValue), line: line) }

    private static func drawWaiting(_ row: TaskRow, _ model: Model, on screen: inout Screen, in area: Rect) {
        let look = StateLook(row.state)
        guard !row.state.isEnded else {
            return EmptyState.draw(
                [
                    "\(look.glyph) \(look.word)",
                    model.result.evicted.contains(row.id) ? "Its body is kept no longer" : row.reason, "",
                    model.result.plans[row.id] == nil ? "" : "r sends it again",
                ],
                style: look.style, on: &screen, in: area)
        }
        let phase = if case .running(let phase) = row.state { phase.rawValue } else { look.word }
        let received = row.bytesReceived > 0 ? "\(Quantity.bytes(row.bytesReceived)) so far" : ""
        EmptyState.draw(
            [
                "\(row.info.method) \(row.info.title)", "\(look.glyph) \(phase) · \(Quantity.duration(row.age(at: model.now)))",
                received,
            ],
            next: "`esc` cancels it", on: &screen, in: area)
    }

    private static func drawBody(_ answer: Answer, _ row: TaskRow, _ model: Model, on screen: inout Screen, in area: Rect) {
        if let failure = answer.failure, answer.bytes == 0 {
            return EmptyState.draw(failure.lines, style: .error, on: &screen, in: area)
        }
        let note = note(model, room: area.height)
        let (top, area) = area.splitTop(note.count)
        for (index, line) in note.enumerated() {
            screen.put(TextWidth.fit(line, top.width), x: top.x, y: top.y + index, style: .error, in: top)
        }
        guard answer.kind != .empty else {
            return EmptyState.draw(["The answer has no body", "Headers shows what came"], on: &screen, in: area)
        }
        guard let window = model.result.window else { return }
        let highlights = answer.kind == .json
        var y = area.y
        var number = model.result.top
        while y < area.maxY, number < window.total {
            let index = number - window.start
            guard window.lines.indices.contains(index) else { break }
            let spans = highlights ? JSONSpans.styled(window.lines[index]) : [(Substring(window.lines[index]), Style.text)]
            y += draw(spans, wraps: model.result.wraps, at: y, on: &screen, in: area)
            number += 1
        }
        Scrollbar.draw(top: model.result.top, shown: area.height, total: window.total, on: &screen, in: area)
    }

    /// What stands above a body that did not arrive whole: at most half of the room.
    static func note(_ model: Model, room: Int) -> [String] {
        guard model.result.tab.mode != nil, let answer = model.result.answer, answer.bytes > 0 else { return [] }
        return Array((answer.failure?.lines ?? []).prefix(room / 2))
    }

    /// Draws one line of text, cut or wrapped; returns the rows it took.
    private static func draw(
        _ spans: [(Substring, Style)], wraps: Bool, at y: Int, on screen: inout Screen, in area: Rect
    ) -> Int {
        var x = area.x
        var row = y
        let right = area.maxX - 1
        for (text, style) in spans {
            var rest = text
            while !rest.isEmpty {
                let room = right - x
                var piece = TextPiece.prefix(of: rest, columns: room)
                // What is wider than the whole pane is cut: nothing after it would ever be seen otherwise.
                if piece.isEmpty, wraps, x == area.x { piece = rest.prefix(1) }
                x += screen.put(String(piece), x: x, y: row, style: style, in: area)
                rest = rest[piece.endIndex...]
                guard !rest.isEmpty else { break }
                guard wraps, x > area.x || room > 1, row + 1 < area.maxY else {
                    if !wraps { screen.put("›", x: right, y: row, style: .muted, in: area) }
                    return row - y + 1
                }
                row += 1
                x = area.x
            }
        }
        return row - y + 1
    }

    private static func draw(_ lines: [StyledLine], _ model: Model, on screen: inout Screen, in area: Rect) {
        var y = area.y
        for line in lines.dropFirst(model.result.top) where y < area.maxY {
            y += draw(line.spans.map { (Substring($0.text), $0.style) }, wraps: model.result.wraps, at: y, on: &screen, in: area)
        }
        Scrollbar.draw(top: model.result.top, shown: area.height, total: lines.count, on: &screen, in: area)
    }
}

extension Model {
    /// Sends the request of the selected or shown task once more, as it was.
    mutating func resend() -> [Effect] {
        guard let id = resendable, let plan = result.plans[id] else { return [] }
        return send(plan, page: result.pages[id, default: 1])
    }
}
