// Draws the dialog of `:login`.

import Canvas
import NetLayer

enum LoginOverlay {
    private static let titles = 11

    static func frame(_ prompt: LoginPrompt, on size: Size) -> Rect {
        let width = min(76, size.width - (size.width > 40 ? 4 : 0))
        return DialogBox.frame(width: width, height: lines(prompt, width: max(10, width - 4)).count + 2, on: size)
    }

    static func draw(_ prompt: LoginPrompt, on screen: inout Screen) {
        DialogBox.draw(frame(prompt, on: screen.size), title: prompt.title, on: &screen) { screen, area in
            for (index, line) in lines(prompt, width: area.width).prefix(area.height).enumerated() {
                var x = area.x
                for span in line.spans {
                    x += screen.write(
                        TextWidth.truncate(span.text, max(0, area.maxX - x)), x: x, y: area.y + index, style: span.style, in: area
                    )
                }
            }
            screen.overlay(area, .surface)
            guard prompt.phase == .typing else { return }
            for (index, row) in prompt.rows.enumerated() where row != .flow && index < area.height {
                draw(row, prompt, at: area.row(index), on: &screen)
            }
        }
    }

    private static func draw(_ row: LoginPrompt.Row, _ prompt: LoginPrompt, at line: Rect, on screen: inout Screen) {
        var prompt = prompt
        let isActive = prompt.row == row
        prompt.row = row
        let field = row.isSecret ? prompt.field.dotted(after: 0) : prompt.field
        let input = Rect(x: line.x + titles, y: line.y, width: max(1, line.width - titles), height: 1)
        let (text, cursor) = field.visible(width: input.width)
        screen.fill(input, style: .input)
        screen.write(text, x: input.x, y: input.y, style: .input, in: input)
        guard isActive else { return }
        screen.drawSelection(of: field, width: input.width, x: input.x, y: input.y)
        screen.cursor = Point(x: input.x + min(cursor, input.width - 1), y: input.y)
    }

    static func lines(_ prompt: LoginPrompt, width: Int) -> [StyledLine] {
        switch prompt.phase {
        case .typing:
            let rows = prompt.rows.map { row in
                let title = (TextWidth.pad(row.title, titles), prompt.row == row ? Style.accent : .muted)
                guard row == .flow else { return StyledLine([title]) }
                let mark = prompt.flows.count > 1 ? ("‹ ", " ›") : ("", "")
                return StyledLine([title, (mark.0 + prompt.flow.grant.title + mark.1, prompt.row == .flow ? .selection : .text)])
            }
            let about =
                prompt.flow.scopes.isEmpty
                ? []
                : wrapped("Available scopes: " + prompt.flow.scopes.map(\.name).joined(separator: ", "), .muted, width).prefix(3)
            let (origins, areForeign) = prompt.receivers
            let sentence =
                origins.isEmpty
                ? ""
                : "The credentials go to \(origins.map { Printable.visible($0) }.joined(separator: " and "))"
                    + (areForeign ? ", not the API's server." : ".")
            let place = sentence.isEmpty ? [] : wrapped(sentence, areForeign ? .warning : .muted, width)
            return rows + place + about + (prompt.problem.map { [.empty] + wrapped($0, .warning, width) } ?? [])
        case .waiting: return [StyledLine("Asking the server …", .text)]
        case .browser(let url, let isOpened):
            let words =
                isOpened
                ? "A browser was opened: log in there." : "Open this address in a browser on this computer, and log in there:"
            return wrapped(words, .text, width) + [.empty] + wrapped("\(url)", .accent, width) + [
                .empty, StyledLine("The login then continues automatically.", .muted),
            ]
        case .device(let code):
            return [
                StyledLine("On any device, open", .text), StyledLine("  \(code.verificationURI)", .accent),
                StyledLine([("and type ", .text), (code.userCode, .accent)]), .empty,
                StyledLine("The login then continues automatically.", .muted),
            ]
        }
    }

    private static func wrapped(_ text: String, _ style: Style, _ width: Int) -> [StyledLine] {
        WordWrap.lines(text, width).map { StyledLine($0, style) }
    }
}

extension LoginPrompt: Dialog {
    var edited: TextField? { phase == .typing && row != .flow ? field : nil }
    var hidesText: Bool { row.isSecret }

    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    func frame(_ model: Model) -> Rect { LoginOverlay.frame(self, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { LoginOverlay.draw(self, on: &screen) }

    fileprivate var title: String { "Log in · \(scheme)" }

    func spoken(_ model: Model) -> SpokenDialog {
        let lines = LoginOverlay.lines(self, width: max(10, model.view.size.width)).map { $0.spans.map(\.text).joined() }
        guard phase == .typing else { return SpokenDialog(texts: [title] + lines) }
        let field =
            row == .flow
            ? SpokenDialog.Field(name: "\(row.title) \(flow.grant.title)", value: "left and right choose another way")
            : SpokenDialog.Field(row.title, self.field, isSecret: row.isSecret)
        // Behind the fields: where the credentials go, and what is wrong.
        return SpokenDialog(texts: [title] + lines.dropFirst(rows.count), field: field)
    }

    func press(_ point: Point, in frame: Rect, of model: inout Model) -> [Effect] {
        let line = point.y - DialogBox.inside(frame).y
        guard phase == .typing, rows.indices.contains(line) else { return [] }
        var prompt = self
        prompt.row = rows[line]
        model.dialogs.open = prompt
        return []
    }

    func paste(_ text: String, in model: inout Model) -> [Effect]? {
        guard phase == .typing else { return nil }
        var prompt = self
        prompt.field.insert(text.filter { !$0.isNewline })
        model.dialogs.open = prompt
        return []
    }

    var hints: [KeyHint] {
        switch phase {
        case .typing: break
        case .waiting: return [("esc", "give up")]
        case .browser, .device: return [("y", "copy the address"), ("esc", "give up")]
        }
        let more = row == .flow ? [("← →", "another way")] : [("S-tab", "back")]
        return [("enter", "log in"), ("tab", "next")] + more + [("esc", "leave")]
    }
}
