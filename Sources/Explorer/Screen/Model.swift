// Everything the screen depends on, in one value. Only `update` changes it; `render` only reads it.

import Canvas
import Catalog
import NetLayer
import Workbench

/// The four panes that share the screen, and the services, by the digit that focuses them.
public enum Pane: Int, CaseIterable, Sendable, Hashable {
    case endpoints = 1
    case request, result, tasks, services

    /// The panes that are on the screen together.
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

/// The state of the program as the user sees it: one value for each feature.
public struct Model: Sendable {
    /// The client's time at the last tick or event.
    public internal(set) var now: Duration = .zero
    public internal(set) var view: ViewState
    /// The pane that receives the keys.
    public internal(set) var focus = Pane.endpoints {
        didSet { if focus != .result { result.isFromTasks = false } }
    }
    public internal(set) var notices = NoticeState()
    var dialogs = DialogState()
    public internal(set) var api: APIState
    /// States of the pool's services, and its decisions.
    var poolView = PoolView()
    public internal(set) var endpoints = EndpointList()
    var requests = RequestState()
    var sending: SendingState
    /// The APIs beside the one in use.
    var apis = APIShelf()
    var login = LoginState()
    /// `nil` where the source is no workspace.
    var workspace: WorkspaceState?
    public internal(set) var result = ResultView()
    public internal(set) var tasks = TaskList()
    /// The requests that are sent again at an interval.
    var watches = WatchList()
    /// The reports of verifications.
    var verifications = VerifyReports()
    /// The resource that the user edits.
    var resource: ResourceEdit?
    /// The places that the user was at.
    var places = VisitedPlaces()
    /// The acts that `undo` takes back.
    var undoStack = UndoStack()
    /// The session to store for the next start; `nil` when none is stored.
    var memory: SessionMemory?

    /// - Parameters:
    ///   - apis: the APIs of a workspace that has several. The first one begins: `memory`, `workspace` and
    ///     `sendSource` are its own.
    ///   - sendSource: the words that name the description in a line of `explorer send`.
    ///   - reserveTaskID: the client's ``NetClient/reserveTaskID()``; the default is for a model that sends
    ///     nothing.
    public init(
        size: Size, source: String, pool: ServicePool = ServicePool([]), keymap: Keymap = Keymap(),
        themes: ThemeChoices = ThemeChoices(), defaults: RequestDefaults = RequestDefaults(), settings: Settings = Settings(),
        memory: SessionMemory? = nil, workspace: WorkspaceWork? = nil, sendSource: [String]? = nil, apis: [ScreenAPI] = [],
        reserveTaskID: @escaping @Sendable () -> TaskID = { TaskID(0) }
    ) {
        view = ViewState(size: size, keymap: keymap, themes: themes)
        api = APIState(source: .loading(source), pool: pool)
        sending = SendingState(defaults: defaults, sendSource: sendSource, reserveTaskID: reserveTaskID)
        self.memory = memory
        self.workspace = workspace.map { WorkspaceState(work: $0) }
        if apis.count > 1 {
            let others = apis.indices.dropFirst().map { ($0, ParkedAPI(apis[$0], besides: sending)) }
            self.apis = APIShelf(apis.map(\.name), parked: Dictionary(uniqueKeysWithValues: others))
            endpoints = EndpointList(apis: apis.map(\.name))
        }
        apply(settings)
        // The command line takes precedence.
        if defaults.allowsNetworkReferences { api.allowsNetworkReferences = true }
        if defaults.retries > 0 { sending.rules.retries = defaults.retries }
        let usual = screenSettings
        self.memory?.usual = usual
        if let session = memory?.opening { openScreen(of: session) }
        view.layout = Layout(self)
    }

    /// The description; `nil` until it is read.
    var description: APIDescription? { if case .ready(let description) = api.source { description } else { nil } }

    /// The form of the selected endpoint.
    var form: RequestForm? { endpoints.selectedEndpoint.flatMap { requests.forms[$0] } }

    /// When the screen changes next without an event; `nil` lets the program sleep.
    public var nextDeadline: Duration? {
        let ages = tasks.counts.live > 0 ? now + view.motion.pace : nil
        let ago = tasks.lastEnd.flatMap { end -> Duration? in
            let columns = tasks.columns ?? TaskColumn.usual(view.size.width, of: tasks)
            return columns.contains(.ago) ? now + Quantity.agoChanges(after: now - end) : nil
        }
        let services = poolView.nextDeadline(after: now, pace: view.motion.pace, isSeen: focus == .services)
        let pipe = result.pipe.running.map { _ in now + view.motion.pace }
        return [ages, ago, pipe, notices.shown?.until, services, memory?.due, watches.nextDue].compactMap { $0 }.min()
    }

    /// Reader mode: the program is said by ``ReaderVoice``, and not drawn.
    public var usesReader: Bool { view.usesReader }

    public var isLive: Bool { tasks.counts.live > 0 }
}
