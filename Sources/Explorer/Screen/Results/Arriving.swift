// A streaming response: shows the part that has arrived like any response, and can keep its end in view.

import Canvas
import NetLayer

extension Model {
    /// Why the pane cannot follow the end of the shown response; `nil` when it can.
    var whyNoFollowing: String? {
        guard result.answer?.isArriving == true else { return "The response is complete" }
        return result.tab == .table || result.mode != nil ? nil : "Only the table and Raw follow the response; , and . go there"
    }

    /// More of a response has arrived, or its last part.
    mutating func receive(_ answer: Answer) -> [Effect] {
        let isSaved = workspace?.sent[answer.task] != nil
        // The check of a saved request covers its expectations together with the
        // success that the body reports.
        return take(answer) + (isSaved ? judge(answer) : askBody(answer))
    }

    /// Checks whether the body of a complete response reports success, where the
    /// user has configured how it does.
    private func askBody(_ answer: Answer) -> [Effect] {
        guard let rule = description?.business, !answer.isArriving, answer.failure == nil, answer.kind == .json else { return [] }
        return [.body(.inspect(Inspection(task: answer.task, node: 0, wish: .business(rule))))]
    }

    private mutating func take(_ whole: Answer) -> [Effect] {
        var answer = whole
        // Its links are those of the list that GET would return: the response itself has no pages.
        if tasks.row(answer.task)?.info.method == .head { answer.links = PageLinks() }
        let before = result.answers.updateValue(answer, forKey: answer.task)
        if before != nil, result.task == answer.task { result.reload() }
        guard result.awaited == answer.task || result.task == answer.task else { return compare(with: answer) }
        if result.awaited == answer.task { result.awaited = nil }
        // For records that arrive one by one, the user waits for the newest.
        if before == nil, answer.isArriving, answer.kind == .records { result.follows = true }
        let effects = show(answer.task)
        if result.follows { goToEnd() }
        return effects
    }

    /// Starts or stops following the end.
    mutating func toggleFollowing() -> [Effect] {
        result.follows.toggle()
        if result.follows { goToEnd() }
        return []
    }

    private mutating func goToEnd() { result.stayAtEnd(height: listHeight(of: .result)) }

    mutating func receive(_ window: BodyWindow) -> [Effect] {
        result.receive(window)
        if result.follows { goToEnd() }
        return []
    }
}

extension ResultView {
    /// Scrolls to the last known rows.
    mutating func stayAtEnd(height: Int) {
        switch tab {
        case .table: table.move(by: Command.bottom.distance(height: height) ?? 0, height: height)
        case .raw, .hex: if let window { scroll(to: window.total, lines: window.total, height: height) }
        default: break
        }
    }

    /// The user moves: to the end of a growing response, to stay there; anywhere else, to stop following.
    mutating func moved(_ command: Command) { follows = command == .bottom && (answer?.isArriving == true || isCounting) }

    /// More lines are expected.
    private var isCounting: Bool { mode != nil && window?.isCounted == false }
}
