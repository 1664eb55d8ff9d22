// The start screen: the user has named no source, and chooses what to open. A value that changes by `update`
// alone; the runtime performs its effects.

import Canvas
import NetLayer
import RequestFiles

/// The state of the start screen.
public struct StartModel: Sendable {
    /// A line that the user can choose.
    enum Row: Sendable, Hashable {
        /// The index of a file.
        case file(Int)
        /// The index of a recent source.
        case recent(Int)
        case address, request, demo
    }

    private(set) var size: Size
    /// The folder of the files, as the user reads it.
    let folder: String
    let files: [StartEntry]
    private(set) var recent: [StartEntry]
    let keymap: Keymap
    /// The index of the selected row.
    private(set) var selected: Int
    /// The first visible line of the list.
    private(set) var top = 0
    /// The address that the user types.
    private(set) var address = TextField()
    /// The address receives the keys.
    private(set) var isTyping = false
    private(set) var showsHelp = false
    /// Why the last choice was not opened.
    private(set) var problem: String?
    /// Whether the program wants reports of the mouse.
    public private(set) var capturesMouse = true

    public init(size: Size, folder: String, files: [StartEntry], recent: [StartEntry], keymap: Keymap = Keymap()) {
        self.size = size
        self.folder = folder
        self.files = files
        self.recent = recent
        self.keymap = keymap
        // With nothing to open, a newcomer gets the demo.
        selected = files.isEmpty && recent.isEmpty ? 2 : 0
        showSelected()
    }

    /// Files, recent sources, and what needs neither.
    var rows: [Row] {
        files.indices.map(Row.file) + recent.indices.map(Row.recent) + [.address, .request, .demo]
    }

    /// The key that chooses a row; empty where no key is left.
    func key(of index: Int) -> String {
        switch rows[index] {
        case .file, .recent: index < 9 ? "\(index + 1)" : ""
        case .address: "a"
        case .request: keymap.keys(of: .newRequest).first ?? ""
        case .demo: "d"
        }
    }

    /// The address while the user does not type it: a password in it is hidden.
    var shownAddress: String {
        let text = address.text.trimmed
        return text.contains("@") && text.contains("://") ? URI(text).description : text
    }

    /// What a row says.
    func text(of row: Row) -> (title: String, kind: String, isGone: Bool) {
        switch row {
        case .file(let index): (files[index].title, files[index].kind, false)
        case .recent(let index):
            (recent[index].title, recent[index].isGone ? "the file is gone" : recent[index].kind, recent[index].isGone)
        case .address: ("An address", "of an API or a description", false)
        case .request: ("A request by hand", "or a pasted curl command", false)
        case .demo: ("The demo", "three services to try out", false)
        }
    }

    /// The keys that matter now.
    var hints: [KeyHint] {
        if showsHelp { return [("esc", "close")] }
        if isTyping { return [("enter", "open"), ("esc", "leave"), ("C-u", "empty")] }
        func hint(_ command: Command, _ title: String) -> [KeyHint] {
            guard let key = keymap.keys(of: command).first else { return [] }
            return [(key, title)]
        }
        var hints = hint(.primary, "open")
        hints.append(("j k", "move"))
        if case .recent = rows[selected] { hints.append(("x", "forget")) }
        return hints + hint(.quit, "quit") + hint(.help, "help")
    }

    /// Applies one event.
    public mutating func update(_ event: UserEvent) -> [StartEffect] {
        let effects = apply(event)
        showSelected()
        return effects
    }

    /// The choice cannot be opened: the start screen stays, and says why.
    public mutating func report(_ problem: String) { self.problem = problem }

    private mutating func apply(_ event: UserEvent) -> [StartEffect] {
        switch event {
        case .key(let key): return handle(key)
        case .pasted(let text): return paste(text)
        case .mouse(let event): return handle(event)
        case .resized(let size):
            self.size = size
            return []
        case .terminated: return [.quit]
        }
    }

    /// Scrolls until the selected row is in view.
    private mutating func showSelected() {
        let layout = StartLayout(self)
        guard let line = layout.lines.firstIndex(of: .row(selected)) else { return }
        var list = ListState(selected: line, top: top)
        list.moveTo(line, count: layout.lines.count, height: layout.list.height)
        top = list.top
    }

    private mutating func move(by distance: Int) {
        isTyping = false
        selected = min(max(0, selected + distance), rows.count - 1)
    }

    // MARK: Keys

