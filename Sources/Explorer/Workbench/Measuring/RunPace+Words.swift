// The words for the pace of a measured run. Commands and the screen use the same.

import Catalog
import NetLayer

extension RequestRate {
    /// `50/s`, `3000/m` or `7200/h`.
    /// - Returns: `nil` for other words.
    package init?(word: String) {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]) else { return nil }
        switch parts[1] {
        case "s": self.init(count, per: .seconds(1))
        case "m", "min": self.init(count, per: .seconds(60))
        case "h": self.init(count, per: .seconds(3_600))
        default: return nil
        }
    }

    /// The text that ``init(word:)`` reads.
    package var word: String {
        let unit = span == .seconds(1) ? "s" : span == .seconds(60) ? "m" : "h"
        return "\(count)/\(unit)"
    }

    /// What to write, for messages.
    package static let wordHint = "write a rate such as 50/s or 3000/m, at most \(most)/s"
}

/// The length of a measured run, and of its warm-up.
package enum RunLengthText {
    /// - Returns: `nil` for a text that is no time, and for a longer time than an hour.
    package static func parse(_ text: String) -> Duration? { SpanText.parse(text, atMost: .seconds(3_600)) }

    /// What to write, for messages.
    package static let hint = "write a time such as 30s, more than 0 and at most 1h"
}

extension RunPace {
    /// How many requests a comparison sends to each side, unless the user says it.
    package static let usualTurns = 100

    /// The pace of a run as users describe it.
    /// - Parameters:
    ///   - each: how often each request is sent; `nil`: as many as start in `length`.
    ///   - turns: the number of requests that take turns.
    ///   - atOnce: what the user says.
    ///   - usual: how many run at once without a rate where the user says nothing.
    package init(
        rate: RequestRate?, each: Int?, turns: Int, length: Duration?, warmUp: Duration?, atOnce: Int?, usual: Int
    ) {
        self.init(
            rate: rate, count: each.map { $0 * turns }, length: length, warmUp: warmUp ?? .zero,
            atOnce: atOnce ?? (rate == nil ? usual : Self.mostAtOnce))
    }

    /// Why a run at this pace would be too large; `nil` when it is not.
    package var excess: String? {
        guard let expected, expected > Self.most else { return nil }
        return "that would be \(expected) requests, and \(Self.most) is the most"
    }

    /// The title of a run of that request: `GET /items × 10000 at 200/s`, `GET /items at 50/s for 30s`.
    package func title(of request: String) -> String {
        let parts = [
            count.map { "× \($0)" }, rate.map { "at \($0.word)" }, length.map { "for \(SpanText.format($0))" },
        ]
        return ([request] + parts.compactMap(\.self)).joined(separator: " ")
    }
}
