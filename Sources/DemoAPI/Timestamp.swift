// Dates as the demo writes them.
import Foundation

enum Timestamp {
    /// RFC 3339 in UTC, to the second: `2024-01-31T09:30:00Z`.
    static func text(secondsSince1970 seconds: Int) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    static var now: String { text(secondsSince1970: Int(Date().timeIntervalSince1970)) }
}
