// What happens to the model, in the past tense. Update.swift hands each group to its feature.

import Canvas
import Catalog
import NetLayer
import Workbench

/// What has happened, by the part of the program that reports it.
public enum Event: Sendable {
    /// An event of one of several APIs, by its name.
    indirect case api(String, Event)
    case user(UserEvent)
    /// Keys that arrived together begin, or have ended.
    case burst(Bool)
    /// The client's time has advanced to this value.
    case tick(Duration)
    case engine(EngineEvent)
    /// The result of a read of a response body.
    case body(BodyEvent)
    /// The description was read.
    case source(SourceEvent)
    case services(ServiceEvent)
    /// The current content of the cache and the cookie store.
    case kept(Kept)
    case history(HistoryNews)
    case workspace(WorkspaceNews)
    case login(LoginNews)
    /// Clipboard, files, pager, editor.
    case outside(OutsideEvent)
    /// A problem that the user has to know about.
    case report(ReportEvent)
}

/// The user, or the terminal.
public enum UserEvent: Sendable {
    case key(Key)
    case pasted(String)
    case mouse(MouseEvent)
    case resized(Size)
    /// The terminal is gone, or a signal asks the program to end.
    case terminated
}

/// Requests and groups.
public enum EngineEvent: Sendable {
    case network(EventBatch, at: Duration)
    /// A response, or a part of a response that is still arriving.
    case answered(Answer)
    /// Progress of a read of all pages of a list.
    case pages(PagesProgress)
    /// A verification goes on, or has ended.
    case verified(VerifyProgress)
    /// The entries of an archive are in the task table, or cannot be read.
    case openedArchive(ArchiveOpened)
}

/// Reads of response bodies; each event repeats its question.
public enum BodyEvent: Sendable {
    case window(BodyWindow)
    /// Rows of a body's tree.
    case tree(TreeWindow)
    /// Rows of the list in a body.
    case table(TableWindow)
    /// Progress of a search.
    case found(Found)
    /// Progress of a query.
    case filtered(Filtered)
    /// Differences of two bodies.
    case compared(DiffWindow)
    /// How the list of a response continues; `nil` when the response does not say.
    case paged(PagingQuestion, PageTurns?)
    /// A link was evaluated on its exchange.
    case followed(LinkQuestion, OperationLink.Filling)
    /// A value of a response.
    case inspected(Inspection, Inspected)
    /// The whole text of a task's body; `nil` when it is no longer stored.
    case resource(TaskID, String?)
    /// What differs between two successive responses of a watched request.
    case watched(WatchChanges)
    /// A response was held against the description of its operation.
    case held(HeldResponse)
    /// The store has dropped the bodies of these tasks.
    case evicted([TaskID])
}

/// The description and its files.
public enum SourceEvent: Sendable {
    case described(APIDescription, ServicePool)
    case failedToDescribe(Failure)
    /// The user opened the screen without a source, to write requests by hand.
    /// - Parameter request: the text of the first request; empty for none yet.
    case absent(ServicePool, request: String)
    /// The description was read again, and with it the workspace, where there is one.
    /// - Parameter isAsked: the user has asked for it; otherwise a file has changed.
    case reread(APIDescription, ServicePool, DescriptionChange, workspace: WorkspaceWork? = nil, isAsked: Bool = true)
    /// The workspace was not read again: it needs something that the user has not trusted yet.
    case wantsTrust(TrustRequest)
    /// The description cannot be read any more; the old one stays.
    case failedToReread(Failure)
}

/// The services of the pool in use.
public enum ServiceEvent: Sendable {
    /// The demo runs, and its services have these states.
    case demoChanged(DemoStatus)
    case pool(PoolStatus)
    /// Decisions of the pool, oldest first.
    case decided([FailoverEvent])
    /// An override was refused, and why.
    case refused(ServiceWish, String)
}

/// Problems that the user has to know about.
public enum ReportEvent: Sendable {
    case warned(String)
    /// Mistakes in the user's own files, each with its place; the valid settings still apply.
    case misconfigured([String])
    /// The terminal cannot show the screen that was wanted in place of reader mode, and why.
    case readerStays(String)
    /// Whether the network is thought to be down, and what changed that; `nil` at the start.
    case offline(Bool, because: String? = nil)
}

/// How a body is shown as text.
public enum BodyMode: String, Sendable, Hashable, CaseIterable { case pretty, raw, hex }

/// The kind of a body; decides how the body is shown.
public enum BodyKind: String, Sendable, Hashable {
    case empty, json, xml, html, text, binary
    /// A list of another format than JSON: separated values, JSON lines, events, parts.
    case records
}

/// The outcome of one task. The body itself stays with the runtime.
public struct Answer: Sendable, Hashable {
    public var task: TaskID
    /// `nil` when no response came at all.
    public var head: ResponseHead?
    public var url: URI?
    public var bytes: Int
    public var kind: BodyKind
    public var redirects: Int
    /// Why there is no usable response; a 4xx or 5xx has no failure.
    public var failure: Failure?
    public var links: PageLinks
    /// How many rows the list in the body has; `nil` where there is no list.
    public var rows: Int?
    /// How many levels of the body's tree are open at first.
    public var openDepth = Int.max
    /// The body is still arriving; this is the part that has arrived.
    public var isArriving = false
    /// The body as an image; `nil` when it is not an image.
    public var picture: Picture?
    /// Remarks for the reader before the body: the text of a problem, or the place where JSON breaks.
    public var notes: [String] = []
    /// The outcome of each expectation that the saved request has of this response.
    public var checks: [ResponseCheck] = []
    /// The exit code for scripts, by ``ExitStatus``.
    public var code: Int32 = 0
    /// The response is from the history: its exchange is unknown.
    public var isPast = false

    public init(
        task: TaskID, head: ResponseHead?, url: URI?, bytes: Int, kind: BodyKind, redirects: Int = 0, failure: Failure? = nil
    ) {
        self.task = task
        self.head = head
        self.url = url
        self.bytes = bytes
        self.kind = kind
        self.redirects = redirects
        self.failure = failure
        links = if let head, let url { PageLinks(head, at: url) } else { PageLinks() }
    }
}

/// Some lines of a body, as many as the screen needs.
public struct BodyWindow: Sendable, Hashable {
    public var task: TaskID
    public var mode: BodyMode
    /// Lines in all.
    public var total: Int
    /// Number of the first line here, from 0.
    public var start: Int
    public var lines: [String]
    /// Where each line begins and ends in the body, in bytes; empty where the lines are made of another text.
    public var places: [Range<Int>] = []
    /// The lines that continue the line before them, where that line was too long.
    public var rests: Set<Int> = []
    /// All lines have been counted.
    public var isCounted = true

    public init(task: TaskID, mode: BodyMode, total: Int, start: Int, lines: [String]) {
        self.task = task
        self.mode = mode
        self.total = total
        self.start = start
        self.lines = lines
    }
}

extension Event {
    /// The event as one of that API; `nil`: of the only one.
    public func of(_ api: String?) -> Event { api.map { .api($0, self) } ?? self }

    /// Whether the lists are fitted to their panes after it. Not after events that no user waits for: a row
    /// stays under the pointer, and the user's next step fits the lists.
    var movesLists: Bool {
        switch self {
        case .api(_, let event): event.movesLists
        case .user, .source, .history, .workspace, .outside, .engine(.pages): true
        // Replies to the user's step: a link opens a form, a filter another list.
        case .body(.followed), .body(.inspected), .body(.filtered): true
        default: false
        }
    }
}
