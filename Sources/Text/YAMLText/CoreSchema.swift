// Resolves plain scalars by the core schema of YAML 1.2 (§10.3.2), to JSON. `yes`
// and dates are text there, as in JSON.

/// The JSON of a scalar that is not text.
enum CoreSchema {
    enum Value: Equatable {
        case text
        /// Already JSON, unchanged.
        case verbatim
        /// Other JSON: `null` for `~`, `15` for `0xF`.
        case json(String)
    }

    /// The value of a scalar by its tag, or, where it has none and is plain, by its form.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool, tag: String?) -> Value {
        switch tag {
        case nil: isPlain ? plain(bytes) : .text
        case "tag:yaml.org,2002:int"?, "tag:yaml.org,2002:float"?, "tag:yaml.org,2002:bool"?, "tag:yaml.org,2002:null"?:
            plain(bytes)
        // `!!str`, `!`, `!!binary`, `!!timestamp`, and application-specific tags.
        default: .text
        }
    }

    static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> Value {
        guard let first = bytes.first else { return .json("null") }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): return number(bytes)
        case UInt8(ascii: "~"): return bytes.count == 1 ? .json("null") : .text
        case UInt8(ascii: "n"), UInt8(ascii: "N"): return matchWord(bytes, "null")
        case UInt8(ascii: "t"), UInt8(ascii: "T"): return matchWord(bytes, "true")
        case UInt8(ascii: "f"), UInt8(ascii: "F"): return matchWord(bytes, "false")
        default: return .text
        }
    }

    /// `null`, `Null`, `NULL` and the like; `nULL` is text.
    private static func matchWord(_ bytes: UnsafeBufferPointer<UInt8>, _ word: String) -> Value {
        guard bytes.count == word.utf8.count else { return .text }
        if bytes.elementsEqual(word.utf8) { return .verbatim }
        let upper = word.uppercased()
        if bytes.elementsEqual(upper.utf8)
            || (bytes.first == upper.utf8.first && bytes.dropFirst().elementsEqual(word.utf8.dropFirst()))
        {
            return .json(word)
        }
        return .text
    }

    /// Digits stay as written, so that no digit is lost. Infinity has no JSON form, and some readers take a
    /// number with a leading zero (`0123`) as octal, others as decimal: both stay text.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Value {
        guard bytes.count < 400 else { return .text }
        if bytes.count > 2, bytes[0] == UInt8(ascii: "0"), let radix = radix(bytes[1]) {
            return UInt64(String(decoding: bytes.dropFirst(2), as: UTF8.self), radix: radix).map { .json(String($0)) } ?? .text
        }
        var rest = bytes[...]
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction: Slice<UnsafeBufferPointer<UInt8>>?
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(digits.count + 1)
            fraction = digits
        }
        guard !whole.isEmpty || !(fraction ?? rest).isEmpty, whole.isEmpty == false || fraction != nil else { return .text }
        var exponent = ""
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            let power = rest.dropFirst()
            let digits = power.first == UInt8(ascii: "-") || power.first == UInt8(ascii: "+") ? power.dropFirst() : power
            guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return .text }
            exponent = String(decoding: rest, as: UTF8.self)
            rest = rest.dropFirst(rest.count)
        }
        guard rest.isEmpty else { return .text }
        if whole.count > 1, whole.first == UInt8(ascii: "0") { return .text }
        if sign != UInt8(ascii: "+"), !whole.isEmpty, fraction?.isEmpty != true { return .verbatim }
        let minus = sign == UInt8(ascii: "-") ? "-" : ""
        let integer = whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self)
        let decimals = fraction.map { "." + ($0.isEmpty ? "0" : String(decoding: $0, as: UTF8.self)) } ?? ""
        return .json(minus + integer + decimals + exponent)
    }

    private static func radix(_ letter: UInt8) -> Int? {
        letter == UInt8(ascii: "x") ? 16 : letter == UInt8(ascii: "o") ? 8 : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
