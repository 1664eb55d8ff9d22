// Collections as descriptions: endpoints, groups, services and environments.

import Catalog
import NetLayer
import Testing

struct CollectionDescriptionTests {
    private static let postman = """
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json", "description": "A shop."},
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{token}}"}]},
         "variable": [{"key": "base", "value": "https://shop.example/v1"}],
         "item": [
          {"name": "items", "item": [
            {"name": "List", "request": {"method": "GET", "url": "{{base}}/items?limit=5"}},
            {"name": "inner", "item": [{"name": "Get", "request": {"method": "GET", "url": "{{base}}/items/:id"}}]}]},
          {"name": "List", "request": {"method": "GET", "url": "{{base}}/all"}},
          {"name": "List", "request": {"method": "POST", "url": "https://other.example/hook"}}]}
        """

    @Test func requestsAreEndpointsAndFoldersAreGroups() throws {
        let shop = try collection(Self.postman, "shop.json")
        #expect(shop.title == "Shop" && shop.format == "Postman 2.1" && shop.summary == "A shop." && !shop.isSwagger)
        #expect(
            shop.listed == [
                "GET /items List", "GET /items/:id Get", "GET /all List 2", "POST https://other.example/hook List 3",
            ])
        #expect(shop.groups.map(\.name) == ["items", "items / inner", "https://other.example", "untagged"])
        #expect(shop.endpoints.map(\.title) == ["List", "Get", "List", "List"] && shop.endpoints[0].subtitle == "/items")
        #expect(shop.warnings.isEmpty)
        #expect(ServicePool(shop).services.map(\.baseURL.description) == ["https://shop.example/v1"])
    }

    @Test func aRequestElsewhereKeepsItsAddress() throws {
        let shop = try collection(Self.postman, "shop.json")
        #expect(try shop.filled("List 3").plan.path == "https://other.example/hook")
        #expect(try shop.filled("List 2").plan.path == "/all")
    }

    @Test func environmentsBesideAPostmanCollectionAreItsOwn() throws {
        let text = """
            {"info": {"name": "S", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
             "item": [{"name": "R", "request": {"method": "GET", "url": "{{base}}/r"}}]}
            """
        func environment(_ name: String, _ base: String) -> CollectionFiles.File {
            let values = "[{\"key\": \"base\", \"value\": \"\(base)\", \"enabled\": true}]"
            return (
                "\(name).postman_environment.json",
                Array("{\"name\": \"\(name)\", \"values\": \(values), \"_postman_variable_scope\": \"environment\"}".utf8)
            )
        }
        let shop = try collection(
            text, "s.json", beside: [environment("dev", "http://dev.example"), environment("prod", "https://prod.example/api")])
        #expect(shop.environments == ["dev", "prod"])
        #expect(try shop.wire("R").lines == ["GET http://dev.example/r"])
        #expect(try shop.wire("R", in: "prod").lines == ["GET https://prod.example/api/r"])
        #expect(shop.environment(for: "prod") == "prod" && shop.environment(for: "none") == "dev")
    }

    /// Without a value nobody knows where the API is: the variable is asked for, and what is typed is taken.
    @Test func anAddressWithoutAValueIsAskedFor() throws {
        let text = "GET {{base}}/r\n"
        let shop = try collection(text, "s.http")
        #expect(ServicePool(shop).services.isEmpty)
        let id = try #require(shop.endpoints.first?.id)
        #expect(try shop.filled(id).missing == ["base"])
        #expect(try shop.filled(id, ["base": "http://typed.example"]).plan.path == "http://typed.example/r")
    }

    @Test func aTypedAddressWinsOverTheServices() throws {
        let shop = try collection("@base = http://one.example\n\n### r\nGET {{base}}/r\n", "s.http")
        #expect(try shop.filled("r").plan.path == "/r")
        #expect(try shop.filled("r", ["base": "http://two.example"]).plan.path == "http://two.example/r")
    }

    @Test func whatIsSkippedIsAnErrorWithItsPlace() throws {
        let shop = try collection(
            """
            {"info": {"name": "S", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
             "item": [{"name": "R", "request": {"method": "GET", "url": "http://a.example"}}, 7]}
            """, "s.json")
        #expect(shop.isCollection)
        #expect(shop.warnings.map(\.rule) == [.importSkipped])
        #expect(shop.warnings.first?.line == 2 && shop.warnings.first?.pointer == "/item/1")
    }

    @Test(arguments: [
        ("openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n", "a.yaml"), ("{\"a\": 1}", "a.json"),
        ("plain words", "a.txt"),
        ("", "a"),
    ]) func whatIsNoCollectionIsNone(_ text: String, _ name: String) throws {
        #expect(try CollectionFiles.description(Array(text.utf8), source: name, name: name) == nil)
    }

    /// No text may say that their format is not read.
    @Test(arguments: [
        #"{"info": {"_postman_id": "1", "name": "P"}, "item": []}"#,
        #"{"name": "E", "values": [{"key": "a", "value": "1"}], "_postman_variable_scope": "environment"}"#,
        #"{"_type": "export", "__export_format": 4, "resources": []}"#,
        #"{"log": {"entries": [{"request": {"method": "GET", "url": "http://h.example/"}}]}}"#,
    ]) func aRequestFileIsNoForeignFormat(_ text: String) throws {
        let bytes = Array(text.utf8)
        let error = try #require(throws: DescriptionError.self) {
            try APIDescription.parse(bytes, source: "a.json", base: nil)
        }
        #expect(error.kind == .notAnAPI)
        #expect(try CollectionFiles.description(bytes, source: "a.json", name: "a.json") != nil)
    }

    @Test func aBrokenCollectionSaysWhere() {
        #expect {
            _ = try CollectionFiles.description(Array("{\n  \"log\": ".utf8), source: "dir/a.har", name: "a.har")
        } throws: { error in
            guard let error = error as? DescriptionError else { return false }
            return error.kind == .brokenCollection && error.source == "dir/a.har" && error.line == 2 && !error.hint.isEmpty
        }
    }

    @Test func aFolderIsOneCollection() throws {
        let files: [CollectionFiles.File] = [
            ("b.http", Array("### one\nGET {{host}}/1\n".utf8)), ("deep/c.http", Array("### two\nGET {{host}}/2\n".utf8)),
            ("http-client.env.json", Array("{\"dev\": {\"host\": \"http://dev.example\"}}".utf8)),
            ("notes.txt", Array("words".utf8)),
            ("broken.har", Array("{".utf8)),
        ]
        let all = try #require(try CollectionFiles.description(folder: "some/requests/", files))
        #expect(all.title == "requests" && all.format == "HTTP file" && all.environments == ["dev"])
        #expect(all.listed == ["GET /1 one", "GET /2 two"])
        #expect(all.groups.map(\.name) == ["b", "c"])
        #expect(all.warnings.map(\.file) == ["broken.har"])
        #expect(try all.wire("two", in: "dev").lines == ["GET http://dev.example/2"])
        #expect(try CollectionFiles.description(folder: "some/", [("notes.txt", Array("words".utf8))]) == nil)
    }
}
