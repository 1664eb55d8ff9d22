// The date formats of the demo.
import Foundation
import Glibc

enum Timestamp {
    /// RFC 3339 in UTC, to the second: `2024-01-31T09:30:00Z`.
    static func text(secondsSince1970 seconds: Int) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    static var now: String { text(secondsSince1970: Int(Date().timeIntervalSince1970)) }

    /// The current time in the format of the Date field (RFC 9110, section 5.6.7): `Wed, 31 Jan
    /// 2024 09:30:00 GMT`.
    static var httpDate: String {
        var (seconds, parts) = (time(nil), tm())
        gmtime_r(&seconds, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
            // The names are English, because this program sets no locale.
            _ = strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            return String(cString: text.baseAddress!)
        }
    }
}
