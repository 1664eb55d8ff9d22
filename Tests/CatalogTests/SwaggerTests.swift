// Swagger 2.0: servers from host and schemes, bodies and forms from parameters, styles from collection formats.

import Catalog
import NetLayer
import TestSupport
import Testing

struct SwaggerTests {
    private func swagger(_ paths: String, _ more: String = #""host": "shop.example""#, base: String? = nil) throws
        -> APIDescription
    {
        try read("{\"swagger\": \"2.0\", \"info\": {\"title\": \"Shop\"},\n\(more),\n\"paths\": {\n\(paths)\n}}", base: base)
    }

    @Test(
        arguments: [
            (#""host": "a.example", "basePath": "/v1", "schemes": ["http", "https"]"#, nil, "https://a.example/v1"),
            (#""host": "a.example:8080", "schemes": ["http"]"#, nil, "http://a.example:8080/"),
            (#""host": "a.example", "basePath": "v1""#, nil, "https://a.example/v1"),
            (#""host": "a.example", "basePath": "/v1""#, "http://b.example/swagger.json", "http://a.example/v1"),
            (#""host": "a.example", "schemes": ["wss"]"#, nil, "https://a.example/"),
            (#""basePath": "/v1""#, "http://b.example:81/docs/swagger.json", "http://b.example:81/v1"),
            (#""basePath": "/v1""#, nil, "/v1"),
        ] as [(String, String?, String)])
    func serversComeFromHostAndSchemes(more: String, base: String?, url: String) throws {
        let api = try swagger("", more, base: base)
        #expect(api.servers.map(\.url.revealed) == [url])
        #expect(api.warnings.map(\.hint) == (url == "/v1" ? ["give the base URL"] : []))
        #expect(api.isSwagger)
    }

    @Test func anOperationsOwnSchemesAreItsServers() throws {
        let api = try swagger(#""/a": {"get": {"schemes": ["http"]}, "put": {}}"#)
        #expect(api.operation(0)?.servers.map(\.url.revealed) == ["http://shop.example/"])
        #expect(api.operation(1)?.servers == [])
    }

    @Test func parametersAreTheirOwnSchemas() throws {
        let api = try swagger(
            ##"""
            "/a/{id}": {
              "parameters": [{"name": "id", "in": "path", "required": true, "type": "integer", "format": "int64"}],
              "get": {"parameters": [
                {"name": "q", "in": "query", "description": "D", "type": "string", "enum": ["x", "y"], "default": "x", "x-example": "y"},
                {"$ref": "#/parameters/Many"}, {"name": "h", "in": "header", "type": "array", "items": {"type": "integer"}, "collectionFormat": "pipes"}]}}
            """##,
            #""host": "h.example", "parameters": {"Many": {"name": "many", "in": "query", "type": "array", "items": {"type": "string"}, "collectionFormat": "multi"}}"#
        )
        let fields = try #require(api.operation(0)).parameters
        #expect(fields.map(\.name) == ["id", "q", "many", "h"])
        #expect(fields.map(\.type) == ["integer", "string", "array of string", "array of integer"])
        #expect(fields[0].format == "int64")
        #expect(fields[0].isRequired)
        #expect(fields[1].choices == ["x", "y"])
        #expect((fields[1].defaultValue, fields[1].example, fields[1].description) == ("x", "y", "D"))
        #expect(fields.map(\.style) == [nil, nil, "form", "pipeDelimited"])
        #expect(fields.map(\.explode) == [nil, nil, true, false])
        #expect(api.operation(0)?.warnings == [])
    }

    @Test(arguments: [
        ("csv", "a,b%20c", "a,b c"), ("ssv", "a%20b%20c", "a b c"), ("tsv", "a%09b%20c", "a\tb c"),
        ("pipes", "a%7Cb%20c", "a|b c"),
    ])
    func aListIsJoinedByItsCollectionFormat(_ format: String, _ query: String, _ header: String) throws {
        let list = #""type": "array", "items": {"type": "string"}, "collectionFormat": "\#(format)""#
        let api = try swagger(
            """
            "/a/{p}": {"post": {"parameters": [
              {"name": "q", "in": "query", \(list)}, {"name": "p", "in": "path", "required": true, \(list)},
              {"name": "H", "in": "header", \(list)}, {"name": "f", "in": "formData", \(list)}]}}
            """)
        let operation = try #require(api.operation(0))
        let member = try #require(operation.body?.sendable.first?.formMembers.first?.field)
        let sent = operation.parameters.map { $0.parameters(for: "a,b c") } + [member.parameters(for: "a,b c", in: .form)]
        #expect(sent.map { $0.map(\.value.revealed) } == [[query], [query], [header], [query]])
        #expect(operation.warnings == [])
    }

    @Test func aBodyParameterIsTheBody() throws {
        let api = try swagger(
            ##"""
            "/a": {"post": {"consumes": ["text/csv", "application/json"], "parameters": [
              {"name": "b", "in": "body", "required": true, "description": "B", "schema": {"$ref": "#/definitions/Item"}}, {"name": "q", "in": "query", "type": "string"}]},
             "put": {"parameters": [{"name": "b", "in": "body", "schema": {"example": {"a": 1}}}]}}
            """##,
            #""consumes": ["application/xml"], "definitions": {"Item": {"type": "object", "example": {"name": "x"}}}, "host": "h.example""#
        )
        let post = try #require(api.operation(0))
        #expect(post.parameters.map(\.name) == ["q"])
        #expect(post.body?.contentTypes == ["text/csv", "application/json"])
        #expect(post.body?.isRequired == true)
        #expect(post.body?.description == "B")
        #expect(post.body?.example == "{\n  \"name\": \"x\"\n}")
        #expect(post.warnings == [])
        #expect(api.operation(1)?.body?.contentTypes == ["application/xml"])
        #expect(api.operation(1)?.body?.isRequired == false)
    }

    @Test func formParametersAreAFormBody() throws {
        let api = try swagger(
            """
            "/a": {"post": {"parameters": [{"name": "a", "in": "formData", "type": "string", "required": true}]},
                   "put": {"consumes": ["application/json", "multipart/form-data"], "parameters": [{"name": "a", "in": "formData", "type": "string"}]},
                   "patch": {"parameters": [{"name": "f", "in": "formData", "type": "file"}]}}
            """)
        #expect(
            (0...2).map { api.operation($0)?.body?.contentTypes } == [
                ["application/x-www-form-urlencoded"], ["multipart/form-data"], ["multipart/form-data"],
            ])
        #expect((0...2).map { api.operation($0)?.body?.isRequired } == [true, false, false])
        #expect((0...2).map { api.operation($0)?.warnings } == [[], [], []])
    }

    @Test func responsesHaveTheMediaTypesThatAreProduced() throws {
        let api = try swagger(
            ##""/a": {"get": {"produces": ["text/plain"], "responses": {"200": {"description": "fine", "schema": {}}, "204": {"description": "none"}, "404": {"$ref": "#/responses/Gone"}, "x-y": 1}}}"##,
            #""produces": ["application/json"], "responses": {"Gone": {"description": "gone", "schema": {}, "examples": {"text/html": "x"}}}, "host": "h.example""#
        )
        let responses = try #require(api.operation(0)?.responses)
        #expect(responses.map(\.status) == ["200", "204", "404"])
        #expect(responses.map(\.description) == ["fine", "none", "gone"])
        #expect(responses.map(\.contentTypes) == [["text/plain"], [], ["text/plain", "text/html"]])
        #expect(api.operation(0)?.warnings == [])
    }

    /// What is made here has no lines of its own.
    @Test func warningsNameThePlaceInTheSwaggerFile() throws {
        let api = try swagger(
            ##"""
            "/a": {"post": {"parameters": [{"name": "b", "in": "body", "schema": {"$ref": "#/definitions/None"}},
              7,
              {"name": "q", "in": "query", "type": "array", "items": {"$ref": "#/nowhere"}}, {"in": "query"},
              {"$ref": "#/parameters/None"}],
              "responses": {"200": null}}}
            """##)
        #expect(
            (api.warnings + (api.operation(0)?.warnings ?? [])).map(\.place) == [
                "#/paths/~1a/post/parameters/4 (line 7)", "#/paths/~1a/post/parameters/1 (line 5)",
                "#/paths/~1a/post/parameters/3 (line 6)", "#/paths/~1a/post/parameters/4 (line 7)",
                "#/paths/~1a/post/responses/200 (line 8)",
            ])
    }

    @Test(arguments: ["2.0", "2"]) func aVersionThatYAMLTookForANumberIsRead(version: String) throws {
        #expect(
            try read("swagger: \(version)\ninfo: {title: A}\nhost: a.example\npaths: {/a: {get: {}}}").listed == ["GET /a GET /a"]
        )
    }

    @Test func randomDamageNeverCrashes() throws {
        let text = Array(
            ##"""
            {"swagger": "2.0", "info": {"title": "A"}, "host": "a.example", "schemes": ["http"], "consumes": ["text/a"],
             "paths": {"/a/{id}": {"$ref": "#/x/p", "parameters": [{"$ref": "#/parameters/P"}],
               "post": {"parameters": [{"name": "b", "in": "body", "schema": {"$ref": "#/definitions/D"}}, {"name": "f", "in": "formData", "type": "file"}],
                        "schemes": ["https"], "responses": {"200": {"description": "d", "schema": {"$ref": "#/definitions/D"}, "examples": {"a/b": 1}}}}}},
             "x": {"p": {"get": {"$ref": "#/x/g"}}, "g": {"parameters": [{"name": "q", "in": "query", "type": "array", "collectionFormat": "multi"}]}},
             "parameters": {"P": {"name": "id", "in": "path", "type": "string"}}, "definitions": {"D": {"allOf": [{"$ref": "#/definitions/D"}]}}}
            """##.utf8)
        let marks = Array("{}[]\",:0aef#/$ \\".utf8)
        var generator = SplitMix64(seed: 5)
        var opened = 0
        for _ in 0..<1500 {
            var damaged = text
            damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
                marks[Int.random(in: 0..<marks.count, using: &generator)]
            guard let api = try? APIDescription.parse(damaged, source: "x", base: URI("https://a.example/x.json")) else {
                continue
            }
            opened += api.check().count + api.incomingCalls().count + api.endpoints.count
        }
        #expect(opened > 500)
    }
}
