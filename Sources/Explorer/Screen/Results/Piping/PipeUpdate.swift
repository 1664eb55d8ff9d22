// The pipe of a response in the model: handles the keys of its line, starts and ends it, receives its output.

import Canvas
import NetLayer

extension Model {
    /// Whether the line of the command receives the keys.
    var isPiping: Bool { focus == .result && result.pipe.isTyping }

    /// Why the shown response cannot be piped through a program; `nil` when it can.
    var whyNoPipe: String? {
        guard let task = result.task, let answer = result.answers[task] else { return whyNoBody(result.task) }
        return answer.bytes == 0 ? "The response has no body" : nil
    }

    mutating func beginPipe() {
        focus = .result
        result.search.endTyping()
        result.filter.endTyping()
        result.showBody()
        result.pipe.begin()
    }

    /// Handles a key while the user types the command; `nil` when the key is not for the field.
    mutating func editPipe(_ key: Key) -> [Effect]? {
        switch key {
        case .enter:
            guard let task = result.task, result.pipe.field.text.contains(where: { !$0.isWhitespace }) else { return [] }
            result.pipe.run(on: task, at: now)
        case .escape, .control("c"): result.pipe.endTyping()
        case .up: result.pipe.recall(by: -1)
        case .down: result.pipe.recall(by: 1)
        default:
            var known = false
            result.pipe.edit { known = $0.handle(key) }
            guard known || key.isPrintable else { return nil }
        }
        return []
    }

    /// Ends the running program; returns whether there was one.
    mutating func cancelPipe() -> Bool {
        guard result.pipe.running != nil else { return false }
        result.pipe.cancel()
        say("Cancelled")
        return true
    }

    mutating func receive(_ piped: Piped) -> [Effect] {
        guard result.pipe.receive(piped) else { return [] }
        result.showPiped(piped)
        return []
    }
}

extension ResultView {
    /// The task of the shown body: the shown task, or the output of a program.
    var body: TaskID? { pipe.shown?.request.output ?? task }

    /// Shows a tab with the body.
    mutating func showBody() { if !tab.showsBody, let tab = tabs.first(where: \.showsBody) { select(tab) } }

    /// Shows the output of a program in place of its response.
    mutating func showPiped(_ piped: Piped) {
        guard let task, let source = answers[task] else { return }
        answers[piped.request.output] = piped.answer(to: source)
        filter.end()
        restart()
    }

    /// Shows the response itself again.
    mutating func endPipe() {
        if let output = pipe.shown?.request.output { answers[output] = nil }
        pipe.end()
        filter.end()
        restart()
    }
}
