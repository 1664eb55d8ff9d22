// What the panes show without a description: why there is none, and what the user can do.

import Canvas
import Workbench

enum NoDescription {
    /// Why there is nothing to read again.
    static let noSource = "No API is open: start explorer with a file or an address"

    /// What a user can do in any pane.
    static let next = "`n` writes a request"

    /// Why there is no description. In a small area the blank lines go first, then the end of the detail.
    static func draw(_ failure: Failure, on screen: inout Screen, in area: Rect) {
        let (title, hint) = (WordWrap.lines(failure.title, area.width), WordWrap.lines(failure.hint, area.width))
        let all = "\(next) · `:reload` tries again"
        // The marks of the keys are not shown.
        let keys = TextWidth.measure(all.filter { $0 != "`" }) <= area.width ? all : next
        var detail = WordWrap.lines(failure.detail, area.width, most: Int.max)
        let room = max(1, area.height - title.count - hint.count - 1)
        if detail.count > room {
            detail = Array(detail.prefix(room))
            detail[room - 1] = TextWidth.truncate(detail[room - 1], area.width - 2) + " …"
        }
        let gap = detail.count + 2 <= room ? [""] : []
        EmptyState.draw(title + detail + gap + hint + gap, next: keys, style: .error, on: &screen, in: area)
    }
}

extension Model {
    /// What the user can do in a pane that shows nothing yet.
    var firstStep: String { hasNoEndpoints ? NoDescription.next : "`s` sends the selected endpoint" }

    /// Whether there is nothing to select, and there will be nothing by itself.
    var hasNoEndpoints: Bool {
        switch api.source {
        case .loading: false
        case .failed: true
        case .ready: endpoints.total == 0
        }
    }

    /// Why there is no description; `nil` while it is loading, and once it is there.
    var sourceFailure: Failure? { if case .failed(let failure) = api.source { failure } else { nil } }
}
