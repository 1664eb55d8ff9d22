// What the model asks the engine to send, with the number that each task will have.

import Catalog
import NetLayer
import Workbench

/// One request.
public struct SendOrder: Sendable, Hashable {
    /// The task's number, reserved: the model knows the response by it.
    public var id: TaskID
    public var plan: RequestPlan
    public var pool: ServicePool
    /// A stored response does not do: the server is asked.
    public var asksServer = false
    /// The run's row that it is a member of; `nil` for a request of its own.
    public var row: RunRow?
    /// What makes it go out.
    var cause = SendCause.again
    /// Its place among the pages of a list.
    var place = PagePlace()

    /// What goes out. Pages and repetitions follow from `plan`, which has the cache policy of the endpoint.
    public var sentPlan: RequestPlan { asksServer ? plan.asked : plan }
}

/// Where the response of a request stands among the pages of a list.
struct PagePlace: Sendable, Hashable {
    /// From 1; `nil` where a list was entered from its end.
    var page: Int?
    /// The task whose response is the page before it.
    var origin: TaskID?
    /// How the list goes on.
    var paging: FoundPaging?
}

/// The same request several times, as a group.
public struct GroupOrder: Sendable, Hashable {
    /// The number of the group's row, reserved.
    public var id: TaskID
    public var title: String
    public var plan: RequestPlan
    public var pool: ServicePool
    /// The members' numbers, reserved, in their order.
    public var members: [TaskID]
    /// How many may run at once; `nil`: as many as the engine allows.
    public var atOnce: Int?
    var cause = SendCause.again
}
