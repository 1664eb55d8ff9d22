// Dates in cookies (RFC 6265 §5.1.1): servers write them in more forms than HTTP allows.

enum CookieDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Seconds since 1970-01-01 UTC; `nil` where the text is not a date.
    static func parse(_ text: String) -> Int? {
        var time: (Int, Int, Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter).map(Array.init) {
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = number(token, 1...2) {
                day = found
            } else if month == nil, let found = self.month(token) {
                month = found
            } else if year == nil, let found = number(token, 2...4) {
                year = found
            }
        }
        guard let (hour, minute, second) = time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1_900 }
        if (0...69).contains(year) { year += 2_000 }
        guard (1...31).contains(day), year >= 1_601, hour <= 23, minute <= 59, second <= 59, day <= HTTPDate.length(month, year)
        else { return nil }
        return HTTPDate.daysSinceEpoch(year, month, day) * HTTPDate.secondsADay + hour * 3_600 + minute * 60 + second
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2f, 0x3b...0x40, 0x5b...0x60, 0x7b...0x7e: true
        default: false
        }
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.prefix { (0x30...0x39).contains($0) } }

    /// A number with `lengths` digits, followed by anything but a digit.
    private static func number(_ token: [UInt8], _ lengths: ClosedRange<Int>) -> Int? {
        let digits = digits(token[...])
        return lengths.contains(digits.count) ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func clock(_ token: [UInt8]) -> (Int, Int, Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        // Text after the seconds does not matter.
        let numbers = [parts[0], parts[1], digits(parts[2])].map { part -> Int? in
            guard (1...2).contains(part.count), digits(part).count == part.count else { return nil }
            return Int(String(decoding: part, as: UTF8.self))
        }
        guard let hour = numbers[0], let minute = numbers[1], let second = numbers[2] else { return nil }
        return (hour, minute, second)
    }

    private static func month(_ token: [UInt8]) -> Int? {
        guard token.count >= 3 else { return nil }
        return months.firstIndex(of: String(decoding: token.prefix(3), as: UTF8.self).lowercased()).map { $0 + 1 }
    }
}
