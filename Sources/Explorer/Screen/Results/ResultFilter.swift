// The filter of an answer as a person sees it: the query that is typed, what is wrong with it, how much it has found.

import Canvas
import Document
import NetLayer

struct ResultFilter: Sendable {
    private(set) var field = TextField("$")
    private(set) var isTyping = false
    /// What is wrong with what is typed; the query before it counts on.
    private(set) var problem: JSONPathError?
    /// The last query without a mistake; `nil`: all of the body is shown.
    private(set) var path: JSONPath?
    /// What was asked for last.
    private var asked: FilterRequest?
    /// How far that has come.
    private(set) var news: Filtered?
    /// What the table and the tree show; `nil`: the whole body.
    private(set) var shown: Filtered?

    /// Whether there is a line for it.
    var isOpen: Bool { isTyping || path != nil }

    /// Another answer of the endpoint is there, and what the query finds in it is not: nothing is shown until then.
    var isAwaited: Bool { isCarried && shown == nil }
    private var isCarried = false

    /// What is allowed in the query and does less than it seems to.
    var note: JSONPathError? { path?.notes.first }

    mutating func begin() { isTyping = true }

    mutating func edit(_ body: (inout TextField) -> Void) {
        let before = field.text
        body(&field)
        // The root stands there already; who types or pastes a whole query brings it along.
        if before == "$", field.text.hasPrefix("$$") { field = TextField(String(field.text.dropFirst())) }
        if field.text != before { read() }
    }

    private mutating func read() {
        problem = nil
        // The root alone is all there is.
        guard !["", "$"].contains(field.text) else { return forgetPath() }
        do throws(JSONPathError) { path = try JSONPath(field.text) } catch { problem = error }
    }

    private mutating func forgetPath() {
        path = nil
        news = nil
        shown = nil
        isCarried = false
    }

    /// Ends typing; what was not finished is given up.
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

    /// Another answer is shown; of the same endpoint the query stays.
    mutating func leave(keepsPath: Bool) {
        guard keepsPath, path != nil else { return end() }
        news = nil
        shown = nil
        isCarried = true
    }

    /// The answer has grown: the query is asked anew, and what it found stands until then.
    mutating func reload() { asked = nil }

    /// What has to be done now: a query begun, or what was made by one given up.
    mutating func missing(_ task: TaskID) -> Effect? {
        let request = path.map { FilterRequest(task: task, path: $0) }
        guard request != asked else { return nil }
        asked = request
        news = nil
        return .body(.filter(request))
    }

    /// Takes news of what was asked for last; answers whether there is something else to be shown now.
    mutating func receive(_ news: Filtered) -> Bool {
        guard news.request == asked else { return false }
        self.news = news
        guard news.isComplete else { return false }
        shown = news
        return true
    }

    /// What stands at the end of its line.
    var count: String {
        if let news { return news.count }
        return path == nil ? "" : "…"
    }
}
