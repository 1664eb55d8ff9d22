// Everything the screen depends on, in one value. Only `update` changes it; `render` only reads it.

import Canvas
import Catalog
import NetLayer
import Workbench

/// The four panes that share the screen, and the services, by the digit that reaches them.
public enum Pane: Int, CaseIterable, Sendable, Hashable {
    case endpoints = 1
    case request, result, tasks, services

    /// Those that are on the screen together.
    static let sharing: [Pane] = [.endpoints, .request, .result, .tasks]

    var title: String {
        switch self {
        case .endpoints: "Endpoints"
        case .request: "Request"
        case .result: "Result"
        case .tasks: "Tasks"
        case .services: "Services"
        }
    }
}

/// What the program was pointed at, and how far reading it has come.
public enum SourceState: Sendable {
    case loading(String)
    case ready(APIDescription)
    case failed(Failure)
}

/// The state of the program as a person sees it.
public struct Model: Sendable {
    public internal(set) var size: Size
    public internal(set) var keymap: Keymap
    public internal(set) var source: SourceState
    /// Where requests go.
    public internal(set) var pool: ServicePool
    /// How the pool's services stand, and what was decided of them.
    var poolView = PoolView()
    public internal(set) var focus = Pane.endpoints {
        didSet { if focus != .result { result.isFromTasks = false } }
    }
    public internal(set) var isFullscreen = false
    /// Where the panes stand, as of the end of the last step.
    var layout = Layout()
    public internal(set) var endpoints = EndpointList()
    /// What was typed, by endpoint: it stays when another endpoint is looked at.
    var forms: [Int: RequestForm] = [:]
    /// What was typed for endpoints whose forms have not been opened since the description was read again, by id.
    var drafts: [String: FormDraft] = [:]
    /// The description is read again by itself when one of its files changes.
    var watchesFiles = true
    /// References of the description may lead anywhere in the network.
    var allowsNetworkReferences = false
    var rules = SendRules()
    /// How many pages are read of a list that is read whole.
    var mostPages = Model.usualPages
    /// The page behind one that was turned to is asked for before somebody wants to see it.
    var prefetches = true
    /// What proves who asks, for the whole API.
    var credentials = Credentials()
    /// Other origins than the API's that the user has agreed to send its credentials to.
    var agreedOrigins: Set<String> = []
    /// Before which requests the user is asked, by the settings.
    var confirm = ConfirmRule.unsafe
    /// Requests that wait for the user's word, oldest first.
    var heldSends: [HeldSend] = []
    /// Runs of saved requests that wait for the user's word.
    var heldRuns: [UnsafeRun] = []
    /// When a question opened by itself; `nil` where a key of the user opened it. Keys pressed just before are not meant for it.
    var questionOpenedAt: Duration?
    /// The number of keys and clicks so far.
    var deeds = 0
    /// Their number when values were looked up last. While it is the same, the user waits for what follows from the lookup.
    var deedsAtLookup: Int?
    var login = LoginState()
    /// `nil` where the source is no workspace.
    var workspace: WorkspaceState?
    /// How many entries of the history were opened.
    var nextPast = 0
    public internal(set) var result = ResultView()
    public internal(set) var tasks = TaskList()
    var dialog: (any Dialog)?
    /// The palette's lines that were run, oldest first.
    var paletteHistory: [String] = []
    public internal(set) var themes: ThemeChoices
    public internal(set) var messages = Messages()
    /// The endpoint list says what an endpoint does, where there is room.
    var showsSummaries = true
    /// Where the borders stand that a person can move.
    var splits = Splits()
    var mouse = MouseState()
    public internal(set) var notice: Notice?
    /// The demo's services; `nil` for any other API.
    public internal(set) var demo: DemoStatus?
    var waitingNotices: [Notice] = []
    /// The client's time at the last tick or event.
    public internal(set) var now: Duration = .zero
    /// A request whose files are looked at.
    var waitingSend: WaitingSend?
    /// The task whose response the result pane waits for.
    var awaited: TaskID?
    /// The answer of another service that is to be compared with a shown one.
    var awaitedDiff: AwaitedDiff?
    /// The table that is being written.
    var exporting: ExportOrder?
    /// What is kept for the next time; `nil` where nothing is.
    var memory: SessionMemory?
    /// A second C-c until then quits.
    var quitArmedUntil: Duration?

    let defaults: RequestDefaults
    /// A number for a task that is going to be sent: the engine's next one.
    let reserveTaskID: @Sendable () -> TaskID

    /// - Parameter reserveTaskID: the client's ``NetClient/reserveTaskID()``; by default for a model that sends nothing.
    public init(
        size: Size, source: String, pool: ServicePool = ServicePool([]), keymap: Keymap = Keymap(),
        themes: ThemeChoices = ThemeChoices(), defaults: RequestDefaults = RequestDefaults(), settings: Settings = Settings(),
        memory: SessionMemory? = nil, workspace: WorkspaceWork? = nil,
        reserveTaskID: @escaping @Sendable () -> TaskID = { TaskID(0) }
    ) {
        self.reserveTaskID = reserveTaskID
        self.defaults = defaults
        self.size = size
        self.source = .loading(source)
        self.pool = pool
        self.keymap = keymap
        self.themes = themes
        self.memory = memory
        self.workspace = workspace.map { WorkspaceState(work: $0) }
        apply(settings)
        agreedOrigins = defaults.agreedOrigins
        // What the command line says wins.
        if defaults.allowsNetworkReferences { allowsNetworkReferences = true }
        if defaults.retries > 0 { rules.retries = defaults.retries }
        let usual = screenSettings
        self.memory?.usual = usual
        if let session = memory?.opening { openScreen(of: session) }
        layout = Layout(self)
    }

    /// The description, once it is there.
    var description: APIDescription? { if case .ready(let description) = source { description } else { nil } }

    /// The form of the selected endpoint.
    var form: RequestForm? { endpoints.selectedEndpoint.flatMap { forms[$0] } }

    /// When the screen changes by time alone; `nil` lets the program sleep.
    public var nextDeadline: Duration? {
        let ages = tasks.counts.live > 0 ? now + .milliseconds(100) : nil
        let ago = tasks.lastEnd.flatMap { end in
            TaskColumns.showsAgo(size.width) ? now + Quantity.agoChanges(after: now - end) : nil
        }
        let services = poolView.nextDeadline(after: now, isSeen: focus == .services)
        let pipe = result.pipe.running.map { _ in now + .milliseconds(100) }
        return [ages, ago, pipe, notice?.until, services, memory?.due].compactMap { $0 }.min()
    }

    public var isLive: Bool { tasks.counts.live > 0 }

    /// A line at the bottom that leaves by itself and takes no key.
    mutating func say(_ text: String, _ kind: Notice.Kind = .info) {
        messages.add(.init(at: now, text: text, kind: kind))
        show(text, kind)
    }

    /// The same, of which nothing is kept.
    mutating func show(_ text: String, _ kind: Notice.Kind) {
        let next = Notice(text: text, kind: kind, until: now + (kind == .info ? .seconds(4) : .seconds(8)))
        // Two warnings that come together are read one after the other; what answers a key is seen at once.
        if kind != .info, let notice, notice.kind != .info, notice.text != text {
            waitingNotices = Array((waitingNotices + [next]).suffix(5))
        } else {
            notice = next
        }
    }
}

/// A short message that comes and goes.
public struct Notice: Sendable, Hashable {
    public enum Kind: Sendable, Hashable { case info, warning, error }
    public var text: String
    public var kind: Kind
    public var until: Duration
}
