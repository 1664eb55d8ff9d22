// From a place to a description, or to an error with the right exit code: 65 for bad data, 66 for what cannot be read.

import Catalog
import Foundation
import NetLayer
import Runtime
import TestSupport
import Testing
import Workspace

@testable import Screen
@testable import Workbench

@Suite struct DescriptionLoaderTests {
    private static let good =
        #"{"openapi": "3.1.0", "info": {"title": "Good"}, "servers": [{"url": "/v2"}], "paths": {"/a": {"get": {}}}}"#

    private func load(_ source: Source, _ transport: ScriptedTransport = ScriptedTransport { _ in [] }) async -> Result<
        APIDescription, LoadError
    > {
        do throws(LoadError) {
            return .success(try await DescriptionLoader.load(source, client: NetClient(transport: transport)))
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ result: Result<APIDescription, LoadError>) -> LoadError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// Writes a file for as long as `body` runs.
    private func withFile<T>(_ bytes: [UInt8], _ body: (String) async throws -> T) async throws -> T {
        let url = FileManager.default.temporaryDirectory.appending(path: "explorer-load-\(UUID().uuidString).json")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
    }

    @Test func fileIsRead() async throws {
        let description = try await withFile(Array(Self.good.utf8)) { try await load(Source($0)).get() }
        #expect(description.title == "Good")
        #expect(ServicePool(description).services.isEmpty)
    }

    /// Nobody has agreed to what a server says: no file is its own, wherever the program runs.
    @Test func aCollectionFromAServerOwnsNoFiles() async throws {
        let transport = ScriptedTransport { _ in
            ScriptedTransport.Step.answer(
                200, headers: ["Content-Type": "text/plain"],
                body: Array("POST http://a.example/steal\n\n< /proc/self/cwd/Package.swift\n".utf8))
        }
        let description = try await load(.url(URI("http://a.example/h.http")), transport).get()
        let needs = description.needs(resolve: WorkspaceTrust.resolvedPath)
        #expect(needs.map(\.text) == ["sends the file \(WorkspaceTrust.resolvedPath("Package.swift"))"])
    }

    /// The user has agreed to the servers of the workspace, and not to what one of them redirects to.
    @Test func theDescriptionOfAWorkspaceIsFetchedFromItsServers() async throws {
        let transport = ScriptedTransport { request in
            switch (request.url.host, request.url.path) {
            case ("a.example", "/moved"): ScriptedTransport.Step.answer(302, headers: ["Location": "/good"])
            case ("a.example", "/away"): ScriptedTransport.Step.answer(302, headers: ["Location": "http://evil.example/good"])
            case ("a.example", _): ScriptedTransport.Step.answer(200, body: Array(Self.good.utf8))
            default:
                {
                    Issue.record("\(request.url) was asked")
                    return ScriptedTransport.Step.answer(200, body: Array(Self.good.utf8))
                }()
            }
        }
        let rules = SourceRules(SourceTrust(subject: "w", folder: "/w", origins: [URI("http://a.example").origin]))
        func load(_ url: String) async throws(LoadError) -> APIDescription {
            try await DescriptionLoader.load(.url(URI(url)), client: NetClient(transport: transport), rules: rules)
        }
        #expect(try await load("http://a.example/moved").title == "Good")
        let error = await #expect(throws: LoadError.self) { try await load("http://a.example/away") }
        #expect(
            error?.failure.detail.contains("http://evil.example, a server that is not in the workspace") == true,
            "\(String(describing: error))")
    }

    @Test func missingFileCannotBeRead() async throws {
        let error = try #require(failure(await load(.file("/nowhere/openapi.json"))))
        #expect(error.exitCode == 66)
        #expect(error.failure.title == "/nowhere/openapi.json cannot be read")
        #expect(!error.failure.hint.isEmpty)
    }

