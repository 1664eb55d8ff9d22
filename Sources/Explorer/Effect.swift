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
    /// Have the terminal report the mouse, or leave it to the terminal's own selection.
    case captureMouse(Bool)
    case quit
}
