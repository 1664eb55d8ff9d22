// What the model does about the line of shell that an answer goes through: its keys, its beginning and end, what came of it.

import Canvas
import NetLayer

extension Model {
    /// Whether the line of shell has the keys.
    var isPiping: Bool { focus == .result && result.pipe.isTyping }

    /// Why the shown answer goes through no program; `nil` when it can.
    var whyNoPipe: String? {
        guard let task = result.task, let answer = result.answers[task] else { return whyNoBody(result.task) }
        return answer.bytes == 0 ? "The answer has no body" : nil
    }

    mutating func beginPipe() {
        focus = .result
        result.search.endTyping()
        result.filter.endTyping()
        result.showBody()
        result.pipe.begin()
    }

    /// A key while the line is typed; `nil`: not for the field.
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
        return settle()
    }

    /// Ends the program that runs; answers whether one did.
    mutating func cancelPipe() -> Bool {
        guard result.pipe.running != nil else { return false }
        result.pipe.cancel()
        say("Cancelled")
        return true
    }

    mutating func receive(_ piped: Piped) -> [Effect] {
        guard result.pipe.receive(piped) else { return requestRows() }
        result.showPiped(piped)
        return settle()
    }
}

extension ResultView {
    /// Whose body is shown: the task's, or what a program has made of that.
    var body: TaskID? { pipe.shown?.request.output ?? task }

    /// A tab that shows the body.
    mutating func showBody() { if !tab.showsBody, let tab = tabs.first(where: \.showsBody) { select(tab) } }

    /// Shows what a program has made of the answer in its place.
    mutating func showPiped(_ piped: Piped) {
        guard let task, let source = answers[task] else { return }
        answers[piped.request.output] = piped.answer(to: source)
        filter.end()
        restart()
    }

    /// Shows the answer itself again.
    mutating func endPipe() {
        if let output = pipe.shown?.request.output { answers[output] = nil }
        pipe.end()
        filter.end()
        restart()
    }
}
