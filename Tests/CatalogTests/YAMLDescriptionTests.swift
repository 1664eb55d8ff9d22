// A description in YAML is the same as in JSON: keys, lines, warnings.

import Catalog
import Testing

struct YAMLDescriptionTests {
    @Test func warningsNameTheLinesOfTheYAML() throws {
        let api = try read(
            """
            # A shop.
            openapi: 3.0.3
            info:
              title: Shop

            servers:
              - url: https://shop.example
            paths:
              /a:
                get: text
                post:
                  operationId: ok
                  responses:
                    200: {description: fine}
                    4XX:
                      description: bad
              /b#c?d:

                put: {}
              /b#c?d: null
            """)
        #expect(api.listed == ["POST /a ok"])
        #expect(
            api.warned == [
                "#/paths/~1b#c?d (line 19): the path occurs more than once; the last one counts",
                "#/paths/~1a/get (line 10): the operation is not an object; it is skipped",
                "#/paths/~1b#c?d (line 20): the path is not an object; it is skipped",
            ])
        #expect(api.operation(0)?.responses.map(\.status) == ["200", "4XX"])
    }

    @Test func aMarkAndASecondDocumentAreNoObstacle() throws {
        let api = try read(
            "\u{feff}openapi: 3.1.0\ninfo: {title: A}\nservers: [{url: https://a.example}]\npaths: {/a: {get: {}}}\n---\nopenapi: 3.1.0\n"
        )
        #expect(api.listed == ["GET /a GET /a"])
        #expect(api.warned == ["#: a second YAML document begins at line 5; only the first is read; put each into its own file"])
    }

    @Test func flowStyleIsKnownByItsName() throws {
        let text = Array("{openapi: 3.1.0, info: {title: A}, servers: [{url: https://a.example}], paths: {/a: {get: {}}}}".utf8)
        #expect(try APIDescription.parse(text, source: "a.YAML", base: nil).listed == ["GET /a GET /a"])
        #expect(
            try #require(throws: DescriptionError.self) { try APIDescription.parse(text, source: "a.json", base: nil) }.kind
                == .notJSON)
    }

    @Test func tagsWithAParentStandUnderIt() throws {
        let api = try read(
            """
            openapi: 3.2.0
            info: {title: A}
            servers: [{url: https://a.example}]
            tags: [{name: child, parent: top}, {name: other}, {name: top}, {name: grandchild, parent: child}, {name: x, parent: y}, {name: y, parent: x}]
            paths:
              /a: {get: {tags: [grandchild]}, put: {tags: [child]}, post: {tags: [top]}, patch: {tags: [other]}, trace: {tags: [y]}}
            """)
        #expect(api.groups.map(\.name) == ["other", "top", "child", "grandchild", "y"])
    }

    @Test func methodsOfOpenAPI32AreEndpoints() throws {
        let api = try read(
            """
            openapi: 3.2.0
            info: {title: A}
            servers: [{url: https://a.example}]
            paths:
              /a:
                query: {operationId: ask, parameters: [{name: whole, in: querystring, content: {}}]}
                additionalOperations:
                  COPY: {operationId: copy}
                  "NO METHOD": {}
            """)
        #expect(api.listed == ["QUERY /a ask", "COPY /a copy"])
        #expect(api.warnings.map(\.pointer) == ["/paths/~1a/additionalOperations/NO METHOD"])
        #expect(api.operation(0)?.parameters.map(\.place) == [.querystring])
        #expect(api.operation(1) != nil)
    }

    @Test func webhooksAndCallbacksAreListedApart() throws {
        let api = try read(
            """
            openapi: 3.1.0
            info: {title: A}
            servers: [{url: https://a.example}]
            webhooks: {made: {post: {operationId: hook, summary: Was made}}, linked: {$ref: "#/components/pathItems/P"}}
            components: {pathItems: {P: {put: {}}}, callbacks: {Shared: {"{$url}": {post: {}}}}}
            paths:
              /a:
                get: {callbacks: {done: {"{$request.body#/url}": {post: {summary: Is done}}, x-a: 1}}}
                put: {callbacks: {s: {$ref: "#/components/callbacks/Shared"}}}
                post: {callbacks: {s: {$ref: "#/components/callbacks/Shared"}}}
            """)
        #expect(api.endpoints.count == 3)
        let calls = api.incomingCalls()
        #expect(calls.map(\.kind) == [.webhook, .webhook, .callback, .callback])
        #expect(
            calls.map { "\($0.method) \($0.name)" } == [
                "POST made", "PUT linked", "POST done {$request.body#/url}", "POST s {$url}",
            ])
        #expect(calls.map(\.id) == ["hook", "", "", ""])
        #expect(calls.map(\.summary) == ["Was made", "", "Is done", ""])
        #expect(calls[1].pointer == "/components/pathItems/P/put")
    }

    @Test func checkingFindsWhatNoOperationUsesAndSaysEachOnce() throws {
        let api = try read(
            """
            openapi: 3.1.0
            info: {title: A}
            servers: [{url: https://a.example}]
            paths:
              /{id}:
                get: {parameters: [{$ref: "#/components/parameters/Bad"}]}
                put: {parameters: [{$ref: "#/components/parameters/Bad"}]}
            components:
              parameters:
                Bad: {in: query}
              schemas:
                Unused: {properties: {a: {$ref: "#/components/schemas/None"}}}
            """)
        #expect(api.warnings == [])
        #expect(
            api.check().filter { $0.rule != .missingKey }.map { "\($0.severity.rawValue): \($0)" } == [
                "warning: #/paths/~1{id}/get (line 6): the path parameter 'id' is not declared; it is read as a required text",
                "warning: #/paths/~1{id}/put (line 7): the path parameter 'id' is not declared; it is read as a required text",
                "error: #/components/parameters/Bad (line 10): the parameter has no name; it is skipped",
                "error: #/components/schemas/Unused/properties/a (line 12): the reference '#/components/schemas/None' cannot be resolved; check its spelling, or add its target",
                "note: #/components/schemas/Unused (line 12): nothing refers to 'Unused'; remove it, unless other files use it",
            ])
    }
}
