// `:demo kill 1`: actions of the user on a service of the demo, which make it fail as real services do.

/// An action and its service.
public struct DemoOrder: Sendable, Hashable {
    public enum Deed: String, CaseIterable, Sendable {
        /// The process is gone: connections are refused.
        case kill
        /// The process is stopped: it accepts connections, and never responds.
        case freeze
        /// The process continues, or starts again on its port.
        case heal

        var about: String {
            switch self {
            case .kill: "stop a service: it refuses connections"
            case .freeze: "freeze a service: it accepts connections and sends nothing"
            case .heal: "resume a service, or start it again"
            }
        }
    }

    public var deed: Deed
    /// Index of the service.
    public var service: Int

    public init(_ deed: Deed, service: Int) {
        self.deed = deed
        self.service = service
    }
}

extension DemoOrder {
    /// Reads `kill 1` or `kill api-1`, word by word.
    static func parse(_ words: [String], for demo: DemoStatus) throws(PaletteProblem) -> DemoOrder {
        guard let first = words.first else { throw PaletteProblem("Which action? \(usage)") }
        guard let deed = Deed(rawValue: first.lowercased()) else {
            throw PaletteProblem("The demo cannot '\(first)'; it knows: \(usage)")
        }
        guard words.count > 1 else { throw PaletteProblem("Which service? \(demo.choices) (as in \(deed.rawValue) 1)") }
        guard words.count == 2 else { throw PaletteProblem("One service at a time: \(deed.rawValue) \(words[1])") }
        guard let index = demo.index(of: words[1]) else {
            throw PaletteProblem("The demo has no service '\(words[1])'; it has \(demo.choices)")
        }
        return DemoOrder(deed, service: index)
    }

    /// The possible next words, with explanations: actions, then the services that the action can apply to.
    static func completions(after words: [String], for demo: DemoStatus) -> [PaletteVerb.Completion] {
        if words.isEmpty { return Deed.allCases.map { .init(word: $0.rawValue, note: $0.about) } }
        guard words.count == 1, let deed = Deed(rawValue: words[0].lowercased()) else { return [] }
        return demo.services.indices.filter { demo.whyNot(DemoOrder(deed, service: $0)) == nil }.map { index in
            .init(word: String(index + 1), note: "\(demo.services[index].name), \(demo.services[index].condition.rawValue)")
        }
    }

    private static var usage: String { Deed.allCases.map { "\($0.rawValue) N" }.joined(separator: ", ") }
}
