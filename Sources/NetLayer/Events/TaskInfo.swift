// The facts about a task that never change.

/// The kind of a row's task. The raw value is the word in JSON.
public enum TaskKind: String, Sendable, Hashable, CaseIterable {
    /// One call.
    case call
    /// Several tasks that started together; its members name the group as their parent.
    case group
    /// Tasks that run one after another; each step names the chain as its parent.
    case chain
    /// Work in a group that is not an HTTP call.
    case work
    /// A call that refreshes a cached response in the background, after another task received that
    /// response; see ``TaskInfo/origin``.
    case refresh
}

/// The facts that do not change during a task's life; shared by all copies of its row.
public final class TaskInfo: Sendable {
    /// The kind of the task.
    public let kind: TaskKind
    /// Its group or chain.
    public let parent: TaskID?
    /// ``RequestPlan/id``.
    public let endpoint: String
    /// The title for people.
    public let title: String
    /// The request's method; `GET` for a task that sends nothing itself.
    public let method: HTTPMethod
    /// Its priority among the tasks that wait for a slot.
    public let priority: CallPriority
    /// Its purpose, in the program's words.
    public let tag: CallTag?
    /// The scope that ends it.
    public let scope: ScopeID?
    /// The time from its opening after which it ends in any state; `nil` sets no limit.
    public let deadline: Duration?
    /// For a ``TaskKind/refresh``: the task that received the cached response.
    public let origin: TaskID?

    /// By default a call of normal priority, without parent, scope or deadline.
    public init(
        kind: TaskKind = .call, parent: TaskID? = nil, endpoint: String, title: String, method: HTTPMethod,
        priority: CallPriority = .normal, tag: CallTag? = nil, scope: ScopeID? = nil, deadline: Duration? = nil,
        origin: TaskID? = nil
    ) {
        self.kind = kind
        self.parent = parent
        self.endpoint = endpoint
        self.title = title
        self.method = method
        self.priority = priority
        self.tag = tag
        self.scope = scope
        self.deadline = deadline
        self.origin = origin
    }

    /// A task that sends nothing itself has no endpoint, and a safe method.
    convenience init(kind: TaskKind, parent: TaskID?, title: String) {
        self.init(kind: kind, parent: parent, endpoint: "", title: title, method: .get)
    }

    convenience init(
        _ plan: RequestPlan, kind: TaskKind = .call, parent: TaskID? = nil, scope: ScopeID? = nil, deadline: Duration? = nil,
        origin: TaskID? = nil
    ) {
        self.init(
            kind: kind, parent: parent, endpoint: plan.id, title: plan.shownTitle, method: plan.method,
            priority: plan.policies.priority ?? .normal, tag: plan.policies.tag, scope: scope, deadline: deadline,
            origin: origin)
    }
}
