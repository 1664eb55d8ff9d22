// The search in an answer as a person sees it: what was typed, how many matches there are, which one is shown.

import Canvas
import Document
import NetLayer
import Patterns

struct ResultSearch: Sendable {
    private(set) var field = TextField()
    private(set) var isTyping = false
    private(set) var pattern = TextSearch("")
    /// How what is typed is meant; it stays from one search to the next.
    private(set) var mode: SearchMode
    /// What is wrong with the regular expression that is typed; nothing is looked for meanwhile.
    private(set) var problem: SearchPatternError?
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

    init(numbers: Int = 0, mode: SearchMode = SearchMode()) {
        self.numbers = numbers
        self.mode = mode
    }

    /// Whether there is anything to be lit.
    var isActive: Bool { !pattern.isEmpty }

    /// Begins to type, with an empty field; `place` is where the cursor is.
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

    /// The same is looked for in another way, from the match that is shown.
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

    /// What is searched has grown: it is counted anew, and nothing moves.
    mutating func reload() {
        asked = nil
        waiting = []
    }

    mutating func endTyping() { isTyping = false }

    mutating func end() { self = ResultSearch(numbers: numbers, mode: mode) }

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

    /// `3 of 17`; `…` and how much has been looked at while the search goes on; what is wrong with what was typed.
    var count: String {
        if let problem { return problem.description }
        guard let found else { return isActive ? "…" : "" }
        if found.total == 0, found.isComplete { return "no match" }
        let total = found.total == 0 ? "" : (match.map { "\($0.number) of " } ?? "") + Quantity.count(found.total)
        return found.isComplete ? total : "\(total)… \(found.percent) %"
    }
}
