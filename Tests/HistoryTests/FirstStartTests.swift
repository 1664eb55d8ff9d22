// A first start that is killed, or finds no room: the next start records.

import Foundation
import TestSupport
import Testing

@testable import History

@Suite(.serialized) struct FirstStartTests {
    /// The first 200 system calls of a first start; every fifth, unless EXPLORER_ALL_KILLS is set.
    private static let kills = Array(stride(from: 1, through: 200, by: KillingProgram.takesAll ? 1 : 5))

    /// The next start after one that was ended somehow: it opens without a word, and records.
    private func expectRecording(_ path: String, _ comment: Comment, least: Int = 1) async {
        do {
            let opening = try HistoryStore.open(path: path, now: { HistoryFill.start })
            #expect(opening.message == nil, comment)
            try await opening.store.insert(.simple("next", at: 1_000_000))
            #expect(try await opening.store.count().number >= least, comment)
            #expect(try await OpenedHistory.isSound(opening.store), comment)
            await opening.store.close()
            let again = try HistoryStore.open(path: path, now: { HistoryFill.start })
            #expect(again.message == nil, comment)
            #expect(try await again.store.listEntries(limit: 1).entries.first?.title == "next", comment)
            await again.store.close()
        } catch {
            Issue.record("\(comment): \(error)")
        }
    }

    @Test(.enabled("processes cannot be traced here") { await KillingProgram.isAllowed })
    func theNextStartRecordsAfterAKillAtAnySystemCall() async throws {
        var killed = 0
        for number in Self.kills {
            let folder = try TemporaryFolder()
            let path = folder.path("state/history.sqlite")
            let result = try await KillingProgram.run(
                number, marker: folder.path("state"), [try KillingProgram.path(), path, "1", "insert", "first"])
            killed += result.code == 128 + SIGKILL ? 1 : 0
            await expectRecording(path, "killed at system call \(number)", least: result.text.isEmpty ? 1 : 2)
        }
        // A first start has more system calls than that.
        #expect(killed == Self.kills.count)
    }

    /// The lock goes with the program that held it.
    @Test(.enabled("processes cannot be traced here") { await KillingProgram.isAllowed })
    func ofTwoThatBeginAtOnceOneIsKilled() async throws {
        for number in Self.kills.filter({ $0 % 4 == 1 }) {
            let folder = try TemporaryFolder()
            let path = folder.path("state/history.sqlite")
            async let killed = KillingProgram.run(
                number, marker: folder.path("state"), [try KillingProgram.path(), path, "1", "insert", "killed"])
            async let other = ChildProcess.run(try KillingProgram.path(), [path, "20", "insert", "other"], environment: [:])
            let (_, result) = try await (killed, other)
            #expect(result.code == 0 && result.errors == "", "killed at system call \(number): \(result.errors)")
            await expectRecording(path, "killed at system call \(number)", least: 21)
        }
    }

    /// Every hundredth system call of a program that writes and, with a small limit, deletes, merges and gives room back all the time.
    @Test(.enabled("processes cannot be traced here") { await KillingProgram.isAllowed })
    func aKillAmidTheUpkeepLosesNothingThatWasTold() async throws {
        for number in stride(from: 300, through: 4_000, by: KillingProgram.takesAll ? 100 : 700) {
            let folder = try TemporaryFolder()
            let path = folder.path("history.sqlite")
            let result = try await KillingProgram.run(
                number, marker: folder.path, [try KillingProgram.path(), path, "400", "insert", "more"],
                environment: ["HISTORY_ROWS": "40"])
            let told = result.text.split(separator: "\n").compactMap { HistoryID(String($0)) }
            let opening = try HistoryStore.open(path: path, now: { HistoryFill.start })
            #expect(opening.message == nil)
            for id in told.suffix(10) { #expect(try await opening.store.entry(id) != nil, "killed at system call \(number)") }
            #expect(try await OpenedHistory.isSound(opening.store), "killed at system call \(number)")
            await opening.store.close()
        }
    }

    /// Room for so many KB at the first start; then there is more.
    @Test(.enabled(if: SmallDisk.isAllowed, "only root may mount a small disk"))
    func theNextStartRecordsAfterADiskOfAnySize() async throws {
        var refused = 0
        for size in stride(from: 8, through: 180, by: 4) {
            let disk = try SmallDisk(bytes: size << 10)
            let path = disk.path + "/history.sqlite"
            do throws(HistoryError) {
                let store = try HistoryStore.open(path: path, now: { HistoryFill.start }).store
                try? await store.insert(.simple("first"))
                await store.close()
            } catch {
                refused += 1
                #expect(error.kind == .full, "\(size) KB: \(error)")
            }
            try disk.grow(to: 4 << 20)
            await expectRecording(path, "a disk of \(size) KB")
        }
        #expect(refused > 10)
    }

    /// The same for every user: the shell allows files of so many KB only. Who does not ignore the signal of it is killed by it.
    @Test(arguments: [true, false]) func theNextStartRecordsAfterALimitOfAnySize(_ ignoresSignal: Bool) async throws {
        var ended = 0
        for size in stride(from: 4, through: 140, by: KillingProgram.takesAll ? 4 : 12) {
            let folder = try TemporaryFolder()
            let path = folder.path("history.sqlite")
            let script = "\(ignoresSignal ? "trap '' XFSZ; " : "")ulimit -c 0; ulimit -f \(size); exec \"$@\""
            let result = try await ChildProcess.run(
                "bash", ["-c", script, "bash", try KillingProgram.path(), path, "1", "insert", "first"], environment: [:])
            ended += result.code == 0 ? 0 : 1
            await expectRecording(path, "files of \(size) KB at most", least: result.text.isEmpty ? 1 : 2)
        }
        #expect(ended > 3)
    }
}

/// Runs a program and kills it at a system call, see Tests/HistoryChild.
enum KillingProgram {
    static let takesAll = Thoroughness.isNightly || ProcessInfo.processInfo.environment["EXPLORER_ALL_KILLS"] != nil

    /// The program that stands beside the tests.
    static func path() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return String(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex)) + "/HistoryChild"
    }

    /// Whether a process may trace another here.
    static var isAllowed: Bool {
        get async { (try? await run(1, marker: "/nowhere", ["/bin/true"]))?.code == 0 }
    }

    /// - Parameters:
    ///   - number: of the system call, counted from the first that names a path that begins with the marker.
    ///   - program: its path, and its arguments.
    static func run(
        _ number: Int, marker: String, _ program: [String], environment: [String: String] = [:]
    ) async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            try path(), ["kill-at", String(number), marker] + program, environment: environment, within: .seconds(60))
    }
}
