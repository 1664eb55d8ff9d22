// A JSON value of a request: callers build it; responses are never read into it.

/// A value of a request's body. Its text is made with at most ``maximumDepth`` levels.
///
/// Responses and descriptions are flat node arrays (`JSONDocument`); this type is for values
/// that a program constructs.
public indirect enum JSONValue: Sendable, Hashable {
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction.
    case integer(Int)
    /// Finite; others have no text in JSON (RFC 8259 §6).
    case number(Double)
    /// A text; it is escaped when it is written.
    case string(String)
    /// Elements in order.
    case array([JSONValue])
    /// Members in order.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name; an object may contain it twice.
        public var name: String
        /// The value of the name.
        public var value: JSONValue

        /// A name and its value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The maximum nesting of arrays and objects.
    public static let maximumDepth = 512

    /// Whether members can be merged in.
    var isObject: Bool { if case .object = self { true } else { false } }

    /// A string's own text, the JSON text of any other value; Swift's description of a value without a JSON
    /// text.
    var plainText: String {
        if case .string(let text) = self { return text }
        return (try? serialized()).map { String(decoding: $0, as: UTF8.self) } ?? "\(self)"
    }

    /// The members of an object after `members` are merged in: members of the same name are replaced in
    /// place, new ones are appended. `nil` for other values.
    func merging(_ members: [Member]) -> JSONValue? {
        guard case .object(var all) = self else { return nil }
        for member in members {
            if let index = all.firstIndex(where: { $0.name == member.name }) {
                all[index] = member
            } else {
                all.append(member)
            }
        }
        return .object(all)
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
}

// MARK: as text

extension JSONValue {
    /// Why a value has no text.
    public enum WritingError: Error, Sendable, Hashable, CustomStringConvertible {
        case tooDeep
        /// A number that is infinite or not a number: JSON has no text for it.
        case notFinite(Double)

        public var description: String {
            switch self {
            case .tooDeep: "a JSON value has more than \(JSONValue.maximumDepth) levels"
            case .notFinite(let number): "\(number) is not a JSON number"
            }
        }
    }

    /// The value as UTF-8 without white space (RFC 8259). The same value gives the same bytes.
    public func serialized() throws(WritingError) -> [UInt8] {
        var output: [UInt8] = []
        try write(to: &output, depth: 0)
        return output
    }

    private func write(to output: inout [UInt8], depth: Int) throws(WritingError) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += "\(value)".utf8
        case .number(let value):
            guard value.isFinite else { throw .notFinite(value) }
            output += "\(value)".utf8
        case .string(let text): Self.write(text, to: &output)
        case .array(let elements):
            guard depth < Self.maximumDepth else { throw .tooDeep }
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                try element.write(to: &output, depth: depth + 1)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            guard depth < Self.maximumDepth else { throw .tooDeep }
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &output)
                output.append(UInt8(ascii: ":"))
                try member.value.write(to: &output, depth: depth + 1)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// RFC 8259 §7.
    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case 0x0a: output += "\\n".utf8
            case 0x0d: output += "\\r".utf8
            case 0x09: output += "\\t".utf8
            case ..<0x20: output += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
