// Valid values of a schema with all kinds of rules, each spoilt in one of many ways: every fault is found where it is.

import Document
import JSONSchema
import TestSupport
import Testing

struct SchemaMutationTests {
    private static let schema = ##"""
        {"type": "object", "required": ["id", "state", "lines", "customer"], "additionalProperties": false, "properties": {
          "id": {"type": "string", "format": "uuid"}, "state": {"type": "string", "enum": ["open", "paid", "sent"]},
          "total": {"type": "number", "minimum": 0, "exclusiveMaximum": 10000, "multipleOf": 0.01},
          "created": {"type": "string", "format": "date-time"}, "note": {"type": "string", "minLength": 1, "maxLength": 40, "nullable": true},
          "code": {"type": "string", "pattern": "^[A-Z]{2}-\\d{3}$"},
          "tags": {"type": "array", "uniqueItems": true, "maxItems": 5, "items": {"type": "string"}},
          "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Line"}},
          "customer": {"oneOf": [{"$ref": "#/$defs/Person"}, {"$ref": "#/$defs/Company"}],
            "discriminator": {"propertyName": "kind", "mapping": {"person": "#/$defs/Person", "company": "#/$defs/Company"}}},
          "extra": {"type": "object", "maxProperties": 3, "additionalProperties": {"type": "boolean"}}},
         "$defs": {
          "Line": {"type": "object", "required": ["item", "count"], "properties": {"item": {"type": "integer", "format": "int32"}, "count": {"type": "integer", "minimum": 1}}},
          "Party": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
          "Person": {"allOf": [{"$ref": "#/$defs/Party"}, {"required": ["name"], "properties": {"name": {"type": "string"}}}]},
          "Company": {"allOf": [{"$ref": "#/$defs/Party"}, {"required": ["vat"], "properties": {"vat": {"type": "string", "minLength": 4}}}]}}}
        """##

    /// A valid order: members with their JSON.
    private static func order(_ random: inout SplitMix64) -> [String: String] {
        func digits(_ count: Int) -> String { (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined() }
        func text(_ count: ClosedRange<Int>) -> String {
            "\""
                + (0..<Int.random(in: count, using: &random)).map { _ in
                    ["a", "ß", "😀", "\\n", "\\u00e4", "z"].randomElement(using: &random) ?? ""
                }
                .joined() + "\""
        }
        var order = [
            "id": "\"123e4567-e89b-12d3-a456-4266\(digits(8))\"",
            "state": "\"\(["open", "paid", "sent"].randomElement(using: &random) ?? "")\"",
            "lines": "["
                + (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    "{\"item\": \(Int32.random(in: .min ... .max, using: &random)), \"count\": \(Int.random(in: 1...9, using: &random)).0}"
                }.joined(separator: ", ") + "]",
            "customer": Bool.random(using: &random)
                ? "{\"kind\": \"person\", \"name\": \(text(0...9))}" : "{\"vat\": \(text(4...9)), \"kind\": \"company\"}",
        ]
        let optional = [
            "total": "\(Int.random(in: 0...9_999, using: &random)).\(digits(2))",
            "created": "\"2026-0\(Int.random(in: 1...9, using: &random))-28T10:00:00Z\"",
            "note": Bool.random(using: &random) ? "null" : text(1...40), "code": "\"QX-\(digits(3))\"",
            "tags": "[\"t\(digits(3))\", \"u\(digits(2))\"]", "extra": "{\"e\(digits(2))\": true}",
        ]
        for (key, json) in optional.sorted(by: { $0.key < $1.key }) where Int.random(in: 0...3, using: &random) > 0 {
            order[key] = json
        }
        return order
    }

    private struct Mutation: Sendable {
        var pointer: String
        var keyword: String
        var change: @Sendable (inout [String: String]) -> Void

        init(_ pointer: String, _ keyword: String, _ change: @escaping @Sendable (inout [String: String]) -> Void) {
            (self.pointer, self.keyword, self.change) = (pointer, keyword, change)
        }
    }

    private static let mutations = [
        Mutation("", "required") { $0["state"] = nil }, Mutation("/other", "additionalProperties") { $0["other"] = "1" },
        Mutation("/id", "type") { $0["id"] = "5" }, Mutation("/id", "format") { $0["id"] = "\"123\"" },
        Mutation("/state", "enum") { $0["state"] = "\"Open\"" }, Mutation("/state", "type") { $0["state"] = "null" },
        Mutation("/total", "minimum") { $0["total"] = "-0.01" }, Mutation("/total", "exclusiveMaximum") { $0["total"] = "1e4" },
        Mutation("/total", "multipleOf") { $0["total"] = "9999.990000000000000000001" },
        Mutation("/created", "format") { $0["created"] = "\"2026-02-30T10:00:00Z\"" },
        Mutation("/note", "minLength") { $0["note"] = "\"\"" },
        Mutation("/note", "maxLength") { $0["note"] = "\"\(String(repeating: "ä", count: 41))\"" },
        Mutation("/code", "pattern") { $0["code"] = "\"QX-12\"" },
        Mutation("/tags", "uniqueItems") { $0["tags"] = "[\"a\", \"b\", \"\\u0061\"]" },
        Mutation("/tags", "maxItems") { $0["tags"] = "[\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]" },
        Mutation("/tags/1", "type") { $0["tags"] = "[\"1\", {}]" }, Mutation("/lines", "minItems") { $0["lines"] = "[]" },
        Mutation("/lines/0/item", "format") { $0["lines"] = "[{\"item\": 2147483648, \"count\": 1}]" },
        Mutation("/lines/1/count", "type") { $0["lines"] = "[{\"item\": 1, \"count\": 1}, {\"item\": 1, \"count\": 1.5}]" },
        Mutation("/lines/0", "required") { $0["lines"] = "[{\"count\": 1}]" },
        Mutation("/customer", "required") { $0["customer"] = "{\"kind\": \"person\", \"vat\": \"12345\"}" },
        Mutation("/customer", "oneOf") { $0["customer"] = "{\"kind\": \"alien\"}" },
        Mutation("/customer/vat", "minLength") { $0["customer"] = "{\"kind\": \"company\", \"vat\": \"123\"}" },
        Mutation("/extra/x", "type") { $0["extra"] = "{\"x\": 1}" },
        Mutation("/extra", "maxProperties") { $0["extra"] = "{\"a\": true, \"b\": true, \"c\": true, \"d\": true}" },
    ]

    @Test func everyMutationIsFoundAndNoOriginalIs() throws {
        let check = try Check(Self.schema, dialect: .openAPI30)
        var run = SchemaRun(check.program, check.schema, direction: .response)
        for seed in 0..<200 {
            var random = SplitMix64(seed: UInt64(seed))
            let order = Self.order(&random)
            func verdict(_ order: [String: String]) throws -> SchemaVerdict {
                let members = order.shuffled(using: &random).map { "\"\($0.key)\": \($0.value)" }
                return run.validate(try JSONDocument(Array("{\(members.joined(separator: ", "))}".utf8)).root)
            }
            let original = try verdict(order)
            #expect(original.fits && original.stop == nil && original.doubts == [], "seed \(seed): \(original.mismatches)")
            for mutation in Self.mutations {
                var spoilt = order
                mutation.change(&spoilt)
                let found = try verdict(spoilt).mismatches
                #expect(
                    found.map(\.pointer) == [mutation.pointer] && found.map(\.keyword) == [mutation.keyword],
                    "seed \(seed): \(mutation.keyword) at \(mutation.pointer): \(found)")
            }
        }
    }
}
