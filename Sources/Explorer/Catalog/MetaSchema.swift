// The schema of schemas: descriptions may refer to it, and its dialects list their vocabularies.

import Document
import NetLayer

/// The metaschema of JSON Schema 2020-12, and the vocabularies that it consists of: the keywords of the standard
/// with the shapes of their values (JSON Schema Core §8 to §11, Validation §6 to §9).
enum MetaSchema {
    /// The address of the metaschema. Its vocabularies have addresses in the same folder.
    static let address = folder + "schema"
    private static let folder = "https://json-schema.org/draft/2020-12/"

    /// Whether an address is that of the metaschema or of a vocabulary.
    static func isKnown(_ address: String) -> Bool { address.hasPrefix(folder) }

    static let references = References(
        documents: DocumentSet((try? JSONDocument(Array(text.utf8))) ?? .empty, location: URI(address)))

    /// What a keyword's value looks like, as a schema.
    private enum Shape: String {
        case anything = "true"
        case flag = #"{"type":"boolean"}"#
        case number = #"{"type":"number"}"#
        case positiveNumber = #"{"type":"number","exclusiveMinimum":0}"#
        case count = #"{"type":"integer","minimum":0}"#
        case text = #"{"type":"string"}"#
        case expression = #"{"type":"string","format":"regex"}"#
        case list = #"{"type":"array"}"#
        case names = #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#
        case namesByName =
            #"{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"},"uniqueItems":true}}"#
        case types =
            #"{"type":["string","array"],"minItems":1,"uniqueItems":true,"if":{"type":"array"},"then":{"items":{"enum":["array","boolean","integer","null","number","object","string"]}},"else":{"enum":["array","boolean","integer","null","number","object","string"]}}"#
        case address = #"{"type":"string","format":"uri"}"#
        case reference = #"{"type":"string","format":"uri-reference"}"#
        /// The address of a schema: no fragment but an empty one.
        case ownAddress = ##"{"type":"string","format":"uri-reference","pattern":"^[^#]*#?$"}"##
        case anchor = #"{"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"}"#
        case vocabularies =
            #"{"type":"object","propertyNames":{"type":"string","format":"uri"},"additionalProperties":{"type":"boolean"}}"#
        /// A schema of the dialect that is in use: a dialect replaces the anchor by its own.
        case schema = ##"{"$dynamicRef":"#meta"}"##
        case schemas = ##"{"type":"array","minItems":1,"items":{"$dynamicRef":"#meta"}}"##
        case schemasByName = ##"{"type":"object","additionalProperties":{"$dynamicRef":"#meta"}}"##
        case schemasByPattern =
            ##"{"type":"object","propertyNames":{"format":"regex"},"additionalProperties":{"$dynamicRef":"#meta"}}"##
        case schemasOrNamesByName =
            ##"{"type":"object","additionalProperties":{"anyOf":[{"$dynamicRef":"#meta"},{"type":"array","items":{"type":"string"},"uniqueItems":true}]}}"##
    }

    private static let vocabularies: [(name: String, keywords: [(String, Shape)])] = [
        (
            "core",
            [
                ("$id", .ownAddress), ("$schema", .address), ("$ref", .reference), ("$anchor", .anchor),
                ("$dynamicRef", .reference), ("$dynamicAnchor", .anchor), ("$vocabulary", .vocabularies), ("$comment", .text),
                ("$defs", .schemasByName),
            ]
        ),
        (
            "applicator",
            [
                ("allOf", .schemas), ("anyOf", .schemas), ("oneOf", .schemas), ("not", .schema), ("if", .schema),
                ("then", .schema), ("else", .schema), ("dependentSchemas", .schemasByName), ("prefixItems", .schemas),
                ("items", .schema), ("contains", .schema), ("properties", .schemasByName),
                ("patternProperties", .schemasByPattern), ("additionalProperties", .schema), ("propertyNames", .schema),
            ]
        ),
        ("unevaluated", [("unevaluatedItems", .schema), ("unevaluatedProperties", .schema)]),
        (
            "validation",
            [
                ("type", .types), ("enum", .list), ("const", .anything), ("multipleOf", .positiveNumber), ("maximum", .number),
                ("exclusiveMaximum", .number), ("minimum", .number), ("exclusiveMinimum", .number), ("maxLength", .count),
                ("minLength", .count), ("pattern", .expression), ("maxItems", .count), ("minItems", .count),
                ("uniqueItems", .flag), ("maxContains", .count), ("minContains", .count), ("maxProperties", .count),
                ("minProperties", .count), ("required", .names), ("dependentRequired", .namesByName),
            ]
        ),
        (
            "meta-data",
            [
                ("title", .text), ("description", .text), ("default", .anything), ("deprecated", .flag), ("readOnly", .flag),
                ("writeOnly", .flag), ("examples", .list),
            ]
        ),
        ("format-annotation", [("format", .text)]),
        ("content", [("contentEncoding", .text), ("contentMediaType", .text), ("contentSchema", .schema)]),
        // Not part of the metaschema; dialects may name it.
        (assertion, [("format", .text)]),
    ]
    private static let assertion = "format-assertion"

    /// Keywords of earlier drafts that the metaschema still describes.
    private static let earlier: [(String, Shape)] = [
        ("definitions", .schemasByName), ("dependencies", .schemasOrNamesByName), ("$recursiveAnchor", .anchor),
        ("$recursiveRef", .reference),
    ]

    // MARK: Text

    private static var text: String {
        let used = vocabularies.map { $0.name }.filter { $0 != assertion }
        let parts = JSONLiteral.array(used.map { JSONLiteral.object([("$ref", JSONLiteral.string("meta/\($0)"))]) })
        let definitions = vocabularies.map { vocabulary -> (key: String, json: String) in
            let (name, keywords) = vocabulary
            return (name, schema("meta/\(name)", of: [name], keywords, []))
        }
        return schema("schema", of: used, earlier, [("allOf", parts), ("$defs", JSONLiteral.object(definitions))])
    }

    private static func schema(
        _ place: String, of vocabularies: [String], _ keywords: [(String, Shape)], _ more: [(key: String, json: String)]
    ) -> String {
        let names = vocabularies.map { name -> (key: String, json: String) in ("\(folder)vocab/\(name)", "true") }
        let properties = keywords.map { keyword, shape -> (key: String, json: String) in (keyword, shape.rawValue) }
        let own: [(key: String, json: String)] = [
            ("$schema", JSONLiteral.string(address)), ("$id", JSONLiteral.string(folder + place)),
            ("$vocabulary", JSONLiteral.object(names)), ("$dynamicAnchor", #""meta""#), ("type", #"["object","boolean"]"#),
            ("properties", JSONLiteral.object(properties)),
        ]
        return JSONLiteral.object(own + more)
    }
}
