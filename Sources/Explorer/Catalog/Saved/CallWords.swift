// The words for how calls are sent: a second copy, the deadline, the priority, the goal of a group. The
// command line, the workspace and the screen use the same.

import NetLayer

extension HedgePolicy {
    /// The shortest wait of `p95`, as for pools: sooner, a copy would only add load.
    private static let leastWait = Duration.milliseconds(50)
    /// The longest time: a later copy would serve no caller.
    private static let longestWait = Duration.seconds(3_600)

    /// `never`, `p95`, or the time after which a second copy is sent: `200ms`. At most an hour.
    /// - Returns: `nil` for other words.
    public init?(word: String) {
        switch word {
        case "never": self = .never
        case "p95": self = .afterP95(atLeast: Self.leastWait)
        default:
            guard let span = SpanText.parse(word, atMost: Self.longestWait) else { return nil }
            self = .after(span)
        }
    }

    /// The text that ``init(word:)`` reads.
    public var word: String {
        switch self {
        case .never: "never"
        case .after(let span): SpanText.format(span)
        case .afterP95: "p95"
        }
    }

    /// What to write, for messages.
    public static let wordHint =
        "write never, a time of at most 1h such as 200ms, or p95 (later than 95 of 100 recent calls)"
}

/// The deadline of a call.
public enum DeadlineText {
    /// A time such as `10s`: more than zero, at most a day.
    /// - Returns: `nil` for another text.
    public static func parse(_ text: String) -> Duration? { SpanText.parse(text, atMost: SpanText.longest) }

    /// What to write, for messages.
    public static let hint = "write a time such as 10s, more than 0 and at most 24h"
}

extension CallPriority {
    /// `low`, `normal` or `high`.
    /// - Returns: `nil` for other words.
    public init?(word: String) {
        guard let priority = Self.allCases.first(where: { $0.name == word }) else { return nil }
        self = priority
    }

    /// The words, in their order.
    public static let words = allCases.map(\.name)
}

extension GroupMode {
    /// `all`, `fail-fast`, `first`, or `quorum:3`.
    /// - Returns: `nil` for other words.
    public init?(word: String) {
        switch word {
        case "all": self = .collectAll
        case "fail-fast": self = .failFast
        case "first": self = .firstSuccess
        default:
            let start = "quorum:"
            guard word.hasPrefix(start), let count = Int(word.dropFirst(start.count)), count >= 1 else { return nil }
            self = .quorum(count)
        }
    }

    /// The text that ``init(word:)`` reads.
    public var word: String {
        switch self {
        case .collectAll: "all"
        case .failFast: "fail-fast"
        case .firstSuccess: "first"
        case .quorum(let count): "quorum:\(count)"
        }
    }

    /// What to write, for messages.
    public static let wordHint = "write all, fail-fast, first, or quorum:N"

    /// Says that this number of members cannot reach the goal, whatever their outcomes; `nil` when it can.
    public func shortage(of members: Int) -> String? {
        guard case .quorum(let needed) = self, needed > members else { return nil }
        return "\(word) needs \(needed) requests, and there \(members == 1 ? "is" : "are") only \(members)"
    }
}
