// What a workspace says of its operations holds on the screen, with a description and without one.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct BusinessFlowTests {
        private static let description =
            #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/good":{"get":{"operationId":"other"}}}}"#

        @Test func sendOnATerminalFailsAsInAPipe() async throws {
            let server = try FaultServer { _ in .json(#"{"errcode": 500, "msg": "out of stock"}"#) }
            defer { server.stop() }
            let tmux = try await ExplorerProgram.shell(
                #""$explorer" send '\#(server.url("/bad"))' --business '/errcode=0 /msg'; echo "code $?"; exec cat"#,
                size: (120, 40))
            try await tmux.waitFor("the exit code") { $0.contains("out of stock (/errcode is 500)") && $0.contains("code 65") }
        }

        @Test(arguments: [true, false]) func aFailureOfTheBodyFailsItsRowAndEndsTheChain(_ isDescribed: Bool) async throws {
            let server = try FaultServer { request in
                switch request.target {
                case "/bad": .json(#"{"errcode": 500, "msg": "out of stock"}"#)
                case "/good": .json(#"{"errcode": 0, "data": {"items": [{"name": "lamp"}]}}"#)
                case "/openapi.json" where isDescribed: .json(Self.description)
                case _: .answer(404, body: "")
                }
            }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let path = try folder.file(
                "explorer.yaml",
                """
                apis:
                  shop:
                    environments: { release: [\(server.url(""))] }
                    business: { code: /errcode, success: [0], message: /msg, data: /data/items }
                    requests: { first: { url: /good }, second: { url: /bad }, third: { url: /good } }
                    chains: { flow: [first, second, third] }
                """)
            let tmux = try await ExplorerProgram.shell(
                "EXPLORER_STATE_DIR='\(folder.path)/state' exec $explorer \(path)", size: (120, 40))
            try await tmux.waitFor("first")
            try await tmux.command("run flow")
            try await tmux.waitFor("the chain") { rows in
                !rows.rows(with: "✗", "flow", "1 skipped").isEmpty && !rows.rows(with: "✗", "second", "out of stock").isEmpty
                    && !rows.rows(with: "–", "third").isEmpty
            }
        }
    }
}

extension FaultReply {
    fileprivate static func json(_ body: String) -> FaultReply {
        .answer(headers: [("Content-Type", "application/json")], body: Array(body.utf8))
    }
}
