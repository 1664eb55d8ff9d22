// The comparison of two responses: which two they are, and which lines of their differences the screen needs.

import Canvas
import NetLayer

extension Model {
    /// Why the shown response cannot be compared with anything; `nil` when it can.
    var whyNothingToCompare: String? {
        if result.answer?.isArriving == true { return "The response is still arriving" }
        return result.answer?.head == nil ? "There is no response to compare" : nil
    }

    /// Why there is no earlier response to compare with; `nil` when there is one.
    var whyNoDiff: String? {
        whyNothingToCompare
            ?? (previousAnswer == nil ? "There is no earlier response of this endpoint; :diff TASK compares another" : nil)
    }

    /// Why the cursor cannot go to a difference; `nil` when it can.
    var whyNoDifference: String? {
        guard let diff = result.diff, diff.window != nil else { return "The comparison is still running" }
        return diff.total == 0 ? "There is no difference" : nil
    }

    /// The last response of the same endpoint before the shown one; in an archive, of the same address.
    private var previousAnswer: TaskID? {
        guard let task = result.task else { return nil }
        let endpoint = result.plans[task]?.id
        let archived = tasks.row(task).flatMap { $0.isArchived ? $0 : nil }
        func belongs(_ other: TaskID) -> Bool {
            if let endpoint, result.plans[other]?.id == endpoint { return true }
            return archived.map { isSameArchived($0, other) } ?? false
        }
        return result.answers.values.filter { $0.head != nil && !$0.isArriving && $0.task < task && belongs($0.task) }
            .map(\.task).max()
    }

    mutating func compareWithPrevious() -> [Effect] {
        guard let task = result.task, let previous = previousAnswer else { return [] }
        result.compare(DiffView(old: previous, new: task))
        return []
    }

    /// Compares with the response of the named task or service, or without a name with the previous response.
    mutating func compare(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = words.isEmpty ? whyNoDiff : whyNothingToCompare { throw PaletteProblem(reason) }
        guard let task = result.task else { return [] }
        focus = .result
        guard let word = words.first else { return compareWithPrevious() }
        guard let number = UInt64(word.drop { $0 == "#" }) else { return try compare(withService: word) }
        let other = TaskID(number)
        guard other != task else { throw PaletteProblem("Task \(number) is already shown") }
        guard let answer = result.answers[other], answer.head != nil, !answer.isArriving else {
            throw PaletteProblem("Task \(number) has no response")
        }
        // The earlier response is the old side.
        result.compare(DiffView(old: min(other, task), new: max(other, task)))
        return []
    }

    /// Services, then the tasks with available responses, the newest first.
    func diffCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        return diffServices
            + result.answers.values.filter { $0.head != nil && $0.task != result.task && tasks.row($0.task) != nil }.map(\.task)
            .sorted(by: >).prefix(50).map {
                PaletteVerb.Completion(word: String($0.number), note: tasks.row($0)?.info.title ?? "")
            }
    }

    mutating func receive(_ window: DiffWindow) {
        let height = listHeight(of: .result)
        result.diff?.receive(window, height: height)
    }
}
