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
        HintLine.draw(hints(model), on: &screen, in: line)
    }

    /// The key of the hint at this column.
    static func key(at x: Int, _ model: Model, in line: Rect) -> Key? {
        model.notices.shown == nil ? HintLine.key(at: x, hints(model), in: line) : nil
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
