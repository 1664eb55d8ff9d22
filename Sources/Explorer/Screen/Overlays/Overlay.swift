// What lies over the panes and has all keys while it is there: help, and questions whose default is No.

import Canvas
import NetLayer

enum Overlay: Sendable, Hashable {
    case help(Help)
    case palette(Palette)
    case messages(scroll: Int)
    case confirm(Question)
    case save(SavePrompt)
    case export(ExportPrompt)
    case columns(ColumnPicker)
    case cell(CellBox)
    case cache(CacheBox)
    case cookies(CookieBox)
    case history(HistoryBox)
    case login(LoginPrompt)
    case ask(VariableQuestion)

    func draw(_ model: Model, on screen: inout Screen) {
        switch self {
        case .help(let help): HelpOverlay.draw(help, model, on: &screen)
        case .palette(let palette): PaletteOverlay.draw(palette, model, on: &screen)
        case .messages(let scroll): MessagesOverlay.draw(model, scroll: scroll, on: &screen)
        case .confirm(let question): ConfirmOverlay.draw(question, on: &screen)
        case .save(let prompt): SaveOverlay.draw(model, prompt, on: &screen)
        case .export(let prompt): ExportOverlay.draw(prompt, on: &screen)
        case .columns(let picker): ColumnsOverlay.draw(picker, on: &screen)
        case .cell(let cell): cell.box(screen.size).draw(scroll: cell.scroll, on: &screen)
        case .cache(let box): KeptTable.draw(box.content, on: &screen)
        case .cookies(let box): KeptTable.draw(box.content, on: &screen)
        case .history(let box): KeptTable.draw(box.content, on: &screen)
        case .login(let prompt): LoginOverlay.draw(prompt, on: &screen)
        case .ask(let question): VariableOverlay.draw(question, on: &screen)
        }
    }

    /// Where it stands, borders included.
    func frame(_ model: Model) -> Rect {
        switch self {
        case .help(let help): HelpOverlay.box(help, model).frame(on: model.size)
        case .palette(let palette): PaletteOverlay.frame(palette.entries(model).count, on: model.size)
        case .messages: MessagesOverlay.box(model).frame(on: model.size)
        case .confirm(let question): ConfirmOverlay.frame(question, on: model.size)
        case .save(let prompt): SaveOverlay.frame(prompt, on: model.size)
        case .export(let prompt): ExportOverlay.frame(prompt, on: model.size)
        case .columns(let picker): ColumnsOverlay.frame(picker, on: model.size)
        case .cell(let cell): cell.box(model.size).frame(on: model.size)
        case .cache(let box): KeptTable.frame(box.entries.count, on: model.size)
        case .cookies(let box): KeptTable.frame(box.cookies.count, on: model.size)
        case .history(let box): KeptTable.frame(box.lines.count, on: model.size)
        case .login(let prompt): LoginOverlay.frame(prompt, on: model.size)
        case .ask(let question): VariableOverlay.frame(question, on: model.size)
        }
    }
}

/// A question before something that cannot be undone.
enum Question: Sendable, Hashable {
    case cancelAll(count: Int)
    /// Those in the air that the filtered task table shows.
    case cancelShown([TaskID])
    case cancelUnsafe([TaskID], unsafe: Int)
    case quit(count: Int)
    case overwrite(SaveRequest)
    /// Send a request that may change something.
    case sendUnsafe(UnsafeSend)
    case runUnsafe(UnsafeRun)
    case overwriteExport(ExportOrder)
    /// A link leads to a server that is none of the API's.
    case openForeign(URI)
    case clearCache(count: Int)
    case clearCookies(count: Int)
    case deletePast(PastRequest, HistoryBox)
    case clearHistory(HistoryBox)
    /// Send a request with secrets that were not given for the server that it goes to. With what it sends, in words.
    case sendElsewhere(String, ForeignCredentials)
    /// Let the workspace do what is new in it.
    case trust(TrustBox)

    /// There is a way between yes and no: to send it without them.
    var canGoWithout: Bool {
        if case .sendElsewhere(_, let foreign) = self { foreign.fixed.isEmpty } else { false }
    }

