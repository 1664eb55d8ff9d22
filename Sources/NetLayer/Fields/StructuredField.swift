// Structured header fields (RFC 9651): lines in, values out. The one place that knows Apple's reader of them.

import RawStructuredFieldValues

/// The fields that a server or a cache on the way writes in the standard's own grammar. Unreadable ones are `nil`: RFC 9651 §4.2 has them ignored whole.
enum StructuredField {
    /// Several lines of one field are one list.
    static func list(_ lines: [String]) -> [ItemOrInnerList]? { try? read(lines) { try $0.parseListFieldValue() } }
    /// Several lines of one field are one dictionary; of a key that comes twice the last counts.
    static func dictionary(_ lines: [String]) -> OrderedMap<String, ItemOrInnerList>? {
        try? read(lines) { try $0.parseDictionaryFieldValue() }
    }
    static func item(_ lines: [String]) -> Item? { try? read(lines) { try $0.parseItemFieldValue() } }

    private static func read<Value>(
        _ lines: [String], _ parse: (inout StructuredFieldValueParser<[UInt8]>) throws -> Value
    ) throws -> Value {
        var parser = StructuredFieldValueParser(Array(lines.joined(separator: ", ").utf8))
        return try parse(&parser)
    }
}

extension RFC9651BareItem {
    /// A name: servers write it as a token or as a string.
    var name: String? {
        switch self {
        case .token(let text), .string(let text), .displayString(let text): text
        case .bool, .integer, .decimal, .undecodedByteSequence, .date: nil
        }
    }

    var number: Int64? { if case .integer(let number) = self { number } else { nil } }
    var isTrue: Bool { self == .bool(true) }
}
