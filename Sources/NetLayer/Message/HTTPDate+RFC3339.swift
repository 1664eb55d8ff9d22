// Moments in the format of RFC 3339: 2026-12-01T00:00:00Z, 2026-12-01t01:00:00.5+01:00.

extension HTTPDate {
    /// Whole seconds since 1970-01-01 UTC; a fraction is dropped.
    static func seconds(rfc3339 text: String) -> Int? { moment(rfc3339: text)?.seconds }

    /// The time since 1970-01-01 UTC, to the nanosecond.
    package static func time(rfc3339 text: String) -> Duration? {
        moment(rfc3339: text).map { Duration.seconds($0.seconds) + Duration.nanoseconds($0.nanoseconds) }
    }

    private static func moment(rfc3339 text: String) -> (seconds: Int, nanoseconds: Int)? {
        var rest = Array(text.utf8)[...]
        guard let year = digits(4, &rest), consume("-", &rest), let month = digits(2, &rest), consume("-", &rest),
            let day = digits(2, &rest), consume("Tt ", &rest), let hour = digits(2, &rest), consume(":", &rest),
            let minute = digits(2, &rest), consume(":", &rest), let second = digits(2, &rest)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= length(month, year), hour < 24, minute < 60, second <= 60 else {
            return nil
        }
        var nanoseconds = 0
        if consume(".", &rest) {
            let fraction = rest.prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
            let first = fraction.prefix(9)
            nanoseconds = first.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            for _ in first.count..<9 { nanoseconds *= 10 }
        }
        guard let offset = offset(rest) else { return nil }
        return (daysSinceEpoch(year, month, day) * secondsADay + hour * 3_600 + minute * 60 + second - offset, nanoseconds)
    }

    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        var rest = text
        if consume("Zz", &rest) { return rest.isEmpty ? 0 : nil }
        let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
        guard consume("+-", &rest), let hours = digits(2, &rest), consume(":", &rest), let minutes = digits(2, &rest),
            rest.isEmpty,
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    private static func consume(_ marks: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, marks.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let text = rest.prefix(count)
        guard text.count == count, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest.removeFirst(count)
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
