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
        if focus != .tasks {
            switch result.tab {
            case .table, .tree, .hex, .raw, .diff: break
            case .headers: return [.outside(.page(.text(Self.text(HeaderLines.lines(self)))))]
            case .checks: return [.outside(.page(.text(Self.text(CheckLines.lines(self)))))]
            case .trace: return [.outside(.page(.text(Self.text(TraceLines.lines(self)))))]
            case .timing: return [.outside(.page(.text(Self.text(TimingLines.lines(self, width: view.size.width)))))]
            }
        }
        return [.outside(.page(.body(task, result.mode ?? .pretty)))]
    }
}
