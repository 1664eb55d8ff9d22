// The last line: the keys that matter now, or a notice.

import Canvas

enum Footer {
    static func draw(_ model: Model, on screen: inout Screen, in line: Rect) {
        guard line.height > 0 else { return }
        defer { screen.overlay(line, .surface) }
        if let notice = model.notice {
            screen.put(TextWidth.fit(notice.text, line.width - 2), x: line.x + 1, y: line.y, style: notice.style, in: line)
            return
        }
        var x = line.x + 1
        for hint in fitting(hints(model), into: line.width - 2) {
            x += screen.put(hint.key, x: x, y: line.y, style: .footerKey, in: line) + 1
            x += screen.put(hint.title, x: x, y: line.y, style: .footer, in: line) + 2
        }
    }

    private typealias Hint = (key: String, title: String)

    /// As many as there is room for; the last one, which says where the others are, before all but the first.
    private static func fitting(_ hints: [Hint], into room: Int) -> [Hint] {
        func width(_ hint: Hint) -> Int { TextWidth.of(hint.key) + TextWidth.of(hint.title) + 3 }
        guard let last = hints.last else { return [] }
        var rest = room + 2 - width(last)
        let shown = hints.dropLast().prefix { hint in
            rest -= width(hint)
            return rest >= 0
        }
        return shown + [last]
    }

    /// What can be done here and now, the likeliest first.
    private static func hints(_ model: Model) -> [Hint] {
        switch model.overlay {
        case .confirm: return [("y", "yes"), ("n", "no")]
        case .help: return [("j k", "move"), ("esc", "close")]
        case nil: break
        }
        if model.isSearching { return [("enter", "keep"), ("esc", "clear")] }
        if model.isEditing {
            return model.endpoints.isFiltering
                ? [("enter", "keep"), ("esc", "clear"), ("↑↓", "move")]
                : [("enter", "next field"), ("esc", "leave"), ("C-r", "send"), ("C-u", "empty")]
        }
        let commands =
            Command.allCases
            .filter {
                $0 != .help && $0.spec.prominence != nil && $0.isReachable(in: model.focus) && model.whyUnavailable($0) == nil
            }
            .sorted { ($0.spec.prominence ?? 0) < ($1.spec.prominence ?? 0) } + [.help]
        let quits = model.focus == .endpoints && !model.isFullscreen
        return commands.compactMap { command in
            model.keymap.keys(of: command).first.map { ($0, title(command, model, quits: quits)) }
        }
    }

    private static func title(_ command: Command, _ model: Model, quits: Bool) -> String {
        switch command {
        case .quit where !quits: "back"
        case .filter where model.focus == .result: "search"
        default: command.spec.title
        }
    }
}

extension Notice {
    fileprivate var style: Style {
        switch kind {
        case .info: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
