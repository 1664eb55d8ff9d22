// One request as an OpenAPI description.

import Document
import TestSupport
import Testing

@testable import NetLayer
@testable import RequestFiles

@Suite struct OpenAPISnippetTests {
    private static func read(_ request: WireRequest, path: String = "", reveals: Bool = false) throws -> JSONNode {
        let text = try #require(OpenAPISnippet.makeDescription(request, path: path, title: "t", revealsSecrets: reveals))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ShellWord.isReadable($0) })
        return try JSONDocument(Array(text.utf8)).root
    }

    private static func post(_ type: String, _ body: String) throws -> JSONNode {
        let request = CurlLineTests.request(.post, "https://x.example/a", [("Content-Type", type)], body: body)
        return try #require(try read(request).resolve(pointer: "/paths/~1a/post/requestBody/content"))
    }

    @Test func theTemplateIsThePath() throws {
        let service = Service(name: "s", baseURL: URI("https://ann:x@api.example:8443/v1"))
        var plan = RequestPlan(id: "x", method: .delete, path: "/items/{id}/parts/{part}?x=1")
        plan.parameters = [
            Parameter("id", .plain("a/b"), in: .path), Parameter("part", .secret(Secret("s3cret")), in: .path),
            Parameter("q", .plain("1 2"), in: .query), Parameter("q", .plain("3"), in: .query),
            Parameter("api_key", .plain("k3y"), in: .query), Parameter("X-A", .plain("é"), in: .header),
            Parameter("sid", .plain("c00kie"), in: .cookie),
        ]
        let request = try RequestGenerator(commonHeaders: ["Authorization": "Bearer abc", "X-Api-Key": "k", "User-Agent": "u"])
            .request(for: plan, on: service)
        for reveals in [false, true] {
            let root = try Self.read(request, path: plan.path, reveals: reveals)
            #expect(root.resolve(pointer: "/servers/0/url")?.string == "https://api.example:8443/v1")
            let operation = try #require(root["paths"]?["/items/{id}/parts/{part}"]?["delete"])
            let parameters = operation["parameters"].map { Array($0.elements) } ?? []
            #expect(parameters.map { $0["name"]?.string } == ["id", "part", "x", "q", "X-A"])
            #expect(parameters.map { $0["in"]?.string } == ["path", "path", "query", "query", "header"])
            #expect(parameters[0]["example"]?.string == "a/b" && parameters[0]["required"]?.bool == true)
            #expect(parameters[1]["example"]?.string == (reveals ? "s3cret" : nil))
            #expect(parameters[3]["example"]?.elements.map { $0.string } == ["1 2", "3"])
            let schemes = try #require(root.resolve(pointer: "/components/securitySchemes"))
            #expect(schemes.members.map(\.key) == ["basic", "apiKey", "bearer", "apiKey2", "apiKey3"])
            #expect(schemes["apiKey"]?["in"]?.string == "query" && schemes["apiKey3"]?["name"]?.string == "sid")
            #expect(operation.resolve(pointer: "/security/0")?.members.map(\.key) == schemes.members.map(\.key))
            let text = OpenAPISnippet.makeDescription(request, path: plan.path, title: "t", revealsSecrets: reveals) ?? ""
            for secret in ["abc", "k3y", "c00kie"] { #expect(!text.contains(secret)) }
        }
    }

    @Test func aURLByHandIsServerAndPath() throws {
        let root = try Self.read(
            CurlLineTests.request(.get, "https://x.example/a%7Bb%7D?c", [], body: nil), path: "https://x.example/a%7Bb%7D?c")
        #expect(root.resolve(pointer: "/servers/0/url")?.string == "https://x.example")
        #expect(root["paths"]?["/a%7Bb%7D"]?["get"] != nil)
        #expect(
            OpenAPISnippet.makeDescription(WireRequest(method: "PROPFIND", url: URI("https://x.example/")), title: "t") == nil)
    }

    @Test func jsonIsAnExampleWithItsNumbers() throws {
        let json = try Self.post(
            "application/json; charset=utf-8", "{\"a\": 1.50, \"password\": \"x\\\"y\", \"pwd\": 12, \"b\": \"\u{202e}\"}")
        let example = try #require(json["application/json; charset=utf-8"]?["example"])
        #expect(example["a"]?.source == "1.50" && example["b"]?.string == "\u{202e}")
        #expect(example["password"]?.string == "$PASSWORD" && example["pwd"]?.string == "$SECRET_PWD")
    }

    @Test func formsHaveASchema() throws {
        let form = try Self.post("application/x-www-form-urlencoded", "a=1+2&b=x&b=y&password=p")
        let media = try #require(form["application/x-www-form-urlencoded"])
        #expect(media.resolve(pointer: "/schema/properties/b/type")?.string == "array")
        #expect(
            media.resolve(pointer: "/example/a")?.string == "1 2"
                && media.resolve(pointer: "/example/password")?.string == "$PASSWORD")
        #expect(try Self.post("text/plain", "a\u{1B}")["text/plain"]?["example"]?.string == "a\u{1B}")
    }

    @Test func partsHaveASchema() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a.png", [1, 2, 0xff])
        var plan = RequestPlan(id: "x", method: .post, path: "https://x.example/a")
        plan.body = .multipart(
            MultipartBody([.init(name: "token", text: "t0ken"), .init(name: "f", file: path, contentType: "image/png")]))
        let request = try RequestGenerator().request(for: plan, on: nil)
        let media = try #require(
            try Self.read(request).resolve(pointer: "/paths/~1a/post/requestBody/content/multipart~1form-data"))
        #expect(media.resolve(pointer: "/schema/properties/f/contentMediaType")?.string == "image/png")
        #expect(media.resolve(pointer: "/encoding/f/contentType")?.string == "image/png")
        #expect(media.resolve(pointer: "/example/token")?.string == "$TOKEN")
    }
}
