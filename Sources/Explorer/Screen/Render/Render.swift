// From the model to a screen. Pure: the same model renders the same screen, and costs what is
// visible, never what exists.

import Canvas

/// The screen that shows the model.
public func render(_ model: Model) -> Screen {
    var screen = Screen(size: model.view.size)
    let layout = model.view.layout
    StatusBar.draw(model, on: &screen, in: layout.status)
    drawBorders(layout, model, on: &screen)
    for (pane, area) in layout.inside {
        let focused = pane == model.focus && model.dialogs.open == nil
        switch pane {
        case .endpoints: EndpointsPane.draw(model, on: &screen, in: area, focused: focused)
        case .request: RequestPane.draw(model, on: &screen, in: area, focused: focused)
        case .result: ResultPane.draw(model, on: &screen, in: area, focused: focused)
        case .tasks: TasksPane.draw(model, on: &screen, in: area, focused: focused)
        case .services: ServicesPane.draw(model, on: &screen, in: area, focused: focused)
        }
    }
    // A field without room renders nothing, and must not leave its cursor behind.
    if let cursor = screen.cursor, !screen.bounds.contains(cursor) { screen.cursor = nil }
    ChoicePopup.draw(model, layout, on: &screen)
    Footer.draw(model, on: &screen, in: layout.footer)
    if let dialog = model.dialogs.open {
        screen.cursor = nil
        dialog.draw(model, on: &screen)
    }
    return screen
}

private func drawBorders(_ layout: Layout, _ model: Model, on screen: inout Screen) {
    guard !layout.frame.isEmpty else { return }
    var borders = Borders()
    let isGuarded = model.guardLabel != nil
    // One pane alone needs no frame that shows the focus.
    let showsFocus = !isGuarded || layout.outside.count > 1
    for (pane, rect) in layout.outside { borders.add(rect, focused: pane == model.focus && showsFocus) }
    borders.draw(on: &screen, style: isGuarded ? .warning : .border)
    for (pane, rect) in layout.outside { drawTitle(of: pane, model, on: &screen, in: rect) }
}

private func drawTitle(of pane: Pane, _ model: Model, on screen: inout Screen, in rect: Rect) {
    let line = Rect(x: rect.x + 2, y: rect.y, width: max(0, rect.width - 4), height: 1)
    let style: Style = pane == model.focus ? .title : .muted
    let name = "\(pane.rawValue) \(pane.title)"
    var parts: [(text: String, style: Style)] = [(name, style)]
    // Each part takes three columns more than its text.
    let room = line.width - TextWidth.measure(name) - 2
    switch pane {
    case .endpoints:
        let list = model.endpoints
        let shown = list.shownCount
        if list.total > 0 { parts.append((shown == list.total ? "\(shown)" : "\(shown) of \(list.total)", .muted)) }
    case .request: parts.append((RequestPane.title(model, room: room - 3), .text))
    case .result: parts += ResultTitle.parts(model, room: room)
    case .tasks:
        parts += TasksPane.title(model)
    case .services: parts += ServicesPane.title(model)
    }
    var x = line.x
    for (index, part) in parts.filter({ !$0.text.isEmpty }).enumerated() {
        // A separator alone, or with a single letter behind it, is useless.
        guard index == 0 || line.maxX - x >= 6 else { break }
        if index > 0 {
            x += screen.write("· ", x: x, y: line.y, style: .border, in: line)
        } else {
            x += screen.write(" ", x: x, y: line.y, style: .border, in: line)
        }
        x += screen.write(
            TextWidth.truncate(part.text, max(0, line.maxX - x - 1)) + " ", x: x, y: line.y, style: part.style, in: line)
    }
}
