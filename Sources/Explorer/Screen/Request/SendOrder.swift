// The requests that the model orders from the engine, with the number of each future task.

import Catalog
import NetLayer
import Workbench

/// One request.
public struct SendOrder: Sendable, Hashable {
    /// The task's number, reserved: it identifies the response.
    public var id: TaskID
    public var plan: RequestPlan
    public var pool: ServicePool
    /// A stored response is not enough: the request goes to the server.
    public var asksServer = false
    /// The run's row whose member it is; `nil` for a request outside of a run.
    public var row: RunRow?
    /// What makes the request go out.
    var cause = SendCause.again
    /// The place of the response among the pages of a list.
    var place = PagePlace()

    /// The plan that is sent. Pages and repetitions follow from `plan`, which has the
    /// cache policy of the endpoint.
    public var sentPlan: RequestPlan { asksServer ? plan.asked : plan }
}

/// Where the response of a request stands among other responses: the pages of a list, and followed links.
struct PagePlace: Sendable, Hashable {
    /// From 1; `nil` when the list was entered from its end.
    var page: Int?
    /// The task whose response is the page before it.
    var origin: TaskID?
    /// How the list continues.
    var paging: FoundPaging?
    /// The task in whose response the user followed the link to this one.
    var link: TaskID?
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
    /// The number of members that may run at once; `nil`: as many as the engine allows.
    public var atOnce: Int?
    /// When the group is over.
    public var mode = GroupMode.collectAll
    /// The limits of the engine do not apply to its members: the user asked for more at once.
    package var ignoresLimits = false
    /// The pace of a measured run, whose members get their numbers when they start; `nil` for a plain
    /// repetition.
    package var pace: RunPace?
    /// The sides of a comparison, which take turns; empty for one request.
    var sides: [GroupSide] = []
    /// How bodies say that a measured request has failed: they are not stored, to be judged later.
    package var business: BusinessCode?
    var cause = SendCause.again
}
