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
        for (key, title) in hints(model) {
            let width = TextWidth.of(key) + 1 + TextWidth.of(title)
            guard x + width < line.maxX else { break }
            x += screen.put(key, x: x, y: line.y, style: .footerKey, in: line) + 1
            x += screen.put(title, x: x, y: line.y, style: .footer, in: line) + 2
        }
    }

    /// What can be done here and now, the likeliest first; `?` always has room.
    private static func hints(_ model: Model) -> [(String, String)] {
        if model.isEditing {
            return model.endpoints.isFiltering
                ? [("enter", "keep"), ("esc", "clear"), ("↑↓", "move")]
                : [("enter", "next field"), ("esc", "leave"), ("C-r", "send"), ("C-u", "empty")]
        }
        let commands = Command.allCases
            .filter { $0.spec.prominence != nil && $0.isReachable(in: model.focus) && model.whyUnavailable($0) == nil }
            .sorted { ($0.spec.prominence ?? 0) < ($1.spec.prominence ?? 0) }
        return commands.compactMap { command in model.keymap.keys(of: command).first.map { ($0, command.spec.title) } }
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
