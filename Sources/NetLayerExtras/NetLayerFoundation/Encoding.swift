// Encodable values as parameters and as bodies.

import FoundationEssentials
import NetLayer

extension RequestBody {
    /// A value as `application/json`.
    ///
    /// The body is ``RequestBody/json(_:)``, whose members paging, signing and hooks can read. Only a value
    /// with a number that neither `Int` nor `Double` holds exactly becomes
    /// ``RequestBody/bytes(_:contentType:)``.
    /// - Parameters:
    ///   - value: the value to write.
    ///   - encoder: writes it, for instance ``JSONCoding/encoder`` of a client's ``NetClient/coding``.
    /// - Throws: the error of the encoder.
    public static func json(encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()) throws -> RequestBody {
        let bytes = [UInt8](try encoder.encode(value))
        let root = try JSONDocument(bytes).root
        let body = JSONValue(root)
        guard let written = try? JSONDocument(body.serialized()).root, written.means(root) else {
            return .bytes(bytes, contentType: "application/json")
        }
        return .json(body)
    }
}

extension [Parameter] {
    /// One parameter for each property of a value; several for a property that is a list, none for one that
    /// is nil. In ``Parameter/Place/json`` each property is one member with its own type, which may be a list
    /// or an object.
    ///
    ///     struct Filter: Encodable { var page: Int; var tags: [String] }
    ///     // page=2&tags=a&tags=b
    ///     plan.parameters += try [Parameter](encoding: Filter(page: 2, tags: ["a", "b"]))
    ///
    /// - Parameters:
    ///   - value: encodes as an object whose properties are texts, numbers, truth values, or lists of these;
    ///     in ``Parameter/Place/json`` as any object.
    ///   - place: where the parameters go; by default the query.
    ///   - encoder: gives names and dates their form.
    /// - Throws: ``ParameterEncodingError``, or the error of the encoder.
    public init(
        encoding value: some Encodable, in place: Parameter.Place = .query, with encoder: JSONEncoder = JSONEncoder()
    ) throws {
        let root = try JSONDocument([UInt8](encoder.encode(value))).root
        guard root.kind == .object else { throw ParameterEncodingError(name: "") }
        guard place != .json else {
            self = try root.entries.map { member in
                let value = JSONValue(member.value)
                guard let written = try? JSONDocument(value.serialized()).root, written.means(member.value) else {
                    throw ParameterEncodingError(name: member.key)
                }
                return Parameter(member.key, json: value)
            }
            return
        }
        self = []
        for member in root.entries {
            let name = member.key
            let values = member.value.kind == .array ? [JSONNode](member.value.elements) : [member.value]
            for value in values where value.kind != .null {
                guard value.kind != .object, value.kind != .array else { throw ParameterEncodingError(name: name) }
                append(Parameter(name, .plain(value.displayText), in: place))
            }
        }
    }
}

/// A value does not fit into parameters: these have names, and one text or one JSON value for each.
public struct ParameterEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The property that is an object, or a list of lists; in ``Parameter/Place/json`` one with a number that
    /// neither `Int` nor `Double` holds exactly. Empty when the value itself is no object.
    public let name: String

    /// For a test of code that handles it.
    public init(name: String) { self.name = name }

    public var description: String {
        name.isEmpty ? "a value without named properties is no list of parameters" : "\"\(name)\" does not fit into a parameter"
    }
}

extension JSONValue {
    /// The value of a node. A number becomes an `Int` where it is a whole number that fits, else the nearest
    /// `Double`. Recursive: for values that an encoder wrote, which has recursed as deep.
    init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .true: self = .bool(true)
        case .false: self = .bool(false)
        case .string: self = .string(node.string ?? "")
        case .number: self = node.int.map { .integer($0) } ?? .number(node.double ?? .nan)
        case .array: self = .array(node.elements.map { JSONValue($0) })
        case .object: self = .object(node.entries.map { Member($0.key, JSONValue($0.value)) })
        }
    }
}
