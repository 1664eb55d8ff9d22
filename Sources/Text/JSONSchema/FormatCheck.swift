// The formats of JSON Schema and OpenAPI that are checked.

/// A `format` that can be checked. Every other one is a hint and never a fault.
public enum FormatCheck: String, Sendable, CaseIterable {
    case date, email, uuid, uri, url, ipv4, ipv6, int32, int64
    case dateTime = "date-time"

    /// Whether the format applies to numbers.
    public var isNumeric: Bool { self == .int32 || self == .int64 }

    /// A description of the format with an example, for the end of a sentence.
    public var words: String {
        switch self {
        case .date: "a date, such as \(example)"
        case .dateTime: "a date and time with a zone, such as \(example)"
        case .email: "an e-mail address, such as \(example)"
        case .uuid: "a UUID, such as \(example)"
        case .uri, .url: "an absolute URL, such as \(example)"
        case .ipv4: "an IPv4 address, such as \(example)"
        case .ipv6: "an IPv6 address, such as \(example)"
        case .int32: "a whole number of 32 bits (\(Int32.min) to \(Int32.max))"
        case .int64: "a whole number of 64 bits"
        }
    }

    /// A value of the format.
    public var example: String {
        switch self {
        case .date: "2026-01-31"
        case .dateTime: "2026-01-31T12:00:00Z"
        case .email: "name@example.com"
        case .uuid: "123e4567-e89b-12d3-a456-426614174000"
        case .uri, .url: "https://example.com/"
        case .ipv4: "192.0.2.1"
        case .ipv6: "2001:db8::1"
        case .int32, .int64: "1"
        }
    }

    /// Whether a text has the format.
    public func accepts(_ text: String) -> Bool {
        switch self {
        case .date: Self.isDate(text[...])
        case .dateTime: Self.isDateTime(text)
        case .email: Self.isEmail(text)
        case .uuid:
            text.utf8.count == 36
                && text.utf8.enumerated().allSatisfy { [8, 13, 18, 23].contains($0) ? $1 == UInt8(ascii: "-") : Self.isHex($1) }
        case .uri, .url: Self.isAbsolute(text)
        case .ipv4: Self.isIPv4(text[...])
        case .ipv6: Self.isIPv6(text)
        // The check of the type reports a number in a string format, and a string in a number format.
        case .int32: Int32(text) != nil || !NumberText.isInteger(text)
        case .int64: Int64(text) != nil || !NumberText.isInteger(text)
        }
    }

    /// `full-date` of RFC 3339 §5.6, with the number of days that the month has.
    private static func isDate(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = number(parts[0], 4), let month = number(parts[1], 2), let day = number(parts[2], 2),
            (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    /// `date-time` of RFC 3339 §5.6: the zone is required, and second 60 is allowed.
    private static func isDateTime(_ text: String) -> Bool {
        guard let split = text.firstIndex(where: { $0 == "T" || $0 == "t" || $0 == " " }), isDate(text[..<split]) else {
            return false
        }
        var time = text[text.index(after: split)...]
        if time.last == "Z" || time.last == "z" {
            time = time.dropLast()
        } else {
            guard let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }), isClock(time[time.index(after: sign)...], 2)
            else { return false }
            time = time[..<sign]
        }
        if let point = time.firstIndex(of: ".") {
            let fraction = time[time.index(after: point)...]
            guard !fraction.isEmpty, fraction.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return false }
            time = time[..<point]
        }
        return isClock(time, 3)
    }

    private static func isClock(_ text: Substring, _ count: Int) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let most = [23, 59, 60]
        return parts.count == count && zip(parts, most).allSatisfy { part, most in number(part, 2).map { $0 <= most } ?? false }
    }

    private static func number(_ text: Substring, _ digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(text) : nil
    }

    /// A local part, an at sign and a host: only the mail server can check more.
    private static func isEmail(_ text: String) -> Bool {
        guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return false }
        let host = text[text.index(after: at)...]
        return !host.isEmpty && host.first != "." && host.last != "." && !text.contains(where: \.isWhitespace)
    }

    /// A scheme (RFC 3986 §3.1), a colon, and more text, without white space.
    private static func isAbsolute(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.unicodeScalars.first, first.properties.isAlphabetic,
            first.isASCII
        else { return false }
        let scheme = text[..<colon].utf8
        let isScheme = scheme.allSatisfy {
            $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a || $0 >= 0x30 && $0 <= 0x39 || "+-.".utf8.contains($0)
        }
        return isScheme && text.index(after: colon) < text.endIndex && !text.contains(where: \.isWhitespace)
    }

    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.utf8.count) && number(part, part.utf8.count).map { $0 <= 255 } ?? false
                    && (part == "0" || part.first != "0")
            }
    }

    /// RFC 4291 §2.2: eight groups, one run of zeros as `::`, an IPv4 address in place of the last two.
    private static func isIPv6(_ text: String) -> Bool {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), !text.contains(":::") else { return false }
        var groups = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let parts = half.split(separator: ":", omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated() {
                if part.contains("."), index == halves.count - 1, place == parts.count - 1, isIPv4(part) {
                    groups += 2
                } else {
                    guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHex) else { return false }
                    groups += 1
                }
            }
        }
        return halves.count == 2 ? groups < 8 : groups == 8
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
    }
}
