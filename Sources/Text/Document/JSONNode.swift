// One value of a JSON text: its kind, its contents, its range.

/// A value of a ``JSONDocument``. Cheap to copy; it keeps the document alive.
public struct JSONNode: Sendable {
    /// The kind of a value.
    public enum Kind: UInt8, Sendable, Hashable { case object, array, string, number, `true`, `false`, null }

    let storage: JSONStorage
    let index: Int

    var flat: FlatNode { storage.nodes[index] }

    /// The kind of the value.
    public var kind: Kind { flat.kind }

    /// The number of members or elements; 0 for all values but objects and arrays.
    public var count: Int { flat.count }

    /// The value's range in the document's bytes, including quotes, braces and brackets.
    public var byteRange: Range<Int> { flat.range }

    /// The value as written.
    public var source: String { String(decoding: storage.bytes[byteRange], as: UTF8.self) }

    /// The line on which the value begins, from 1. Scans the text from its
    /// start: for many places use ``LineIndex``.
    public var line: Int {
        storage.bytes.withUnsafeBufferPointer { TextPosition.findPosition(byteRange.lowerBound, in: $0).line }
    }

    /// The text of a string, with escapes decoded; a lone surrogate and ill-formed UTF-8 become
    /// U+FFFD. `nil` when it is not a string.
    public var string: String? { kind == .string ? text : nil }

    /// The digits of a number exactly as written, so that no digit is lost. `nil` when it is not a number.
    public var number: String? { kind == .number ? source : nil }

    /// A whole number that fits; written as `1.0` or `1e3`, it must be below 2⁵³. `nil` for all other values.
    public var int: Int? {
        guard let number else { return nil }
        return Int(number) ?? Double(number).flatMap { abs($0) < 9_007_199_254_740_992 ? Int(exactly: $0) : nil }
    }

    /// The nearest double of a number; infinite when it is too large. `nil` when it is not a number.
    public var double: Double? { number.flatMap { Double($0) } }

    /// The truth value. `nil` when it is neither `true` nor `false`.
    public var bool: Bool? { kind == .true ? true : kind == .false ? false : nil }

    /// A string's text without quotes and escapes, any other value as written.
    public var displayText: String { string ?? source }

    /// The value of a member. Of duplicate keys the last one counts, as in most readers (RFC 8259 §4). Scans
    /// the members; `nil` when there is no such member or this is not an object.
    public subscript(key: String) -> JSONNode? {
        guard kind == .object else { return nil }
        var key = key
        return key.withUTF8 { storage.member(of: index, named: $0) }.map { JSONNode(storage: storage, index: $0) }
    }

    /// An element of an array. Scans the elements before it; `nil` when there is no
    /// such element or this is not an array.
    public subscript(index: Int) -> JSONNode? {
        guard kind == .array, index >= 0, index < count else { return nil }
        return elements.dropFirst(index).first { _ in true }
    }

    /// Whether it is the string `text`; allocates nothing. For keys, see ``JSONMember/keyEquals(_:)``.
    public func stringEquals(_ text: String) -> Bool {
        let flat = flat
        // Most strings differ in length and need no comparison.
        guard flat.kind == .string, flat.hasEscapes || Int(flat.end - flat.start) == text.utf8.count + 2 else { return false }
        var text = text
        return text.withUTF8 { storage.isString(flat, $0) }
    }

    private var text: String {
        let flat = flat
        let inner = Int(flat.start) + 1..<Int(flat.end) - 1
        return flat.hasEscapes ? JSONString.decode(storage.bytes[inner]) : String(decoding: storage.bytes[inner], as: UTF8.self)
    }
}
