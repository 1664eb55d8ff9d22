// Schemas that have addresses and anchors of their own (JSON Schema 2020-12), mappings over files, and what OpenAPI 3.2 brought.

import NetLayer
import Testing

@testable import Catalog

struct SchemaAddressTests {
    /// Reads the first file with the others beside it.
    private func gather(_ files: [(name: String, text: String)]) throws -> APIDescription {
        var gathered = try DescriptionFiles(
            DescriptionText(Array(files[0].text.utf8), source: files[0].name), source: files[0].name,
            base: URI("file:///api/" + files[0].name))
        while let location = gathered.next {
            guard let file = files.first(where: { "file:///api/" + $0.name == location.revealed }) else {
                gathered.markUnavailable(location, message: "it has vanished", hint: "")
                continue
            }
            gathered.add(try DescriptionText(Array(file.text.utf8), source: file.name), at: location)
        }
        return try gathered.description()
    }

    private func types(of schemas: String, _ references: [String], more: [(name: String, text: String)] = []) throws -> [String] {
        let parameters = references.enumerated().map { "{name: p\($0), in: query, schema: {$ref: '\($1)'}}" }
        let text =
            "openapi: 3.1.0\ninfo: {title: A, version: '1'}\nservers: [{url: https://a.example}]\n"
            + "paths: {/a: {get: {parameters: [\(parameters.joined(separator: ", "))]}}}\ncomponents:\n  schemas:\n\(schemas)"
        let api = try gather([("api.yaml", text)] + more)
        #expect(api.check().filter { $0.severity == .error } == [])
        return api.operation(0)?.parameters.map(\.type) ?? []
    }

