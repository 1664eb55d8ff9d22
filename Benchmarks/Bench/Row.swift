// A figure with its outcome and the verdict on it.

struct Row: Sendable {
    enum Outcome: Sendable {
        case measured(Series)
        case skipped(String)
        case failed(String)
    }

    let figure: Figure
    let outcome: Outcome

    /// `nil` when there is no finite number.
    var value: Double? {
        guard case .measured(let series) = outcome, series.median.isFinite else { return nil }
        return series.median
    }

    var spread: ClosedRange<Double>? {
        guard case .measured(let series) = outcome else { return nil }
        return series.spread
    }

    /// The number of counted rounds.
    var runs: Int {
        guard case .measured(let series) = outcome else { return 0 }
        return series.values.count
    }

    func verdict(_ demand: Demand) -> Verdict {
        switch outcome {
        case .failed(let why): return .failed(why)
        case .skipped(let why): return demand == .numbers ? .failed(why) : .skipped(why)
        case .measured:
            guard let value else { return .failed("it is no finite number") }
            switch demand {
            case .numbers: return .ok
            case .limits: return figure.limit == nil ? .info : figure.accepts(value) ? .ok : .over
            }
        }
    }
}

/// The requirement of a run for its figures.
enum Demand: Sendable {
    /// Each figure is within its limit. It is skipped if the machine lacks something.
    case limits
    /// Each figure is a finite number. None is skipped: a figure that cannot run here may have stopped
    /// working everywhere.
    case numbers
}

enum Verdict: Sendable, Equatable {
    case ok
    /// There is no limit.
    case info
    /// The median breaks the limit.
    case over
    case skipped(String)
    /// There is no number.
    case failed(String)

    var isFailure: Bool {
        switch self {
        case .ok, .info, .skipped: false
        case .over, .failed: true
        }
    }

    var isSkipped: Bool {
        if case .skipped = self { true } else { false }
    }

    var word: String {
        switch self {
        case .ok: "ok"
        case .info: "info"
        case .over, .failed: "FAIL"
        case .skipped: "skipped"
        }
    }

    /// Why there is no number.
    var reason: String? {
        switch self {
        case .ok, .info, .over: nil
        case .skipped(let why), .failed(let why): why
        }
    }
}
