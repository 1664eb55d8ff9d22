// What the model wants done, as data: the runtime does it and answers with events.

import NetLayer

public enum Effect: Sendable, Equatable {
    case send(RequestPlan, ServicePool, Ticket)
    case cancel([TaskID])
    case cancelAll
    /// Bring these lines of a task's body.
    case window(TaskID, BodyMode, Range<Int>)
    /// Bring these rows of a body's tree.
    case tree(TreeRequest)
    /// Bring these rows of the list in a body.
    case table(TableRequest)
    /// Look for a text; what is looked for still is given up.
    case find(FindRequest)
    case stopFinding
    /// The model shows these tasks no longer.
    case forget([TaskID])
    case redraw
    case suspend
    case quit
}
