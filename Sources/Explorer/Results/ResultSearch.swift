// The search in an answer as a person sees it: what was typed, how many matches there are, which one is shown.

import Canvas
import Document
import NetLayer

struct ResultSearch: Sendable {
    private(set) var field = TextField()
    private(set) var isTyping = false
    private(set) var pattern = TextSearch("")
    private(set) var found: Found?
    /// The match that was shown last.
    private(set) var match: Found.Match?
    /// What was asked for last.
    private var asked: FindRequest?
    private var numbers = 0
    /// From where to look when the pattern changes.
    private var origin = 0
    /// The step that is to be asked for.
    private var step: (step: FindRequest.Step, from: Int)?
    /// Steps that were pressed before the match was known that they go on from.
    private var waiting: [FindRequest.Step] = []

    init(numbers: Int = 0) { self.numbers = numbers }

    /// Whether there is anything to be lit.
    var isActive: Bool { !pattern.isEmpty }

    /// Begins to type, with an empty field; `place` is where the cursor is.
    mutating func begin(at place: Int) {
        self = ResultSearch(numbers: numbers)
        isTyping = true
        origin = place
    }

    mutating func edit(_ body: (inout TextField) -> Void) {
        body(&field)
        guard field.text != pattern.pattern else { return }
        pattern = TextSearch(field.text)
        found = nil
        match = nil
        waiting = []
        step = (.onward, origin)
    }

    /// What is searched has grown: it is counted anew, and nothing moves.
    mutating func reload() {
        asked = nil
        waiting = []
    }

    mutating func endTyping() { isTyping = false }

    mutating func end() { self = ResultSearch(numbers: numbers) }

    /// Asks for the next match, or the one before.
    mutating func go(_ step: FindRequest.Step, from place: Int) {
        if isAwaited { waiting.append(step) } else { self.step = (step, place) }
    }

    /// A match was asked for, and may be there.
    private var isAwaited: Bool {
        guard let asked, asked.step != .count else { return false }
        guard let found, found.request == asked else { return true }
        return found.match == nil && !found.isComplete
    }

    /// What has to be asked for now; a new place to look in is only counted.
    mutating func missing(_ task: TaskID, _ view: FindQuery.View, filter: JSONPath? = nil) -> FindRequest? {
        guard isActive else { return nil }
        let query = FindQuery(task: task, view: view, pattern: pattern.pattern, filter: filter)
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

    /// Takes news of the search that was asked for last; answers a match that has not been shown yet.
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

    /// `3/17`; `…` while the search goes on.
    var count: String {
        guard let found else { return isActive ? "…" : "" }
        if found.total == 0 { return found.isComplete ? "no match" : "…" }
        return (match.map { "\($0.number)/" } ?? "") + "\(found.total)" + (found.isComplete ? "" : "…")
    }
}
