// What a good description gives, and that a broken part costs only itself.

import Catalog
import NetLayer
import Testing

struct DescriptionReadTests {
    @Test func endpointsKeepTheDescriptionsOrder() throws {
        let api = try read(
            description(
                """
                "/z": {"post": {"operationId": "makeZ", "summary": "Make\\n a  z"}, "get": {"operationId": "listZ", "tags": ["z", "more"], "deprecated": true}},
                "/a/{id}": {"summary": "not an operation", "x-get": {}, "delete": {}}
                """))
        #expect(api.listed == ["POST /z makeZ", "GET /z listZ", "DELETE /a/{id} DELETE /a/{id}"])
        #expect(api.endpoints.map(\.summary) == ["Make a z", "", ""])
        #expect(api.endpoints.map(\.isDeprecated) == [false, true, false])
        #expect(api.endpoints[1].tags == ["z", "more"])
        #expect(api.endpoints[2].pointer == "/paths/~1a~1{id}/delete")
        #expect(api.endpoints.map(\.index) == [0, 1, 2])
        #expect(api.warnings.isEmpty)
    }

    @Test func allMethodsAreEndpointsAndNothingElseIs() throws {
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
        let members = (methods + ["GET", "servers", "x-thing"]).map { "\"\($0)\": {}" }.joined(separator: ",")
        let api = try read(description("\"/a\": {\(members)}"))
        #expect(api.endpoints.map(\.method.rawValue) == methods.map { $0.uppercased() })
    }

    @Test func theHeadIsRead() throws {
        let api = try read(
            #"{"openapi": "3.1.0", "info": {"title": "A\n b", "version": "2.1", "description": "\n\nFirst\nline.\n\nSecond."}, "paths": {}}"#
        )
        #expect(api.title == "A b")
        #expect(api.version == "2.1")
        #expect(api.summary == "First line.")
        #expect(api.standard == "3.1.0")
        #expect(api.endpoints.isEmpty)
    }

    @Test func anOwnSummaryComesBeforeTheDescription() throws {
        let api = try read(
            #"{"openapi": "3.1.0", "info": {"title": "A", "version": 2, "summary": "S", "description": "D"}, "paths": {}}"#)
        #expect(api.summary == "S")
        #expect(api.version == "2")
    }

    @Test func aByteOrderMarkAndUTF16AreRead() throws {
        let text = description("\"/ü\": {\"get\": {}}")
        #expect(
            try APIDescription.parse([0xef, 0xbb, 0xbf] + Array(text.utf8), source: "x", base: nil).listed == ["GET /ü GET /ü"])
        let wide: [UInt8] = [0xff, 0xfe] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        #expect(try APIDescription.parse(wide, source: "x", base: nil).listed == ["GET /ü GET /ü"])
    }

