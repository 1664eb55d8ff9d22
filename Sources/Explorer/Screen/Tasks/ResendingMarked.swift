// `r` with marks in the task table: the requests of all marked tasks once more, each as a task of its own. A
// marked group stands for its members.

import NetLayer

extension Model {
    private static let noneSentFromHere = "None of the marked tasks was sent from here"

    /// A list of all pages is requested again in the result.
    private func isResendable(_ id: TaskID) -> Bool { canSendAgain(id) && result.lists[id] == nil }

    /// Asked for each frame, so it looks for one task only. The members of a group are looked at when the
    /// command runs.
    var whyNoMarkedResend: String? {
        let isPossible = tasks.marks.contains { isResendable($0) || tasks.row($0)?.info.kind.hasMembers == true }
        return isPossible ? nil : Self.noneSentFromHere
    }

    mutating func resendMarked() -> [Effect] {
        let marked = tasks.archived.map(\.id)
        let ready = marked.filter { isResendable($0) }
        guard !ready.isEmpty else {
            let hasList = tasks.marks.contains { result.lists[$0] != nil }
            let ofList = "The pages of a list are not sent again one by one: r without marks reads the missing ones"
            say(hasList ? ofList : Self.noneSentFromHere)
            return []
        }
        guard ready.count <= RepeatWish.most else {
            say("\(Quantity.count(ready.count)) requests at once: mark at most \(RepeatWish.most) tasks")
            return []
        }
        var effects: [Effect] = []
        for id in ready {
            planArchived(id)
            guard let plan = result.plans[id] else { continue }
            effects += inHome(of: id) {
                $0.send(plan, page: $0.result.pages[id, default: 1], paging: $0.result.styles[id], again: true)
            }
        }
        let skipped = marked.count - ready.count
        if skipped > 0 {
            say("\(Quantity.count(skipped)) of the marked tasks \(skipped == 1 ? "was" : "were") not sent from here")
        }
        tasks.marks = []
        return effects
    }
}
