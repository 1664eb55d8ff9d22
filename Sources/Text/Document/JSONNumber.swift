// A number of a JSON text by its value, without an allocation for numbers of usual length.

/// The exact value of a number of any length. Numbers of up to eighteen digits need no memory of their own.
public struct JSONNumber: Sendable, Comparable {
    private enum Value: Sendable {
        /// `digits` times ten to the power of `exponent`; the digits do not end in a zero, except for zero
        /// itself.
        case small(digits: Int64, exponent: Int)
        case large(JSONDecimal)
    }

    private let value: Value

    /// - Parameter text: a number in JSON's grammar.
    public init(_ text: UnsafeBufferPointer<UInt8>) {
        value = Self.readSmall(text) ?? Self.shortened(JSONDecimal(Array(text)[...]))
    }

    /// - Parameter text: a number in JSON's grammar.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { JSONNumber($0) }
    }

    /// A whole number.
    public init(_ number: Int) { self.init(String(number)) }

    private static func readSmall(_ text: UnsafeBufferPointer<UInt8>) -> Value? {
        var (digits, exponent, count, index): (Int64, Int, Int, Int) = (0, 0, 0, 0)
        let isNegative = text.first == Byte.minus
        if isNegative { index = 1 }
        var hasPoint = false
        while index < text.count {
            let byte = text[index]
            if Byte.isDigit(byte) {
                if byte != Byte.zero || digits != 0 { count += 1 }
                guard count <= 18 else { return nil }
                digits = digits * 10 + Int64(byte - Byte.zero)
                if hasPoint { exponent -= 1 }
            } else if byte == UInt8(ascii: ".") {
                hasPoint = true
            } else {
                index += 1
                guard let own = readExponent(text, from: index) else { return nil }
                exponent += own
                break
            }
            index += 1
        }
        if digits == 0 { return .small(digits: 0, exponent: 0) }
        while digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        return .small(digits: isNegative ? -digits : digits, exponent: exponent)
    }

    /// Zeros make a number longer, not another one: equal numbers have one form.
    private static func shortened(_ decimal: JSONDecimal) -> Value {
        decimal.short.map { .small(digits: $0.digits, exponent: $0.exponent) } ?? .large(decimal)
    }

    /// The exponent after its `e`; `nil` when it has more than five digits.
    private static func readExponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var (value, count) = (0, 0)
        for index in start..<text.count where Byte.isDigit(text[index]) {
            value = value * 10 + Int(text[index] - Byte.zero)
            count += 1
            guard count <= 5 else { return nil }
        }
        return start < text.count && text[start] == Byte.minus ? -value : value
    }

    /// Whether it is a whole number: `1.0` and `1e3` are.
    public var isInteger: Bool {
        switch value {
        case .small(_, let exponent): exponent >= 0
        case .large(let decimal): decimal.isInteger
        }
    }

    /// Whether it is greater than zero.
    public var isPositive: Bool {
        switch value {
        case .small(let digits, _): digits > 0
        case .large(let decimal): decimal > JSONDecimal(0)
        }
    }

    /// A whole number that fits; `nil` for all others.
    public var int: Int? {
        guard case .small(let digits, let exponent) = value, (0...18).contains(exponent) else { return nil }
        let (product, overflows) = Int(digits).multipliedReportingOverflow(by: Self.power(exponent))
        return overflows ? nil : product
    }

    /// Whether dividing by a positive number gives a whole number.
    public func isMultiple(of divisor: JSONNumber) -> Bool {
        if case .small(let digits, let exponent) = value, case .small(let step, let stepExponent) = divisor.value, step > 0 {
            let shift = exponent - stepExponent
            // The digits do not end in a zero: with more places behind the point than the divisor it is no
            // multiple.
            if shift < 0 { return digits == 0 }
            return Self.remainder(UInt64(digits.magnitude), shift: shift, by: UInt64(step)) == 0
        }
        return decimal.isMultiple(of: divisor.decimal)
    }

    /// The remainder of `digits` times ten to the power of `shift`.
    private static func remainder(_ digits: UInt64, shift: Int, by divisor: UInt64) -> UInt64 {
        var rest = digits % divisor
        var (factor, power) = (10 % divisor, shift)
        func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
            divisor.dividingFullWidth(one.multipliedFullWidth(by: other)).remainder
        }
        while power > 0 {
            if power & 1 == 1 { rest = product(rest, factor) }
            factor = product(factor, factor)
            power >>= 1
        }
        return rest
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { product, _ in product * 10 } }

    private var decimal: JSONDecimal {
        switch value {
        case .small(let digits, let exponent): JSONDecimal(Array("\(digits)e\(exponent)".utf8)[...])
        case .large(let decimal): decimal
        }
    }

    public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
        if case .small(let mine, let own) = one.value, case .small(let theirs, let their) = other.value {
            return mine == theirs && own == their
        }
        return one.decimal == other.decimal
    }

    public static func < (one: JSONNumber, other: JSONNumber) -> Bool {
        if case .small(let mine, let own) = one.value, case .small(let theirs, let their) = other.value {
            if own == their { return mine < theirs }
            let shift = abs(own - their)
            if shift <= 18 {
                // The one with the greater exponent is written with the exponent of the other.
                let (scaled, overflows) = Int(own > their ? mine : theirs).multipliedReportingOverflow(by: power(shift))
                if !overflows { return own > their ? scaled < Int(theirs) : Int(mine) < scaled }
            }
        }
        return one.decimal < other.decimal
    }
}

extension JSONNumber: Hashable {
    public func hash(into hasher: inout Hasher) {
        switch value {
        case .small(let digits, let exponent):
            hasher.combine(digits)
            hasher.combine(exponent)
        case .large(let decimal): hasher.combine(decimal)
        }
    }
}
