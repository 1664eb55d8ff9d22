// The effects of the mouse on the model: presses, drags and turns of the wheel.

import Canvas

extension Model {
    /// Whether the program wants reports of the mouse.
    public var capturesMouse: Bool { view.mouse.captures }

    /// Lines that one notch of the wheel scrolls.
    static let wheelLines = 3

    mutating func handle(_ event: MouseEvent) -> [Effect] {
        // A report that was on its way when the program gave the mouse back to the terminal.
        guard view.mouse.captures else { return [] }
        switch event.kind {
        case .pressed(.left):
            view.mouse.dragged = nil
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
        // As with a key: a user who clicks has read the message.
        if case .hint(let key) = target { return handle(key) }
        notices.shown = nil
        if let dialog = dialogs.open { return press(point, on: dialog) }
        switch target {
        case nil, .hint: return []
        case .edge(let edge):
            if view.mouse.clicks(.edge(edge), at: now) { view.splits.reset(edge) } else { view.mouse.dragged = (edge, false) }
        case .title(let pane), .strip(let pane): focus = pane
        case .head(let pane):
            focus = pane
            return clickHead(of: pane, at: point)
        case .line(let pane, let line):
            focus = pane
            return clickLine(line, of: pane, at: point)
        }
        return []
    }

    /// Handles a click while a dialog covers the panes; outside of the dialog it acts as Escape.
    private mutating func press(_ point: Point, on dialog: any Dialog) -> [Effect] {
        let frame = dialog.frame(self)
        return frame.contains(point) ? dialog.press(point, in: frame, of: &self) : handle(Key.escape)
    }

    /// Performs a click that is never the second one of two: that would send, or follow a link.
    mutating func clickOnce(_ point: Point) -> [Effect] {
        view.mouse.forgetClick()
        view.mouse.dragged = nil
        let effects = press(point) + drop()
        view.mouse.forgetClick()
        return effects
    }

    private mutating func drag(to point: Point) -> [Effect] {
        guard let dragged = view.mouse.dragged, dialogs.open == nil, view.layout.hasSplits else { return [] }
        view.splits.move(dragged.edge, to: point, in: view.layout.frame)
        view.mouse.dragged = (dragged.edge, true)
        return []
    }

    private mutating func drop() -> [Effect] {
        defer { view.mouse.dragged = nil }
        // The border above the task table shows its name: a click without movement selects that pane.
        guard case (.tasks, false)? = view.mouse.dragged, dialogs.open == nil else { return [] }
        focus = .tasks
        return []
    }

    /// The wheel scrolls the pane under the pointer, and leaves the focus where it is.
    private mutating func turn(_ command: Command, at point: Point) -> [Effect] {
        if let dialog = dialogs.open { return dialog.turn(command, in: &self) }
        guard let pane = MouseTarget(point, self)?.pane else { return [] }
        let height = listHeight(of: pane)
        let lines = command == .up ? -Self.wheelLines : Self.wheelLines
        switch pane {
        case .endpoints: endpoints.scroll(by: lines, height: height)
        case .tasks: tasks.scroll(by: lines, height: height)
        case .request:
            // Typed text belongs to the field in which it was begun.
            guard form?.isEditing != true else { return [] }
            _ = RequestPane.perform(command, &self)
        case .result: for _ in 0..<Self.wheelLines { _ = ResultPane.perform(command, &self) }
        case .services: poolView.list.scroll(by: lines, count: poolView.status?.services.count ?? 0, height: height)
        }
        return []
    }

    // MARK: Commands

    mutating func toggleMouse() -> [Effect] {
        let captures = !view.mouse.captures
        view.mouse = MouseState()
        view.mouse.captures = captures
        say(captures ? "Explorer uses the mouse again" : "The terminal uses the mouse: select text with it. m switches back")
        return [.screen(.display(.captureMouse(captures)))]
    }

    /// `<` and `>` move the border that belongs to the focused pane.
    mutating func resizeSplit(by step: Int) {
        let edge: Splits.Edge = focus == .tasks ? .tasks : .endpoints
        view.splits.move(edge, by: step, in: view.layout.frame, showsSummaries: view.showsSummaries)
    }
}
