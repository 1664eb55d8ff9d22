// An answer that is still on its way: what of it has come is shown like any answer, and the screen may stay at its end.

import Canvas
import NetLayer

extension Model {
    /// `nil` when the end of the shown answer can be followed.
    var whyNoFollowing: String? {
        guard result.answer?.isArriving == true else { return "The answer is whole: nothing more comes" }
        return result.tab == .table || result.mode != nil ? nil : "The table and Raw follow what comes; , and . go there"
    }

    /// More of an answer has come, or the last of it.
    mutating func receive(_ answer: Answer) -> [Effect] {
        let isSaved = workspace?.sent[answer.task] != nil
        // What a saved request expects is looked at together with what the body says.
        return take(answer) + (isSaved ? judge(answer) : askBody(answer))
    }

    /// Has the body of a whole answer looked at for success and failure, where the user says how it tells them.
    private func askBody(_ answer: Answer) -> [Effect] {
        guard let rule = description?.business, !answer.isArriving, answer.failure == nil, answer.kind == .json else { return [] }
        return [.body(.inspect(Inspection(task: answer.task, node: 0, wish: .business(rule))))]
    }

    private mutating func take(_ whole: Answer) -> [Effect] {
        var answer = whole
        // Its links are those of the list that GET would bring: the response itself has no pages.
        if tasks.row(answer.task)?.info.method == .head { answer.links = PageLinks() }
        let before = result.answers.updateValue(answer, forKey: answer.task)
        if before != nil, result.task == answer.task { result.reload() }
        guard result.awaited == answer.task || result.task == answer.task else { return compare(with: answer) }
        if result.awaited == answer.task { result.awaited = nil }
        // Of records that come one by one the newest is what one waits for.
        if before == nil, answer.isArriving, answer.kind == .records { result.follows = true }
        let effects = show(answer.task)
        return result.follows ? effects + goToEnd() : effects
    }

    /// Stays at the end, or leaves it.
    mutating func toggleFollowing() -> [Effect] {
        result.follows.toggle()
        return result.follows ? goToEnd() : []
    }

    private mutating func goToEnd() -> [Effect] {
        result.stayAtEnd(height: listHeight(of: .result))
        return requestRows()
    }

    mutating func receive(_ window: BodyWindow) -> [Effect] {
        result.receive(window)
        return result.follows ? goToEnd() : requestRows()
    }
}

extension ResultView {
    /// The last rows that are known are in view.
    mutating func stayAtEnd(height: Int) {
        switch tab {
        case .table: table.move(by: Command.bottom.distance(height: height) ?? 0, height: height)
        case .raw, .hex: if let window { scroll(to: window.total, lines: window.total, height: height) }
        default: break
        }
    }

    /// A person moves: down to the end of what grows, to stay there; anywhere else, to leave it.
    mutating func moved(_ command: Command) { follows = command == .bottom && (answer?.isArriving == true || isCounting) }

    /// More lines are known to come.
    private var isCounting: Bool { mode != nil && window?.isCounted == false }
}
