// Operations decoded when opened.

import Catalog
import NetLayer
import TestSupport
import Testing

struct OperationTests {
    private func open(_ paths: String, _ more: String = "") throws -> Operation {
        try #require(try read(description(paths, more)).operation(0))
    }

    private func field(_ parameter: String, _ more: String = "") throws -> ParameterField {
        let operation = try open("\"/a\": {\"get\": {\"parameters\": [\(parameter)]}}", more)
        return try #require(operation.parameters.first)
    }

    @Test func parametersOfPathAndOperationAreMerged() throws {
        let operation = try open(
            """
            "/a/{id}": {
              "parameters": [{"name": "id", "in": "path", "description": "shared"}, {"name": "q", "in": "query", "description": "shared"}, {"name": "q", "in": "header"}],
              "get": {"summary": "S", "description": "D\\nE", "deprecated": true,
                "parameters": [{"name": "q", "in": "query", "description": "own", "required": true}, {"name": "c", "in": "cookie"}]}}
            """)
        #expect(
            operation.parameters.map { "\($0.place) \($0.name) \($0.description)" } == [
                "path id shared", "query q own", "header q ", "cookie c ",
            ])
        #expect(operation.parameters.map(\.isRequired) == [true, true, false, false])
        #expect(operation.summary == "S")
        #expect(operation.details == "D\nE")
        #expect(operation.isDeprecated)
        #expect(operation.warnings.isEmpty)
    }

    /// Each parameter was once held against all before it, and the path was taken apart for each.
    @Test func manyParametersEnd() throws {
        let count = 10_000
        let path = (0..<count).map { "{p\($0)}" }.joined(separator: "-")
        let parameters = (0..<count).flatMap { number in
            ["path", "query"].map { "{\"name\": \"p\(number)\", \"in\": \"\($0)\"}" }
        }
        let text = "\"/\(path)\": {\"get\": {\"parameters\": [\(parameters.joined(separator: ","))]}}"
        var operation = Operation()
        #expect(try ThreadTime().measure { operation = try open(text) } < .seconds(10))
        #expect(operation.parameters.count == 2 * count)
        #expect(operation.warnings.isEmpty)
    }

    @Test func headersThatOtherPartsSetAreNoParameters() throws {
        let names = ["Accept", "content-type", "Authorization", "X-Own"].map { "{\"name\": \"\($0)\", \"in\": \"header\"}" }
            .joined(separator: ",")
        #expect(try open("\"/a\": {\"get\": {\"parameters\": [\(names)]}}").parameters.map(\.name) == ["X-Own"])
    }

    @Test func anUndeclaredPathParameterBecomesARequiredField() throws {
        let operation = try open(
            #""/a/{id}/{id}/{b}...{h}": {"get": {"parameters": [{"name": "ID", "in": "path"}, {"name": "h", "in": "path"}]}}"#)
        #expect(operation.parameters.map(\.name) == ["h", "id", "b"])
        #expect(operation.parameters.allSatisfy { $0.place == .path && $0.isRequired && $0.type != "" })
        #expect(
            operation.warnings.map(\.message) == [
                "the path does not have the parameter 'ID'", "the path parameter 'id' is not declared",
                "the path parameter 'b' is not declared",
            ])
        #expect(operation.warnings.allSatisfy { $0.line == 3 })
    }

    @Test(arguments: [
        (#"{"type": "string"}"#, "string"), (#"{"type": "array", "items": {"type": "integer"}}"#, "array of integer"),
        (#"{"type": ["string", "null"]}"#, "string"),
        (#"{"type": "array", "items": {"type": "array", "items": {"type": "string"}}}"#, "array of array of string"),
        ("{}", "any"), ("true", "any"),
        (#"{"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "string"}]}"#, "string or integer"),
        (#"{"enum": ["a"]}"#, "string"), (#"{"enum": [1]}"#, "integer"),
        (#"{"const": 1.5}"#, "number"), (#"{"properties": {}}"#, "object"),
        (#"{"items": {"type": "boolean"}}"#, "array of boolean"), (#"{"type": "array"}"#, "array"),
        (##"{"$ref": "#/components/schemas/Id"}"##, "integer"),
        (##"{"allOf": [{"$ref": "#/components/schemas/Id"}]}"##, "integer"),
        (##"{"anyOf": [{"$ref": "#/components/schemas/Id"}, {"type": "null"}]}"##, "integer"),
        (##"{"$ref": "#/components/schemas/Loop"}"##, "array of array"),
    ])
    func typesAreSaidInWords(schema: String, type: String) throws {
        let field = try field(
            "{\"name\": \"q\", \"in\": \"query\", \"schema\": \(schema)}",
            ##""components": {"schemas": {"Id": {"type": "integer"}, "Loop": {"type": "array", "items": {"$ref": "#/components/schemas/Loop"}}}}"##
        )
        #expect(type == "array of array" ? field.type.hasPrefix(type) : field.type == type)
    }

    @Test(arguments: [
        (#"{"type": "string", "enum": ["a", "b"]}"#, ["a", "b"]), (#"{"type": "array", "items": {"enum": [1, 2]}}"#, ["1", "2"]),
        (#"{"enum": ["a", null]}"#, ["a"]),
        (#"{"allOf": [{"enum": ["x"]}]}"#, ["x"]), (#"{"anyOf": [{"enum": ["x"]}, {"type": "null"}]}"#, ["x"]),
        (#"{"const": true}"#, ["true"]),
        (#"{"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}"#, ["a", "b"]), (#"{"type": "string"}"#, []),
    ])
    func choicesAreFound(schema: String, choices: [String]) throws {
        #expect(try field("{\"name\": \"q\", \"in\": \"query\", \"schema\": \(schema)}").choices == choices)
    }

    @Test func defaultsExamplesAndStyleAreKept() throws {
        let full = try field(
            #"{"name": "q", "in": "query", "style": "deepObject", "explode": false, "deprecated": true, "example": {"a": 1}, "schema": {"type": "string", "format": "uuid", "default": "x", "example": "unused"}}"#
        )
        #expect(full.style == "deepObject")
        #expect(full.explode == false)
        #expect(full.isDeprecated)
        #expect(full.defaultValue == "x")
        #expect(full.example == "{\"a\": 1}")
        #expect(full.format == "uuid")
        #expect(try field(#"{"name": "q", "in": "query", "schema": {"default": 10, "example": "s"}}"#).example == "s")
        #expect(try field(#"{"name": "q", "in": "query", "schema": {"default": 10, "examples": ["t"]}}"#).example == "t")
        #expect(
            try field(#"{"name": "q", "in": "query", "examples": {"none": {}, "some": {"value": false}}}"#).example == "false")
        #expect(try field(#"{"name": "q", "in": "query", "schema": {"default": null}}"#).defaultValue == nil)
    }

    @Test func aParameterMayBeSerialisedByContent() throws {
        let field = try field(
            #"{"name": "q", "in": "query", "content": {"application/json": {"schema": {"type": "object"}, "example": {"a": [1]}}}}"#
        )
        #expect(field.contentType == "application/json")
        #expect(field.type == "object")
        #expect(field.example == "{\"a\": [1]}")
    }

    @Test func referencesAreFollowedThroughChains() throws {
        let operation = try open(
            ##""/a": {"get": {"parameters": [{"$ref": "#/components/parameters/One", "description": "nearer"}], "requestBody": {"$ref": "#/components/requestBodies/B"}, "responses": {"200": {"$ref": "#/components/responses/a~1b%20c"}, "x-y": 1}}}"##,
            ##""components": {"parameters": {"One": {"$ref": "#/components/parameters/Two"}, "Two": {"name": "two", "in": "query", "description": "far"}}, "requestBodies": {"B": {"required": true, "content": {"text/plain": {"example": "hi"}}}}, "responses": {"a/b c": {"description": "fine", "content": {"application/json": {}}}}}"##
        )
        #expect(operation.parameters.map(\.name) == ["two"])
        #expect(operation.parameters.map(\.description) == ["nearer"])
        #expect(
            operation.body
                == BodyField(
                    isRequired: true, contentTypes: ["text/plain"], example: "hi", exampleContentType: "text/plain",
                    media: [MediaField(contentType: "text/plain", example: "hi")]))
        #expect(operation.responses == [ResponseField(status: "200", description: "fine", contentTypes: ["application/json"])])
        #expect(operation.warnings.isEmpty)
    }

    @Test func brokenPartsBecomeWarningsAndTheRestIsRead() throws {
        let operation = try open(
            ##""/a": {"get": {"parameters": [7, {"in": "query"}, {"name": "b", "in": "body"}, {"name": "n"}, {"$ref": "#/nowhere"}, {"$ref": "#/components/parameters/L"}, {"name": "ok", "in": "query", "schema": {"$ref": "#/nowhere"}}], "requestBody": [], "responses": {"200": null, "404": {"description": "gone"}}, "servers": {}}}"##,
            ##""components": {"parameters": {"L": {"$ref": "#/components/parameters/L"}}}"##)
        #expect(operation.parameters.map(\.name) == ["ok"])
        #expect(operation.body == nil)
        #expect(operation.responses.map(\.status) == ["404"])
        let at = "/paths/~1a/get"
        #expect(
            operation.warnings.map(\.pointer) == [
                "\(at)/parameters/0", "\(at)/parameters/1", "\(at)/parameters/2", "\(at)/parameters/3", "\(at)/parameters/4",
                "\(at)/parameters/5",
                "\(at)/parameters/6/schema", "\(at)/requestBody", "\(at)/responses/200", "\(at)/servers",
            ])
    }

    @Test func aPropertyNamedRefIsNoReference() throws {
        let operation = try open(
            ##""/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"$ref": {"type": "string"}}}, "example": {"$ref": "#/nowhere"}}}}}}"##
        )
        #expect(operation.warnings.isEmpty)
        #expect(operation.body?.example == "{\n  \"$ref\": \"#/nowhere\"\n}")
    }

    @Test func theBodysExampleIsTheJSONOne() throws {
        let body = try open(
            """
            "/a": {"post": {"requestBody": {"description": "B", "content": {
              "text/csv": {"example": "a,b"},
              "application/problem+json; charset=utf-8": {"examples": {"e": {"value": {"n": 1e400, "s": "\\u00e9"}}}},
              "application/json": {"schema": {"default": {}}}}}}}
            """
        ).body
        #expect(body?.contentTypes == ["text/csv", "application/problem+json; charset=utf-8", "application/json"])
        #expect(body?.exampleContentType == "application/problem+json; charset=utf-8")
        #expect(body?.example == "{\n  \"n\": 1e400,\n  \"s\": \"\\u00e9\"\n}")
        #expect(body?.isRequired == false)
        #expect(body?.description == "B")
    }

    @Test func aBodyWithoutContentIsReported() throws {
        let operation = try open(#""/a": {"post": {"requestBody": {"required": true}}}"#)
        #expect(operation.body == BodyField(isRequired: true, contentTypes: []))
        #expect(operation.warnings.map(\.pointer) == ["/paths/~1a/post/requestBody"])
    }

    @Test func theNearestServersReplaceTheOthers() throws {
        let paths =
            #""/a": {"servers": [{"url": "https://path.example"}], "get": {"servers": [{"url": "https://own.example"}]}, "put": {}}, "/b": {"get": {}}"#
        let api = try read(description(paths))
        #expect(
            (0...2).map { api.operation($0)?.servers.map(\.url.revealed) } == [
                ["https://own.example"], ["https://path.example"], [],
            ])
    }

    @Test func anIndexThatDoesNotExistIsNil() throws {
        let api = try read(description(#""/a": {"get": {}}"#))
        #expect(api.operation(0) != nil)
        #expect(api.operation(1) == nil)
        #expect(api.operation(-1) == nil)
    }
}
