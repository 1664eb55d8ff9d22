// Descriptions that consist of several files: who asks for what, and what is said of files that are not there.

import NetLayer
import TestSupport
import Testing

@testable import Catalog

struct DescriptionFilesTests {
    /// Reads the first file with the others at hand; what is asked for and not there "has vanished".
    private func gather(_ files: [(name: String, text: String)], at folder: String = "file:///api/") throws -> (
        api: APIDescription, asked: [String]
    ) {
        var gathered = try DescriptionFiles(
            DescriptionText(Array(files[0].text.utf8), source: files[0].name), source: files[0].name,
            base: URI(folder + files[0].name))
        var asked: [String] = []
        while let location = gathered.next {
            asked.append(location.revealed)
            if let file = files.first(where: { folder + $0.name == location.revealed }) {
                do throws(DescriptionError) {
                    gathered.add(try DescriptionText(Array(file.text.utf8), source: file.name), at: location)
                } catch {
                    gathered.markUnavailable(location, message: error.message, hint: error.hint)
                }
            } else {
                gathered.markUnavailable(location, message: "it has vanished", hint: "bring it")
            }
        }
        return (try gathered.description(), asked)
    }

    private func main(_ paths: String) -> String {
        "openapi: 3.1.0\ninfo: {title: A}\nservers: [{url: https://a.example}]\npaths:\n\(paths)\n"
    }

    @Test func everyKindOfPartMayStandInAnotherFile() throws {
        let (api, asked) = try gather([
            (
                "api.yaml",
                main(
                    """
                      /a: {$ref: "paths/a.yaml"}
                      /b:
                        get:
                          parameters: [{$ref: "common.json#/p/Limit"}]
                          requestBody: {$ref: "common.json#/body"}
                          responses: {200: {$ref: "./common.json#/r~1s"}}
                      /c:
                        get: {$ref: "paths/a.yaml#/x-shared"}
                    """)
            ),
            (
                "paths/a.yaml",
                "post:\n  operationId: made\n  parameters:\n  - {name: q, in: query, schema: {$ref: '../common.json#/types/Id'}}\nx-shared: {parameters: [{name: r, in: query}]}\n"
            ),
            (
                "common.json",
                ##"{"p": {"Limit": {"name": "limit", "in": "query", "schema": {"$ref": "#/types/Id"}}}, "types": {"Id": {"type": "integer"}}, "body": {"content": {"text/csv": {}}}, "r/s": {"description": "fine"}}"##
            ),
        ])
        #expect(asked == ["file:///api/paths/a.yaml", "file:///api/common.json"])
        #expect(api.warnings == [])
        #expect(api.listed == ["POST /a made", "GET /b GET /b", "GET /c GET /c"])
        #expect(api.operation(0)?.parameters.map(\.type) == ["integer"])
        #expect(api.operation(1)?.parameters.map(\.name) == ["limit"])
        #expect(api.operation(1)?.parameters.map(\.type) == ["integer"])
        #expect(api.operation(1)?.body?.contentTypes == ["text/csv"])
        #expect(api.operation(1)?.responses.map(\.description) == ["fine"])
        #expect(api.operation(2)?.parameters.map(\.name) == ["r"])
        #expect(api.check().map(\.rule) == [.missingKey, .unknownKey, .missingKey])
    }

    @Test func whatIsDataIsNoReference() throws {
        let (_, asked) = try gather([
            (
                "api.yaml",
                main(
                    """
                      /a:
                        post:
                          requestBody:
                            content:
                              application/json:
                                example: {$ref: "example.json"}
                                examples: {one: {value: {$ref: "value.json"}}, two: {$ref: "real.json"}}
                                schema:
                                  properties: {$ref: {type: string}, x: {default: {$ref: "default.json"}, enum: [{$ref: "enum.json"}]}}
                                  examples: [{$ref: "examples.json"}]
                          x-own: {$ref: "extension.json"}
                    """)
            )
        ])
        #expect(asked == ["file:///api/real.json"])
    }

