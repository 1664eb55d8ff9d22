// References to the network: refused, fetched, asked for again, and used from the cache when nobody answers.

import Catalog
import Foundation
import NetLayer
import Synchronization
import TestSupport
import Testing

@testable import Runtime
@testable import Workbench
@testable import Workspace

@Suite struct NetworkReferenceTests {
    private let folder: TemporaryFolder
    private let path: String
    private let cache: RemoteCache

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.file(
            "api.yaml", "openapi: 3.1.0\ninfo: {title: A}\npaths: {/a: {$ref: 'https://b.example/a.yaml'}}\n")
        cache = RemoteCache(folder: folder.path("cache"))
    }

    private func load(
        allowed: Bool = true, headers: Headers = Headers(),
        _ answer: @escaping @Sendable (WireRequest) -> [ScriptedTransport.Step]
    ) async throws -> (api: APIDescription, requests: [WireRequest]) {
        let transport = ScriptedTransport(answer)
        let client = NetClient(transport: transport, generator: RequestGenerator(commonHeaders: headers))
        let api = try await DescriptionLoader.load(
            .file(path), client: client, network: NetworkReferences(areAllowed: allowed, cache: cache))
        return (api, transport.requests)
    }

    private static func part(_ id: String) -> [UInt8] { Array("get: {operationId: \(id)}\n".utf8) }

    @Test func nothingIsAskedWithoutLeave() async throws {
        let (api, requests) = try await load(allowed: false) { _ in ScriptedTransport.Step.answer(200, body: Self.part("a")) }
        #expect(requests.isEmpty && api.endpoints.isEmpty)
        #expect(api.warnings.contains { $0.rule == .remoteReference })
    }

    @Test func whatIsAllowedIsFetchedWithoutTheUsersSecrets() async throws {
        let headers = Headers([HeaderField("Authorization", "Bearer hunter2"), HeaderField("X-Plain", "1")])
        let (api, requests) = try await load(headers: headers) { _ in ScriptedTransport.Step.answer(200, body: Self.part("a")) }
        #expect(api.endpoints.map(\.id) == ["a"])
        #expect(requests.map(\.url.revealed) == ["https://b.example/a.yaml"])
        #expect(requests.allSatisfy { $0.headers["Authorization"] == nil })
    }

    @Test func itIsAskedForAgainByItsTag() async throws {
        let tagged = Headers([HeaderField("ETag", "\"1\""), HeaderField("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT")])
        _ = try await load { _ in ScriptedTransport.Step.answer(200, headers: tagged, body: Self.part("a")) }
        let (api, requests) = try await load { _ in ScriptedTransport.Step.answer(304) }
        #expect(api.endpoints.map(\.id) == ["a"])
        #expect(requests.first?.headers["If-None-Match"] == "\"1\"")
        #expect(requests.first?.headers["If-Modified-Since"] == "Sat, 21 Nov 2026 10:00:00 GMT")
        let (changed, _) = try await load { _ in ScriptedTransport.Step.answer(200, body: Self.part("b")) }
        #expect(changed.endpoints.map(\.id) == ["b"])
        #expect(cache.cachedFile(at: URI("https://b.example/a.yaml"))?.body == Self.part("b"))
    }

    @Test func withoutANetworkTheCacheServesAndSaysSo() async throws {
        _ = try await load { _ in ScriptedTransport.Step.answer(200, body: Self.part("a")) }
        let (api, _) = try await load { _ in [.fail(TransferFailure(.connect, "nobody is there"))] }
        #expect(api.endpoints.map(\.id) == ["a"])
        let warning = try #require(api.warnings.first { $0.rule == .cachedFile })
        #expect(warning.message.contains("https://b.example/a.yaml is from the cache"))
        // An answer that says no is an answer.
        let (refused, _) = try await load { _ in ScriptedTransport.Step.answer(404) }
        #expect(refused.endpoints.isEmpty && refused.warnings.contains { $0.rule == .unreadableFile })
    }

    /// One that is silent is asked once, however many files are there.
    @Test func nobodyIsWaitedForTwice() async throws {
        try folder.file(
            "api.yaml",
            "openapi: 3.1.0\ninfo: {title: A}\npaths:\n  /a: {$ref: 'https://b.example/a.yaml'}\n  /b: {$ref: 'https://b.example/b.yaml'}\n"
        )
        let (api, requests) = try await load { _ in [.fail(TransferFailure(.connect, "nobody is there"))] }
        #expect(requests.count == 1)
        #expect(api.warnings.count { $0.rule == .unreadableFile } == 2)
    }

    @Test func aRedirectIsFollowedWithinTheOriginAlone() async throws {
        @Sendable func redirect(_ place: String) -> [ScriptedTransport.Step] {
            ScriptedTransport.Step.answer(302, headers: Headers([HeaderField("Location", place)]))
        }
        let (within, asked) = try await load { request in
            request.url.path == "/a.yaml" ? redirect("/moved.yaml") : ScriptedTransport.Step.answer(200, body: Self.part("a"))
        }
        #expect(within.endpoints.map(\.id) == ["a"] && asked.count == 2)
        let (beyond, requests) = try await load { _ in redirect("https://evil.example/a.yaml") }
        #expect(requests.map(\.url.revealed) == ["https://b.example/a.yaml"])
        #expect(beyond.warnings.contains { $0.message.contains("it redirects to https://evil.example/a.yaml") })
        let (round, count) = try await load { _ in redirect("/a.yaml") }
        #expect(count.count == 6 && round.warnings.contains { $0.message.contains("it redirects more than 5 times") })
    }
}
