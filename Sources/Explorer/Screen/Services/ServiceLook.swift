// How the state of a service looks: glyph, word and style, and in a line of services
// a sign. Never by colour alone.

import Canvas
import NetLayer

struct ServiceLook {
    let glyph: String
    let word: String
    let style: Style
    /// The sign behind its name in the first line; empty for a working service.
    let sign: String

    init(_ service: PoolStatus.Service, at now: Duration = .zero) {
        if service.isAbsent {
            (glyph, word, style, sign) = ("–", "not here", .muted, "–")
        } else if service.isIsolated {
            (glyph, word, style, sign) = ("⊘", "isolated", .warning, "⊘")
        } else {
            let name = service.state.word
            switch service.state {
            case .closed: (glyph, word, style, sign) = ("✓", name, .success, "")
            case .open(let until):
                let rest = until > now ? " \(Quantity.duration(until - now))" : ""
                (glyph, word, style, sign) = ("✗", name + rest, .error, "!")
            case .halfOpen(let good):
                (glyph, word, style, sign) = ("↻", name + (good > 0 ? " \(good)✓" : ""), .warning, "?")
            }
        }
    }
}

/// The outcomes of the last requests to a service, a character each, newest at the right.
enum OutcomeBar {
    static func pieces(_ recent: [RecentOutcome], width: Int) -> [(String, Style)] {
        recent.suffix(width).map { outcome in
            switch outcome.mark {
            case .answered: ("•", .success)
            case .slow: ("~", .warning)
            case .failed: ("✗", .error)
            case .uncounted: ("·", .muted)
            }
        }
    }
}

/// The durations of the last responses, a bar each, newest at the right.
enum LatencySpark {
    static func text(_ recent: [RecentOutcome], width: Int) -> String {
        let shown = recent.filter(\.isAnswer).suffix(width)
        guard let longest = shown.map(\.latency).max(), longest > .zero else { return "" }
        return shown.map { SparkBar.at(Int($0.latency / longest * Double(SparkBar.heights))) }.joined()
    }

    /// Half of the last responses took no longer.
    static func median(_ recent: [RecentOutcome]) -> Duration? {
        let times = recent.filter(\.isAnswer).map(\.latency).sorted()
        return times.isEmpty ? nil : times[(times.count - 1) / 2]
    }

    static func longest(_ recent: [RecentOutcome]) -> Duration? { recent.filter(\.isAnswer).map(\.latency).max() }
}

extension RecentOutcome {
    fileprivate var isAnswer: Bool { mark == .answered || mark == .slow }
}