    @Test func brokenOperationsAreSkippedWithTheirPlace() throws {
        let api = try read(
            description(
                """
                "/a": {"get": "text", "post": {"operationId": "ok"}},
                "/b": null,
                "/c": {"get": {"parameters": {"in": "query"}}},
                "/d": {"$ref": "#/components/pathItems/none"},
                "/e": {"put": {"operationId": "alsoOk"}}
                """))
        #expect(api.listed == ["POST /a ok", "PUT /e alsoOk"])
        #expect(
            api.warned == [
                "#/paths/~1a/get (line 3): the operation is not an object; it is skipped",
                "#/paths/~1b (line 4): the path is not an object; it is skipped",
                "#/paths/~1c/get/parameters (line 5): the operation's parameters are not an array; the operation is skipped",
                "#/paths/~1d (line 6): the reference '#/components/pathItems/none' cannot be resolved; check its spelling, or add its target",
            ])
    }

    @Test func aParameterThatLeadsNowhereIsReportedAndTheOperationKept() throws {
        let api = try read(
            description(##""/a": {"get": {"operationId": "a", "parameters": [{"$ref": "#/components/parameters/P"}]}}"##))
        #expect(api.listed == ["GET /a a"])
        #expect(api.warnings.map(\.pointer) == ["/paths/~1a/get/parameters/0"])
        #expect(api.warnings.map(\.line) == [3])
    }

    @Test func aSecondOperationOfTheSameIdGetsItsMethodAndPath() throws {
        let api = try read(
            description(#""/a": {"get": {"operationId": "x"}}, "/b": {"get": {"operationId": "x"}, "put": {"operationId": 7}}"#))
        #expect(api.endpoints.map(\.id) == ["x", "GET /b", "PUT /b"])
        #expect(api.warnings.map(\.pointer) == ["/paths/~1b/get/operationId", "/paths/~1b/put/operationId"])
        #expect(Set(api.endpoints.map(\.id)).count == 3)
    }

    @Test func aPathThatStandsTwiceCountsOnce() throws {
        let api = try read(
            description(
                #""/a": {"get": {"operationId": "first"}}, "/a": {"get": {"operationId": "second"}, "get": {"operationId": "third"}}"#
            ))
        #expect(api.listed == ["GET /a third"])
        #expect(api.warnings.map(\.pointer) == ["/paths/~1a"])
    }

    @Test func aPathWithoutASlashGetsOne() throws {
        let api = try read(description(#""items": {"get": {}}"#))
        #expect(api.listed == ["GET /items GET /items"])
        #expect(api.endpoints[0].pointer == "/paths/items/get")
        #expect(api.warnings.map(\.pointer) == ["/paths/items"])
    }

    @Test func pathItemsInTheFileAreFollowed() throws {
        let api = try read(
            description(
                ##""/a": {"$ref": "#/components/pathItems/A", "put": {"operationId": "own"}}, "/b": {"$ref": "#/paths/~1a"}"##,
                #""components": {"pathItems": {"A": {"get": {"operationId": "shared"}, "put": {"operationId": "hidden"}}}}"#))
        #expect(api.listed == ["PUT /a own", "GET /a shared", "PUT /b PUT /b", "GET /b GET /b"])
        #expect(api.endpoints[1].pointer == "/components/pathItems/A/get")
    }

    @Test func pathItemsThatReferInACircleEnd() throws {
        let api = try read(
            description(##""/a": {"$ref": "#/paths/~1b"}, "/b": {"$ref": "#/paths/~1a", "get": {"operationId": "b"}}"##))
        #expect(api.endpoints.map(\.path) == ["/a", "/b"])
        #expect(api.warnings.contains { $0.message == "the reference '#/paths/~1a' refers to itself" })
    }

    @Test func aReferenceToAnotherFileSaysSo() throws {
        let api = try read(description(#""/a": {"$ref": "paths/a.json#/get"}, "/b": {"get": {}}"#))
        #expect(api.endpoints.map(\.path) == ["/b"])
        #expect(
            api.warnings.map(\.message) == [
                "the reference 'paths/a.json' leads to another file, and the origin of this file is unknown"
            ])
    }

    @Test func webhooksAreNoEndpoints() throws {
        let api = try read(
            #"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "webhooks": {"made": {"post": {}}}, "paths": {"/a": {"get": {"callbacks": {"c": {"u": {"post": {}}}}}}}}"#
        )
        #expect(api.endpoints.map(\.path) == ["/a"])
    }

    @Test func withoutPathsThereIsNothingToSend() throws {
        let none = try read(
            #"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "webhooks": {}}"#, base: "https://a.example")
        #expect(none.endpoints.isEmpty)
        #expect(none.warned == ["# (line 1): the description has no paths; there is nothing to send"])
        let broken = try read(
            "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"A\"},\n \"paths\": []}", base: "https://a.example")
        #expect(broken.warned == ["#/paths (line 2): paths is not an object; there is nothing to send"])
    }

    @Test func aMissingTitleIsReplacedByTheSource() throws {
        let api = try read(#"{"openapi": "3.0.0", "paths": {}}"#, base: "https://a.example")
        #expect(api.title == "api.json")
        #expect(api.warnings.map(\.pointer) == ["/info"])
    }
}
