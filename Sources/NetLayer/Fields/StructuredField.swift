// Structured header fields (RFC 9651): lines in, values out. The only user of Apple's parser for them.

import RawStructuredFieldValues

/// The fields that a server or an intermediate cache writes in the standard's grammar. Unparsable ones are
/// `nil`: RFC 9651 §4.2 requires that they are ignored as a whole.
enum StructuredField {
    /// Several lines of one field form one list.
    static func parseList(_ lines: [String]) -> [ItemOrInnerList]? {
        let list = try? parseLines(lines) { try $0.parseListFieldValue() }
        return list?.allSatisfy(\.isDecodable) == true ? list : nil
    }
    /// Several lines of one field form one dictionary; the last of several equal keys counts.
    static func parseDictionary(_ lines: [String]) -> OrderedMap<String, ItemOrInnerList>? {
        let dictionary = try? parseLines(lines) { try $0.parseDictionaryFieldValue() }
        return dictionary?.allSatisfy { $1.isDecodable } == true ? dictionary : nil
    }
    static func parseItem(_ lines: [String]) -> Item? {
        let item = try? parseLines(lines) { try $0.parseItemFieldValue() }
        return item?.isDecodable == true ? item : nil
    }

    private static func parseLines<Value>(
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

// The parser leaves byte sequences as base64 text and does not check it.
extension ItemOrInnerList {
    fileprivate var isDecodable: Bool {
        switch self {
        case .item(let item): item.isDecodable
        case .innerList(let list): list.bareInnerList.allSatisfy(\.isDecodable) && list.rfc9651Parameters.isDecodable
        }
    }
}

extension Item {
    fileprivate var isDecodable: Bool { rfc9651BareItem.isDecodable && rfc9651Parameters.isDecodable }
}

extension OrderedMap<String, RFC9651BareItem> {
    fileprivate var isDecodable: Bool { allSatisfy { $1.isDecodable } }
}

extension RFC9651BareItem {
    /// Whether base64 has its padding and no non-zero pad bits (RFC 9651 §4.2.7).
    fileprivate var isDecodable: Bool {
        guard case .undecodedByteSequence(let text) = self else { return true }
        return Base64.decode(text).map { Base64.encode($0) == text } ?? false
    }
}
