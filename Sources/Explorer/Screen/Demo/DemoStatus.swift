// The known states of the demo's services: `:demo` changes them, and the program notices when they end.

/// The services of the demo, in the order of the pool.
public struct DemoStatus: Sendable, Hashable {
    public struct Service: Sendable, Hashable {
        public var name: String
        public var condition: Condition

        public init(name: String, condition: Condition = .running) {
            self.name = name
            self.condition = condition
        }
    }

    public enum Condition: String, Sendable, Hashable { case running, frozen, dead }

    public var services: [Service]

    public init(_ services: [Service]) { self.services = services }

    /// By number, counted from 1, or by name.
    func index(of word: String) -> Int? {
        if let number = Int(word) { return services.indices.contains(number - 1) ? number - 1 : nil }
        return services.firstIndex { $0.name == word.lowercased() }
    }

    var choices: String { services.indices.map { "\($0 + 1)" }.joined(separator: ", ") }

    /// Why the order is impossible now; `nil` when it is possible.
    func whyNot(_ order: DemoOrder) -> String? {
        let service = services[order.service]
        switch (order.deed, service.condition) {
        case (.kill, .running), (.kill, .frozen), (.freeze, .running), (.heal, .frozen), (.heal, .dead): return nil
        case (.kill, .dead): return "\(service.name) is already dead"
        case (.freeze, .frozen): return "\(service.name) is already frozen"
        case (.freeze, .dead): return "\(service.name) is dead: heal it first"
        case (.heal, .running): return "\(service.name) is running: there is nothing to heal"
        }
    }

    fileprivate var running: Set<Int> { Set(services.indices.filter { services[$0].condition == .running }) }

    /// The changes since then, as text.
    func news(since before: DemoStatus) -> [String] {
        zip(services.indices, zip(before.services, services)).compactMap { index, pair in
            let (old, new) = pair
            guard old.condition != new.condition else { return nil }
            switch new.condition {
            case .running: return "\(new.name) is running again"
            case .frozen: return "\(new.name) is frozen: it accepts connections and sends nothing (:demo heal \(index + 1))"
            case .dead: return "\(new.name) is dead: it refuses connections (:demo heal \(index + 1))"
            }
        }
    }
}

extension Model {
    /// Why `:demo` is unavailable; `nil` when it is available.
    var whyNoDemo: String? { api.demo == nil ? "Only the demo's services can be killed: start with 'explorer demo'" : nil }

    /// The effects of words such as `kill 1`.
    /// - Throws: why the order is impossible now.
    func demoEffects(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        guard let demo = api.demo else { throw PaletteProblem(whyNoDemo ?? "") }
        let order = try DemoOrder.parse(words, for: demo)
        if let reason = demo.whyNot(order) { throw PaletteProblem(reason) }
        return [.screen(.demo(order))]
    }

    /// Applies the states that the demo reports, and reports changes. The pool checks a service that runs
    /// again at once: without requests, it would not notice.
    mutating func receive(_ status: DemoStatus) -> [Effect] {
        let news = api.demo.map { status.news(since: $0) } ?? []
        let healed = api.demo.map { status.running.subtracting($0.running) } ?? []
        api.demo = status
        if !news.isEmpty {
            say(news.joined(separator: "; "), status.services.allSatisfy { $0.condition == .running } ? .info : .warning)
        }
        guard api.pool.failover?.options.health != nil else { return [] }
        return healed.sorted().flatMap { wish(.probe($0)) }
    }
}