    var lines: [String] {
        switch self {
        case .cancelAll(let count): ["Cancel \(Self.requests(count))?"]
        case .cancelShown(let ids): ["Cancel \(Self.requests(ids.count)), all that the filter shows?"]
        case .cancelUnsafe(let ids, let unsafe):
            ["Cancel \(Self.requests(ids.count))?", "\(unsafe) of them may have changed something on the server already."]
        case .quit(let count): ["\(Self.requests(count)) in the air.", "Cancel and quit?"]
        case .overwrite(let request): ["\(request.path) is there already.", "Replace it?"]
        case .sendUnsafe(let send): send.question
        case .runUnsafe(let run): run.question
        case .overwriteExport(let order): ["\(order.path) is there already.", "Replace it?"]
        case .openForeign(let target):
            ["\(Printable.visible(target.host ?? "?")) is none of the API's servers.", "Ask it, without any credentials?"]
        case .clearCache(let count): [count == 1 ? "Remove the stored answer?" : "Remove all \(count) stored answers?"]
        case .clearCookies(let count): [count == 1 ? "Remove the cookie?" : "Remove all \(count) cookies?"]
        case .deletePast(let line, _): ["Delete \(line.method) \(line.url) from the history?"]
        case .clearHistory:
            ["Delete the whole history, whatever is shown of it?", "Also what other programs have recorded."]
        case .sendElsewhere(let what, let foreign): foreign.question(what)
        case .trust(let box): box.lines
        }
    }

    private static func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }
}

extension Model {
    /// A key while an overlay is open.
    mutating func perform(_ overlay: Overlay, _ key: Key) -> [Effect] {
        switch overlay {
        case .confirm(let question): return answer(question, key)
        case .help(let help): return perform(help, key)
        case .palette(let palette): return perform(palette, key)
        case .messages(let scroll): return scrollMessages(from: scroll, key)
        case .save(let prompt): return edit(prompt, key)
        case .export(let prompt): return edit(prompt, key)
        case .columns(let picker): return perform(picker, key)
        case .cell(let cell): return perform(cell, key)
        case .cache(let box): return perform(box, key)
        case .cookies(let box): return perform(box, key)
        case .history(let box): return perform(box, key)
        case .login(let prompt): return perform(prompt, key)
        case .ask(let question): return edit(question, key)
        }
    }

    /// Pasted text, where an overlay has a line for it.
    mutating func paste(_ text: String, into overlay: Overlay) -> [Effect]? {
        switch overlay {
        case .palette(let palette): return paste(text, into: palette)
        case .help(var help) where help.isTyping:
            help.edit { $0.insert(text) }
            self.overlay = .help(help)
            return []
        case .save(var prompt):
            prompt.field.insert(text.filter { !$0.isNewline })
            self.overlay = .save(prompt)
            return []
        case .export(var prompt):
            prompt.field.insert(text.filter { !$0.isNewline })
            self.overlay = .export(prompt)
            return []
        case .columns(var picker) where picker.field != nil:
            picker.field?.insert(text.filter { !$0.isNewline })
            self.overlay = .columns(picker)
            return []
        case .history(let box) where box.isTyping: return paste(text, into: box)
        case .ask(let question): return paste(text, into: question)
        case .login(var prompt) where prompt.phase == .typing:
            var field = prompt.field
            field.insert(text.filter { !$0.isNewline })
            prompt.field = field
            self.overlay = .login(prompt)
            return []
        case .help, .confirm, .messages, .columns, .cell, .cache, .cookies, .history, .login: return nil
        }
    }

    private mutating func answer(_ question: Question, _ key: Key) -> [Effect] {
        if isQuestionNew, [.character("y"), .character("Y"), .character("w")].contains(key) { return [] }
        switch key {
        case .character("y"), .character("Y"):
            overlay = nil
            switch question {
            case .cancelAll:
                tasks.marks = []
                return [.cancelAll]
            case .cancelShown(let ids), .cancelUnsafe(let ids, _):
                tasks.marks = []
                return [.cancel(ids)]
            case .quit: return [.quit]
            case .overwrite(var request):
                request.overwrites = true
                return [.outside(.save(request))]
            case .sendUnsafe: return sendConfirmed()
            case .runUnsafe(let run): return runConfirmed(run) + settle()
            case .overwriteExport(var order):
                order.overwrites = true
                return begin(order)
            case .openForeign(let target): return openForeign(target)
            case .clearCache:
                overlay = .cache(CacheBox())
                return [.kept(.clearCache)]
            case .clearCookies:
                overlay = .cookies(CookieBox())
                return [.kept(.clearCookies)]
            case .deletePast(let line, let box): return delete(line, from: box)
            case .clearHistory(let box): return delete(nil, from: box)
            case .sendElsewhere(_, let foreign): return sendElsewhere(to: foreign.origin)
            case .trust(let box): return agree(to: box)
            }
        case .character("w") where question.canGoWithout:
            overlay = nil
            return sendWithoutCredentials()
        case .character("n"), .character("N"), .character("q"), .escape, .enter, .control("c"):
            // Back to the list that the question is about.
            switch question {
            case .clearCache: return showCache()
            case .clearCookies: return showCookies()
            case .deletePast(_, let box), .clearHistory(let box): overlay = .history(box)
            case .sendElsewhere, .sendUnsafe:
                overlay = nil
                return dropHeldSend()
            case .runUnsafe(let run):
                overlay = nil
                dropRun(run)
            case .trust:
                overlay = nil
                say("Not read again: the workspace is used as it was before")
            case _: overlay = nil
            }
        default: break
        }
        return []
    }
}

