// Moments of the wall clock as text: for people in local time, for programs in the format of RFC 3339.

import Glibc

public enum MomentText {
    /// `2026-11-22 10:57:40`, in local time.
    /// - Parameter milliseconds: since 1970, 0 or more.
    public static func local(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return text(parts, between: " ")
    }

    /// `2026-11-22T10:57:40.123Z`.
    /// - Parameter milliseconds: since 1970, 0 or more.
    public static func rfc3339(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return text(parts, between: "T") + "." + String(milliseconds % 1_000 + 1_000).dropFirst() + "Z"
    }

    private static func text(_ parts: tm, between: String) -> String {
        func twoDigits(_ number: Int32) -> String { String(number + 100).suffix(2).description }
        let day = "\(Int(parts.tm_year) + 1_900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
        return day + between + "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
    }
}
