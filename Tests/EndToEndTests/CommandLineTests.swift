// The command line as scripts use it: exit codes, counts, files, events, pipes, signals.

import CommandLine
import Foundation
import TestSupport
import Testing

@Suite struct CommandLineTests {
    // MARK: Exit codes

    @Test(
        "the exit code says what the answer was",
        arguments: [(200, 0), (204, 0), (304, 0), (404, 4), (429, 4), (500, 5), (503, 5)])
    func exitCodeOfAStatus(_ status: Int, _ code: Int32) async throws {
        let server = try FaultServer { _ in .answer(status, headers: [("X-Name", "value")]) }
        defer { server.stop() }
        #expect(try await ExplorerProgram.run("send", "GET", server.url()).code == code)
    }

    @Test func noAnswerIsSix() async throws {
        let listener = try FullBacklogListener()
        for url in ["http://127.0.0.1:1/", "http://does-not-exist.invalid/"] {
            let result = try await ExplorerProgram.run("send", "GET", url)
            #expect(
                result.code == 6 && result.output.isEmpty && result.errors.hasPrefix("explorer: "), "\(url): \(result.errors)")
        }
        let late = try await ExplorerProgram.run("send", "GET", listener.url(), "--timeout", "0.2")
        #expect(late.code == 6 && late.errors.contains("Timed out"), "\(late.errors)")
    }

    @Test("an interrupt is seven", arguments: [SIGINT, SIGTERM])
    func cancelledIsSeven(_ signal: Int32) async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let result = try await ExplorerProgram.run("send", "GET", server.url(), "--events") { run in
            try #require(await eventually { server.counts.requests.count == 1 })
            run.child.signal(signal)
        }
        #expect(result.code == 7)
        #expect(result.errors.contains(#""state":"cancelled""#))
        #expect(await eventually { server.counts.open == 0 })
    }

    /// Nothing has been sent yet, and nothing is afterwards: not even when the description comes all the same.
    @Test("an interrupt while the description is read is seven", arguments: ["send", "run", "list"], [SIGINT, SIGTERM])
    func anInterruptWhileTheDescriptionIsRead(_ command: String, _ signal: Int32) async throws {
        let description = try String(contentsOfFile: ExplorerProgram.fixture("httpbin.json"), encoding: .utf8)
        let server = try FaultServer { request in
            guard request.path == "/openapi.json" else { return .echo(request) }
            let head = FaultReply.head(200, [("Content-Length", "\(description.utf8.count)")])
            return FaultReply([.send(head), .wait(.seconds(3)), .send(Array(description.utf8))])
        }
        defer { server.stop() }
        let arguments = [command, server.url("/openapi.json")] + (command == "list" ? [] : ["uuid"])
        let result = try await ChildProcess.run(
            try ExplorerProgram.path(), arguments, environment: ExplorerProgram.environment
        ) { run in
            try #require(await eventually { server.counts.requests.count == 1 })
            run.child.signal(signal)
        }
        #expect(result.code == 7 && result.output.isEmpty && result.errors == "explorer: cancelled\n", "\(result.errors)")
        #expect(server.counts.requests.map(\.path) == ["/openapi.json"])
    }

    /// Standard input may never end: what has asked for it must not have to be told twice.
    @Test("an interrupt while standard input is read is seven", arguments: ["send", "run"])
    func anInterruptWhileStandardInputIsRead(_ command: String) async throws {
        let script = """
            mkfifo "$HOME/slow"; exec 3<>"$HOME/slow"
            "$explorer" \(command) - uuid <"$HOME/slow" & program=$!
            while [ "$(readlink /proc/$program/exe)" != "$(realpath "$explorer")" ]; do sleep 0.01; done
            until grep -q "^SigCgt:.*[2367abef]$" /proc/$program/status; do sleep 0.01; done
            kill -INT $program; wait $program; echo $?
            """
        let result = try await ExplorerProgram.bash(script)
        #expect(result.text == "7\n" && result.errors == "explorer: cancelled\n", "\(result.text) \(result.errors)")
    }

    @Test func wrongUsageIsSixtyFour() async throws {
        let fixture = ExplorerProgram.fixture("httpbin.json")
        for arguments in [
            ["send"], ["frobnicate", "x"], ["send", fixture, "nothing-like-it"], ["send", fixture, "status"],
            ["send", fixture, "uuid", "-p", "x"],
            ["send", fixture, "uuid", "-p", "unknown=1"], ["send", "GET", "http://127.0.0.1:1/", "-H", "no header"], ["list"],
            ["list", fixture, "--format", "xml"],
            ["send", "GET", "http://127.0.0.1:1/", "--timeout", "soon"], ["demo", "--port", "70000"],
        ] {
            let result = try await ExplorerProgram.command(arguments, environment: ExplorerProgram.environment)
            #expect(result.code == 64, "\(arguments): \(result.code) \(result.errors)")
            #expect(!result.errors.isEmpty && result.output.isEmpty, "\(arguments)")
        }
    }

    @Test func withoutATerminalTheScreenRefusesInOneLine() async throws {
        for arguments in [[], ["demo"], [ExplorerProgram.fixture("httpbin.json")]] {
            let result = try await ExplorerProgram.command(arguments, environment: ExplorerProgram.environment)
            #expect(result.code == 64)
            #expect(result.output.isEmpty)
            #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("terminal"), "\(result.errors)")
        }
    }

    /// In this process nothing ends by itself: the exit code says it.
    @Test func anOutputThatTakesNothingIsSeventyFour() async throws {
        let full = Glibc.open("/dev/full", O_WRONLY | O_CLOEXEC)
        let nowhere = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { for file in [full, nowhere] { close(file) } }
        for arguments in [["list", ExplorerProgram.fixture("httpbin.json")], ["paths"], ["keys"], ["--help"]] {
            let io = CommandIO(input: nowhere, output: full, error: nowhere)
            #expect(await CommandLineProgram.run(arguments, ExplorerProgram.environment, io) == 74, "\(arguments)")
        }
    }

    // MARK: Descriptions

    @Test func badDescriptionsAreSixtyFiveWithThePlace() async throws {
        let folder = try TemporaryFolder()
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: ExplorerProgram.fixture("httpbin.json"))))
        let cases: [(name: String, bytes: [UInt8], place: String)] = [
            ("empty.json", [], "line 1"),
            ("truncated.json", Array(whole.prefix(700)), "line "),
            ("binary.json", [0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 0xff, 0xfe], "line 1, column 1"),
            ("broken.json", Array("{\n  \"openapi\": \"3.0.0\",\n  \"paths\" {}\n}".utf8), "line 3"),
        ]
        for (name, bytes, place) in cases {
            let path = try folder.file(name, bytes)
            for arguments in [["list", path], ["send", path, "anything"]] {
                let result = try await ExplorerProgram.command(arguments, environment: ExplorerProgram.environment)
                #expect(result.code == 65, "\(name)")
                #expect(result.errors.contains(name) && result.errors.contains(place), "\(name): \(result.errors)")
            }
        }
    }

    @Test func unreadableDescriptionsAreSixtySix() async throws {
        let folder = try TemporaryFolder()
        let server = try FaultServer { _ in .answer(404) }
        defer { server.stop() }
        for source in [folder.path("missing.json"), folder.path, "http://127.0.0.1:1/openapi.json", server.url("/openapi.json")] {
            let result = try await ExplorerProgram.run("list", source)
            #expect(result.code == 66, "\(source)")
            #expect(result.errors.contains(source), "\(result.errors)")
        }
    }

    @Test(
        "the endpoints of real descriptions are all there", .enabled(if: SharedData.isPresent, SharedData.whyAbsent),
        arguments: [
            ("openapi/octokit/api.github.com.json", 874), ("openapi/stripe/spec3.json", 417), ("openapi/box-oas30.json", 296),
            ("openapi/kubernetes-swagger2.json", 738), ("openapi/asana-oas30.yaml", 247),
            ("openapi/twilio/twilio_api_v2010.json", 197),
            ("openapi/twilio/twilio_api_v2010.yaml", 197),
        ])
    func listCounts(_ path: String, _ count: Int) async throws {
        let file = SharedData.root.appending(path: path).path
        let result = try await ExplorerProgram.run("list", file)
        #expect(result.code == 0)
        #expect(result.lines.count == count)
        #expect(result.lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 4 })
        let json = try await ExplorerProgram.run("list", file, "--format", "json")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
        #expect(rows.count == count)
        #expect(
            rows.map { "\($0["method"] ?? "")\t\($0["path"] ?? "")" }
                == result.lines.map { $0.split(separator: "\t").prefix(2).joined(separator: "\t") })
    }

    @Test func theDescriptionMayComeFromStandardInputOrAServer() async throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: ExplorerProgram.fixture("httpbin.json"))))
        #expect(try await ExplorerProgram.run("list", "-", input: bytes).lines.count == 5)
        let server = try FaultServer { $0.path == "/api/openapi.json" ? .answer(body: bytes) : .echo($0) }
        defer { server.stop() }
        #expect(try await ExplorerProgram.run("list", server.url("/api/openapi.json")).lines.count == 5)
        // Without servers of its own, a description's requests go to where it came from.
        let sent = try await ExplorerProgram.run("send", server.url("/api/openapi.json"), "uuid")
        #expect(sent.lines.first?.contains("GET /uuid HTTP/1.1") == true, "\(sent.text) \(sent.errors)")
    }

    // MARK: Bodies and files

    @Test func bodiesFromTextFileAndStandardInput() async throws {
        let server = try FaultServer { .answer(body: $0.body) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let bytes: [UInt8] = Array("line\r\n".utf8) + [0, 0xff, 0x0a]
        let file = try folder.file("body", bytes)
        #expect(try await ExplorerProgram.run("send", "POST", server.url(), "-d", "text ü").text == "text ü")
        #expect(try await ExplorerProgram.run("send", "POST", server.url(), "-d", "@\(file)").output == bytes)
        #expect(try await ExplorerProgram.run("send", "POST", server.url(), "-d", "@-", input: bytes).output == bytes)
        let missing = try await ExplorerProgram.run("send", "POST", server.url(), "-d", "@\(folder.path("missing"))")
        #expect(missing.code == 66 && missing.errors.contains("missing"))
        #expect(server.counts.requests.count == 3)
    }

    @Test func formsFromTextsAndFiles() async throws {
        let server = try FaultServer { .answer(body: $0.body) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.file("a;b.png", [0x89, 0, 0xff])
        let sent = try await ExplorerProgram.run(
            "send", "POST", server.url(), "-F", "n=a=b", "-F", "m={};type=application/json", "-F", "t=<\(file)", "-F",
            "f=@\(file)", "-F", "g=@\(file);type=image/png;filename=c.png")
        let text = String(decoding: sent.output, as: UTF8.self)
        for part in [
            "name=\"n\"\r\n\r\na=b\r\n", "name=\"m\"\r\nContent-Type: application/json\r\n\r\n{}\r\n", "name=\"t\"\r\n\r\n",
            "name=\"f\"; filename=\"a;b.png\"\r\nContent-Type: application/octet-stream",
            "name=\"g\"; filename=\"c.png\"\r\nContent-Type: image/png",
        ] { #expect(text.contains(part), "\(text) \(sent.errors)") }
        let description = try folder.file(
            "api.json",
            """
            {"swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": {"/l": {"post": {"operationId": "login", "responses": {},
             "consumes": ["application/x-www-form-urlencoded"], "parameters": [{"in": "formData", "name": "u", "type": "string", "required": true}]}}}}
            """)
        #expect(
            try await ExplorerProgram.run("send", description, "login", "--base", server.url(), "-F", "u=a b&c").text
                == "u=a%20b%26c")
        for (arguments, code) in [(["-F", "n"], 64), (["-F", "n=1", "-d", "x"], 64), (["-F", "n=@\(folder.path("no"))"], 66)] {
            let run = try await ExplorerProgram.command(
                ["send", "POST", server.url()] + arguments, environment: ExplorerProgram.environment)
            #expect(run.code == code && !run.errors.isEmpty, "\(arguments)")
        }
        #expect(server.counts.requests.count == 2)
    }

    @Test func headerAndOutputFile() async throws {
        let server = try FaultServer { _ in
            .answer(201, headers: [("X-Name", "value"), ("Set-Cookie", "session=geheim")], body: "body\n")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let included = try await ExplorerProgram.run("send", "GET", server.url(), "-i")
        #expect(included.text.hasPrefix("HTTP/1.1 201 OK\nX-Name: value\n"))
        #expect(included.text.hasSuffix("\n\nbody\n"))
        #expect(!included.text.contains("geheim"))
        #expect(try await ExplorerProgram.run("send", "GET", server.url(), "-i", "--reveal").text.contains("session=geheim"))

        let written = try await ExplorerProgram.run("send", "GET", server.url(), "-o", folder.path("answer"))
        #expect(written.code == 0 && written.output.isEmpty)
        #expect(try folder.text("answer") == "body\n")
        let refused = try await ExplorerProgram.run("send", "GET", server.url(), "-o", folder.path("no/such/folder"))
        #expect(refused.code != 0 && refused.errors.contains("cannot be written"), "\(refused.errors)")
    }

    @Test func outputFileIsReplacedByAWholeAnswerOnly() async throws {
        let server = try FaultServer { request in
            request.target == "/whole" ? .answer(body: "new") : .wrongLength(announced: 9, body: "half")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let file = try folder.file("answer", "old")
        chmod(file, 0o640)
        for url in ["http://127.0.0.1:1/", server.url("/half")] {
            #expect(try await ExplorerProgram.run("send", "GET", url, "-o", file).code == 6)
            #expect(try folder.text("answer") == "old")
        }
        symlink("answer", folder.path("link"))
        #expect(try await ExplorerProgram.run("send", "GET", server.url("/whole"), "-o", folder.path("link")).code == 0)
        #expect(try folder.text("answer") == "new")
        var found = stat()
        #expect(stat(file, &found) == 0 && found.st_mode & 0o777 == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["answer", "link"])
        #expect(try await ExplorerProgram.run("send", "GET", server.url("/whole"), "-o", "/dev/null").code == 0)
        #expect(try await ExplorerProgram.bash("$explorer send GET \(server.url("/whole")) -o >(cat)").text == "new")
    }

    @Test func redirectsAreFollowedUnlessToldNotTo() async throws {
        let server = try FaultServer { $0.path == "/a" ? .redirect(to: "/b") : .answer(body: "there") }
        defer { server.stop() }
        #expect(try await ExplorerProgram.run("send", "GET", server.url("/a")).text == "there")
        let stayed = try await ExplorerProgram.run("send", "GET", server.url("/a"), "--no-follow", "-i")
        #expect(stayed.code == 0 && stayed.text.contains("302") && stayed.text.contains("Location: /b"))
    }

    // MARK: Events and pipes

    @Test func eventsAreJSONLinesInOrder() async throws {
        let server = try FaultServer { $0.path == "/a" ? .redirect(to: "/b") : .answer(404, body: "gone") }
        defer { server.stop() }
        for _ in 1...5 {
            let result = try await ExplorerProgram.run("send", "GET", server.url("/a"), "--events")
            #expect(result.code == 4)
            let events = try result.errors.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            }
            let numbers = events.compactMap { $0["seq"] as? Int }
            #expect(numbers == Array(1...events.count), "none is missing")
            let times = events.compactMap { $0["t"] as? Double }
            #expect(times.count == events.count && times == times.sorted())
            #expect(events.first?["event"] as? String == "queued")
            let end = try #require(events.last)
            #expect(end["event"] as? String == "ended" && end["state"] as? String == "failed" && end["status"] as? Int == 404)
            #expect(events.count { $0["event"] as? String == "ended" } == 1)
            #expect(end["ms"] as? Double != nil)
        }
    }

    @Test func eventsTellOfTheRequestAndNotOfTheDescription() async throws {
        let description = [UInt8](try Data(contentsOf: URL(fileURLWithPath: ExplorerProgram.fixture("httpbin.json"))))
        let server = try FaultServer { $0.path == "/openapi.json" ? .answer(body: description) : .echo($0) }
        defer { server.stop() }
        for command in ["send", "run"] {
            let result = try await ExplorerProgram.run(command, server.url("/openapi.json"), "uuid", "--events")
            #expect(result.code == 0 && !result.errors.isEmpty)
            #expect(!result.errors.contains("description"), "\(result.errors)")
            #expect(
                result.errors.split(separator: "\n").count {
                    $0.contains(#""endpoint":"uuid""#) && $0.contains(#""event":"ended""#)
                } == 1)
        }
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
    func aReaderThatLeavesEndsTheListQuietly() async throws {
        let file = SharedData.root.appending(path: "openapi/octokit/api.github.com.json").path
        let result = try await ExplorerProgram.bash("\"$explorer\" list '\(file)' | head -n 1; echo \"${PIPESTATUS[@]}\"")
        #expect(result.lines.count == 2)
        #expect(result.lines.last == "0 0")
        #expect(result.errors.isEmpty)
    }

    @Test func aReaderThatLeavesEndsABigBodyQuietly() async throws {
        let server = try FaultServer { _ in
            FaultReply([.send(FaultReply.head(200, [("Content-Length", "\(50 << 20)")])), .fill(0x61, count: 50 << 20)])
        }
        defer { server.stop() }
        let result = try await ExplorerProgram.bash(
            "\"$explorer\" send GET '\(server.url())' | head -c 10; echo; echo \"${PIPESTATUS[@]}\"")
        #expect(result.lines.first == "aaaaaaaaaa")
        #expect(result.errors.isEmpty)
        #expect(await eventually { server.counts.open == 0 })
        #expect(server.counts.sent < 50 << 20, "the rest was never fetched")
    }

    @Test func ignoredEndsOfProgramsAreNotInherited() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let script = """
            env --ignore-signal=CHLD "$explorer" send GET \(server.url()) & program=$!
            while [ "$(readlink /proc/$program/exe)" != "$(realpath "$explorer")" ]; do sleep 0.01; done
            for wait in {1..200}; do
                mask=$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/$program/status)
                (( 16#$mask & 1 << 16 )) || break
                sleep 0.01
            done
            kill -KILL $program
            (( 16#$mask & 1 << 16 )) && echo ignored || echo told
            """
        #expect(try await ExplorerProgram.bash(script).text == "told\n")
    }

    @Test func everyBuiltInThemeIsNamed() async throws {
        let names = try await ExplorerProgram.run("themes").lines.compactMap {
            $0.split(separator: " ").first { $0 != "*" }.map(String.init)
        }
        try #require(names.contains("lagoon"))
        let help = try await ExplorerProgram.run("open", "--help").text
        let manual = try String(contentsOf: SharedData.repository.appending(path: "share/man/explorer.1"), encoding: .utf8)
        for name in names {
            #expect(help.contains(name))
            #expect(manual.contains(name.replacing("-", with: "\\-")))
        }
    }

    @Test func keysPathsHelpAndVersionPrintAndEndWell() async throws {
        for arguments in [
            ["keys"], ["keys", "--markdown"], ["settings"], ["paths"], ["--help"], ["send", "--help"], ["--version"],
        ] {
            let result = try await ExplorerProgram.command(arguments, environment: ExplorerProgram.environment)
            #expect(result.code == 0 && !result.output.isEmpty && result.errors.isEmpty, "\(arguments)")
        }
        let home = try TemporaryFolder()
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
        let paths = try await ExplorerProgram.command(["paths"], environment: environment)
        #expect(paths.lines.allSatisfy { $0.contains(home.path) })
    }
}