    @Test func aFolderIsReadWhenThereAreRequestsInIt() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("notes.txt", Array("words".utf8))
        let error = try #require(failure(await load(.file(folder.path))))
        #expect(error.exitCode == 66 && error.failure.title.hasSuffix("is a folder without requests"))
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: false)
        _ = try folder.file("deep/a.http", Array("GET http://a.example/1\n".utf8))
        let description = try await load(.file(folder.path)).get()
        #expect(description.endpoints.map(\.path) == ["/1"])
        #expect(description.locations.map(\.path).contains { $0.hasSuffix("/deep/a.http") }, "it is watched")
    }

    @Test func aCollectionIsReadWithTheEnvironmentsBesideIt() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a.http", Array("GET {{base}}/1\n".utf8))
        _ = try folder.file("http-client.env.json", Array("{\"dev\": {\"base\": \"http://dev.example\"}}".utf8))
        let description = try await load(.file(path)).get()
        #expect(description.environments == ["dev"] && description.format == "HTTP file")
        #expect(ServicePool(description).services.map(\.name) == ["dev.example"])
    }

    @Test func jsonThatIsNoDescriptionMayBeACollection() async throws {
        let folder = try TemporaryFolder()
        let text = #"{"log": {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "http://a.example/x"}}]}}"#
        let path = try folder.file("recording.json", Array(text.utf8))
        let archive = try await load(.file(path)).get()
        #expect(archive.format == "HAR 1.2" && archive.archive?.path == path)
        #expect(try await load(.file(folder.path)).get().archive == nil, "a folder is no archive, whatever is in it")
        let other = try folder.file("other.json", Array(#"{"a": 1}"#.utf8))
        let error = try #require(failure(await load(.file(other))))
        #expect(error.exitCode == 65 && error.failure.detail.contains("no API description"))
    }

    @Test(arguments: [
        "", "   \n", #"{"openapi": "3.1.0", "paths": {"#, "{\"openapi\": }", "openapi: 4.1.0", "openapi: }", "<html></html>",
        #"{"swagger": "1.2"}"#, "[1, 2]", "\u{1f}\u{8b}\0\0",
    ])
    func badFileIsBadDataWithItsPlace(_ text: String) async throws {
        let error = try await withFile(Array(text.utf8)) { path -> LoadError in
            let error = try #require(failure(await load(Source(path))))
            #expect(error.failure.title == "\(path) cannot be used as a description")
            return error
        }
        #expect(error.exitCode == 65)
        #expect(!error.failure.detail.isEmpty && !error.failure.hint.isEmpty)
        if text.hasPrefix("{") { #expect(error.failure.detail.contains("line 1")) }
    }

    @Test func urlIsFetchedAndItsServersAreResolvedAgainstIt() async throws {
        let transport = ScriptedTransport { _ in ScriptedTransport.Step.answer(200, body: Array(Self.good.utf8)) }
        let description = try await load(Source("https://api.example/docs/openapi.json"), transport).get()
        #expect(transport.requests.map(\.url.revealed) == ["https://api.example/docs/openapi.json"])
        let pool = ServicePool(description)
        #expect(pool.services.map(\.name) == ["api.example"])
        #expect(pool.services.map(\.baseURL.revealed) == ["https://api.example/v2"])
    }

    @Test(arguments: [404, 500])
    func answerThatIsNoDescriptionCannotBeRead(_ status: Int) async throws {
        let transport = ScriptedTransport { _ in ScriptedTransport.Step.answer(status, body: Array(Self.good.utf8)) }
        let error = try #require(failure(await load(Source("https://api.example/openapi.json"), transport)))
        #expect(error.exitCode == 66)
        #expect(error.failure.detail.contains("\(status)"))
    }

    @Test func serverThatCannotBeReachedCannotBeRead() async throws {
        let transport = ScriptedTransport { _ in [.fail(TransferFailure(.connect, "connection refused"))] }
        let error = try #require(failure(await load(Source("https://ada:hunter2@api.example/openapi.json"), transport)))
        #expect(error.exitCode == 66)
        #expect(error.failure.detail.contains("connection refused"))
        #expect(!"\(error.failure)".contains("hunter2"))
    }

    @Test func pageInsteadOfADescriptionIsBadData() async throws {
        let transport = ScriptedTransport { _ in
            ScriptedTransport.Step.answer(200, body: Array("<!doctype html><title>Sign in</title>".utf8))
        }
        let error = try #require(failure(await load(Source("https://api.example/openapi.json"), transport)))
        #expect(error.exitCode == 65)
    }

    @Test(
        "a description with a fault is not looked for elsewhere",
        arguments: [
            #"{"openapi": "3.1.0", "paths": {"#, "{\"openapi\": }", "openapi: }", "\u{1f}\u{8b}\0\0",
        ])
    func faultIsToldWhateverTheURLIsCalled(_ text: String) async throws {
        let transport = ScriptedTransport { _ in ScriptedTransport.Step.answer(200, body: Array(text.utf8)) }
        let error = try #require(failure(await load(Source("https://api.example/docs"), transport)))
        #expect(error.exitCode == 65 && error.failure.title == "https://api.example/docs cannot be used as a description")
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: ["<html></html>", "[1, 2]", "", #"{"asyncapi": "3.0.0"}"#])
    func whatIsSomethingElseIsLookedBehind(_ text: String) async throws {
        let transport = ScriptedTransport { request in
            ScriptedTransport.Step.answer(200, body: Array((request.url.path.hasSuffix("/openapi.json") ? Self.good : text).utf8))
        }
        #expect(try await load(Source("https://api.example/docs"), transport).get().title == "Good")
    }

    @Test(arguments: ["ftp://api.example/openapi.json", "https://", "https://api.example:99999/"])
    func urlThatCannotBeFetchedCannotBeRead(_ url: String) async throws {
        #expect(failure(await load(Source(url)))?.exitCode == 66)
    }

    @Test func severalServersAreNumberedAndUnusableOnesLeftOut() throws {
        let text =
            #"{"openapi": "3.1.0", "info": {"title": "T"}, "servers": [{"url": "/v1"}, {"url": "https://a.example"}, {"url": "http://b.example/x"}, {"url": "ws://c"}], "paths": {}}"#
        let pool = ServicePool(try APIDescription.parse(Array(text.utf8), source: "t", base: nil))
        #expect(pool.services.map(\.name) == ["api-1", "api-2"])
        #expect(pool.services.map(\.baseURL.revealed) == ["https://a.example", "http://b.example/x"])
    }

    // MARK: Several services

    /// Loads from the first of three hosts that answers.
    private func loadFirst(_ script: @escaping @Sendable (String) -> [ScriptedTransport.Step]) async -> (
        Result<(description: APIDescription, place: Int), LoadError>, ScriptedTransport
    ) {
        let transport = ScriptedTransport { script($0.url.host ?? "") }
        let places = ["a", "b", "c"].map { Source.url(URI("https://\($0).example/openapi.json")) }
        do throws(LoadError) {
            return (.success(try await DescriptionLoader.load(first: places, client: NetClient(transport: transport))), transport)
        } catch {
            return (.failure(error), transport)
        }
    }

    @Test func theNextServiceIsAskedWhenOneDoesNotAnswer() async throws {
        let (result, transport) = await loadFirst { host in
            host == "a.example"
                ? [.fail(TransferFailure(.connect, "refused"))] : ScriptedTransport.Step.answer(200, body: Array(Self.good.utf8))
        }
        #expect(try result.get().place == 1 && result.get().description.title == "Good")
        #expect(transport.requests.map(\.url.host) == ["a.example", "b.example"])
        // Silence of one is not waited for as long as that of the last.
        #expect(transport.requests.map(\.timeouts.idle) == [.seconds(5), .seconds(5)])
    }

    @Test func anAnswerThatIsNoDescriptionIsTheAnswer() async throws {
        let (result, transport) = await loadFirst { host in
            host == "a.example"
                ? ScriptedTransport.Step.answer(404) : ScriptedTransport.Step.answer(200, body: Array(Self.good.utf8))
        }
        guard case .failure(let error) = result else {
            Issue.record("it has looked elsewhere")
            return
        }
        #expect(error.exitCode == 66 && error.failure.title == "https://a.example/openapi.json cannot be read")
        #expect(transport.requests.allSatisfy { $0.url.host == "a.example" })
    }

    @Test func whenNobodyAnswersAllAreNamed() async throws {
        let (result, transport) = await loadFirst { _ in [.fail(TransferFailure(.connect, "refused"))] }
        guard case .failure(let error) = result else {
            Issue.record("somebody has answered")
            return
        }
        #expect(error.exitCode == 66)
        for host in ["a", "b", "c"] { #expect(error.failure.detail.contains("https://\(host).example/openapi.json: ")) }
        #expect(transport.requests.last?.timeouts.idle == nil, "the last one has all the time")
    }
}
