// Short texts for sizes and times.

public enum Quantity {
    /// `0 B`, `87 kB`, `1.2 MB`: decimal units, at most 7 characters.
    public static func bytes(_ count: Int64) -> String {
        guard count >= 1_000 else { return "\(count) B" }
        var value = Double(count)
        for unit in ["kB", "MB", "GB", "TB"] {
            value /= 1_000
            if value < 9.95 { return "\(tenths(value)) \(unit)" }
            if value < 999.5 || unit == "TB" { return "\(Int(value.rounded())) \(unit)" }
        }
        return "\(count) B"
    }

    /// `0.4ms`, `41ms`, `2.1s`, `3m05s`, `2h03m`: at most 7 characters.
    public static func duration(_ time: Duration) -> String {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        let whole = Int(seconds.rounded())
        switch seconds {
        case ..<0.00995: return "\(tenths(seconds * 1_000))ms"
        case ..<0.9995: return "\(Int((seconds * 1_000).rounded()))ms"
        case ..<59.95: return "\(tenths(seconds))s"
        case ..<3_599.5: return "\(whole / 60)m\(twoDigits(whole % 60))s"
        default: return "\(whole / 3_600)h\(twoDigits(whole / 60 % 60))m"
        }
    }

    /// An age or a length of time, to the whole second: `45s`, `3m05s`, `2h03m`, `4d02h`, `412d`.
    public static func span(_ time: Duration) -> String {
        let seconds = time.components.seconds
        return switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3_600: "\(seconds / 60)m\(twoDigits(Int(seconds % 60)))s"
        case ..<86_400: "\(seconds / 3_600)h\(twoDigits(Int(seconds / 60 % 60)))m"
        case ..<(100 * 86_400): "\(seconds / 86_400)d\(twoDigits(Int(seconds / 3_600 % 24)))h"
        default: "\(seconds / 86_400)d"
        }
    }

    /// An age in coarse steps: `now`, `20s`, `3m`, `2h`, `4d`: at most 4 characters.
    public static func ago(_ time: Duration) -> String {
        let seconds = time.components.seconds
        return switch seconds {
        case ..<10: "now"
        case ..<60: "\(seconds / 10 * 10)s"
        case ..<3_600: "\(seconds / 60)m"
        case ..<86_400: "\(seconds / 3_600)h"
        default: "\(min(seconds / 86_400, 999))d"
        }
    }

    /// The time until ``ago(_:)`` changes its text, for this current age.
    static func agoChanges(after time: Duration) -> Duration {
        let step: Duration = time < .seconds(60) ? .seconds(10) : .seconds(60)
        let steps = Int64(time / step)
        return step * Double(steps + 1) - time
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
