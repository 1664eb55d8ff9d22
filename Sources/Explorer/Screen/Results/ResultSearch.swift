// The state of the search in a response: the typed text, the number of matches, and the shown match.

import Canvas
import Document
import NetLayer
import Patterns

struct ResultSearch: Sendable {
    private(set) var field = TextField()
    private(set) var isTyping = false
    private(set) var pattern = TextSearch("")
    /// How to read the typed text; it stays from one search to the next.
    private(set) var mode: SearchMode
    /// The error of the typed regular expression; no search runs meanwhile.
    private(set) var problem: SearchPatternError?
    private(set) var found: Found?
    /// The match that was shown last.
    private(set) var match: Found.Match?
    /// The last request.
    private var asked: FindRequest?
    private var numbers = 0
    /// Where the search starts when the pattern changes.
    private var origin = 0
    /// The step to request next.
    private var step: (step: FindRequest.Step, from: Int)?
    /// Steps that the user pressed before the match arrived from which they go on.
    private var waiting: [FindRequest.Step] = []

    init(numbers: Int = 0, mode: SearchMode = SearchMode()) {
        self.numbers = numbers
        self.mode = mode
    }

    /// Whether there is anything to highlight.
    var isActive: Bool { !pattern.isEmpty }

    /// Starts typing in an empty field; `place` is the place of the cursor.
    mutating func begin(at place: Int) {
        self = ResultSearch(numbers: numbers, mode: mode)
        isTyping = true
        origin = place
    }

    mutating func edit(_ body: (inout TextField) -> Void) {
        let before = field.text
        body(&field)
        if field.text != before { read() }
    }

    /// Searches for the same text in another mode, from the shown match.
    mutating func change(_ body: (inout SearchMode) -> Void) {
        body(&mode)
        if let match { origin = match.place }
        read()
    }

    private mutating func read() {
        problem = nil
        pattern = TextSearch("")
        do throws(SearchPatternError) { pattern = try mode.search(for: field.text) } catch { problem = error }
        found = nil
        match = nil
        waiting = []
        step = (.onward, origin)
    }

    /// The searched text has grown: counts again, without moving the cursor.
    mutating func reload() {
        asked = nil
        waiting = []
    }

    mutating func endTyping() { isTyping = false }

    mutating func end() { self = ResultSearch(numbers: numbers, mode: mode) }

    /// Requests the next match, or the previous one.
    mutating func go(_ step: FindRequest.Step, from place: Int) {
        if isAwaited { waiting.append(step) } else { self.step = (step, place) }
    }

    /// A requested match may still arrive.
    private var isAwaited: Bool {
        guard let asked, asked.step != .count else { return false }
        guard let found, found.request == asked else { return true }
        return found.match == nil && !found.isComplete
    }

    /// The request that is needed now; a new place to search is only counted.
    mutating func missing(_ task: TaskID, _ view: FindQuery.View, filter: JSONPath? = nil) -> FindRequest? {
        guard isActive else { return nil }
        let query = FindQuery(task: task, view: view, pattern: pattern.pattern, filter: filter, mode: mode)
        if asked?.query != query {
            found = nil
            match = nil
            waiting = []
        } else if step == nil {
            return nil
        }
        let wish = step ?? (.count, 0)
        step = nil
        numbers += 1
        let request = FindRequest(query: query, from: wish.from, step: wish.step, number: numbers)
        asked = request
        return request
    }

    /// Accepts progress of the last search only; returns a match that has not been shown yet.
    mutating func receive(_ news: Found) -> Found.Match? {
        guard news.request == asked else { return nil }
        let isNew = found?.request != news.request || found?.match == nil
        found = news
        guard isNew, let match = news.match else { return nil }
        self.match = match
        if !waiting.isEmpty {
            let next = waiting.removeFirst()
            step = (next, next == .backward ? match.place : match.place + 1)
        }
        return match
    }

    /// `3 of 17`; `…` and the searched percentage while the search runs; the error of the typed pattern.
    var count: String {
        if let problem { return problem.description }
        guard let found else { return isActive ? "…" : "" }
        if found.total == 0, found.isComplete { return "no match" }
        let total = found.total == 0 ? "" : (match.map { "\($0.number) of " } ?? "") + Quantity.count(found.total)
        return found.isComplete ? total : "\(total)… \(found.percent) %"
    }
}
