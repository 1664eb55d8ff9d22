// Files that refer to files, from disk and from a server; the cache; and the search for a description where only an address is known.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Workbench
@testable import Workspace

@Suite struct DescriptionFilesLoadingTests {
    private static let split = "openapi: 3.1.0\ninfo: {title: Split}\npaths: {/a: {$ref: 'parts/a.yaml'}}\n"
    private static let part = "get: {operationId: a}\n"
    private static let whole = #"{"openapi": "3.1.0", "info": {"title": "Whole"}, "paths": {"/a": {"get": {}}}}"#

    private func load(_ url: String, _ answers: [String: String], headers: [(String, String)] = [], status: Int = 404) async -> (
        result: Result<APIDescription, LoadError>, asked: [String]
    ) {
        let transport = ScriptedTransport { request in
            let body = answers[request.url.revealed]
            return ScriptedTransport.Step.answer(
                body == nil ? status : 200, headers: Headers(headers.map { HeaderField($0.0, $0.1) }),
                body: Array((body ?? "").utf8))
        }
        let result: Result<APIDescription, LoadError>
        do throws(LoadError) {
            result = .success(try await DescriptionLoader.load(Source(url), client: NetClient(transport: transport)))
        } catch {
            result = .failure(error)
        }
        return (result, transport.requests.map(\.url.revealed))
    }