    @Test func anAnchorIsANameInItsFile() throws {
        let schemas = "    A: {$anchor: a, type: integer}\n    B: {$dynamicAnchor: b, type: boolean}\n"
        let other = "x: {deep: [{$anchor: far, type: number}]}\n"
        #expect(
            try types(of: schemas, ["#a", "#b", "other.yaml#far"], more: [("other.yaml", other)]) == [
                "integer", "boolean", "number",
            ])
    }

    @Test func aSchemaWithAnAddressIsARootOfItsOwn() throws {
        let schemas = """
                A:
                  $id: https://schemas.example/a.json
                  type: object
                  properties: {x: {$ref: '#/$defs/T'}, y: {$ref: '#inner'}, z: {$ref: 'b.json'}, w: {$ref: '#/components/schemas/C'}}
                  $defs: {T: {type: integer}, U: {$anchor: inner, type: boolean}, V: {$id: b.json, type: string}}
                C: {type: number}

            """
        #expect(
            try types(
                of: schemas,
                [
                    "https://schemas.example/a.json#/properties/x", "https://schemas.example/a.json#inner",
                    "https://schemas.example/b.json",
                ]
            ) == ["integer", "boolean", "string"])
        let api = try gather([
            (
                "api.yaml",
                "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}\ncomponents:\n  schemas:\n"
                    + schemas
            )
        ])
        let schema = try #require(api.operation(0)?.body?.media.first?.schema).resolve()
        #expect(schema.properties.map { $0.schema.resolve().type } == ["integer", "boolean", "string", "number"])
        // An anchor is known inside its schema alone.
        #expect(throws: References.Failure.self) { try api.references.follow("#inner", from: api.document.root) }
    }

    /// An address that nobody serves: what lies beside the file is found beside it.
    @Test func aSchemaWithAnAddressStillHasItsNeighbours() throws {
        let schema = "$id: https://schemas.example/pet.json\ntype: object\nproperties: {tag: {$ref: './tag.yaml'}}\n"
        #expect(
            try types(
                of: "    P: {$ref: 'pet.yaml'}\n    T: {$ref: 'pet.yaml#/properties/tag'}\n",
                ["#/components/schemas/P", "#/components/schemas/T"],
                more: [("pet.yaml", schema), ("tag.yaml", "type: integer\n")])
                == ["object", "integer"])
    }

    @Test func aDynamicReferenceIsFollowedWhereItStands() throws {
        let schemas = "    Tree: {$dynamicAnchor: node, type: object, properties: {left: {$dynamicRef: '#node'}}}\n"
        #expect(try types(of: schemas, ["#/components/schemas/Tree/properties/left"]) == ["object"])
    }

    @Test func aMappingBringsItsFiles() throws {
        let schemas = """
                Pet:
                  oneOf: [{$ref: 'cat.yaml'}, {$ref: '#/components/schemas/Dog'}, {$ref: './bird.yaml#/Bird'}]
                  discriminator: {propertyName: kind, mapping: {c: ./cat.yaml, d: Dog, b: 'bird.yaml#/Bird', f: fish.yaml}}
                Dog: {type: object}

            """
        let api = try gather([
            (
                "api.yaml",
                "openapi: 3.1.0\ninfo: {title: A, version: '1'}\nservers: [{url: https://a.example}]\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}}\ncomponents:\n  schemas:\n"
                    + schemas
            ), ("cat.yaml", "type: object\n"), ("bird.yaml", "Bird: {type: object}\n"), ("fish.yaml", "type: object\n"),
        ])
        #expect(api.check() == [])
        let schema = try #require(api.operation(0)?.body?.media.first?.schema).resolve()
        #expect(schema.discriminatorValues == ["c", "d", "b"])
    }

    @Test func whatOpenAPI32BroughtIsRead() throws {
        let text = """
            openapi: 3.2.0
            info: {title: A, version: '1'}
            servers: [{url: https://a.example, name: main}]
            tags: [{name: all, summary: All, kind: nav}, {name: some, parent: all}]
            paths:
              /a:
                query:
                  tags: [some]
                  parameters:
                  - name: filter
                    in: querystring
                    content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {q: {type: string}}}}}
                  requestBody: {content: {application/json: {$ref: '#/components/mediaTypes/Item'}}}
                  responses: {200: {summary: ok, content: {application/jsonl: {itemSchema: {$ref: '#/components/schemas/Item'}}}}}
                additionalOperations:
                  COPY: {tags: [some], responses: {204: {description: done}}}
            components:
              schemas: {Item: {type: object}}
              mediaTypes: {Item: {schema: {$ref: '#/components/schemas/Item'}}}
              securitySchemes:
                o: {type: oauth2, flows: {deviceAuthorization: {deviceAuthorizationUrl: https://a.example/d, tokenUrl: https://a.example/t, scopes: {}}}}
            security: [{o: []}]
            """
        let api = try APIDescription.parse(Array(text.utf8), source: "a.yaml", base: nil)
        #expect(api.check() == [])
        #expect(api.endpoints.map { "\($0.method)" } == ["QUERY", "COPY"])
        let operation = try #require(api.operation(0))
        #expect(operation.body?.media.first?.schema?.resolve().name == "Item")
        #expect(operation.responses.first?.media.first?.schema?.resolve().name == "Item")
        let filter = try #require(operation.parameters.first)
        #expect(filter.place == .querystring)
    }

    // MARK: The network

    @Test(
        arguments: [
            // Where the description is from, what it names, and whether that is asked for when the network is allowed.
            ("file:///api/a.yaml", "https://b.example/c.yaml", "https://b.example/c.yaml"),
            ("file:///api/a.yaml", "//b.example/c.yaml", nil), ("file:///api/a.yaml", "ftp://b.example/c.yaml", nil),
            ("https://a.example/x/a.yaml", "https://b.example/c.yaml", "https://b.example/c.yaml"),
            ("https://a.example/x/a.yaml", "http://a.example/c.yaml", "http://a.example/c.yaml"),
            ("https://a.example/x/a.yaml", "file:///etc/passwd", nil),
            (nil, "https://a.example/b.yaml", "https://a.example/b.yaml"),
            (nil, "/etc/passwd", nil), (nil, "file:///etc/passwd", nil),
        ] as [(String?, String, String?)])
    func whatIsAllowedInTheNetwork(base: String?, reference: String, location: String?) throws {
        let text = "openapi: 3.1.0\ninfo: {title: A}\npaths: {/a: {$ref: '\(reference)'}}\n"
        let files = try DescriptionFiles(
            DescriptionText(Array(text.utf8), source: "a.yaml"), source: "a.yaml", base: base.map { URI($0) }, allowsNetwork: true
        )
        #expect(files.next?.revealed == location)
    }

    /// What comes from the network never reads this machine's files, not even when it is part of a description from the disk.
    @Test func aFileFromTheNetworkStaysThere() throws {
        let text = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/a: {$ref: 'https://b.example/x/c.yaml'}}\n"
        var files = try DescriptionFiles(
            DescriptionText(Array(text.utf8), source: "a.yaml"), source: "a.yaml", base: URI("file:///api/a.yaml"),
            allowsNetwork: true)
        let remote = "get: {parameters: [{$ref: 'd.yaml'}, {$ref: 'file:///etc/passwd'}]}\n"
        files.add(try DescriptionText(Array(remote.utf8), source: "c"), at: try #require(files.next))
        #expect(files.next?.revealed == "https://b.example/x/d.yaml")
        files.markUnavailable(try #require(files.next), message: "gone", hint: "")
        #expect(files.next == nil)
        #expect(
            try files.description().warnings.contains { $0.rule == .remoteReference && $0.message.contains("file:///etc/passwd") }
        )
    }

    @Test func withoutLeaveTheWordsSayHowToGiveIt() throws {
        let text = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/a: {$ref: 'https://b.example/c.yaml'}}\n"
        let api = try gather([("api.yaml", text)])
        let warning = try #require(api.warnings.first { $0.rule == .remoteReference })
        #expect(warning.message == "the reference goes to 'https://b.example/c.yaml', a remote file, and is not read")
        #expect(warning.hint.contains("--remote-refs") && warning.line == 3)
    }
}
