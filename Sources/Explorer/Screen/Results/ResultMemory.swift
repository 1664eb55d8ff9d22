// What the result pane knows of one task.

import NetLayer

/// The facts of a task that come back with it when it was removed from the task table.
struct ResultMemory: Sendable {
    let answer: Answer?
    /// How it fits its description.
    let held: HeldResponse?
    let plan: RequestPlan?
    /// The number of its page, which may be unknown; `nil` where it has none.
    let page: Int??
    let origin: TaskID?
    let link: TaskID?
    let style: FoundPaging?
    let list: WholeList?
    let chosenRows: Int?
    let isUnlisted: Bool
    let isEvicted: Bool
}
