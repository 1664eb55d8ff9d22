// A number of a JSON text by its value: 1, 1.0 and 10e-1 are one number, and no digit is lost.

/// A decimal number of any length.
struct JSONDecimal: Sendable, Hashable, Comparable {
    private var isNegative = false
    /// The digits' values, without zeros at either end; empty for zero.
    private var digits: [UInt8] = []
    /// The number of digits before the point; may be negative.
    private var magnitude = 0

    /// - Parameter text: a number in JSON's grammar.
    init(_ text: ArraySlice<UInt8>) {
        var text = text
        if text.first == Byte.minus {
            isNegative = true
            text.removeFirst()
        }
        var hasPoint = false
        while let byte = text.popFirst() {
            if Byte.isDigit(byte) {
                if !hasPoint, byte != Byte.zero || !digits.isEmpty { magnitude += 1 }
                if hasPoint, digits.isEmpty, byte == Byte.zero { magnitude -= 1 }
                if byte != Byte.zero || !digits.isEmpty { digits.append(byte - Byte.zero) }
            } else if byte == UInt8(ascii: ".") {
                hasPoint = true
            } else {
                magnitude += Self.exponent(text)
                break
            }
        }
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { (isNegative, magnitude) = (false, 0) }
    }

    init(_ value: Int) { self.init(Array(String(value).utf8)[...]) }

    /// Exponents beyond any possible text length are equivalent.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        let most = 1 << 40
        let value = text.reduce(0) { value, byte in Byte.isDigit(byte) ? min(value * 10 + Int(byte - Byte.zero), most) : value }
        return text.first == Byte.minus ? -value : value
    }

    static func < (one: JSONDecimal, other: JSONDecimal) -> Bool {
        if one.isNegative != other.isNegative { return one.isNegative }
        let (small, large) = one.isNegative ? (other, one) : (one, other)
        // Zero cannot be compared by its magnitude.
        if small.digits.isEmpty || large.digits.isEmpty { return small.digits.isEmpty && !large.digits.isEmpty }
        if small.magnitude != large.magnitude { return small.magnitude < large.magnitude }
        return small.digits.lexicographicallyPrecedes(large.digits)
    }
}
