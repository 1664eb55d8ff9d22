// The work that the model requests, as data. The runtime does it and reports back with events.

import Canvas
import Catalog
import NetLayer

/// Work for the runtime, grouped by the part of the runtime that does it.
public enum Effect: Sendable, Equatable {
    /// Work for one of several APIs, by its name.
    indirect case api(String, Effect)
    /// Requests, groups, cancels.
    case engine(EngineEffect)
    /// Read a response body.
    case body(BodyEffect)
    /// Watch or override the services of a pool.
    case services(ServiceEffect)
    /// Read the description again, or watch its files.
    case description(DescriptionOrder)
    /// Read or clear the cache and the cookies.
    case kept(KeptOrder)
    case history(HistoryOrder)
    /// Change the workspace, or resolve what its requests need.
    case workspace(WorkspaceOrder)
    case login(LoginEffect)
    /// What only the loop can do.
    case screen(ScreenEffect)
    /// Clipboard, files, pager, editor.
    case outside(OutsideEffect)
}

/// Requests, groups, cancels.
public enum EngineEffect: Sendable, Equatable {
    case send(SendOrder)
    /// Send the same request several times, as a group.
    case sendGroup(GroupOrder)
    /// Open and close rows of chains and groups of saved requests.
    case run(RunOrder)
    /// Read all pages of a list, as a group. Its response is one array, reported again as it grows.
    case allPages(PagesOrder)
    /// Hold the API against its description, as a group.
    case verify(VerifyOrder)
    /// Read an archive, and add a row of an ended task for each of its entries.
    case openArchive(ArchiveOpening)
    case cancel([TaskID], because: CancelReason = .user)
    case cancelAll
    /// Guard all requests from now on; `nil` takes that back. Other guards stay.
    case restrict(GuardLevel?)
}

/// Reads of response bodies. Each effect names its question, and its event repeats the question.
public enum BodyEffect: Sendable, Equatable {
    /// Read these lines of a task's body.
    case window(TaskID, BodyMode, Range<Int>)
    /// Read these rows of a body's tree.
    case tree(TreeRequest)
    /// Read these rows of the list in a body.
    case table(TableRequest)
    /// Search for a text. A new search ends the search before it.
    case find(FindRequest)
    case stopFinding
    /// Run a query on a body, and drop the result of the query before it; `nil`: only drop.
    case filter(FilterRequest?)
    /// Read these differences of two bodies; `nil`: drop them.
    case diff(DiffRequest?)
    /// Find out how the list of a response continues.
    case paging(PagingQuestion)
    /// The model no longer shows these tasks.
    case forget([TaskID])
    /// Inspect a value of a response.
    case inspect(Inspection)
    /// Evaluate a link on the response of a task.
    case follow(LinkQuestion)
    /// Read the whole text of a task's body.
    case resource(TaskID)
    /// Compare two successive responses of a watched request.
    case watch(WatchQuestion)
    /// Hold a response against the description of its operation.
    case hold(ContractQuestion)
}

/// Orders to the services of a pool.
public enum ServiceEffect: Sendable, Equatable {
    /// From now on report the states of this pool only.
    case watch(ServicePool)
    /// Override the choice of the service.
    case wish(ServiceWish)
}

/// Orders to logins.
public enum LoginEffect: Sendable, Equatable {
    /// Requests of a pool carry the token of this login from now on, as soon as a token exists.
    case use(LoginPlan?, ServicePool)
    /// Requests of a pool are signed with this key from now on.
    case sign(Credential, ServicePool)
    /// Log in; events report its steps and its end.
    case begin(LoginOrder)
    /// The user has aborted the login.
    case stop
    case end(ServicePool)
}

/// What only the loop can do: it owns the terminal and the demo's processes.
public enum ScreenEffect: Sendable, Equatable {
    /// Store this session for the next start.
    case remember(Session)
    /// Change a service of the demo.
    case demo(DemoOrder)
    /// What the display does itself.
    case display(DisplayOrder)
    /// Print lines for a screen reader in place of the screen, or draw the screen again.
    case useReader(Bool)
    /// Draw the screen in the theme of that name.
    case theme(String)
    case suspend
    case quit
}

/// Orders to the reader of the description.
public enum DescriptionOrder: Sendable, Hashable {
    case reload
    /// The user agrees to this need: store the agreement, and read again.
    case agree(TrustRequest)
    /// Start or stop reading the description again when one of its files changes.
    case watch(Bool)
    /// Read the description again; its references may, or may not, lead anywhere in the network.
    case network(Bool)
}
