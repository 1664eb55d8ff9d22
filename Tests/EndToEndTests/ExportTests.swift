// `explorer export`: the printed line does what `explorer send` does.

import Foundation
import TestSupport
import Testing

@Suite struct ExportTests {
    @Test func printedLineSendsWhatSendSends() async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        defer { server.stop() }
        let arguments = """
            POST "\(server.url("/it's?token=a%20b"))" -H 'Authorization: Bearer s3cret' -H 'X-Name: "$HOME"' -d '{"password": "pässword", "n": 1}'
            """
        let line = try await ExplorerProgram.bash("$explorer export \(arguments) --as curl")
        #expect(line.code == 0 && server.counts.requests.isEmpty)
        for secret in ["s3cret", "pässword", "a%20b"] { #expect(!line.text.contains(secret), "\(line.text)") }
        let revealed = try await ExplorerProgram.bash("$explorer export \(arguments) --reveal")
        let run = try await ExplorerProgram.bash(
            """
            $explorer send \(arguments)
            TOKEN='a%20b' TOKEN_2=s3cret PASSWORD='pässword' bash -c "$($explorer export \(arguments))"
            bash -c "$($explorer export \(arguments) --reveal)"
            """)
        #expect(run.text == "okokok", "\(line.text)\n\(revealed.text)\n\(run.errors)")
        let requests = server.counts.requests
        #expect(requests.count == 3)
        for request in requests { #expect(request.head == requests[0].head && request.body == requests[0].body) }
    }

    @Test func endpointOfADescriptionIsExported() async throws {
        let fixture = ExplorerProgram.fixture("httpbin.json")
        let line = try await ExplorerProgram.run(
            "export", fixture, "status", "-p", "codes=204", "--base", "http://x.example", "--no-follow")
        #expect(line.text.hasPrefix("curl --compressed http://x.example/status/204 \\\n"), "\(line.text)\(line.errors)")
        #expect(try await ExplorerProgram.run("export", fixture, "no-such-endpoint").code == 64)
        #expect(try await ExplorerProgram.run("export", "GET", "http://x.example/", "--as", "fax").code == 64)
    }
}
