// Reads the tokens of a query: blank space, names, numbers, strings. It has
// a position, and reports errors there.

struct PathReader {
    private let source: String
    private let scalars: [Unicode.Scalar]
    private(set) var index = 0

    init(_ source: String) {
        self.source = source
        scalars = Array(source.unicodeScalars)
    }

    var isAtEnd: Bool { index >= scalars.count }
    var next: Unicode.Scalar? { peek(0) }
    var count: Int { scalars.count }

    func peek(_ distance: Int) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    mutating func skipSpace() {
        while let scalar = next, scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { index += 1 }
    }

    /// Consumes `sign` if it is next.
    mutating func consumeIf(_ sign: String) -> Bool {
        guard stands(sign) else { return false }
        index += sign.unicodeScalars.count
        return true
    }

    func stands(_ sign: String) -> Bool { scalars[index...].starts(with: sign.unicodeScalars) }

    mutating func consumeAll(while isPart: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = next, isPart(scalar) {
            text.append(scalar)
            index += 1
        }
        return String(text)
    }

    /// - Parameter place: the place of the error, counted like ``index``; the current one by default.
    func error(_ message: String, at place: Int? = nil, hint: String? = nil) -> JSONPathError {
        // Users count characters, and a text field's cursor stands between them.
        var before = String.UnicodeScalarView()
        before.append(contentsOf: scalars[..<(place ?? index)])
        return JSONPathError(message: message, offset: String(before).count, hint: hint)
    }

    /// The next character, for a message.
    var found: String {
        guard let scalar = next else { return "the end" }
        return scalar.value < 0x20 || scalar.value == 0x7f ? "a control character" : "'\(scalar)'"
    }
}

// Names and numbers.
extension PathReader {
    static func isNameFirst(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        default: scalar.value >= 0x80
        }
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// A name that needs no quotes.
    mutating func readName() -> String? {
        guard let first = next, Self.isNameFirst(first) else { return nil }
        return consumeAll { Self.isNameFirst($0) || Self.isDigit($0) }
    }

    /// An index or a part of a slice: a whole number that every JSON reader represents exactly.
    mutating func readInteger() throws(JSONPathError) -> Int? {
        let start = index
        let isNegative = consumeIf("-")
        let digits = consumeAll(while: Self.isDigit)
        guard !digits.isEmpty else {
            guard isNegative else { return nil }
            throw error("expected a digit after '-'")
        }
        if digits != "0", digits.first == "0" { throw error("a number must not begin with 0", at: start) }
        if digits == "0", isNegative { throw error("there is no index -0", at: start, hint: "write 0; -1 is the last element") }
        guard let value = Int(digits), value <= 9_007_199_254_740_991 else {
            throw error("the number is too large", at: start, hint: "at most 9007199254740991")
        }
        return isNegative ? -value : value
    }

    /// A number for a comparison, in JSON's grammar.
    mutating func readNumber() throws(JSONPathError) -> JSONDecimal? {
        let start = index
        _ = consumeIf("-")
        guard let digit = next, Self.isDigit(digit) else {
            guard index > start else { return nil }
            throw error("expected a digit after '-'")
        }
        let digits = consumeAll(while: Self.isDigit)
        if digits != "0", digits.first == "0" { throw error("a number must not begin with 0", at: start) }
        if consumeIf(".") { try moreDigits() }
        if consumeIf("e") || consumeIf("E") {
            if !consumeIf("+") { _ = consumeIf("-") }
            try moreDigits()
        }
        return JSONDecimal(Array(String(String.UnicodeScalarView(scalars[start..<index])).utf8)[...])
    }

    private mutating func moreDigits() throws(JSONPathError) {
        if consumeAll(while: Self.isDigit).isEmpty { throw error("expected a digit, found \(found)") }
    }
}

// Strings.
extension PathReader {
    /// A string in single or double quotes; `nil` when none begins here.
    mutating func readString() throws(JSONPathError) -> String? {
        guard let quote = next, quote == "'" || quote == "\"" else { return nil }
        let start = index
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = next {
            switch scalar {
            case quote:
                index += 1
                return String(text)
            case "\\": text.append(try escape(quote))
            case _ where scalar.value < 0x20:
                throw error("a control character inside a string", hint: "write it as an escape: \\n, \\t, \\u0000")
            default:
                text.append(scalar)
                index += 1
            }
        }
        throw error("the string that begins here has no end", at: start, hint: "it ends with \(quote)")
    }

    private mutating func escape(_ quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
        let start = index
        index += 2
        switch peek(-1) {
        case "b": return "\u{8}"
        case "f": return "\u{c}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "/": return "/"
        case "\\": return "\\"
        case quote: return quote
        case "u": return try unicode(start)
        default:
            index = start
            throw error("an unknown escape in a string", hint: "a backslash itself is written \\\\")
        }
    }

    private mutating func unicode(_ start: Int) throws(JSONPathError) -> Unicode.Scalar {
        let first = try readCodeUnit(start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        // The first half of a pair needs the second; the second alone is invalid.
        let second = first < 0xdc00 && consumeIf("\\u") ? try readCodeUnit(start) : 0
        guard (0xdc00..<0xe000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
        else { throw error("half of a surrogate pair", at: start, hint: "write both halves together: \\ud83d\\ude00") }
        return scalar
    }

    private mutating func readCodeUnit(_ start: Int) throws(JSONPathError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = next, scalar.isASCII, let bits = Byte.hexValue(UInt8(truncatingIfNeeded: scalar.value)) else {
                throw error("\\u must be followed by four hexadecimal digits", at: start)
            }
            value = value << 4 | bits
            index += 1
        }
        return value
    }
}
