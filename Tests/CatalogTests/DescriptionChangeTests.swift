// Two readings of a description: what was added, removed, changed, and where the rest is now.

import Catalog
import NetLayer
import TestSupport
import Testing

struct DescriptionChangeTests {
    private func change(_ old: String, _ new: String, _ oldMore: String = "", _ newMore: String? = nil) throws
        -> DescriptionChange
    {
        try read(description(new, newMore ?? oldMore)).changes(since: read(description(old, oldMore)))
    }

    private static func get(_ path: String, _ id: String, _ more: String = "") -> String {
        #""\#(path)": {"get": {"operationId": "\#(id)"\#(more)}}"#
    }

    @Test func operationsAreKnownByTheirIdsAndThenByTheirPaths() throws {
        let change = try change(
            [Self.get("/a", "a"), Self.get("/b", "b"), Self.get("/c", "c"), Self.get("/d", "d")].joined(separator: ","),
            [Self.get("/new", "new"), Self.get("/c", "c2"), Self.get("/a", "a"), Self.get("/moved", "d")].joined(separator: ","))
        #expect(change.added == [0])
        #expect(change.removed == [1])
        #expect(change.moved == [0: 2, 2: 1, 3: 3])
        // Another id, another path: both are other texts.
        #expect(change.changed == [1, 3])
        #expect(!change.isEmpty)
    }

    @Test func blankSpaceAndOrderOfPathsAreNoChange() throws {
        let old = Self.get("/a", "a", #", "summary": "x \" y""#) + "," + Self.get("/b", "b")
        let new = Self.get("/b", "b") + ",\n\n" + Self.get("/a", "a", #",    "summary"  : "x \" y""#)
        let change = try change(old, new)
        #expect(change.isEmpty && change.moved == [0: 1, 1: 0])
        #expect(try self.change(old, old.replacing("x ", with: "x  ")).changed == [0])
    }

    /// The schema at the end of a chain, one in a circle, a parameter of the path.
    @Test func whatAnOperationRefersToBelongsToIt() throws {
        let paths = [
            Self.get(
                "/a", "a",
                ##", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}"##),
            Self.get(
                "/b", "b",
                ##", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Other"}}}}}"##
            ),
        ].joined(separator: ",")
        func schemas(_ last: String) -> String {
            ##""components": {"schemas": {"A": {"properties": {"b": {"$ref": "#/components/schemas/B"}, "own": {"$ref": "#/components/schemas/A"}}}, "B": {"items": {"$ref": "#/components/schemas/C"}, "not": {"$ref": "#/components/schemas/A"}}, "C": \##(last), "Other": {"$ref": "#/components/schemas/D"}, "D": {}}}"##
        }
        #expect(try change(paths, paths, schemas(#"{"type": "string"}"#), schemas(#"{"type": "integer"}"#)).changed == [0])
        #expect(try change(paths, paths, schemas("{}"), schemas("{}")).isEmpty)
        // One that leads nowhere now.
        #expect(try change(paths, paths, schemas("{}"), schemas("{}").replacing(#""D": {}"#, with: #""E": {}"#)).changed == [1])
    }

    /// What a reference names is found from where it stands: in a schema with an address of its own that is another one.
    @Test func referencesMeanWhatTheyMeanWhereTheyStand() throws {
        let paths = Self.get(
            "/a", "a",
            ##", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}"##)
        func schemas(_ far: String) -> String {
            ##""components": {"schemas": {"A": {"properties": {"nowhere": {"$ref": "d"}, "p": {"$id": "https://a.example/dir/c", "items": {"$ref": "d"}}}}, "D": {"$id": "https://a.example/dir/d", "items": \##(far)}}}"##
        }
        #expect(try change(paths, paths, schemas("{}"), schemas("{}")).isEmpty)
        #expect(try change(paths, paths, schemas("{}"), schemas(#"{"type": "integer"}"#)).changed == [0])
    }

    @Test func parametersOfThePathBelongToItsOperations() throws {
        func path(_ type: String) -> String {
            #""/a": {"parameters": [{"name": "q", "in": "query", "schema": {"type": "\#(type)"}}], "get": {}}"#
        }
        #expect(try change(path("string"), path("integer")).changed == [0])
        #expect(try change(path("string"), #""/a": {"get": {}}"#).changed == [0])
        // The id stays, the method is another.
        #expect(try change(#""/a": {"get": {"operationId": "x"}}"#, #""/a": {"put": {"operationId": "x"}}"#).changed == [0])
    }

    @Test func theSameIdTwiceIsKnownByItsPath() throws {
        let old = Self.get("/a", "x") + "," + Self.get("/b", "x")
        #expect(try change(old, old).moved == [0: 0, 1: 1])
        #expect(try change(old, Self.get("/b", "x")).moved == [0: 0])
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
    func aRealDescriptionIsComparedWhole() throws {
        let bytes = try SharedData.bytes("openapi/octokit/api.github.com.json")
        let old = try APIDescription.parse(bytes, source: "github", base: nil)
        #expect(try APIDescription.parse(bytes, source: "github", base: nil).changes(since: old).isEmpty)
        // A schema that many operations hold.
        let text = String(decoding: bytes, as: UTF8.self).replacing(
            "\"title\": \"Simple User\"", with: "\"title\": \"Plain User\"")
        let new = try APIDescription.parse(Array(text.utf8), source: "github", base: nil)
        let change = new.changes(since: old)
        #expect(change.added.isEmpty && change.removed.isEmpty && change.moved.count == 874)
        #expect(change.changed.count > 100 && change.changed.count < 874)
    }

    @Test func theFilesOfADescriptionAreTold() throws {
        let text = try DescriptionText(
            Array(description(##""/a": {"$ref": "a.json"}, "/b": {"$ref": "b.json"}"##).utf8), source: "api.json")
        var files = try DescriptionFiles(text, source: "api.json", base: URI("file:///x/api.json"))
        files.add(try DescriptionText(Array("{}".utf8), source: "a.json"), at: URI("file:///x/a.json"))
        files.markUnavailable(URI("file:///x/b.json"), message: "gone", hint: "")
        #expect(
            try files.description().locations.map(\.revealed) == ["file:///x/api.json", "file:///x/a.json", "file:///x/b.json"])
    }
}
