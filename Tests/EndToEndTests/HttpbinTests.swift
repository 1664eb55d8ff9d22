// httpbin under gunicorn: what `explorer send` gets is what curl gets, and the screen shows it.

import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent), .within(minutes: 1))
struct HttpbinTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var path: String
        var status: Int
        var code: Int32 = 0
        var body: String?
        var contentType: String?

        var testDescription: String { "\(method) \(path)" }
    }

    static let cases = [
        Case(path: "/get?a=1&b=%C3%A9", status: 200),
        Case(path: "/status/201", status: 201),
        Case(path: "/status/404", status: 404, code: 4),
        Case(path: "/status/500", status: 500, code: 5),
        Case(path: "/redirect/3", status: 200),
        Case(path: "/gzip", status: 200),
        Case(path: "/deflate", status: 200),
        Case(path: "/headers", status: 200),
        Case(path: "/response-headers?X-One=1&X-Two=two", status: 200),
        Case(
            method: "POST", path: "/post", status: 200, body: #"{"name": "Zażółć", "list": [1, 2]}"#,
            contentType: "application/json"),
        Case(method: "PUT", path: "/put", status: 200, body: "plain", contentType: "text/plain"),
        Case(method: "DELETE", path: "/delete", status: 200),
        Case(path: "/stream-bytes/100000?seed=7", status: 200),
        Case(path: "/delay/1", status: 200),
        Case(path: "/image/png", status: 200),
        Case(path: "/encoding/utf8", status: 200),
        Case(path: "/status/418", status: 418, code: 4),
    ]

    @Test func aHeaderOfTheUsersReplacesTheProgramsOwn() async throws {
        let server = try FaultServer { .echo($0) }
        defer { server.stop() }
        let result = try await ExplorerProgram.run(
            "send", "GET", server.url(), "-H", "User-Agent: mine", "-H", "accept: text/plain")
        #expect(result.lines.count { $0.lowercased().hasPrefix("user-agent:") } == 1, "\(result.text)")
        #expect(result.text.contains("User-Agent: mine"))
        #expect(result.lines.count { $0.lowercased().hasPrefix("accept:") } == 1, "\(result.text)")
    }

    @Test func statusesAndBodiesAreThoseOfCurl() async throws {
        let server = try await PythonServer.httpbin()
        // What curl must call itself for the server to tell the same of both.
        let name = try await ExplorerProgram.run("send", "GET", server.url("/user-agent"))
        let agent = try #require(name.text.firstMatch(of: /"user-agent": ?"([^"]+)"/)).output.1
        #expect(agent.hasPrefix("explorer/"))
        for request in Self.cases {
            let url = server.url(request.path)
            let headers = request.contentType.map { ["-H", "Content-Type: \($0)"] } ?? []
            let data = request.body.map { ["-d", $0] } ?? []
            let ours = try await ExplorerProgram.command(
                ["send", request.method, url, "--events"] + headers + data,
                environment: ExplorerProgram.environment)
            let folder = try TemporaryFolder()
            let body = request.body.map { ["--data-binary", $0] } ?? []
            let theirs = try await ChildProcess.run(
                "curl",
                [
                    "-sS", "-L", "--compressed", "-A", "\(agent)", "-X", request.method, "-o", folder.path("body"), "-w",
                    "%{http_code}", url,
                ] + headers + body,
                environment: ExplorerProgram.environment)

            #expect(theirs.text == "\(request.status)", "\(request)")
            #expect(
                ours.errors.contains(#""event":"ended""#) && ours.errors.contains(#""status":\#(request.status)"#),
                "\(request)\n\(ours.errors)")
            #expect(ours.code == request.code, "\(request)")
            let expected = FileManager.default.fileExists(atPath: folder.path("body")) ? try folder.bytes("body") : []
            // Not as two operands: a difference would print every byte of both.
            let same = ours.output == expected
            #expect(same, "\(request)\n\(ours.text.prefix(1_000))\n\(String(decoding: expected, as: UTF8.self).prefix(1_000))")
        }
    }
}

extension ScreenFlows {
    @Suite(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent))
    struct HttpbinScreenTests {
        @Test func bodiesStatusesAndASlowAnswerOnTheScreen() async throws {
            let server = try await PythonServer.httpbin()
            let tmux = try await ExplorerProgram.open(ExplorerProgram.fixture("httpbin.json"), "--base", server.url(""))
            try await tmux.waitFor("Endpoints · 5")
            try await tmux.filter("gzip")
            try await tmux.press("s")
            try await tmux.waitFor("the unpacked body") { $0.contains("200 OK") && $0.contains("gzipped: true") }

            try await tmux.filter("/status")
            try await tmux.press("s")
            try await tmux.waitFor("codes is required")
            try await tmux.type("418")
            try await tmux.press("C-r")
            try await tmux.waitFor("the teapot") {
                $0.contains("418 I'M A TEAPOT") && $0.rows(with: "✗ 418", "GET /status").count == 1
            }

            try await tmux.filter("/post")
            try await tmux.press("2")
            try await tmux.press("Enter")
            try await tmux.type("a b&c=ü")
            try await tmux.press("Enter")
            try await tmux.waitFor("? help")
            try await tmux.press("l", "l", "Enter")
            try await tmux.waitFor("C-_ undo")
            try await tmux.press("M-k")
            try await tmux.type(#"{"n": 1}"#)
            try await tmux.press("C-r")
            try await tmux.waitFor("what was sent") {
                $0.contains(#"tag: "a b&c=ü""#) && $0.contains(#"data: "{"n": 1}""#)
            }

            // The body drips for half a minute; Escape in the loading result cancels it.
            try await tmux.filter("/drip")
            try await tmux.press("s")
            try await tmux.waitFor("1 running")
            try await tmux.press("3")
            try await tmux.press("Escape")
            try await tmux.waitFor("a cancelled row") {
                $0.rows(with: "⊘ cancelled", "GET /drip").count == 1 && !$0.contains("running")
            }
        }
    }
}