    private mutating func handle(_ key: Key) -> [StartEffect] {
        problem = nil
        let command = keymap.command(for: key.unmodified ?? key, in: .endpoints)
        if showsHelp { return closeHelp(command) }
        if isTyping, let effects = edit(key) { return effects }
        if let command, let effects = perform(command) { return effects }
        return isTyping ? [] : choose(key)
    }

    private mutating func closeHelp(_ command: Command?) -> [StartEffect] {
        switch command {
        case .back, .quit, .help, .primary: showsHelp = false
        case .quitNow, .interrupt: return [.quit]
        default: break
        }
        return []
    }

    /// The field consumes printable keys and its editing keys; `nil`: not for the field.
    private mutating func edit(_ key: Key) -> [StartEffect]? {
        switch key {
        case .escape: isTyping = false
        case .enter: return openAddress()
        case .up: move(by: -1)
        case .down: move(by: 1)
        default: return address.handle(key) ? [] : nil
        }
        return []
    }

    /// `nil`: the command has no meaning here.
    private mutating func perform(_ command: Command) -> [StartEffect]? {
        if let distance = command.distance(height: StartLayout(self).list.height) {
            move(by: distance)
            return []
        }
        switch command {
        case .primary: return open(selected)
        case .newRequest: return [.open(.request(""))]
        case .nextPane: move(by: 1)
        case .previousPane: move(by: -1)
        case .back, .quit, .quitNow, .interrupt: return [.quit]
        case .help: showsHelp = true
        case .mouse:
            capturesMouse.toggle()
            return [.display(.captureMouse(capturesMouse))]
        case .redraw: return [.display(.redraw)]
        case .suspend: return [.suspend]
        default: return nil
        }
        return []
    }

    /// The keys of the rows, and the one that forgets a row.
    private mutating func choose(_ key: Key) -> [StartEffect] {
        if key == .character("x") || key == .delete { return forget() }
        guard let row = rows.indices.first(where: { self.key(of: $0) == key.name }) else { return [] }
        selected = row
        return open(row)
    }

    // MARK: Choosing

    private mutating func open(_ row: Int) -> [StartEffect] {
        switch rows[row] {
        case .file(let index): return [.open(.source(files[index].source))]
        case .recent(let index):
            guard !recent[index].isGone else {
                problem = "\(recent[index].title) is gone; x forgets it"
                return []
            }
            return [.open(.source(recent[index].source))]
        case .address:
            isTyping = true
            return []
        case .request: return [.open(.request(""))]
        case .demo: return [.open(.demo)]
        }
    }

    private mutating func forget() -> [StartEffect] {
        guard case .recent(let index) = rows[selected] else { return [] }
        let entry = recent.remove(at: index)
        return [.forget(entry.source)]
    }

    /// A file too: the user may type either.
    private func openAddress() -> [StartEffect] {
        let text = address.text.trimmed
        guard !text.isEmpty else { return [] }
        return [.open(isRequest(text) ? .request(text) : .typed(text))]
    }

    /// Whether a text is a command or has a method, and not an address alone.
    private func isRequest(_ text: String) -> Bool {
        text.contains(where: \.isWhitespace) && TypedRequestReader.recognises(text)
    }

    /// A command becomes a request by hand, any other text an address.
    private mutating func paste(_ text: String) -> [StartEffect] {
        guard !showsHelp else { return [] }
        problem = nil
        if !isTyping || address.text.isEmpty, isRequest(text.trimmed) { return [.open(.request(text))] }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return [] }
        selected = rows.firstIndex(of: .address) ?? selected
        isTyping = true
        address.insert(words.count == 1 ? String(words[0]) : text)
        return []
    }

    // MARK: The mouse

    private mutating func handle(_ event: MouseEvent) -> [StartEffect] {
        // A report that was on its way when the program gave the mouse back to the terminal.
        guard capturesMouse else { return [] }
        switch event.kind {
        case .pressed(.left): return press(event.point)
        case .wheelUp where !showsHelp: move(by: -1)
        case .wheelDown where !showsHelp: move(by: 1)
        default: break
        }
        return []
    }

    /// A click on a row opens it; nothing here can do harm.
    private mutating func press(_ point: Point) -> [StartEffect] {
        let layout = StartLayout(self)
        if layout.footer.contains(point) {
            guard problem == nil, let key = HintLine.key(at: point.x, hints, in: layout.footer) else { return [] }
            return handle(key)
        }
        problem = nil
        guard !showsHelp else {
            showsHelp = false
            return []
        }
        guard let row = layout.row(at: point, top: top) else { return [] }
        isTyping = false
        selected = row
        return open(row)
    }
}
