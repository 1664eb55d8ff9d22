// The state of a response's filter: the typed query, its error, and its matches.

import Canvas
import Document
import NetLayer

struct ResultFilter: Sendable {
    private(set) var field = TextField("$")
    private(set) var isTyping = false
    /// The error of the typed query; the previous query stays in effect.
    private(set) var problem: JSONPathError?
    /// The last valid query; `nil`: all of the body is shown.
    private(set) var path: JSONPath?
    /// The last request.
    private var asked: FilterRequest?
    /// The progress of the last request.
    private(set) var news: Filtered?
    /// The matches that the table and the tree show; `nil`: the whole body.
    private(set) var shown: Filtered?

    /// Whether the filter has a line on the screen.
    var isOpen: Bool { isTyping || path != nil }

    /// Another response of the endpoint is shown, and its matches are not here
    /// yet: the pane is empty until then.
    var isAwaited: Bool { isCarried && shown == nil }
    private var isCarried = false

    /// The part of a valid query that does less than it seems to.
    var note: JSONPathError? { path?.notes.first }

    mutating func begin() { isTyping = true }

    mutating func edit(_ body: (inout TextField) -> Void) {
        let before = field.text
        body(&field)
        // The field already has the root; a user who types or pastes a whole query brings a second one.
        if before == "$", field.text.hasPrefix("$$") { field = TextField(String(field.text.dropFirst())) }
        if field.text != before { read() }
    }

    private mutating func read() {
        problem = nil
        // The root alone selects everything.
        guard !["", "$"].contains(field.text) else { return forgetPath() }
        do throws(JSONPathError) { path = try JSONPath(field.text) } catch { problem = error }
    }

    private mutating func forgetPath() {
        path = nil
        news = nil
        shown = nil
        isCarried = false
    }

    /// Ends typing, and drops an unfinished query.
    mutating func endTyping() {
        guard isTyping else { return }
        isTyping = false
        guard problem != nil || path == nil else { return }
        field = TextField(path?.source ?? "$")
        problem = nil
    }

    mutating func end() {
        isTyping = false
        problem = nil
        field = TextField("$")
        forgetPath()
    }

    /// Another response is shown; the query stays for a response of the same endpoint.
    mutating func leave(keepsPath: Bool) {
        guard keepsPath, path != nil else { return end() }
        news = nil
        shown = nil
        isCarried = true
    }

    /// The response has grown: the query runs again, and its matches stay until then.
    mutating func reload() { asked = nil }

    /// The effect that is needed now: starts a query, or releases the matches of the last one.
    mutating func missing(_ task: TaskID) -> Effect? {
        let request = path.map { FilterRequest(task: task, path: $0) }
        guard request != asked else { return nil }
        asked = request
        news = nil
        return .body(.filter(request))
    }

    /// Accepts progress of the last request only; returns whether the shown matches have changed.
    mutating func receive(_ news: Filtered) -> Bool {
        guard news.request == asked else { return false }
        self.news = news
        guard news.isComplete else { return false }
        shown = news
        return true
    }

    /// The text at the end of the filter's line.
    var count: String {
        if let news { return news.count }
        return path == nil ? "" : "…"
    }
}
