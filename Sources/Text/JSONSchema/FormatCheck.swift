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
        case .date, .dateTime, .uuid:
            var text = text
            return text.withUTF8(accepts)
        case .email: return Self.isEmail(text)
        case .uri, .url: return Self.isAbsolute(text)
        case .ipv4: return Self.isIPv4(text[...])
        case .ipv6: return Self.isIPv6(text)
        // The check of the type reports a number in a string format, and a string in a number format.
        case .int32: return Int32(text) != nil || !NumberText.isInteger(text)
        case .int64: return Int64(text) != nil || !NumberText.isInteger(text)
        }
    }

    /// Whether a text has the format. The formats of lists with a million entries need no text for each.
    func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .date: text.count == 10 && Self.isDate(text)
        case .dateTime: Self.isDateTime(text)
        case .uuid: Self.isUUID(text)
        case .email, .uri, .url, .ipv4, .ipv6, .int32, .int64: accepts(String(decoding: text, as: UTF8.self))
        }
    }

    private static func isUUID(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        for index in 0..<36 {
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphen ? text[index] == UInt8(ascii: "-") : isHex(text[index]) else { return false }
        }
        return true
    }

    /// `full-date` of RFC 3339 §5.6, with the number of days that the month has.
    private static func isDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = number(text, 0..<4), let month = number(text, 5..<7), let day = number(text, 8..<10)
        else { return false }
        switch month {
        case 2: return (1...(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28)).contains(day)
        case 4, 6, 9, 11: return (1...30).contains(day)
        default: return (1...12).contains(month) && (1...31).contains(day)
        }
    }

    /// `date-time` of RFC 3339 §5.6: the zone is required, and second 60 is allowed.
    private static func isDateTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 20, isDate(text), "Tt ".utf8.contains(text[10]), isClock(text, at: 11),
            text[16] == UInt8(ascii: ":"), number(text, 17..<19).map({ $0 <= 60 }) == true
        else { return false }
        var index = 19
        if text[index] == UInt8(ascii: ".") {
            index += 1
            let first = index
            while index < text.count, text[index] &- 0x30 < 10 { index += 1 }
            guard index > first, index < text.count else { return false }
        }
        switch text[index] {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return index + 1 == text.count
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return index + 6 == text.count && isClock(text, at: index + 1)
        default: return false
        }
    }

    /// Hours and minutes.
    private static func isClock(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard text[start + 2] == UInt8(ascii: ":"), let hour = number(text, start..<start + 2),
            let minute = number(text, start + 3..<start + 5)
        else { return false }
        return hour <= 23 && minute <= 59
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        var value = 0
        for index in range {
            guard text[index] &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(text[index] - 0x30)
        }
        return value
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
                (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { $0 &- 0x30 < 10 }
                    && Int(part).map { $0 <= 255 } ?? false
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
