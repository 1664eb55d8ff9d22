// What is exported sends what NetLayer sends, byte for byte: the curl line when curl runs it, and every format when it is read again.

import Catalog
import Foundation
import NetLayer
import RequestFiles
import TestSupport
import Testing

@Suite(
    .serialized, .within(minutes: 4), .enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl is not installed"))
struct RoundTripTests {
    static let descriptions = [
        "openapi/octokit/api.github.com.json", "openapi/stripe/spec3.json", "openapi/box-oas30.json",
        "openapi/asana-oas30.yaml", "openapi/twilio/twilio_api_v2010.json",
    ]

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent), arguments: descriptions)
    func fortyOperationsOfEach(_ path: String) async throws {
        let description = try APIDescription.parse(try SharedData.bytes(path), source: path, base: nil)
        let folder = try TemporaryFolder()
        let plans = try ExampleCalls(description: description, folder: folder).calls(40).map(\.plan)
        #expect(plans.count == 40)
        let trip = try WireRoundTrip(basePath: description.servers.first?.url.path ?? "", folder: folder)
        defer { trip.socket.stop() }
        try await trip.run(plans)
    }

    @Test func requestsByHand() async throws {
        let folder = try TemporaryFolder()
        let trip = try WireRoundTrip(basePath: "/v1", folder: folder)
        defer { trip.socket.stop() }
        try await trip.run(try HandMadePlans.plans(folder))
    }
}

/// The same requests on the wire, sent in five ways.
struct WireRoundTrip {
    let socket: RecordingSocket
    private let pool: ServicePool
    private let folder: TemporaryFolder
    private let generator: RequestGenerator

    init(basePath: String, folder: TemporaryFolder) throws {
        socket = try RecordingSocket()
        let base = basePath == "/" ? "" : basePath
        pool = ServicePool([Service(name: "s", baseURL: URI(socket.url(base)))])
        self.folder = folder
        generator = RequestGenerator(commonHeaders: ["User-Agent": "explorer/test", "Authorization": "Bearer s3cret~+/"])
    }

    func run(_ plans: [RequestPlan]) async throws {
        let client = NetClient(transport: CurlTransport(), generator: generator)
        let requests = try plans.map { try generator.request(for: $0, on: pool.services[0]) }
        for plan in plans { _ = try await client.send(Endpoint(plan), on: pool) }
        let ours = socket.take()
        try #require(ours.count == plans.count)

        compare("curl", try await runCurl(requests), ours, requests)
        compare("curl, read again", try await send(requests.enumerated().map { try readCurl($0, $1) }), ours, requests)
        compare(".http, read again", try await send(requests.enumerated().map { try readHTTPFile($0, $1) }), ours, requests)
        compare("HAR, read again", try await send(requests.enumerated().map { try readHAR($0, $1) }), ours, requests)
        try readOpenAPI(requests, plans)
    }

    private func compare(_ what: String, _ theirs: [RecordedRequest], _ ours: [RecordedRequest], _ requests: [WireRequest]) {
        #expect(theirs.count == ours.count, "\(what)")
        for (number, pair) in zip(theirs, ours).enumerated() {
            let (found, wanted) = (pair.0.withPlainBoundary, pair.1.withPlainBoundary)
            #expect(found == wanted, "\(what), \(requests[number])")
        }
    }

    // MARK: Ways

    /// One shell for all lines, each in a folder with the body that it asks for.
    private func runCurl(_ requests: [WireRequest]) async throws -> [RecordedRequest] {
        var script = "set -e\n"
        for (number, request) in requests.enumerated() {
            let line = CurlLine.makeCommand(request, revealsSecrets: true)
            script += "cd '\(try place(number, request))'\n\(line) >/dev/null\n"
        }
        let run = try await ChildProcess.run(
            "/bin/bash", [try folder.file("lines.sh", Array(script.utf8))], environment: ["PATH": "/usr/bin:/bin"],
            within: .seconds(120))
        #expect(run.code == 0, "\(run.errors.suffix(2_000))")
        return socket.take()
    }

    private func send(_ read: [ReadRequest]) async throws -> [RecordedRequest] {
        let client = NetClient(transport: CurlTransport(), generator: RequestGenerator())
        for request in read { _ = try await client.send(Endpoint(request.plan), on: request.pool) }
        return socket.take()
    }

    private func readCurl(_ number: Int, _ request: WireRequest) throws -> ReadRequest {
        try only(
            try CurlReader.readCollection(Array(CurlLine.makeCommand(request, revealsSecrets: true).utf8), file: "x"), number,
            request)
    }

    private func readHTTPFile(_ number: Int, _ request: WireRequest) throws -> ReadRequest {
        let text = HTTPFileText.makeBlock(request, title: "\(request)", revealsSecrets: true)
        return try only(try HTTPFileReader.readCollection(Array(text.utf8), file: "x.http"), number, request)
    }

    private func readHAR(_ number: Int, _ request: WireRequest) throws -> ReadRequest {
        let text = HARText.makeArchive(request, date: "2026-01-31T12:00:00Z", version: "1", revealsSecrets: true)
        return try only(try HARReader.readCollection(Array(text.utf8), file: "x.har"), number, request)
    }

    private func only(_ collection: RequestCollection, _ number: Int, _ request: WireRequest) throws -> ReadRequest {
        try #require(collection.requests.count == 1, "\(request)")
        let folder = try place(number, request)
        return try ReadRequest(collection, folder: folder)
    }

    /// A description of one operation, with nothing odd in it.
    private func readOpenAPI(_ requests: [WireRequest], _ plans: [RequestPlan]) throws {
        for (request, plan) in zip(requests, plans) where OpenAPISnippet.methods.contains(request.method) {
            let text = try #require(OpenAPISnippet.makeDescription(request, path: plan.path, title: "t", revealsSecrets: true))
            let read = try APIDescription.parse(Array(text.utf8), source: "x", base: nil)
            #expect(read.endpoints.count == 1 && read.warnings.isEmpty, "\(read.warnings) \(text)")
            let operation = try #require(read.operation(0))
            #expect(operation.warnings.isEmpty && !operation.security.schemes.isEmpty, "\(operation.warnings) \(text)")
            #expect((operation.body == nil) == (request.body.count == 0))
        }
    }

    /// A folder in which a line finds the body that it asks for.
    private func place(_ number: Int, _ request: WireRequest) throws -> String {
        let path = folder.path + "/\(number)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(try request.body.collected()).write(to: URL(fileURLWithPath: path + "/" + CurlLine.bodyFile))
        return path
    }
}
