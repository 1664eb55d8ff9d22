// URLs as people type them, and what a request by hand says of them.

import Foundation
import NetLayer
import RequestFiles
import TestSupport
import Testing

@testable import CommandLine

@Suite struct TypedAddressTests {
    @Test(
        "the scheme of a URL without one",
        arguments: [
            ("127.0.0.1:9921/items", "http"), ("localhost:8080", "http"), ("localhost", "http"), ("api.localhost/x", "http"),
            ("10.1.2.3/a", "http"), ("172.16.0.1", "http"), ("172.32.0.1", "https"), ("192.168.1.7:80/?q=1", "http"),
            ("169.254.1.1", "http"), ("[::1]:9/x", "http"), ("[fd00::1]/x", "http"), ("[2001:db8::1]/x", "https"),
            ("printer.local/jobs", "http"), ("box:3000/x", "http"), ("example.com/items", "https"),
            ("u:p@example.com/x", "https"),
            ("8.8.8.8/dns", "https"),
        ]) func theScheme(_ text: String, _ scheme: String) throws
    {
        let address = TypedAddress(text)
        #expect(address.url == "\(scheme)://\(text)")
        let note = try #require(address.note)
        #expect(note.contains("so \(scheme):// is used") && !note.contains("u:p") && !note.contains("q=1"), "\(note)")
    }

    @Test func aSchemeIsLeftAsItIs() {
        let address = TypedAddress("http://example.com/x")
        #expect(address.url == "http://example.com/x" && address.note == nil)
    }

    @Test(
        "a URL and no file",
        arguments: [
            ("http://example.com", true), ("example.com/items", true), ("localhost", true), ("127.0.0.1", true),
            ("box:3000", true), ("openapi.json", false), ("explorer.yaml", false), ("./openapi.json", false),
            ("../a/openapi.json", false), ("/tmp/openapi.json", false), ("apis/shop.json", false), ("-", false),
            ("~/a.json", false),
        ]) func aURLAndNoFile(_ text: String, _ isURL: Bool)
    { #expect(TypedAddress.isMeant(text) == isURL) }

    @Test func aURLAloneIsGET() async throws {
        let server = try FaultServer { .answer(body: Array(($0.method + " " + $0.target).utf8)) }
        defer { server.stop() }
        for url in [server.url("/items"), server.url("/items").replacing("http://", with: "")] {
            let result = try await ExplorerProgram.run("send", url)
            #expect(result.code == 0 && result.text == "GET /items", "\(result.errors)")
            #expect(result.errors.contains("no scheme was given") == !url.contains("://"), "\(result.errors)")
        }
    }

    @Test(
        "what is missing is said",
        arguments: [
            (["GET"], "a URL is missing after GET"), (["httpbin.json"], "an endpoint is missing"),
            (["nothing.json"], "an endpoint is missing"),
        ]) func whatIsMissing(_ arguments: [String], _ complaint: String) async throws
    {
        let typed = arguments.map { $0 == "httpbin.json" ? ExplorerProgram.fixture($0) : $0 }
        let result = try await ExplorerProgram.command(["send"] + typed, environment: ExplorerProgram.environment)
        #expect(result.code == 64 && result.errors.contains(complaint), "\(result.errors)")
    }

    @Test("a relative path without a server needs --base", arguments: ["send", "export", "run", "pages"])
    func withoutAServer(_ command: String) async throws {
        let folder = try TemporaryFolder()
        let source = try folder.file(
            "api.json",
            #"{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a"}}}}"#)
        let result = try await ExplorerProgram.run(command, source, "a")
        #expect(result.code == 64 && result.errors.contains("--base URL"), "\(result.errors)")
    }

    /// A terminal shows the line of a failure; with a status below 400 there is none.
    @Test func theLineOfAFailure() {
        #expect(ResponseOptions.failureLine(ResponseHead(status: 204)) == nil)
        let line = ResponseOptions.failureLine(ResponseHead(status: 404, reason: "Not Found"))
        #expect(line == "explorer: HTTP/1.1 404 Not Found")
    }
}
