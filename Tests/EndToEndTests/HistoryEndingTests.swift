// However a command ends (its reader leaves, its disk is full, its terminal goes, it is killed), what it has sent is in the history, and the
// next one records.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 10)) struct HistoryEndingTests {
    private let home: TemporaryFolder
    private let server: FaultServer

    init() throws {
        home = try TemporaryFolder()
        server = try FaultServer { request in
            if request.target.hasPrefix("/large") {
                return FaultReply.answer(body: String(repeating: "0123456789", count: 100_000))
            }
            if request.target.hasPrefix("/list") {
                let page = Int(request.target.split(separator: "=").last ?? "") ?? 1
                let items = (0..<2_000).map { #"{"id":\#(page * 10_000 + $0),"text":"some text to fill the pipe"}"# }
                return .answer(
                    headers: [("Link", "</list?page=\(page + 1)>; rel=\"next\"")], body: "[" + items.joined(separator: ",") + "]")
            }
            return .answer(body: "{}")
        }
    }

    private func bash(_ script: String, within limit: Duration = .seconds(60)) async throws -> ChildProcess.Result {
        let environment = ExplorerProgram.environment.merging([
            "explorer": try ExplorerProgram.path(), "HOME": home.path, "url": server.url(""),
        ]) { $1 }
        return try await ChildProcess.run("/bin/bash", ["-c", script], environment: environment, within: limit)
    }

    private func recorded() async throws -> Int {
        let result = try await bash("$explorer history --format jsonl --limit 0")
        #expect(result.code == 0 && result.errors == "", "\(result.errors)")
        return result.lines.count
    }

    private var received: Int { server.counts.requests.count }

    private func workspace(_ requests: Int) throws {
        let lines = (0..<requests).map { "      r\($0): { url: /r\($0) }\n" }.joined()
        let names = (0..<requests).map { "r\($0)" }.joined(separator: ", ")
        try home.file(
            "explorer.yaml",
            "apis:\n  shop:\n    environments: { release: [\(server.url(""))] }\n    requests:\n\(lines)    groups: { all: [\(names)] }\n"
        )
    }

    @Test(arguments: [
        "send GET $url/large", "send -i GET $url/large", "pages GET $url/list?page=1 --max-pages 40",
        "run ~/explorer.yaml all", "run ~/explorer.yaml all --format json", "run ~/explorer.yaml r1 r2 --repeat 50",
    ])
    func aReaderThatLeavesTakesNothingOfTheHistoryAlong(_ command: String) async throws {
        try workspace(300)
        let result = try await bash("$explorer \(command) | head -c 10 > /dev/null; echo ${PIPESTATUS[0]}")
        #expect(result.text == "0\n", "\(result.text)\(result.errors)")
        #expect(!result.errors.contains("cannot be written") && !result.errors.contains("cancelled"), "\(result.errors)")
        let (sent, recorded) = (received, try await recorded())
        #expect(sent > 0 && recorded >= sent, "\(result.errors)")
    }

    @Test(arguments: ["send GET $url/large", "pages GET $url/list?page=1 --max-pages 9", "run ~/explorer.yaml all"])
    func aFullOutputIsToldOnceAndTheHistoryIsKept(_ command: String) async throws {
        try workspace(40)
        let result = try await bash("$explorer \(command) > /dev/full")
        #expect(result.code == 74, "\(result.errors)")
        let told = result.errors.split(separator: "\n").filter {
            $0.contains("the output cannot be written: No space left on device")
        }
        #expect(told.count == 1, "\(result.errors)")
        #expect(received > 0)
        #expect(try await recorded() >= received)
    }

    @Test func aFullOutputOfServicesIsTold() async throws {
        try workspace(1)
        let result = try await bash("$explorer services ~/explorer.yaml > /dev/full")
        #expect(result.code == 74, "\(result.errors)")
    }

    /// Who reads standard output has gone, or its disk is full: the report is another file.
    @Test(arguments: ["| true", "> /dev/full"]) func theReportIsWrittenWhateverBecomesOfTheOutput(_ output: String) async throws {
        try workspace(3)
        _ = try await bash("cd ~; $explorer run explorer.yaml all --format json --junit report.xml \(output)")
        #expect(try home.text("report.xml").contains("tests=\"3\""))
    }

    @Test func aFullDiskUnderTheFileOfOLeavesNoFileAndKeepsTheHistory() async throws {
        let result = try await bash("trap '' XFSZ; ulimit -f 600; cd ~; echo old > out; $explorer send GET $url/large -o out")
        #expect(result.code == 74, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count { $0.contains("cannot be written") } == 1, "\(result.errors)")
        #expect(try home.text("out") == "old\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.contains("explorer-") } == [])
        #expect(try await recorded() == 1)
    }

    /// The shell that goes sends one, the terminal another.
    @Test func aTerminalThatGoesLosesNoEntry() async throws {
        try workspace(1)
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
        let result = try await ChildProcess.run(
            try ExplorerProgram.path(), ["run", home.path("explorer.yaml"), "r0", "--repeat", "9000"], environment: environment,
            within: .seconds(60)
        ) { running in
            #expect(await eventually { received > 300 })
            running.child.signal(SIGHUP)
            running.child.signal(SIGHUP)
        }
        #expect(result.code == 7, "\(result.errors)")
        #expect(result.errors.hasSuffix("explorer: cancelled\n"), "\(result.errors.suffix(200))")
        #expect(received < 9_000)
        #expect(try await recorded() >= received)
    }

    @Test func underNohupNothingIsCancelled() async throws {
        try workspace(1)
        let environment = ExplorerProgram.environment.merging(["HOME": home.path, "explorer": try ExplorerProgram.path()]) { $1 }
        let result = try await ChildProcess.run(
            "/bin/bash", ["-c", "trap '' HUP; exec $explorer run ~/explorer.yaml r0 --repeat 2000"], environment: environment,
            within: .seconds(60)
        ) { running in
            #expect(await eventually { received > 100 })
            running.child.signal(SIGHUP)
        }
        #expect(result.code == 0, "\(result.errors)")
        #expect(received == 2_000)
        #expect(try await recorded() == 2_000)
    }

    @Test func aRevealingExportIsForTheUserAlone() async throws {
        let result = try await bash(
            "umask 022; cd ~; $explorer export GET $url/a -H 'Authorization: Bearer x' --reveal -o revealed; $explorer export GET $url/a -o plain; stat -c %a revealed plain"
        )
        #expect(result.text == "600\n644\n", "\(result.text)\(result.errors)")
    }

    @Test func aDamagedSecretIsReportedByEveryCommandOfSecrets() async throws {
        let result = try await bash(
            "echo one | $explorer secret set a; echo two | $explorer secret set b; file=$(echo ~/.local/share/explorer/secrets); sed -i 's/^b .*/b !!/' $file; $explorer secret list; echo three | $explorer secret set c; cat $file"
        )
        #expect(result.lines.contains("b !!") && result.lines.contains("a"), "\(result.text)")
        #expect(result.errors.split(separator: "\n").count { $0.contains("cannot be read and stay") } == 2, "\(result.errors)")
    }

    // MARK: Kills

    private static let takesAll = Thoroughness.isNightly || ProcessInfo.processInfo.environment["EXPLORER_ALL_KILLS"] != nil
    private static var canTrace: Bool {
        get async {
            (try? await ChildProcess.run(try killer(), ["kill-at", "1", "/nowhere", "/bin/true"], environment: [:]))?.code == 0
        }
    }

    private static func killer() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return String(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex)) + "/HistoryChild"
    }

    /// The first 200 system calls of the program's first start, from the first that names the history's folder.
    @Test(.enabled("processes cannot be traced here") { await HistoryEndingTests.canTrace })
    func theNextStartRecordsAfterAKillAtAnySystemCall() async throws {
        var killed = 0
        let numbers = Array(stride(from: 1, through: 200, by: Self.takesAll ? 1 : 25))
        for number in numbers {
            let home = try TemporaryFolder()
            let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
            let first = try await ChildProcess.run(
                try Self.killer(),
                [
                    "kill-at", "\(number)", home.path(".local/share/explorer"), try ExplorerProgram.path(), "send", "GET",
                    server.url("/a"),
                ], environment: environment, within: .seconds(60))
            killed += first.code == 128 + SIGKILL ? 1 : 0
            let second = try await ExplorerProgram.command(["send", "GET", server.url("/b")], environment: environment)
            #expect(second.code == 0 && second.errors == "", "killed at \(number): \(second.errors)")
            let list = try await ExplorerProgram.command(["history"], environment: environment)
            #expect(list.text.contains("/b"), "killed at \(number): \(list.text)\(list.errors)")
        }
        #expect(killed == numbers.count)
    }

    /// `-o` at each of its system calls that could leave something: the next write leaves the file alone.
    @Test(.enabled("processes cannot be traced here") { await HistoryEndingTests.canTrace })
    func aKilledWriteOfAFileLeavesNothingBehindTheNext() async throws {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path, "EXPLORER_HISTORY": "off"]) { $1 }
        let folder = home.path("out")
        mkdir(folder, 0o700)
        for number in stride(from: 1, through: 200, by: Self.takesAll ? 1 : 20) {
            try home.file("out/file", "old")
            _ = try await ChildProcess.run(
                try Self.killer(),
                [
                    "kill-at", "\(number)", folder, try ExplorerProgram.path(), "send", "GET", server.url("/a"), "-o",
                    folder + "/file",
                ],
                environment: environment, within: .seconds(60))
            #expect(["old", "{}"].contains(try home.text("out/file")), "killed at \(number)")
            let next = try await ExplorerProgram.command(
                ["send", "GET", server.url("/a"), "-o", folder + "/file"], environment: environment)
            #expect(next.code == 0, "\(next.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"], "killed at \(number)")
        }
    }
}
