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

    /// Its digits as a number, and the power of ten that multiplies them; `nil` for more than eighteen
    /// digits.
    var short: (digits: Int64, exponent: Int)? {
        guard digits.count <= 18 else { return nil }
        let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1) }
        return (isNegative ? -value : value, digits.isEmpty ? 0 : magnitude - digits.count)
    }

    /// Whether nothing but zeros stands behind the point.
    var isInteger: Bool { digits.count <= magnitude || digits.isEmpty }

    /// The most digits of a quotient: a number with a larger exponent counts as a multiple of nothing.
    private static let longestQuotient = 20_000

    /// Whether dividing by a positive number gives a whole number. Divides in writing: no digit is lost.
    func isMultiple(of divisor: JSONDecimal) -> Bool {
        if digits.isEmpty { return true }
        // Both as whole numbers times a power of ten.
        let shift = (magnitude - digits.count) - (divisor.magnitude - divisor.digits.count)
        guard !divisor.digits.isEmpty, shift >= 0, shift <= Self.longestQuotient else { return false }
        var rest: [UInt8] = []
        for index in 0..<digits.count + shift {
            let digit = index < digits.count ? digits[index] : 0
            if !rest.isEmpty || digit != 0 { rest.append(digit) }
            while !Self.isLess(rest, divisor.digits) { Self.subtract(divisor.digits, from: &rest) }
        }
        return rest.isEmpty
    }

    private static func isLess(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
    }

    /// Leaves no zeros at the beginning.
    private static func subtract(_ small: [UInt8], from large: inout [UInt8]) {
        var borrow: UInt8 = 0
        for place in 1...large.count {
            let index = large.count - place
            let taken = (place <= small.count ? small[small.count - place] : 0) + borrow
            borrow = large[index] < taken ? 1 : 0
            large[index] = large[index] + borrow * 10 - taken
        }
        large = Array(large.drop { $0 == 0 })
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
