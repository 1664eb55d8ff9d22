// A duration as the user writes it in a workspace: `300ms`, `2s`, `1.5m`, `1h`.

/// Parses and formats durations.
public enum SpanText {
    /// The duration of a text; `nil` when the text is not a duration.
    public static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite, number < 1e9 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": return .milliseconds(number)
        case "s": return .seconds(number)
        case "m", "min": return .seconds(number * 60)
        case "h": return .seconds(number * 3600)
        case _: return nil
        }
    }

    /// The longest duration of any option.
    public static let longest = Duration.seconds(24 * 3_600)

    /// A duration of more than zero, and at most the limit; `nil` for another text.
    public static func parse(_ text: String, atMost limit: Duration) -> Duration? {
        parse(text).flatMap { $0 > .zero && $0 <= limit ? $0 : nil }
    }

    /// The duration in whole seconds if possible, else in milliseconds: `5s`, `1500ms`, `0.5ms`.
    public static func format(_ span: Duration) -> String {
        let (seconds, attoseconds) = span.components
        if attoseconds == 0 { return "\(seconds)s" }
        let milliseconds = span / .milliseconds(1)
        return milliseconds == milliseconds.rounded() ? "\(Int(milliseconds))ms" : "\(milliseconds)ms"
    }
}
