// The last line: the keys that matter now, or a notice.

import Canvas

enum Footer {
    static func draw(_ model: Model, on screen: inout Screen, in line: Rect) {
        guard line.height > 0 else { return }
        defer { screen.overlay(line, .surface) }
        if let notice = model.notices.shown {
            screen.write(
                TextWidth.truncate(notice.text, line.width - 2), x: line.x + 1, y: line.y, style: notice.kind.style, in: line)
            return
        }
        for (hint, columns) in placed(model, in: line) {
            let x = columns.lowerBound + screen.write(hint.key, x: columns.lowerBound, y: line.y, style: .footerKey, in: line) + 1
            screen.write(hint.title, x: x, y: line.y, style: .footer, in: line)
        }
    }

    /// The key of the hint at this column.
    static func key(at x: Int, _ model: Model, in line: Rect) -> Key? {
        guard model.notices.shown == nil else { return nil }
        return placed(model, in: line).first { $0.columns.contains(x) }.flatMap { Key(name: $0.hint.key) }
    }

    /// The visible hints and their columns.
    private static func placed(_ model: Model, in line: Rect) -> [(hint: KeyHint, columns: Range<Int>)] {
        var x = line.x + 1
        return fitting(hints(model), into: line.width - 2).map { hint in
            let start = x
            x += TextWidth.measure(hint.key) + TextWidth.measure(hint.title) + 3
            return (hint, start..<x - 2)
        }
    }

    /// As many hints as fit. The last hint, which leads to the others, precedes all but the first.
    private static func fitting(_ hints: [KeyHint], into room: Int) -> [KeyHint] {
        func width(_ hint: KeyHint) -> Int { TextWidth.measure(hint.key) + TextWidth.measure(hint.title) + 3 }
        guard let last = hints.last else { return [] }
        var rest = room + 2 - width(last)
        let shown = hints.dropLast().prefix { hint in
            rest -= width(hint)
            return rest >= 0
        }
        return shown + [last]
    }

    /// The available actions, the likeliest first.
    private static func hints(_ model: Model) -> [KeyHint] {
        if let dialog = model.dialogs.open { return dialog.hints }
        if model.isSearching {
            let ways = [Command.searchRegex, .searchKeys].filter { model.whyUnavailable($0) == nil }.compactMap { command in
                model.view.keymap.keys(of: command).first.map { ($0, command.spec.title) }
            }
            return [("enter", "keep")] + ways + [("esc", "clear")]
        }
        if model.isPiping {
            return [("enter", "run")] + (model.result.pipe.history.isEmpty ? [] : [("↑↓", "last lines")]) + [("esc", "leave")]
        }
        if model.isFilteringResult { return [("enter", "keep"), ("esc", "clear")] }
        if model.isEditing {
            return model.endpoints.isFiltering || model.tasks.isFiltering
                ? [("enter", "keep"), ("esc", "clear"), ("↑↓", "move")]
                : RequestPane.editingHints(model.form)
        }
        let commands =
            Command.allCases
            .filter {
                $0 != .help && $0.spec.prominence != nil && $0.isReachable(in: model.focus) && model.whyUnavailable($0) == nil
                    // A pool with a single service has nothing to show.
                    && ($0 != .servicesPane || model.api.pool.failover != nil)
            }
            .sorted { ($0.spec.prominence ?? 0) < ($1.spec.prominence ?? 0) } + [.help]
        let quits = model.focus == .endpoints && !model.view.isFullscreen
        return commands.compactMap { command in
            guard let key = model.view.keymap.keys(of: command).first, let title = title(command, model, quits: quits) else {
                return nil
            }
            return (key, title)
        }
    }

    /// `nil` when the command has no effect here, or the same effect as a hint that is shown.
    private static func title(_ command: Command, _ model: Model, quits: Bool) -> String? {
        switch command {
        case .primary: model.enterTitle
        case .send where model.enterTitle == "send": nil
        case .nextPane: "panes"
        case .quit where !quits: "back"
        case .resend where model.focus == .result && model.wholeList != nil: "missing pages"
        case .filter where model.focus == .result: "search"
        case .nextMatch where model.result.tab == .diff: "next difference"
        case .previousMatch where model.result.tab == .diff: "previous"
        default: command.spec.title
        }
    }
}

extension Notice.Kind {
    var style: Style {
        switch self {
        case .info: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
