// The form of the selected endpoint: how commands act on it, and its texts in border and footer.

import Canvas
import Catalog
import NetLayer

enum RequestPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let height = model.listHeight(of: .request)
        if let distance = command.distance(height: height) {
            model.editForm { $0.move(by: distance, height: height) }
            return []
        }
        switch command {
        case .primary:
            guard let form = model.form, form.tab == .docs || form.selectedRow != nil else { return model.sendOrOpenForm() }
            if form.tab == .docs, let follow = form.docs.follow { return model.follow(follow) }
            model.editForm { $0.tab == .docs ? $0.docs.toggle() : $0.startEditing() }
        case .left, .previousTab: model.editForm { $0.step(by: -1) }
        case .right, .nextTab: model.editForm { $0.step(by: 1) }
        case .example: return model.turnExample()
        case .choose, .fold: model.editForm { $0.tab == .docs ? $0.docs.toggle() : $0.cycleChoice() }
        default: return nil
        }
        return []
    }

    /// The title in the pane's border: the URL that the form would send, or the path as the description has
    /// it while values are missing. The URL is cut before the note about duplicates and the cache.
    static func title(_ model: Model, room: Int = .max) -> String {
        guard let index = model.endpoints.selectedEndpoint, let endpoint = model.description?.endpoints[index] else { return "" }
        let note = model.sending.rules.note(of: index)
        let name = endpoint.isNamed ? "\(endpoint.summary) · " : ""
        let end = note.isEmpty ? "" : " · \(note)"
        let start = "\(endpoint.method) \(name)\(address(model.requests.forms[index], endpoint, model))"
        return TextWidth.truncate(start, max(leastAddress, room - TextWidth.measure(end))) + end
    }

    /// The least columns for method and URL beside a note.
    private static let leastAddress = 20

    private static func address(_ form: RequestForm?, _ endpoint: EndpointSummary, _ model: Model) -> String {
        guard let form else { return endpoint.path }
        if let address = model.requests.address { return address }
        let place = form.linkServer.map { "\($0.url)" } ?? model.elsewhere(form)
        return endpoint.path + (place.map { " · to \($0)" } ?? "")
    }

    // MARK: Geometry

    /// The pane from top to bottom: tabs, rows, the help line.
    static func parts(of area: Rect, _ form: RequestForm?) -> (tabs: Rect, rows: Rect, help: Rect) {
        let (tabs, rest) = area.splitTop(area.height > 1 ? 1 : 0)
        // The docs need no help line.
        let (rows, help) = rest.splitBottom(rest.height >= 3 && form?.tab != .docs ? 1 : 0)
        return (tabs, rows, help)
    }

    /// A terminal of this many lines has room for all rows of a usual form.
    private static let roomyHeight = 30

    /// The preferred number of lines of the pane, with its borders.
    static func wishedHeight(_ model: Model, room: Int) -> Int {
        let share = max(3, room * 40 / 100)
        guard let form = model.form else { return min(3, share) }
        // The focused form gets more room than the panes beside it.
        let most = model.focus == .request ? max(share, room - 7) : share
        let text = form.rows.contains(.bodyText) ? (form.body?.area.lines.count ?? 1) - 1 : 0
        // On a low terminal the line that adds a field gets no room; scrolling reaches it.
        let isHigh = model.view.size.height >= roomyHeight
        let fields = form.rows.count { if case .add = $0 { isHigh } else { true } }
        return min(max((form.tab == .docs ? form.docs.rows.count : fields + text) + 2, 4), most)
    }

    /// The tabs with their columns, from the left edge of the pane.
    static func tabSpans(_ form: RequestForm, width: Int) -> [(tab: RequestTab, text: String, columns: Range<Int>)] {
        let long = form.tabs.map { (tab: $0, text: label($0, form)) }
        let isTight = long.reduce(0) { $0 + TextWidth.measure($1.text) + 3 } > width + 1
        var x = 0
        let spans = long.map { tab, text in
            let text = " \(isTight ? tab.rawValue : text) "
            defer { x += TextWidth.measure(text) + 1 }
            return (tab: tab, text: text, columns: x..<x + TextWidth.measure(text))
        }
        // When the tabs do not fit, the open one stays in view.
        let hidden = max(0, (spans.first { $0.tab == form.tab }?.columns.upperBound ?? 0) - width)
        return spans.map { ($0.tab, $0.text, $0.columns.lowerBound - hidden..<$0.columns.upperBound - hidden) }
    }

    /// The tab in that column of the pane.
    static func tab(at column: Int, _ form: RequestForm, width: Int) -> RequestTab? {
        tabSpans(form, width: width).first { $0.columns.contains(column) }?.tab
    }

    /// The first visible column of each tab that is in view.
    static func tabStarts(_ form: RequestForm, width: Int) -> [Int] {
        tabSpans(form, width: width).map(\.columns).filter { $0.overlaps(0..<width) }.map { max(0, $0.lowerBound) }
    }

    /// `Params 2/9`: the number of filled fields.
    private static func label(_ tab: RequestTab, _ form: RequestForm) -> String {
        let fields = form.rows(of: tab).compactMap { if case .field(let index) = $0 { form.fields[index] } else { nil } }
        let mark = form.hasProblem(tab) ? " !" : ""
        if tab == .body, let label = form.bodyOrigin?.label { return "\(tab.rawValue) (\(label))\(mark)" }
        return fields.isEmpty ? tab.rawValue + mark : "\(tab.rawValue) \(fields.count(where: \.isFilled))/\(fields.count)\(mark)"
    }

    /// The text of the help line.
    static func help(_ form: RequestForm, focused: Bool) -> (text: String, style: Style) {
        guard focused else {
            let summary = MarkdownLines.oneLine(form.endpoint.summary)
            return (form.endpoint.isDeprecated ? "deprecated · \(summary)" : summary, .muted)
        }
        switch form.selectedRow {
        case .field(let index):
            let field = form.fields[index]
            if let problem = form.fileProblem(.field(index)) { return ("✗ \(problem)", .error) }
            if let hint = form.bareFileHint(.field(index)) { return (hint, .warning) }
            if let problem = field.problem { return ("✗ \(field.label) \(problem)", .error) }
            if let doubt = field.doubt { return ("\(field.label) \(doubt)", .warning) }
            return (MarkdownLines.oneLine(field.help.isEmpty ? "\(field.hint)" : field.help), .muted)
        case .bodyText:
            if let problem = form.fileProblem(.bodyText) ?? form.body?.problem { return ("✗ \(problem)", .error) }
            if let path = form.body?.filePath { return ("The body is the file \(path); with a second line it is text", .muted) }
            if let doubt = form.body?.doubt { return (doubt, .warning) }
            let help = form.body?.help ?? ""
            return (help.isEmpty ? "\(form.body?.contentType ?? "") · enter edits it" : MarkdownLines.oneLine(help), .muted)
        case .choice: return ("Body variant: space selects the next", .muted)
        case .contentType: return ("Content type: space selects the next", .muted)
        case .add(let own): return ("enter adds one of your own, written as \(own.hint)", .muted)
        case nil: return (MarkdownLines.oneLine(form.endpoint.summary), .muted)
        }
    }

    /// The keys that work while the user edits, for the footer.
    static func editingHints(_ form: RequestForm?) -> [(String, String)] {
        if form?.isEditingBody == true {
            return [("esc", "leave"), ("C-r", "send"), ("C-_", "undo"), ("A-r", "redo"), ("A-k", "empty")]
        }
        if form?.choices?.isCompletion == true {
            return [("tab", "complete"), ("enter", "keep"), ("esc", "leave"), ("C-r", "send")]
        }
        if form?.choices != nil { return [("↑↓", "choose"), ("enter", "take"), ("esc", "leave"), ("C-r", "send")] }
        return [("enter", "next field"), ("esc", "leave"), ("C-r", "send"), ("C-u", "empty")]
    }
}
