// What happens to the model, in the past tense. Every case is handled in Update.swift; there is no default.

import Canvas
import Catalog
import NetLayer
import Workbench

/// Binds a request that the model asked for to the task number that the engine gives it.
public struct Ticket: Sendable, Hashable {
    public let number: Int
}

public enum Event: Sendable {
    case key(Key)
    case pasted(String)
    case mouse(MouseEvent)
    case resized(Size)
    /// The client's time has come this far.
    case tick(Duration)
    case network(EventBatch, at: Duration)
    /// The engine gave the request its number.
    case dispatched(Ticket, TaskID)
    case answered(Ticket, Answer)
    case window(BodyWindow)
    /// Rows of a body's tree.
    case tree(TreeWindow)
    /// Rows of the list in a body.
    case table(TableWindow)
    /// How far a search has come.
    case found(Found)
    /// How far a filter has come.
    case filtered(Filtered)
    /// Differences of two bodies.
    case compared(DiffWindow)
    /// How the list of an answer goes on; `nil` when nothing tells.
    case paged(PagingQuestion, PageTurns?)
    /// How far a list has come of which all pages are read.
    case pages(PagesProgress)
    /// The bodies of these tasks are kept no longer.
    case evicted([TaskID])
    case described(APIDescription, ServicePool)
    case failedToDescribe(Failure)
    /// The description was read again, and with it the workspace, where there is one.
    /// - Parameter isAsked: somebody waits for it; otherwise a file has changed.
    case reread(APIDescription, ServicePool, DescriptionChange, workspace: WorkspaceWork? = nil, isAsked: Bool = true)
    /// The workspace was not read again, because it wants what the user has not agreed to.
    case wantsTrust(TrustWish)
    /// It does not read any more, and why; the old one stays.
    case failedToReread(Failure)
    /// A link was evaluated on its exchange.
    case followed(LinkQuestion, OperationLink.Filling)
    /// What a look at a value of an answer has shown.
    case inspected(Inspection, Inspected)
    case warned(String)
    /// The demo runs, and its services are like this now.
    case demoChanged(DemoStatus)
    /// The pool stands like this now.
    case pool(PoolStatus)
    /// What the pool has decided, oldest first.
    case decided([FailoverEvent])
    /// A wish was not done, and why.
    case refused(ServiceWish, String)
    /// These are wrong in the user's own files, each with its place; the rest of the files counts.
    case misconfigured([String])
    /// What is kept between requests now.
    case kept(Kept)
    /// What the history has to say.
    case history(HistoryNews)
    /// What the workspace has to say.
    case workspace(WorkspaceNews)
    /// How a login goes.
    case login(LoginNews)
    /// How work outside of the screen went.
    case outside(OutsideEvent)
    /// The terminal is gone, or somebody asked the program to end.
    case terminated
}

/// How a body is shown as text.
public enum BodyMode: String, Sendable, Hashable, CaseIterable { case pretty, raw, hex }

/// What kind of body it is; decides how it is shown.
public enum BodyKind: String, Sendable, Hashable {
    case empty, json, xml, html, text, binary
    /// A list of another format than JSON: separated values, JSON lines, events, parts.
    case records
}

/// What came back for one task. The body itself stays with the runtime.
public struct Answer: Sendable, Hashable {
    public var task: TaskID
    /// `nil` when no answer came at all.
    public var head: ResponseHead?
    public var url: URI?
    public var bytes: Int
    public var kind: BodyKind
    public var redirects: Int
    /// Why there is no usable answer; a 4xx or 5xx has none.
    public var failure: Failure?
    public var links: PageLinks
    /// How many rows the list in the body has; `nil` where there is no list.
    public var rows: Int?
    /// How deep the body's tree is open at first.
    public var openDepth = Int.max
    /// The body is still on its way: this is what of it has come.
    public var isArriving = false
    /// What it is as an image, where it is one.
    public var picture: Picture?
    /// What to know of the body before it is read: what a problem says, or where JSON breaks.
    public var notes: [String] = []
    /// What came of each expectation of the saved request that it answers.
    public var checks: [AnswerCheck] = []
    /// What its end means to a script, by the exit codes of the product contract: 0, 4 and 5, 6 no response, 7 cancelled.
    public var code: Int32 = 0
    /// It is from the history: nothing of its way here is known.
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

/// Some lines of a body, as much as the screen needs.
public struct BodyWindow: Sendable, Hashable {
    public var task: TaskID
    public var mode: BodyMode
    /// Lines in all.
    public var total: Int
    /// Number of the first line here, from 0.
    public var start: Int
    public var lines: [String]
    /// The numbers of those that go on from the line before, where that was too long.
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
