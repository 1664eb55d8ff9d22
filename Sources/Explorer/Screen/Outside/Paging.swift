// `v`: shows the whole content of the open tab in `$PAGER`.

import NetLayer

extension Model {
    var whyNoPaging: String? {
        if focus != .tasks, result.tab == .diff { return "The pager shows bodies; , and . go to one" }
        if focus != .tasks, result.task != nil, !result.tab.showsBody { return nil }
        return whyNoBody(outsideBody)
    }

    /// Opens the body, or the lines of the open tab, in `$PAGER`.
    mutating func page() -> [Effect] {
        guard let task = outsideBody else { return [] }
        if focus != .tasks, let lines = result.tab.lines(self, width: view.size.width) {
            return [.outside(.page(.text(Self.text(lines))))]
        }
        return [.outside(.page(.body(task, result.mode ?? .pretty)))]
    }
}
