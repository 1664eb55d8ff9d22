// Reads a URI template (RFC 6570 §2).

/// Splits a template into literals and expressions.
struct URITemplateParser {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    func parts() throws(URITemplateError) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        var start = 0
        var index = 0
        func endLiteral() {
            guard start < index else { return }
            let text = String(decoding: bytes[start..<index], as: UTF8.self)
            parts.append(.literal(PercentCoding.encodeExpansion(text, keepsReserved: true)))
        }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"):
                endLiteral()
                guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
                    throw .syntax("the expression is not closed", at: index)
                }
                parts.append(try expression(index + 1..<close))
                index = close + 1
                start = index
            case UInt8(ascii: "}"): throw .syntax("'}' closes no expression", at: index)
            default: index += 1
            }
        }
        endLiteral()
        return parts
    }

    private func expression(_ range: Range<Int>) throws(URITemplateError) -> URITemplate.Part {
        var start = range.lowerBound
        var kind = URITemplate.Operator.simple
        if let first = bytes[range].first, !Self.isNameByte(first), first != UInt8(ascii: "%") {
            guard let own = URITemplate.Operator(rawValue: String(UnicodeScalar(first))) else {
                throw .syntax("an expression cannot begin like this", at: start)
            }
            kind = own
            start += 1
        }
        var variables: [URITemplate.Variable] = []
        while true {
            let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ",")) ?? range.upperBound
            variables.append(try variable(start..<end))
            guard end < range.upperBound else { return .expression(kind, variables) }
            start = end + 1
        }
    }

    private func variable(_ range: Range<Int>) throws(URITemplateError) -> URITemplate.Variable {
        var end = range.lowerBound
        // A dot may occur between two characters of a name, never first or last.
        while end < range.upperBound {
            if Self.isNameByte(bytes[end]) {
                end += 1
            } else if PercentCoding.isEscape(bytes, at: end) {
                end += 3
            } else if bytes[end] == UInt8(ascii: "."), end > range.lowerBound, bytes[end - 1] != UInt8(ascii: ".") {
                end += 1
            } else {
                break
            }
        }
        guard end > range.lowerBound, bytes[end - 1] != UInt8(ascii: ".") else {
            throw .syntax("here a variable's name is missing or ends in a dot", at: end)
        }
        var variable = URITemplate.Variable(name: String(decoding: bytes[range.lowerBound..<end], as: UTF8.self))
        guard end < range.upperBound else { return variable }
        switch bytes[end] {
        case UInt8(ascii: "*") where end + 1 == range.upperBound: variable.explodes = true
        case UInt8(ascii: ":"): variable.prefix = try length(end + 1..<range.upperBound)
        default: throw .syntax("this cannot follow a variable's name", at: end)
        }
        return variable
    }

    /// 1 to 9999, without a leading zero.
    private func length(_ range: Range<Int>) throws(URITemplateError) -> Int {
        let digits = bytes[range]
        guard (1...4).contains(digits.count), digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .syntax("a length is a number from 1 to 9999", at: range.lowerBound) }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        PercentCoding.isUnreserved(byte) && !"-.~".utf8.contains(byte)
    }
}
