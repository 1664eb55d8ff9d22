// `r` with marks in the task table: the requests of all marked tasks once more, each as a task of its own.

import NetLayer

extension Model {
    /// The marked tasks that were sent from here. A list of all pages is requested again in the result.
    private var resendableMarks: [TaskID] {
        tasks.marks.sorted().filter { result.plans[$0] != nil && result.lists[$0] == nil }
    }

    var whyNoMarkedResend: String? {
        let count = resendableMarks.count
        if count > RepeatWish.most { return "\(Quantity.count(count)) requests at once: mark at most \(RepeatWish.most) tasks" }
        return count == 0 ? "None of the marked tasks was sent from here" : nil
    }

    mutating func resendMarked() -> [Effect] {
        var effects: [Effect] = []
        for id in resendableMarks {
            guard let plan = result.plans[id] else { continue }
            effects += send(plan, page: result.pages[id, default: 1], paging: result.styles[id], again: true)
        }
        tasks.marks = []
        return effects
    }
}
