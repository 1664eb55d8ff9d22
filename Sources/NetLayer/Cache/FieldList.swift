// List-valued fields (RFC 9110 §5.6.1), and the dates and numbers in fields that a cache reads.

/// The members of a list-valued field.
enum FieldList {
    /// The members of all lines in order, trimmed, without empty ones. A comma
    /// inside quotes does not separate.
    static func members(_ lines: [String]) -> [String] { lines.flatMap(members) }

    private static func members(_ line: String) -> [String] {
        var members: [String] = []
        var member: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        func close() {
            let text = trimmed(member[...])
            if !text.isEmpty { members.append(String(decoding: text, as: UTF8.self)) }
        }
        for byte in line.utf8 {
            if byte == UInt8(ascii: ","), !isQuoted {
                close()
                member.removeAll(keepingCapacity: true)
                continue
            }
            member.append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isQuoted
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
        }
        close()
        return members
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: LineText.isBlank)
        while let last = bytes.last, LineText.isBlank(last) { bytes.removeLast() }
        return bytes
    }

    /// The text between the quotes with its escapes resolved; a text without quotes unchanged.
    static func unquoted(_ text: String) -> String {
        guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else {
            return text
        }
        var inner: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8.dropFirst().dropLast() {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else {
                inner.append(byte)
                isEscaped = false
            }
        }
        return String(decoding: inner, as: UTF8.self)
    }
}

/// Seconds in the notation of cache fields.
enum DeltaSeconds {
    /// Larger values count as this: 2³¹ (RFC 9111 §1.2.2).
    static let largest = 2_147_483_648

    /// `nil` unless the text consists of digits alone.
    static func parse(_ text: String) -> Duration? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return .seconds(min(Int(text) ?? largest, largest))
    }
}

extension HTTPDate {
    /// Parses a date in any case (RFC 9111 §4.2), as the time since 1970-01-01 UTC. Only the oldest form may
    /// contain two spaces in a row.
    static func moment(_ text: String, now: Duration) -> Duration? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard !words.contains(where: \.isEmpty) || words.count(where: { !$0.isEmpty }) == 5 else { return nil }
        return parse(words.map(cased).joined(separator: " "), now: Int(now.components.seconds)).map { .seconds($0) }
    }

    /// Turns `THU,` into `Thu,`, `18-AUG-50` into `18-Aug-50`, `gmt` into `GMT`.
    private static func cased(_ word: Substring) -> String {
        var isInside = false
        let bytes = word.utf8.map { byte -> UInt8 in
            let isLetter = (0x61...0x7a).contains(byte | 0x20)
            defer { isInside = isLetter }
            return !isLetter ? byte : isInside ? byte | 0x20 : byte & ~0x20
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text == "Gmt" ? "GMT" : text
    }
}
