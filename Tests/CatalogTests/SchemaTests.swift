// Schemas as values, bodies made from them, and bodies held against them.

import Catalog
import Document
import TestSupport
import Testing

struct SchemaTests {
    private func link(_ schema: String, _ schemas: String = "{}") throws -> SchemaLink {
        let text = description(
            "\"/a\": {\"post\": {\"requestBody\": {\"content\": {\"application/json\": {\"schema\": \(schema)}}}}}",
            "\"components\": {\"schemas\": \(schemas)}")
        return try #require(try read(text).operation(0)?.body?.media.first?.schema)
    }

    private func compact(_ link: SchemaLink) -> String {
        let text = ExampleBody.makeJSON(link)
        return text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    private func problem(_ json: String, _ link: SchemaLink) throws -> String? {
        link.check(try JSONDocument(Array(json.utf8)).root).first?.description
    }

    @Test func aSchemaIsReadOneLevelDeep() throws {
        let schema = try link(
            ##"{"title": "T", "description": "D", "required": ["b"], "allOf": [{"$ref": "#/components/schemas/Base"}], "properties": {"a": {"type": "string", "readOnly": true}, "b": {"$ref": "#/components/schemas/Base"}}, "additionalProperties": {"type": "integer"}}"##,
            #"{"Base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "a": {"type": "boolean"}}}}"#
        ).resolve()
        #expect(schema.title == "T" && schema.details == "D")
        #expect(schema.properties.map(\.name) == ["a", "b", "id"])
        #expect(schema.properties.map(\.isRequired) == [false, true, true])
        #expect(schema.properties[0].schema.resolve().type == "string")
        #expect(schema.properties[0].schema.resolve().isReadOnly)
        #expect(schema.properties[1].schema.name == "Base")
        #expect(schema.additional?.resolve().type == "integer")
        #expect(schema.rules.kinds == [.object])
    }

    @Test(
        "a string of a media type is a file, unless it is text, or made into text",
        arguments: [
            (#"{"type": "string", "contentMediaType": "image/png"}"#, "binary"),
            (#"{"type": "string", "contentMediaType": "application/octet-stream"}"#, "binary"),
            (#"{"type": "string", "contentMediaType": "image/png", "contentEncoding": "base64"}"#, nil),
            (#"{"type": "string", "contentMediaType": "application/json"}"#, nil),
            (#"{"type": "string", "contentMediaType": "text/html"}"#, nil),
            (#"{"type": "string", "contentMediaType": "image/png", "format": "uri"}"#, "uri"),
        ] as [(String, String?)])
    func mediaTypesOfStrings(_ schema: String, _ format: String?) throws {
        #expect(try link(schema).resolve().rules.format == format)
    }

    @Test func alternativesAndTheirDiscriminatorAreKnown() throws {
        let schema = try link(
            ##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}, {"type": "null"}], "discriminator": {"propertyName": "kind", "mapping": {"d": "#/components/schemas/Dog"}}}"##,
            #"{"Cat": {"type": "object"}, "Dog": {"type": "object"}}"#
        ).resolve()
        #expect(schema.alternatives.map(\.name) == ["Cat", "Dog"])
        #expect(schema.discriminatorValues == ["Cat", "d"])
        #expect(schema.rules.isNullable)
    }

    @Test func aSchemaHasTheNameOfTheLastDefinition() throws {
        let schemas = ##"{"Alias": {"$ref": "#/components/schemas/a~1b%20c"}, "a/b c": {"type": "string"}}"##
        #expect(try link(##"{"$ref": "#/components/schemas/Alias"}"##, schemas).resolve().name == "a/b c")
        #expect(try link(#"{"type": "string"}"#).name == nil)
    }

    @Test func aReferenceThatLeadsNowhereIsSaid() throws {
        #expect(try link(##"{"$ref": "#/components/schemas/None"}"##).resolve().problem?.contains("cannot be resolved") == true)
    }

    @Test(arguments: [
        (
            #"{"type": "object", "required": ["b", "a"], "properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "string"}, "d": {"type": "boolean", "default": true}}}"#,
            #"{ "b": 0, "a": "string", "d": true }"#
        ),
        (
            #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "readOnly": true}, "b": {"example": 1, "deprecated": true}}}"#,
            "{}"
        ),
        (#"{"type": "object", "required": ["x"]}"#, #"{ "x": null }"#),
        (#"{"type": "array", "items": {"type": "string", "format": "date"}, "minItems": 2}"#, #"[ "2026-01-31", "2026-01-31" ]"#),
        (#"{"type": "array", "maxItems": 0, "items": {}}"#, "[]"),
        (#"{"type": "string", "minLength": 8}"#, #""stringxx""#), (#"{"type": "string", "maxLength": 3}"#, #""str""#),
        (#"{"type": "string", "enum": ["1", "2"]}"#, #""1""#), (#"{"enum": [1, 2]}"#, "1"), (#"{"const": "a\"b"}"#, #""a\"b""#),
        (#"{"type": "integer", "minimum": 3, "multipleOf": 5}"#, "5"), (#"{"type": "integer", "maximum": -3}"#, "-3"),
        (#"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#, "0.5"),
        (#"{"type": "number", "minimum": 1e308, "multipleOf": 1e-308}"#, "1e308"),
        (#"{"type": "number", "minimum": 0.2, "multipleOf": 0.07}"#, "0.21"),
        (#"{"type": ["null", "boolean"]}"#, "false"),
        (#"{"type": "integer", "example": "grown old"}"#, "0"), ("{}", "null"), ("true", "null"),
        (
            #"{"oneOf": [{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}, {"type": "string"}]}"#,
            #"{ "a": 0 }"#
        ),
        (
            #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            #"{ "a": "string" }"#
        ),
    ])
    func bodiesAreMadeFromSchemas(_ schema: String, _ body: String) throws {
        let link = try link(schema)
        #expect(compact(link) == body)
        #expect(try problem(ExampleBody.makeJSON(link), link) == nil)
    }

    @Test func anEnvelopeIsFilledWhereNothingElseIsSaid() throws {
        let inner = #"{"type": "object", "properties": {"name": {"type": "string", "example": "x"}, "more": {"type": "string"}}}"#
        let link = try link("{\"type\": \"object\", \"properties\": {\"data\": \(inner), \"other\": {\"type\": \"object\"}}}")
        #expect(compact(link) == #"{ "data": { "name": "x" } }"#)
    }

    @Test func theDiscriminatorIsSet() throws {
        let link = try link(
            ##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"c": "#/components/schemas/Cat"}}}"##,
            #"{"Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}, "Dog": {"type": "object"}}"#
        )
        #expect(compact(link) == #"{ "kind": "c" }"#)
    }

    /// A circle of what is optional ends, and so does one of what is required.
    @Test func circlesAreCut() throws {
        let tree =
            ##"{"Tree": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "child": {"$ref": "#/components/schemas/Tree"}, "all": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}, "default": []}}}, "Hard": {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/Hard"}}}}"##
        #expect(compact(try link(##"{"$ref": "#/components/schemas/Tree"}"##, tree)) == #"{ "name": "string", "all": [] }"#)
        #expect(compact(try link(##"{"$ref": "#/components/schemas/Hard"}"##, tree)) == #"{ "next": {} }"#)
    }

    /// Every way through would be 9 to the twelfth power.
    @Test func workIsBounded() throws {
        let members = (0..<9).map { "\"p\($0)\": {\"$ref\": \"#/components/schemas/N\"}" }.joined(separator: ",")
        let names = (0..<9).map { "\"p\($0)\"" }.joined(separator: ",")
        var schemas: [String] = []
        for level in 0..<12 {
            schemas.append(
                "\"L\(level)\": {\"type\": \"object\", \"required\": [\(names)], \"properties\": {\(members.replacing("/N\"", with: "/L\(level + 1)\""))}}"
            )
        }
        let link = try link(
            ##"{"$ref": "#/components/schemas/L0"}"##, "{\(schemas.joined(separator: ",")), \"L12\": {\"type\": \"string\"}}")
        #expect(ExampleBody.makeJSON(link).utf8.count < 200_000)
        let alternatives = (0..<9).map { _ in "{\"$ref\": \"#/components/schemas/A\"}" }.joined(separator: ",")
        let loop = try self.link(##"{"$ref": "#/components/schemas/A"}"##, "{\"A\": {\"oneOf\": [\(alternatives)]}}")
        #expect(ExampleBody.makeJSON(loop) == "null")
        _ = try problem("{\"a\": 1}", loop)
    }

    /// Each level once multiplied the text of the one below it by sixteen.
    @Test func arraysOfArraysAreBounded() throws {
        var schema = #"{"type": "string", "minLength": 900}"#
        for _ in 0..<12 { schema = "{\"type\": \"array\", \"minItems\": 16, \"items\": \(schema)}" }
        #expect(ExampleBody.makeText(try link(schema)).utf8.count < 100_000)
        let points = #"{"type": "array", "minItems": 2, "items": {"type": "integer"}}"#
        #expect(
            compact(try link("{\"type\": \"array\", \"minItems\": 3, \"items\": \(points)}"))
                .replacing(" ", with: "") == "[[0,0],[0,0],[0,0]]")
    }

    /// Every required member once read a wide object again, and every member of that.
    @Test func wideObjectsAreBounded() throws {
        let inner = (0..<2_000).map { "\"b\($0)\": {\"type\": \"string\"}" }.joined(separator: ",")
        let names = (0..<390).map { "\"a\($0)\"" }
        let members = names.map { "\($0): {\"$ref\": \"#/components/schemas/W\"}" }.joined(separator: ",")
        let link = try link(
            "{\"type\": \"object\", \"required\": [\(names.joined(separator: ","))], \"properties\": {\(members)}}",
            "{\"W\": {\"type\": \"object\", \"properties\": {\(inner)}}}")
        var body = ""
        #expect(ThreadTime().measure { body = ExampleBody.makeJSON(link) } < .seconds(5))
        #expect(try JSONDocument(Array(body.utf8)).root.entries.map(\.key).count == 390)
        #expect(try problem(body, link) == nil)
    }

    @Test(
        arguments: [
            (#"{"a": 1, "b": "x"}"#, nil), (#"{"a": 1.0}"#, nil), (#"{"a": 1, "b": null}"#, nil),
            (#"{"a": 1, "more": [1, "x"]}"#, nil),
            (#"[]"#, "the body must be an object"), (#"{}"#, "the body must have 'a'"),
            (#"{"a": "1"}"#, "/a must be a whole number, such as 42"), (#"{"a": 1.5}"#, "/a must be a whole number, such as 42"),
            (#"{"a": null}"#, "/a must not be null"), (#"{"a": 11}"#, "/a must be at most 10"),
            (#"{"a": 1, "b": 2}"#, "/b must be a text in quotes or null"),
            (#"{"a": 1, "list": [{"n": 1}, {}]}"#, "/list/1 must have 'n'"),
            (#"{"a": 1, "when": "today"}"#, "/when must be a date, such as 2026-01-31"),
            (#"{"a": 1, "list": []}"#, "/list must have at least 1 item"),
            (
                #"{"a": 1, "either": true}"#,
                "/either matches none of 2 alternatives; the nearest is '1': it must be a text in quotes"
            ),
            // A member that only responses have is a doubt.
            (#"{"a": 1, "id": "x"}"#, nil),
            (#"{"a": 1, "several": 1}"#, "/several matches 2 of 2 alternatives, and must match one alone"),
            (#"{"a": 1, "other": 1}"#, "/other must not fit the schema under 'not'"),
            (#"{"a": 1, "when": "today", "list": [{}]}"#, "/when must be a date, such as 2026-01-31"),
        ] as [(String, String?)])
    func bodiesAreHeldAgainstTheirSchema(_ json: String, _ expected: String?) throws {
        let link = try link(
            #"{"type": "object", "required": ["a", "id"], "properties": {"id": {"type": "string", "readOnly": true}, "a": {"type": "integer", "maximum": 10}, "b": {"type": ["string", "null"]}, "when": {"type": "string", "format": "date"}, "list": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["n"]}}, "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]}, "several": {"oneOf": [{"type": "integer"}, {"minimum": 0}]}, "other": {"not": {"type": "integer"}}}}"#
        )
        #expect(try problem(json, link) == expected)
    }

    @Test func securityIsReadInBothStandards() throws {
        let schemes =
            #"{"k": {"type": "apiKey", "name": "X-K", "in": "header", "description": "D"}, "b": {"type": "http", "scheme": "Basic"}, "t": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}, "o": {"type": "oauth2", "flows": {}}, "i": {"type": "openIdConnect"}, "d": {"type": "http", "scheme": "digest"}, "m": {"type": "mutualTLS"}, "s": {"type": "strange"}}"#
        let text = description(
            #""/a": {"get": {"security": [{"k": [], "b": []}, {"t": []}, {"o": ["read"]}, {"i": []}, {"d": []}]}}, "/b": {"get": {}}, "/c": {"get": {"security": []}}, "/d": {"get": {"security": [{"m": []}, {"s": []}, {}]}}"#,
            #""security": [{"t": []}], "components": {"securitySchemes": \#(schemes)}"#)
        let api = try read(text)
        let own = try #require(api.operation(0)).security
        #expect(
            own.schemes.map(\.kind) == [
                .apiKey(name: "X-K", place: .header), .basic, .bearer(from: "JWT"), .bearer(from: "OAuth 2"),
                .bearer(from: "OpenID Connect"),
                .other(scheme: "digest"),
            ])
        #expect(own.schemes[0].details == "D")
        #expect(own.alternatives == [["k", "b"], ["t"], ["o"], ["i"], ["d"]])
        #expect(api.operation(1)?.security.schemes.map(\.id) == ["t"])
        #expect(api.operation(2)?.security == SecurityNeed())
        #expect(own.scopes == ["o": ["read"]])
        let strange = try #require(api.operation(3))
        #expect(strange.security.isOptional && strange.security.schemes.isEmpty)
        #expect(strange.warnings.map(\.pointer) == ["/paths/~1d/get/security/1"])
    }

    @Test func theFlowsOfOAuthAreRead() throws {
        let flows =
            #"{"implicit": {"authorizationUrl": "https://a.test/i", "scopes": {}}, "clientCredentials": {"tokenUrl": "/token"}, "authorizationCode": {"authorizationUrl": "https://a.test/\nauth", "tokenUrl": "https://a.test/token", "refreshUrl": "https://a.test/again", "scopes": {"read": "Reads.", "write": "", "x-note": "no scope"}}, "deviceAuthorization": {"deviceAuthorizationUrl": "https://a.test/device", "tokenUrl": "https://a.test/token"}, "password": 7, "strange": {}}"#
        let api = try read(
            description(
                #""/a": {"get": {"security": [{"o": ["read"]}, {"o": ["read", "write"], "i": []}]}}"#,
                #""components": {"securitySchemes": {"o": {"type": "oauth2", "flows": \#(flows)}, "i": {"type": "openIdConnect", "openIdConnectUrl": "https://id.test/.well-known/openid-configuration"}}}"#
            ))
        let need = try #require(api.operation(0)).security
        let scheme = try #require(need.schemes.first)
        #expect(scheme.flows.map(\.grant) == [.authorizationCode, .clientCredentials, .deviceAuthorization, .implicit])
        let code = try #require(scheme.flows.first)
        #expect(code.authorizationURL == "https://a.test/ auth" && code.tokenURL == "https://a.test/token")
        #expect(code.refreshURL == "https://a.test/again" && code.deviceURL == nil)
        #expect(code.scopes.map(\.name) == ["read", "write"] && code.scopes.map(\.details) == ["Reads.", ""])
        #expect(scheme.flows[1].tokenURL == "/token" && scheme.flows[2].deviceURL == "https://a.test/device")
        #expect(need.scopes == ["o": ["read", "write"]])
    }

    @Test(arguments: [
        ("accessCode", TokenFlow.Grant.authorizationCode), ("application", .clientCredentials), ("password", .password),
        ("implicit", .implicit),
    ])
    func swaggersFlowsHaveOtherNames(_ name: String, _ grant: TokenFlow.Grant) throws {
        let api = try read(
            #"{"swagger": "2.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"security": [{"o": []}], "responses": {}}}}, "securityDefinitions": {"o": {"type": "oauth2", "flow": "\#(name)", "tokenUrl": "https://a.test/token", "scopes": {"read": "Reads."}}}}"#
        )
        let flows = try #require(api.operation(0)).security.schemes.first?.flows
        #expect(flows?.map(\.grant) == [grant] && flows?.first?.scopes.map(\.name) == ["read"])
    }
}
