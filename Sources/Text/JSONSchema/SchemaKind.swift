// The types of JSON as schemas name them.

import Document

/// A JSON type; integers are distinct from other numbers.
public enum SchemaKind: String, Sendable, Hashable, CaseIterable { case string, number, integer, boolean, object, array, null }

/// Types as a set of bits.
struct KindSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let string = KindSet(rawValue: 1)
    static let number = KindSet(rawValue: 2)
    static let integer = KindSet(rawValue: 4)
    static let boolean = KindSet(rawValue: 8)
    static let object = KindSet(rawValue: 16)
    static let array = KindSet(rawValue: 32)
    static let null = KindSet(rawValue: 64)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ kind: SchemaKind) {
        self =
            switch kind {
            case .string: .string
            case .number: .number
            case .integer: .integer
            case .boolean: .boolean
            case .object: .object
            case .array: .array
            case .null: .null
            }
    }

    /// The types in a fixed order, null last.
    var kinds: [SchemaKind] { SchemaKind.allCases.filter { contains(KindSet($0)) } }
}