    @Test func filesBesideAFileAreRead() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("parts"), withIntermediateDirectories: false)
        try folder.file("parts/a.yaml", Self.part)
        let path = try folder.file("api.yaml", Self.split)
        let api = try await DescriptionLoader.load(.file(path), client: NetClient(transport: ScriptedTransport { _ in [] }))
        #expect(api.endpoints.map(\.id) == ["a"])
        try FileManager.default.removeItem(atPath: folder.path("parts/a.yaml"))
        let without = try await DescriptionLoader.load(.file(path), client: NetClient(transport: ScriptedTransport { _ in [] }))
        #expect(
            without.warnings.map(\.description).contains(
                "#/paths/~1a (line 3): the file parts/a.yaml cannot be read: there is no such file; check the reference, or add the file"
            ))
    }

    @Test func yamlIsKeptInTheCacheAndJSONIsNot() async throws {
        let folder = try TemporaryFolder()
        let cache = YAMLCache(folder: folder.path("cache"))
        let client = NetClient(transport: ScriptedTransport { _ in [] })
        let yaml = try folder.file("api.yaml", "openapi: 3.1.0\ninfo: {title: Written}\npaths: {}\n")
        let json = try folder.file("api.json", Self.whole)
        let several = try folder.file("two.yaml", "openapi: 3.1.0\ninfo: {title: Two}\npaths: {}\n---\n")
        #expect(try await DescriptionLoader.load(.file(yaml), client: client, cache: cache).title == "Written")
        _ = try await DescriptionLoader.load(.file(json), client: client, cache: cache)
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache.folder).count == 1)
        // What is kept is what is read.
        let identity = try #require(FileIdentity(yaml))
        cache.store(Array("\n\n{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"Kept\"}, \"paths\": 7}".utf8), of: identity)
        let kept = try await DescriptionLoader.load(.file(yaml), client: client, cache: cache)
        #expect(kept.title == "Kept")
        #expect(kept.warnings.contains { $0.line == 3 })
        // What a cache would not tell again is not kept.
        for _ in 0..<2 {
            let two = try await DescriptionLoader.load(.file(several), client: client, cache: cache)
            #expect(two.warnings.contains { $0.message.contains("second YAML document") })
        }
    }

    @Test func filesBesideAURLAreFetched() async throws {
        let (result, asked) = await load(
            "https://a.example/x/api.yaml",
            ["https://a.example/x/api.yaml": Self.split, "https://a.example/x/parts/a.yaml": Self.part])
        #expect(try result.get().endpoints.map(\.id) == ["a"])
        #expect(asked == ["https://a.example/x/api.yaml", "https://a.example/x/parts/a.yaml"])
    }

    @Test func aFileThatIsNotThereIsAWarning() async throws {
        let (result, _) = await load("https://a.example/x/api.yaml", ["https://a.example/x/api.yaml": Self.split])
        #expect(try result.get().warnings.contains { $0.message.contains("parts/a.yaml cannot be read") })
    }

    /// The user named one server: what it redirects to gets no credential, and nor do the files beside that.
    @Test func credentialsStayWithTheServerThatWasNamed() async throws {
        let transport = ScriptedTransport { request in
            switch request.url.revealed {
            case "https://a.example/api.yaml":
                ScriptedTransport.Step.answer(302, headers: Headers([HeaderField("Location", "https://b.example/x/api.yaml")]))
            case "https://b.example/x/api.yaml": ScriptedTransport.Step.answer(200, body: Array(Self.split.utf8))
            default: ScriptedTransport.Step.answer(200, body: Array(Self.part.utf8))
            }
        }
        let headers = Headers([HeaderField("Authorization", "Bearer hunter2"), HeaderField("X-Plain", "1")])
        let client = NetClient(transport: transport, generator: RequestGenerator(commonHeaders: headers))
        let api = try await DescriptionLoader.load(Source("https://a.example/api.yaml"), client: client)
        #expect(api.endpoints.map(\.id) == ["a"])
        #expect(
            transport.requests.map(\.url.revealed) == [
                "https://a.example/api.yaml", "https://b.example/x/api.yaml", "https://b.example/x/parts/a.yaml",
            ])
        #expect(transport.requests.map { $0.headers.first("Authorization") != nil } == [true, false, false])
    }

    // MARK: Looking for it

    @Test(arguments: [
        ("https://a.example", "https://a.example/openapi.json"), ("https://a.example/", "https://a.example/v3/api-docs"),
        ("https://a.example/api/v1", "https://a.example/api/v1/openapi.yaml"),
        ("https://a.example/api/v1/", "https://a.example/swagger.json"),
    ])
    func theUsualPlacesAreTried(base: String, place: String) async throws {
        let (result, asked) = await load(base, [place: Self.whole])
        #expect(try result.get().title == "Whole")
        #expect(asked.last == place)
        #expect(asked.first.map { base.hasPrefix($0) || $0.hasPrefix(base) } == true)
    }

    @Test func aPageAtTheAddressIsNoObstacle() async throws {
        let (result, _) = await load(
            "https://a.example",
            ["https://a.example": "<!doctype html><html></html>", "https://a.example/openapi.json": Self.whole])
        #expect(try result.get().title == "Whole")
    }

    @Test func whatTheAnswerNamesIsTriedFirst() async throws {
        let link = [("Link", #"</docs/api>; rel="service-desc", <https://evil.example/api>; rel="service-desc""#)]
        let (result, asked) = await load("https://a.example/v1", ["https://a.example/docs/api": Self.whole], headers: link)
        #expect(try result.get().title == "Whole")
        #expect(asked == ["https://a.example/v1", "https://a.example/docs/api"])
    }

    @Test func aPageOfDocumentationNamesIt() async throws {
        let page = """
            <!doctype html><script src="/static/swagger-ui.js"></script><a href="https://evil.example/openapi.json">x</a>
            <script>SwaggerUIBundle({ url: '/internal/openapi.json?v=2', dom_id: "#swagger-ui" })</script>
            """
        let (result, asked) = await load(
            "https://a.example/docs",
            ["https://a.example/docs": page, "https://a.example/internal/openapi.json?v=2": Self.whole],
            headers: [("Content-Type", "text/html")])
        #expect(try result.get().title == "Whole")
        #expect(asked == ["https://a.example/docs", "https://a.example/internal/openapi.json?v=2"])
    }

    @Test func whenNothingIsFoundTheWordsSayWhatWasTried() async throws {
        let (result, asked) = await load("https://a.example/v1", ["https://a.example/swagger.json": "{}"], status: 403)
        guard case .failure(let error) = result else { return #expect(Bool(false), "a description was found") }
        #expect(error.exitCode == 66)
        #expect(error.failure.title == "no description was found at https://a.example/v1")
        #expect(asked.count == 31 && Set(asked).count == 31)
        for words in ["tried https://a.example/v1, /v1/openapi.json, ", ": 403; /swagger.json: no description"] {
            #expect(error.failure.detail.contains(words), "\(error.failure.detail)")
        }
    }

    @Test func aDescriptionThatCannotBeUsedIsNotPassedOver() async throws {
        let (result, asked) = await load("https://a.example/api", ["https://a.example/api": #"{"openapi": "4.0.0"}"#])
        guard case .failure(let error) = result else { return #expect(Bool(false), "it was used") }
        #expect(error.exitCode == 65)
        #expect(asked.count == 1)
    }
}
