// Of 20 requests of real descriptions the exported line is run by curl itself, and what came at a socket is compared with what we send, to the byte.

import Catalog
import Foundation
import NetLayer
import RequestFiles
import TestSupport
import Testing

@Suite(.serialized, .within(minutes: 4), .enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct CurlAgreementTests {
    @Test(
        .enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl is not installed"),
        arguments: WireAgreementTests.descriptions.prefix(5))
    func curlItselfSendsIt(_ path: String, _: Int) async throws {
        let description = try APIDescription.parse(try SharedData.bytes(path), source: path, base: nil)
        let folder = try TemporaryFolder()
        var random = RandomCalls(description, seed: WireAgreementTests.seed + 1, folder: folder)
        let socket = try RecordingSocket()
        defer { socket.stop() }
        let source = SharedData.root.appending(path: path).path
        let ways = try await FiveWays(description, source: source, base: socket.url("/v1"), folder: folder)
        let client = NetClient(transport: CurlTransport(), generator: ways.generator)
        for call in try random.calls(4) {
            let wire = try await ways.typed(call)
            _ = try await client.send(Endpoint(try await ways.typedPlan(call)), on: ways.pool)
            let ours = try #require(socket.take().last)
            let line = CurlLine.makeCommand(wire, revealsSecrets: true)
            if line.contains(CurlLine.bodyFile) { try folder.file(CurlLine.bodyFile, try wire.body.collected()) }
            let run = try await ChildProcess.run(
                "/bin/bash", ["-c", "cd '\(folder.path)'\n" + line], environment: ["PATH": "/usr/bin:/bin"], within: .seconds(60))
            let theirs = try #require(socket.take().last, "\(line)\n\(run.errors)")
            #expect(theirs.withPlainBoundary == ours.withPlainBoundary, "\(line)")
        }
        await ways.close()
    }
}
