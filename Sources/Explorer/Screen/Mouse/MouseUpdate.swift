// What the mouse does: presses, drags and turns of the wheel, as changes of the model.

import Canvas

extension Model {
    /// Whether the program wants the mouse's reports.
    public var capturesMouse: Bool { mouse.captures }

    /// How many lines one notch of the wheel scrolls.
    private static let wheelLines = 3

    mutating func handle(_ event: MouseEvent) -> [Effect] {
        // A report that was on its way when the mouse was given back.
        guard mouse.captures else { return [] }
        switch event.kind {
        case .pressed(.left):
            mouse.dragged = nil
            return press(event.point)
        case .dragged(.left): return drag(to: event.point)
        case .released(.left): return drop()
        case .wheelUp: return turn(.up, at: event.point)
        case .wheelDown: return turn(.down, at: event.point)
        case .pressed, .dragged, .released, .wheelLeft, .wheelRight: return []
        }
    }

    private mutating func press(_ point: Point) -> [Effect] {
        let target = MouseTarget(point, self)
        // As with a key: whoever clicks has read what was said.
        if case .hint(let key) = target { return handle(key) }
        notice = nil
        if let overlay { return press(point, on: overlay) }
        switch target {
        case nil, .hint: return []
        case .edge(let edge):
            if mouse.clicks(.edge(edge), at: now) { splits.reset(edge) } else { mouse.dragged = (edge, false) }
        case .title(let pane): focus = pane
        case .head(let pane):
            focus = pane
            return clickHead(of: pane, at: point) + settle()
        case .line(let pane, let line):
            focus = pane
            return clickLine(line, of: pane, at: point) + settle()
        }
        return settle()
    }

    /// On what lies over the panes: a button answers, outside of the box is Escape.
    private mutating func press(_ point: Point, on overlay: Overlay) -> [Effect] {
        let frame = overlay.frame(self)
        guard frame.contains(point) else { return handle(Key.escape) }
        switch overlay {
        case .help, .messages, .save, .export, .columns, .cell, .ask: return []
        case .cache(var box):
            KeptTable.press(point, in: frame, on: &box.list, count: box.entries.count)
            self.overlay = .cache(box)
            return []
        case .cookies(var box):
            KeptTable.press(point, in: frame, on: &box.list, count: box.cookies.count)
            self.overlay = .cookies(box)
            return []
        case .history(var box):
            KeptTable.press(point, in: frame, on: &box.list, count: box.lines.count)
            self.overlay = .history(box)
            return []
        case .login(var prompt):
            let row = point.y - Dialog.inside(frame).y
            guard prompt.phase == .typing, prompt.rows.indices.contains(row) else { return [] }
            prompt.row = prompt.rows[row]
            self.overlay = .login(prompt)
            return []
        case .palette(let palette): return press(point, on: palette, in: Dialog.inside(frame))
        case .confirm(let question):
            let button = ConfirmOverlay.buttons(question, in: Dialog.inside(frame)).first { $0.rect.contains(point) }
            return button.map { handle($0.key) } ?? []
        }
    }

    /// A click on an entry of the palette runs it.
    private mutating func press(_ point: Point, on palette: Palette, in area: Rect) -> [Effect] {
        let list = PaletteOverlay.parts(of: area, on: size).list
        var palette = palette
        let index = palette.list.top + point.y - list.y
        let count = palette.entries(self).count
        guard list.contains(point), index < count else { return [] }
        palette.list.pick(index, count: count, height: list.height)
        return perform(palette, Key.enter)
    }

    private mutating func drag(to point: Point) -> [Effect] {
        guard let dragged = mouse.dragged, overlay == nil, Layout(self).hasSplits else { return [] }
        splits.move(dragged.edge, to: point, in: Layout(self).frame)
        mouse.dragged = (dragged.edge, true)
        return settle()
    }

    private mutating func drop() -> [Effect] {
        defer { mouse.dragged = nil }
        // The border above the task table holds its name: a click that moved nothing meant that.
        guard case (.tasks, false)? = mouse.dragged, overlay == nil else { return [] }
        focus = .tasks
        return settle()
    }

    /// The wheel scrolls what it is over, and leaves the focus where it is.
    private mutating func turn(_ command: Command, at point: Point) -> [Effect] {
        if overlay != nil {
            return (0..<Self.wheelLines).flatMap { _ in handle(command == .up ? Key.up : .down) }
        }
        guard let pane = MouseTarget(point, self)?.pane else { return [] }
        let height = Layout(self).height(of: pane)
        let lines = command == .up ? -Self.wheelLines : Self.wheelLines
        switch pane {
        case .endpoints: endpoints.scroll(by: lines, height: height)
        case .tasks: tasks.scroll(by: lines, height: height)
        case .request:
            // What is typed belongs to the field in which it was begun.
            guard form?.isEditing != true else { return [] }
            _ = RequestPane.perform(command, &self)
        case .result: for _ in 0..<Self.wheelLines { _ = ResultPane.perform(command, &self) }
        case .services: poolView.list.scroll(by: lines, count: poolView.status?.services.count ?? 0, height: height)
        }
        return settle()
    }

    // MARK: Commands

    mutating func toggleMouse() -> [Effect] {
        let captures = !mouse.captures
        mouse = MouseState()
        mouse.captures = captures
        say(captures ? "The mouse is the program's again" : "The terminal has the mouse: select text with it. m takes it back")
        return [.captureMouse(captures)]
    }

    /// `<` and `>`: the border that belongs to the focused pane.
    mutating func resizeSplit(by step: Int) {
        splits.move(focus == .tasks ? .tasks : .endpoints, by: step, in: Layout(self).frame)
    }
}
