// What the model wants done, as data: the runtime does it and answers with events.

import Catalog
import NetLayer

public enum Effect: Sendable, Equatable {
    case send(RequestPlan, ServicePool, Ticket)
    /// The same request several times, as a group; each answer is told by its own ticket.
    case sendGroup(GroupOrder, ServicePool)
    /// Rows of chains and groups of saved requests.
    case run(RunOrder)
    /// All pages of a list, as a group; its answer is one array, told again as it grows.
    case allPages(PagesOrder, ServicePool)
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
    /// Find out what a query finds in a body, and give up what was made by the query before; `nil`: do only that.
    case filter(FilterRequest?)
    /// Bring these differences of two bodies; `nil`: nobody wants to see them any more.
    case diff(DiffRequest?)
    /// Find out how the list of an answer goes on.
    case paging(PagingQuestion)
    /// The model shows these tasks no longer.
    case forget([TaskID])
    /// Tell of this pool from now on, and of no other.
    case watch(ServicePool)
    /// Ask the pool for this.
    case wish(ServiceWish)
    /// Look at a value of an answer.
    case inspect(Inspection)
    /// Evaluate a link on the answer of a task.
    case follow(LinkQuestion)
    /// Read the description again, or watch its files.
    case description(DescriptionOrder)
    /// Do this with what is kept between requests, and tell what is kept then.
    case kept(KeptOrder)
    /// Do this with the history, and tell what came of it.
    case history(HistoryOrder)
    /// Change the workspace, or bring what its requests need.
    case workspace(WorkspaceOrder)
    /// Requests of a pool carry the token of this login from now on, as soon as there is one.
    case useLogin(LoginPlan?, ServicePool)
    /// Log in; the way there and the end are told.
    case login(LoginOrder)
    /// Nobody waits for the login any more.
    case stopLogin
    case logout(ServicePool)
    /// Keep this for the next time.
    case remember(Session)
    /// Do this to a service of the demo.
    case demo(DemoOrder)
    case redraw
    /// Show the screen in the theme of that name.
    case theme(String)
    case suspend
    /// Clipboard, files, pager, editor.
    case outside(OutsideEffect)
    /// Have the terminal report the mouse, or leave it to the terminal's own selection.
    case captureMouse(Bool)
    case quit
}

/// A group that a person asked for.
public struct GroupOrder: Sendable, Hashable {
    public var title: String
    public var plan: RequestPlan
    /// One for each member, in their order.
    public var tickets: [Ticket]
    /// How many may run at once; `nil`: as many as the engine lets.
    public var atOnce: Int?
}

/// What is asked of whoever reads the description.
public enum DescriptionOrder: Sendable, Hashable {
    case reload
    /// The user agrees to this: remember it, and read again.
    case agree(TrustWish)
    /// Read it again by itself when one of its files changes.
    case watch(Bool)
    /// Read it again, and let its references lead anywhere in the network or not.
    case network(Bool)
}
