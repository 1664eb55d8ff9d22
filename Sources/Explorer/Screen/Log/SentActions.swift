// What the user's actions have sent in this session, for `:log`.

import NetLayer

/// An action that sent something.
struct SentAction: Sendable {
    enum Kind: Sendable, Hashable {
        case once
        case times(Int)
        /// A measured run, by its title.
        case measured(String)
        /// A list, page after page.
        case allPages
    }

    let at: Duration
    let kind: Kind
    /// The first task that it started.
    let task: TaskID
    let plan: RequestPlan
    let environment: Environment
}

extension SentAction {
    /// `nil` for an effect that sends nothing.
    init?(_ effect: Effect, at time: Duration, in environment: Environment) {
        switch effect {
        case .engine(.send(let order)):
            self.init(at: time, kind: .once, task: order.id, plan: order.plan, environment: environment)
        case .engine(.sendGroup(let order)):
            let first = order.members.first ?? order.id
            let kind = order.pace == nil ? Kind.times(order.members.count) : .measured(order.title)
            self.init(at: time, kind: kind, task: first, plan: order.plan, environment: environment)
        case .engine(.allPages(let order)):
            self.init(at: time, kind: .allPages, task: order.id, plan: order.plan, environment: environment)
        default: return nil
        }
    }
}

/// The actions of the session, oldest first.
struct SentActions: Sendable {
    /// The most actions; older ones are dropped.
    static let most = 200

    private(set) var all: [SentAction] = []

    mutating func add(_ action: SentAction) {
        all.append(action)
        if all.count > Self.most { all.removeFirst(all.count - Self.most) }
    }
}
