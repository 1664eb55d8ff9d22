// JSON Schema values, with the keywords that the demo's description needs.

/// A schema object.
struct Schema: Sendable {
    private var members: [(String, JSON)]

    var json: JSON { .object(members) }

    static let anything = Schema(members: [])
    static let boolean = Schema(members: [("type", .string("boolean"))])
    static let file = Schema(members: [("type", .string("string")), ("format", .string("binary"))])

    static func boolean(default value: Bool) -> Schema { boolean.adding("default", .bool(value)) }

    static func integer(from least: Int? = nil, to most: Int? = nil, default value: Int? = nil) -> Schema {
        typed("integer").adding("minimum", least.map(JSON.integer)).adding("maximum", most.map(JSON.integer))
            .adding("default", value.map(JSON.integer))
    }

    static func number(from least: Double? = nil, to most: Double? = nil, default value: Double? = nil) -> Schema {
        typed("number").adding("minimum", least.map(JSON.number)).adding("maximum", most.map(JSON.number))
            .adding("default", value.map(JSON.number))
    }

    static func string(_ format: String? = nil, default value: String? = nil) -> Schema {
        typed("string").adding("format", format.map(JSON.string)).adding("default", value.map(JSON.string))
    }

    /// A string with a length in this range. Characters.
    static func text(_ length: ClosedRange<Int>) -> Schema {
        typed("string").adding("minLength", .integer(length.lowerBound)).adding("maxLength", .integer(length.upperBound))
    }

    static func choice(_ values: [String], default value: String? = nil) -> Schema {
        typed("string").adding("enum", .array(values.map(JSON.string))).adding("default", value.map(JSON.string))
    }

    static func choice(_ values: [Int], default value: Int) -> Schema {
        typed("integer").adding("enum", .array(values.map(JSON.integer))).adding("default", .integer(value))
    }

    /// A value of this type, or null.
    static func nullable(_ type: String) -> Schema {
        Schema(members: [("type", .array([.string(type), .string("null")]))])
    }

    static func array(of schema: Schema, atMost count: Int? = nil) -> Schema {
        typed("array").adding("maxItems", count.map(JSON.integer)).adding("items", schema.json)
    }

    static func object(_ properties: [(String, Schema)], required: [String] = []) -> Schema {
        typed("object").adding("required", required.isEmpty ? nil : .array(required.map(JSON.string)))
            .adding("properties", .object(properties.map { ($0, $1.json) }))
    }

    /// A reference to a schema under `components`.
    static func named(_ name: String) -> Schema { Schema(members: [("$ref", .string("#/components/schemas/\(name)"))]) }

    func described(_ text: String) -> Schema { adding("description", .string(text)) }

    private static func typed(_ type: String) -> Schema { Schema(members: [("type", .string(type))]) }

    private func adding(_ name: String, _ value: JSON?) -> Schema {
        Schema(members: members + (value.map { [(name, $0)] } ?? []))
    }
}
