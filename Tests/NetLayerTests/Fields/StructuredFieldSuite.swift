// The published tests of structured fields (RFC 9651), read from their files: what a field says, and how that is written.

import Document
import Foundation
import RawStructuredFieldValues
import TestSupport

struct StructuredFieldCase {
    enum Content: Equatable {
        case list([ItemOrInnerList])
        case dictionary(OrderedMap<String, ItemOrInnerList>)
        case item(Item)
    }

    let name: String
    let kind: String
    /// The lines of the field; `nil` for a test of writing alone.
    let raw: [String]?
    let mustFail: Bool
    let canFail: Bool
    private let expected: JSONNode?
    /// How it is written when it is read.
    let canonical: [String]

    static let folder = "conformance/structured-field-tests"

    static func all(in folder: String) throws -> [StructuredFieldCase] {
        let files = SharedData.files(under: folder, suffix: ".json")
            .filter { !$0.contains("/schema/") && $0.dropFirst(folder.count + 1).firstIndex(of: "/") == nil }
        return try files.flatMap { file in
            try JSONDocument(try SharedData.bytes(file)).root.elements.map { try StructuredFieldCase($0, file) }
        }
    }

    private init(_ node: JSONNode, _ file: String) throws {
        let lines = { (key: String) in node[key].map { $0.elements.map(\.displayText) } }
        name = "\(file.split(separator: "/").last ?? ""): \(node["name"]?.displayText ?? "?")"
        kind = node["header_type"]?.displayText ?? ""
        raw = lines("raw")
        mustFail = node["must_fail"]?.kind == .true
        canFail = node["can_fail"]?.kind == .true
        expected = node["expected"]
        canonical = lines("canonical") ?? raw ?? []
    }

    struct Unwritable: Error {}

    /// What the lines should mean.
    func content() throws -> Content {
        guard let expected else { throw Unwritable() }
        switch kind {
        case "list": return .list(try expected.elements.map(Self.member))
        case "dictionary": return .dictionary(try Self.map(expected) { try Self.member($0) })
        default: return .item(try Self.item(expected))
        }
    }

    private static func pair(_ node: JSONNode) throws -> (JSONNode, JSONNode) {
        let both = Array(node.elements)
        guard both.count == 2 else { throw Unwritable() }
        return (both[0], both[1])
    }

    private static func map<Value>(_ node: JSONNode, _ value: (JSONNode) throws -> Value) throws -> OrderedMap<String, Value> {
        var map = OrderedMap<String, Value>()
        for element in node.elements {
            let (key, content) = try pair(element)
            map[key.displayText] = try value(content)
        }
        return map
    }

    private static func member(_ node: JSONNode) throws -> ItemOrInnerList {
        let (first, parameters) = try pair(node)
        guard first.kind == .array else { return .item(try item(node)) }
        var items = BareInnerList()
        for element in first.elements { items.append(try item(element)) }
        return .innerList(InnerList(bareInnerList: items, parameters: try map(parameters, value)))
    }

    private static func item(_ node: JSONNode) throws -> Item {
        let (first, parameters) = try pair(node)
        return Item(bareItem: try value(first), parameters: try map(parameters, value))
    }

    private static func value(_ node: JSONNode) throws -> RFC9651BareItem {
        switch node.kind {
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .string: return .string(node.displayText)
        case .number:
            let text = node.displayText
            if let number = Int64(text) { return .integer(number) }
            guard let number = Double(text) else { throw Unwritable() }
            return .decimal(try PseudoDecimal(number))
        case .object:
            let text = node["value"]?.displayText ?? ""
            switch node["__type"]?.displayText {
            case "token": return .token(text)
            case "binary": return .undecodedByteSequence(Data(base32(text)).base64EncodedString())
            case "date": return .date(Int64(text) ?? .max)
            case "displaystring": return .displayString(text)
            default: throw Unwritable()
            }
        case .null, .array: throw Unwritable()
        }
    }

    private static func base32(_ text: String) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for character in text {
            guard let digit = digits.firstIndex(of: character) else { break }
            bits = (bits << 5 | digit) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }
}

extension StructuredFieldCase.Content {
    /// As it is sent: no lines at all for an empty list.
    func text() throws -> [String] {
        var serializer = StructuredFieldValueSerializer()
        let bytes =
            switch self {
            case .list(let list): try serializer.writeListFieldValue(list)
            case .dictionary(let map): try serializer.writeDictionaryFieldValue(map)
            case .item(let item): try serializer.writeItemFieldValue(item)
            }
        return bytes.isEmpty ? [] : [String(decoding: bytes, as: UTF8.self)]
    }
}
