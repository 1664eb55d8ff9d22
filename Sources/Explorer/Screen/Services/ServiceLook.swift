// How the state of a service looks: glyph, word and style, and in a line of services
// a sign. Never by colour alone.

import Canvas
import NetLayer
import Workbench

struct ServiceLook {
    let glyph: String
    let style: Style
    /// The sign behind its name in the first line; empty for a working service.
    let sign: String
    private let name: String
    /// The time until the next try of a service that is down; empty for others.
    private let wait: String

    /// `healthy`, `down 4.2s`, `testing 1✓`.
    var word: String { wait.isEmpty ? name : "\(name) \(wait)" }

    /// The same, where there is room: `down, next try in 4.2s`.
    var sentence: String { wait.isEmpty ? name : "\(name), next try in \(wait)" }

    init(_ service: PoolStatus.Service, at now: Duration = .zero, _ motion: Motion = .full) {
        guard !service.isAbsent else {
            (glyph, name, style, sign, wait) = ("–", "not here", .muted, "–", "")
            return
        }
        guard !service.isIsolated else {
            (glyph, name, style, sign, wait) = ("⊘", "isolated", .warning, "⊘", "")
            return
        }
        let word = service.state.word
        switch service.state {
        case .closed: (glyph, name, style, sign, wait) = ("✓", word, .success, "", "")
        case .open(let until):
            (glyph, name, style, sign, wait) = ("✗", word, .error, "!", until > now ? motion.remaining(until - now) : "")
        case .halfOpen(let good):
            (glyph, name, style, sign, wait) = ("↻", word + (good > 0 ? " \(good)✓" : ""), .warning, "?", "")
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
            case .uncounted: ("–", .muted)
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
