// What the panes show without a description: why there is none, and what the user can do.

import Canvas
import Workbench

enum NoDescription {
    /// Why there is nothing to read again.
    static let noSource = "No API is open: " + openAPI

    /// How to open an API.
    static let openAPI = "explorer FILE or URL opens an API"

    /// What a user can do in any pane.
    static let next = "`n` writes a request"

    /// A text for `EmptyState` without the marks of its keys.
    static func plain(_ text: String) -> String { text.filter { $0 != "`" } }

    /// Why there is no description. In a small area the blank lines go first, then the end of the detail.
    static func draw(_ failure: Failure, on screen: inout Screen, in area: Rect) {
        let (title, hint) = (WordWrap.lines(failure.title, area.width), WordWrap.lines(failure.hint, area.width))
        let all = "\(next) · `:reload` tries again"
        let keys = TextWidth.measure(plain(all)) <= area.width ? all : next
        let room = max(1, area.height - title.count - hint.count - 1)
        let detail = Self.detail(failure.detail, area, room: room)
        let gap = detail.count + 2 <= room ? [""] : []
        EmptyState.draw(title + detail + gap + hint + gap, next: keys, style: .error, on: &screen, in: area)
    }

    /// The first lines of a detail. It may be long, and a frame wraps only what the area can show.
    private static func detail(_ text: String, _ area: Rect, room: Int) -> [String] {
        // The space at which a line breaks is not part of the line.
        let part = text.prefix((area.height + 1) * (area.width + 1))
        var lines = WordWrap.lines(String(part), area.width, most: area.height + 1)
        guard !lines.isEmpty, lines.count > room || part.endIndex < text.endIndex else { return lines }
        lines = Array(lines.prefix(room))
        let last = lines.count - 1
        lines[last] = TextWidth.truncate(lines[last], area.width - 2) + " …"
        return lines
    }
}

extension Model {
    /// The name on the screen where no API is open.
    public static let nameWithoutSource = "requests by hand"

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