/// A box in the middle.
enum Dialog {
    /// Clears the box, draws what belongs in it, and lays the dialog's ground under it.
    static func draw(_ rect: Rect, title: String, on screen: inout Screen, _ content: (inout Screen, Rect) -> Void) {
        screen.fill(rect, style: .dialog)
        let inside = inside(rect)
        if inside != rect {
            screen.box(rect, style: .borderFocus)
            screen.put(" \(title) ", x: rect.x + 2, y: rect.y, style: .title, in: rect)
        }
        screen.overlay(rect, .surface)
        content(&screen, inside)
    }

    /// A line to type in, the cursor with it.
    /// - Parameter empty: what stands there before anything is typed.
    static func draw(_ field: TextField, empty: String = "", at line: Rect, on screen: inout Screen) {
        let (text, cursor) = field.visible(width: max(1, line.width))
        screen.fill(line, style: .input)
        let x = screen.put(text.isEmpty ? empty : text, x: line.x, y: line.y, style: text.isEmpty ? .muted : .input, in: line)
        if field.isSuggestion { screen.overlay(Rect(x: line.x, y: line.y, width: x, height: 1), .selection) }
        guard !line.isEmpty else { return }
        screen.cursor = Point(x: line.x + min(cursor, line.width - 1), y: line.y)
    }

    /// Where a box of that size stands, borders included.
    /// - Parameter top: the first line, if it fits; centred by default.
    static func frame(width: Int, height: Int, top: Int = .max, on size: Size) -> Rect {
        let width = min(width, size.width)
        let height = min(height, size.height)
        return Rect(x: (size.width - width) / 2, y: min(top, (size.height - height) / 2), width: width, height: height)
    }

    /// What its borders leave; all of it where there is no room for them.
    static func inside(_ frame: Rect) -> Rect {
        guard frame.width >= 4, frame.height >= 3 else { return frame }
        return frame.inset(dx: frame.width >= 8 ? 2 : 1, dy: 1)
    }
}

enum ConfirmOverlay {
    static func draw(_ question: Question, on screen: inout Screen) {
        let lines = question.lines
        Dialog.draw(frame(question, on: screen.size), title: "Sure?", on: &screen) { screen, area in
            for (index, line) in lines.enumerated() {
                screen.put(line, x: area.x, y: area.y + index, style: .dialog, in: area)
            }
            screen.overlay(area, .surface)
            for button in buttons(question, in: area) {
                screen.put(button.title, x: button.rect.x, y: button.rect.y, style: button.style, in: area)
            }
        }
    }

    static func frame(_ question: Question, on size: Size) -> Rect {
        let lines = question.lines
        return Dialog.frame(width: max(lines.map(TextWidth.of).max() ?? 0, 24) + 4, height: lines.count + 4, on: size)
    }

    struct Button {
        var title: String
        var key: Key
        var style: Style
        var rect: Rect
    }

    /// The answers, on the last line of the box; the first one is what Enter gives.
    static func buttons(_ question: Question, in area: Rect) -> [Button] {
        var x = area.x
        let without: [(String, Key, Style)] = question.canGoWithout ? [(" w Without ", .character("w"), .dialogButton)] : []
        let answers: [(String, Key, Style)] =
            [(" n No ", .character("n"), .dialogButtonFocus)] + without + [(" y Yes ", .character("y"), .dialogButton)]
        return answers.map { title, key, style in
            defer { x += TextWidth.of(title) + 1 }
            return Button(
                title: title, key: key, style: style, rect: Rect(x: x, y: area.maxY - 1, width: TextWidth.of(title), height: 1))
        }
    }
}
