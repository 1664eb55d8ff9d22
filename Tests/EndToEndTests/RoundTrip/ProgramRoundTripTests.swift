// What `explorer send` sends, the line sends that `explorer export` prints, and `explorer send` from each file that it writes.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@Suite(
    .serialized, .within(minutes: 10), .enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl is not installed"))
struct ProgramRoundTripTests {
    /// Operations of each description; 40 take some minutes.
    static let operations = Thoroughness.count(1, nightly: 10, variable: "EXPLORER_ROUND_TRIP")

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent), arguments: RoundTripTests.descriptions)
    func everyWayIsTheSameOnTheWire(_ path: String) async throws {
        let description = try APIDescription.parse(try SharedData.bytes(path), source: path, base: nil)
        let folder = try TemporaryFolder()
        let calls = try ExampleCalls(description: description, folder: folder).calls(Self.operations)
        #expect(calls.count == Self.operations)
        let socket = try RecordingSocket()
        defer { socket.stop() }
        let source = SharedData.root.appending(path: path).path
        for call in calls {
            let arguments =
                [source] + (try call.arguments(folder)) + [
                    "--base", socket.url("/v1"), "-H", "Authorization: Bearer s3cret~+/", "--force",
                ]
            let sent = try await only(socket, folder, #"$explorer send "$@""#, arguments)
            let line = try await only(socket, folder, #"eval "$($explorer export --reveal "$@")""#, arguments)
            #expect(line == sent, "curl, \(call.endpoint.id)")
            for format in ["curl", "http", "har"] {
                let again = try await only(
                    socket, folder,
                    """
                    $explorer export --reveal --as \(format) "$@" -o again.\(format) &&
                        $explorer send again.\(format) "$($explorer list again.\(format) | cut -f3)"
                    """, arguments)
                #expect(again == sent, "\(format), \(call.endpoint.id)")
            }
        }
    }

    /// What the script sends, which is one request.
    private func only(
        _ socket: RecordingSocket, _ folder: TemporaryFolder, _ script: String, _ arguments: [String]
    ) async throws -> RecordedRequest {
        let environment = ExplorerProgram.environment.merging(["explorer": try ExplorerProgram.path()]) { $1 }
        let run = try await ChildProcess.run(
            "/bin/bash", ["-c", "cd '\(folder.path)'\n" + script, "bash"] + arguments, environment: environment,
            within: .seconds(60))
        let requests = socket.take()
        try #require(run.code == 0 && requests.count == 1, "\(script) \(arguments)\n\(run.errors)")
        return requests[0].withPlainBoundary
    }
}