    @Test func aFileThatIsNotThereIsAWarningWithItsPlace() throws {
        let (api, _) = try gather([
            ("api.yaml", main("  /a: {$ref: 'gone.yaml'}\n  /b: {get: {parameters: [{$ref: 'gone.yaml#/p'}]}}"))
        ])
        #expect(api.listed == ["GET /b GET /b"])
        #expect(
            api.warned == [
                "#/paths/~1a (line 5): the file gone.yaml cannot be read: it has vanished; bring it",
                "#/paths/~1b/get/parameters/0 (line 6): the file gone.yaml cannot be read: it has vanished; bring it",
            ])
    }

    @Test func whatIsWrongInAnotherFileIsPlacedThere() throws {
        let (api, _) = try gather([
            ("api.yaml", main("  /a: {$ref: 'paths/a.yaml'}")),
            ("paths/a.yaml", "get:\n  parameters:\n  - 7\n  - {$ref: 'b.yaml#/none'}\n  servers: {}\nput: 1"),
            ("paths/b.yaml", "a: 1\n[]: 2"),
        ])
        #expect(
            (api.warnings + (api.operation(0)?.warnings ?? [])).map(\.place) == [
                "paths/a.yaml#/get/parameters/1 (line 4)", "paths/a.yaml#/put (line 6)",
                "paths/a.yaml#/get/parameters/0 (line 3)",
                "paths/a.yaml#/get/parameters/1 (line 4)", "paths/a.yaml#/get/servers (line 5)",
            ])
        #expect(
            api.warnings[0].message
                == "the file paths/b.yaml cannot be read: this YAML has no JSON form: a key is a list or a mapping, and JSON has only text as keys"
        )
    }

    @Test func filesMayReferToEachOtherInACircle() throws {
        let (api, asked) = try gather([
            (
                "a.yaml",
                main(
                    "  /a: {$ref: 'b.yaml#/paths/~1a'}\n  /x: {get: {parameters: [{name: q, in: query, schema: {$ref: 'b.yaml#/s'}}]}}"
                )
            ),
            (
                "b.yaml",
                "paths: {/a: {$ref: 'a.yaml#/paths/~1a'}}\ns: {allOf: [{$ref: 'a.yaml#/paths/~1x/get/parameters/0/schema'}]}"
            ),
        ])
        #expect(asked == ["file:///api/b.yaml"])
        #expect(api.listed == ["GET /x GET /x"])
        #expect(api.warnings.map(\.message) == ["the reference 'a.yaml#/paths/~1a' refers to itself"])
        #expect(api.operation(0)?.parameters.map(\.type) == ["any"])
    }

    @Test(
        arguments: [
            // Where the description is from, what it names, and whether that is asked for.
            ("file:///api/a.yaml", "../up/b.yaml", "file:///up/b.yaml"),
            ("file:///api/a.yaml", "b%20c.yaml", "file:///api/b%20c.yaml"),
            ("file:///api/a.yaml", "b c.yaml", "file:///api/b%20c.yaml"),
            ("file:///api/a.yaml", "/etc/x.json", "file:///etc/x.json"),
            ("file:///api/a.yaml", "https://b.example/c.yaml", nil), ("file:///api/a.yaml", "//b.example/c.yaml", nil),
            ("https://a.example/x/a.yaml", "b.yaml", "https://a.example/x/b.yaml"),
            ("https://a.example/x/a.yaml", "/b", "https://a.example/b"),
            ("https://a.example/x/a.yaml", "https://b.example/c.yaml", nil),
            ("https://a.example/x/a.yaml", "http://a.example/c.yaml", nil),
            ("https://a.example/x/a.yaml", "file:///etc/passwd", nil),
            ("https://a.example/x/a.yaml", "../../../etc/passwd", "https://a.example/etc/passwd"),
            (nil, "b.yaml", nil), (nil, "https://a.example/b.yaml", nil), (nil, "/etc/passwd", nil),
        ] as [(String?, String, String?)])
    func onlyWhatLiesWhereTheDescriptionLiesIsAskedFor(base: String?, reference: String, location: String?) throws {
        let files = try DescriptionFiles(
            DescriptionText(Array(main("  /a: {$ref: '\(reference)'}").utf8), source: "a.yaml"), source: "a.yaml",
            base: base.map { URI($0) })
        #expect(files.missing.map(\.revealed) == (location.map { [$0] } ?? []))
        #expect(try files.description().warnings.count == 1)
    }

    /// OpenAPI 3.2: relative references are resolved against `$self`, relative servers are not.
    @Test func aDocumentMayNameItself() throws {
        let text = """
            openapi: 3.2.0
            $self: https://apis.example/shop/api.yaml
            info: {title: A}
            servers: [{url: v1, name: here}]
            paths: {/a: {$ref: "https://apis.example/shop/api.yaml#/components/pathItems/A"}, /b: {$ref: "b.yaml"}}
            components: {pathItems: {A: {get: {operationId: a}}}}
            """
        let files = try DescriptionFiles(
            DescriptionText(Array(text.utf8), source: "a"), source: "a", base: URI("https://apis.example/copy/api.yaml"))
        #expect(files.missing.map(\.revealed) == ["https://apis.example/shop/b.yaml"])
        let api = try files.description()
        #expect(api.listed == ["GET /a a"])
        #expect(api.servers.map(\.url.revealed) == ["https://apis.example/copy/v1"])
        #expect(api.servers.map(\.name) == ["here"])
    }

    /// What a saved description names beside its `$self` lies beside the file; the rest of the network stays unread.
    @Test func aSavedDocumentThatNamesItselfHasItsFilesBesideIt() throws {
        let own = "https://apis.example/shop/api.yaml"
        let (api, asked) = try gather([
            (
                "api.yaml",
                "$self: \(own)\n"
                    + main(
                        "  /a: {$ref: paths/a.yaml}\n  /b: {$ref: 'https://apis.example/shop/paths/a.yaml#/x-b'}\n  /c: {$ref: ../up.yaml}"
                    )
            ),
            ("paths/a.yaml", "get: {operationId: a, parameters: [{$ref: '../c.yaml#/q'}]}\nx-b: {get: {operationId: b}}"),
            ("c.yaml", "q: {name: q, in: query}\nback: {$ref: '\(own)#/info'}"),
        ])
        #expect(asked == ["file:///api/paths/a.yaml", "file:///api/c.yaml"])
        #expect(api.listed == ["GET /a a", "GET /b b"])
        #expect(api.operation(0)?.parameters.map(\.name) == ["q"])
        #expect(api.check().filter { $0.severity == .error }.map(\.pointer) == ["/paths/~1c"])
    }

    @Test func manyFilesEnd() throws {
        var text = main("")
        for number in 0..<3_100 { text += "  /a\(number): {$ref: 'f\(number).yaml'}\n" }
        let (api, asked) = try gather([("api.yaml", text)])
        #expect(asked.count == 3_100)
        #expect(api.warnings.count == 3_100)
        // Each of so many was once held against all that were waiting.
        var many = main("  /a: {}") + "components:\n  schemas:\n"
        for number in 0..<20_000 { many += "    s\(number): {$ref: 'f\(number).yaml'}\n" }
        #expect(try ThreadTime().measure { _ = try gather([("api.yaml", many)]) } < .seconds(8))
    }

    /// The way down to each fault was once put together anew, and then thrown away: all stand on one line.
    @Test func deepFaultsOfOneLineAreOne() throws {
        let depth = 20_000
        let deep = String(repeating: ##"{"$ref": "#/no", "items": "##, count: depth) + "{}" + String(repeating: "}", count: depth)
        let text = description("\"/a\": {}", "\"components\": {\"schemas\": {\"a\": \(deep)}}")
        var found: [Warning] = []
        #expect(try ThreadTime().measure { found = try read(text).check() } < .seconds(10))
        #expect(
            found.filter { $0.severity == .error }.map(\.description) == [
                "#/components/schemas/a (line 2): the reference '#/no' cannot be resolved; check its spelling, or add its target"
            ])
    }

    /// Each of these once took the square of the number of paths.
    @Test func longChainsAndManyDistinctReferencesEnd() throws {
        let (length, count) = (500, 4_000)
        var chain = main("")
        for number in 0..<length { chain += "  /p\(number): {$ref: '#/paths/~1p\(number + 1)'}\n" }
        chain += "  /p\(length): {get: {}}\n"
        let api = try gather([("api.yaml", chain)]).api
        #expect(api.endpoints.count == 100)
        #expect(api.warnings.allSatisfy { $0.message.hasSuffix("is a chain that is too long") })
        var distinct = main("")
        for number in 0..<count { distinct += "  /q\(number): {$ref: '#/x-items/i\(number)'}\n" }
        distinct += "x-items:\n"
        for number in 0..<count { distinct += "  i\(number): {get: {}, get: {}}\n" }
        #expect(try gather([("api.yaml", distinct)]).api.endpoints.count == count)
    }
}
