// The path of a request that went to more than one service, with the outcome at each service.

import Canvas
import NetLayer

struct Trail {
    struct Step {
        var service: String
        var glyph: String
        var word: String
        var style: Style
    }

    let steps: [Step]
    /// How long the last response took; `nil` before a response.
    let latency: Duration?

    /// `nil` when the request went to one service only.
    init?(_ row: TaskRow) {
        var last: [(attempt: Int, exchange: ExchangeRecord)] = []
        // A redirect's exchanges are one step.
        for exchange in row.exchanges {
            if last.last?.attempt == exchange.attempt { last.removeLast() }
            last.append((exchange.attempt, exchange))
        }
        var steps = last.map { Step($0.exchange) }
        if let flight = row.flight, !row.state.isEnded { steps.append(Step(under: flight.launch.service)) }
        // An absolute URL has no service.
        steps.removeAll(where: \.service.isEmpty)
        guard Set(steps.map(\.service)).count > 1 else { return nil }
        self.steps = steps
        latency = last.last.flatMap { $0.exchange.failure == nil && row.state.isEnded ? $0.exchange.metrics.total : nil }
    }

    private var time: String { latency.map { " in \(Quantity.duration($0))" } ?? "" }

    /// `api-1 ✗ timed out → api-2 ✓ 200 in 41ms`.
    var text: String { steps.map { "\($0.service) \($0.glyph) \($0.word)" }.joined(separator: " → ") + time }

    /// `✗ timed out → ✓ 200 in 41ms`.
    var outcomes: String { steps.map { "\($0.glyph) \($0.word)" }.joined(separator: " → ") + time }

    /// `✗→✓ 200`.
    var signs: String { steps.map(\.glyph).joined(separator: "→") + (steps.last.map { " \($0.word)" } ?? "") }

    /// The longest of these texts that fits.
    func fitting(_ width: Int) -> String? { [text, outcomes, signs].first { TextWidth.measure($0) <= width } }

    /// `api-1→2`: the common prefix appears once.
    var services: String {
        var names: [String] = []
        for step in steps where names.last != step.service { names.append(step.service) }
        guard let first = names.first else { return "" }
        var common = first[...]
        for name in names { common = common.commonPrefix(with: name)[...] }
        guard let cut = common.lastIndex(where: { "-._ ".contains($0) }) else { return names.joined(separator: "→") }
        let length = common[...cut].count
        return first + names.dropFirst().map { "→\($0.dropFirst(length))" }.joined()
    }

    /// Styled, for the trace.
    var line: StyledLine {
        let spans = steps.enumerated().flatMap { index, step in
            [(index > 0 ? " → " : "", Style.muted), ("\(step.service) ", .text), ("\(step.glyph) \(step.word)", step.style)]
        }
        return StyledLine(spans + [(time, .muted)])
    }
}

extension Trail.Step {
    fileprivate init(_ exchange: ExchangeRecord) {
        if let failure = exchange.failure {
            let doubt = exchange.isPerhapsReceived ? ", \(NetError.perhapsReceived)" : ""
            let look = StateLook(Self.state(failure.kind))
            self.init(service: exchange.service, glyph: look.glyph, word: Self.word(failure.kind) + doubt, style: look.style)
        } else {
            let status = exchange.head?.status ?? 0
            let isGood = status < 400
            self.init(
                service: exchange.service, glyph: isGood ? "✓" : "✗", word: "\(status)", style: .status(status))
        }
    }

    /// A step that is still active.
    fileprivate init(under service: String) {
        self.init(service: service, glyph: "▶", word: "…", style: .taskRunning)
    }

    private static func state(_ kind: NetError.Kind) -> TaskState {
        if case .timedOut(let which) = kind { return .timedOut(which) }
        if case .cancelled(let reason) = kind { return .cancelled(reason) }
        return .failed
    }

    private static func word(_ kind: NetError.Kind) -> String {
        if kind == .cancelled(.redispatch) { return "moved on" }
        if kind == .connect { return "no connection" }
        if case .timedOut = kind { return "timed out" }
        return kind.name.replacing("_", with: " ")
    }
}
