// What the model wants done, as data: the runtime does it and answers with events.

import NetLayer

public enum Effect: Sendable, Equatable {
    case send(RequestPlan, ServicePool, Ticket)
    case cancel([TaskID])
    case cancelAll
    /// Bring these lines of a task's body.
    case window(TaskID, BodyMode, Range<Int>)
    /// The model shows these tasks no longer.
    case forget([TaskID])
    case redraw
    case suspend
    /// Clipboard, files, pager, editor.
    case outside(OutsideEffect)
    case quit
}
