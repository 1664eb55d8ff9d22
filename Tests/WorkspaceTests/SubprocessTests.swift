// Child processes and their owner: how they end, what reaches them, and that no signal outlives them.

import Foundation
import TestSupport
import Testing

@testable import Workspace

@Suite(.within(minutes: 1))
struct SubprocessTests {
    private static func start(
        _ line: String, input: Subprocess.Stream = .nothing, output: Subprocess.Stream = .nothing
    ) throws -> Subprocess {
        try Subprocess.start(
            ["/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"], input: input, output: output, errors: .nothing,
            in: .group
        ).get()
    }

    /// Starts a line that says when it is ready, and waits for that.
    private static func startReady(_ line: String, input: Subprocess.Stream = .nothing) throws -> Subprocess {
        let child = try start(line, input: input, output: .pipe)
        #expect(readLine(child.output) == "ready")
        return child
    }

    /// A line of the output; empty at its end, when all processes that had it have ended.
    private static func readLine(_ output: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Whether a process has the number, be it a zombie.
    private static func isTaken(_ id: pid_t) -> Bool { kill(id, 0) == 0 }

    static let ends: [(String, Subprocess.End)] = [
        ("exit 0", .exited(0)), ("exit 7", .exited(7)), ("exit 143", .exited(143)), ("kill -TERM $$", .signalled(SIGTERM)),
        ("kill -KILL $$", .signalled(SIGKILL)),
    ]

    @Test(arguments: ends) func endIsReportedAsOftenAsAsked(_ line: String, _ end: Subprocess.End) throws {
        let child = try Self.start(line)
        #expect(child.wait() == end)
        #expect(child.poll() == end)
        #expect(child.wait(killingAt: .now) == end)
    }

    @Test func shellReportsTheSignalOfItsCommand() {
        #expect(Subprocess.End.exited(143).ofShellCommand == .signalled(SIGTERM))
        #expect(Subprocess.End.signalled(SIGHUP).ofShellCommand == .signalled(SIGHUP))
        for code: Int32 in [0, 1, 127, 128, 193, 255] {
            #expect(Subprocess.End.exited(code).ofShellCommand == .exited(code))
        }
    }

    @Test func programThatIsMissingDoesNotStart() {
        let start = Subprocess.start(
            ["/no/such/program"], environment: [:], input: .pipe, output: .pipe, errors: .pipe, in: .session)
        guard case .failure(let error) = start else {
            Issue.record("it started")
            return
        }
        #expect(error.code == ENOENT)
    }

    @Test func childThatRunsHasNoEnd() throws {
        let child = try Self.start("read line; exit 3", input: .pipe)
        #expect(child.poll() == nil)
        close(child.input)
        #expect(child.wait() == .exited(3))
    }

    @Test func streamsAreThoseOfTheChild() throws {
        let child = try Self.start("read line; echo \"$line $line\"", input: .pipe, output: .pipe)
        #expect(child.errors == -1)
        let written = write(child.input, "lamp\n", 5)
        #expect(written == 5)
        #expect(Self.readLine(child.output) == "lamp lamp")
        #expect(Self.readLine(child.output) == "")
        close(child.input)
        close(child.output)
    }

    @Test func stopIsReportedOnceAndTheEndAfterIt() throws {
        let child = try Self.start("kill -STOP $$; exit 4")
        var stops: [Int32] = []
        let end = child.wait { signal in
            stops.append(signal)
            child.signal(SIGCONT)
        }
        #expect(stops == [SIGSTOP] && end == .exited(4))
    }

    @Test(arguments: ["exec sleep 60", "kill -STOP $$; sleep 60"]) func childThatObeysHasItsTime(_ line: String) throws {
        let child = try Self.startReady("echo ready; \(line)")
        #expect(child.end(within: .seconds(30)) == .signalled(SIGTERM))
        close(child.output)
    }

    @Test func childThatIgnoresTheRequestIsKilledWithItsGroup() throws {
        let child = try Self.startReady("trap '' TERM; sleep 60 & echo ready; wait")
        var isAsked = false
        let end = child.end(within: .milliseconds(20)) { isAsked = true }
        #expect(isAsked && end == .signalled(SIGKILL))
        #expect(Self.readLine(child.output) == "", "the grandchild has ended as well")
        close(child.output)
    }

    @Test func deadlineKillsTheGroup() throws {
        let child = try Self.startReady("sleep 60 & echo ready; wait")
        #expect(child.wait(killingAt: .now + .milliseconds(20)) == .signalled(SIGKILL))
        #expect(Self.readLine(child.output) == "", "the grandchild has ended as well")
        close(child.output)
    }

    @Test func signalToTheChildSparesItsGroup() throws {
        // A shell gives its background processes no standard input.
        let child = try Self.startReady("exec 3<&0; (read line <&3; echo over) & echo ready; wait", input: .pipe)
        child.signal(SIGKILL)
        #expect(child.wait() == .signalled(SIGKILL))
        close(child.input)
        #expect(Self.readLine(child.output) == "over")
        close(child.output)
    }

    @Test func restOfAGroupIsKilledAfterItsTime() throws {
        let child = try Self.startReady("trap '' TERM; sleep 60 & echo ready")
        #expect(child.wait() == .exited(0))
        child.endRest(within: .milliseconds(20))
        #expect(Self.readLine(child.output) == "", "the grandchild has ended")
        close(child.output)
    }

    @Test func nothingReachesAChildThatHasBeenReaped() throws {
        let child = try Self.start("exit 5")
        child.endRest(within: .seconds(30))
        #expect(!Self.isTaken(child.id))
        #expect(!child.signal(SIGKILL) && !child.signal(SIGKILL, toGroup: true))
        #expect(child.end(within: .zero) == .exited(5) && child.poll() == .exited(5))
    }

    @Test func childThatOtherCodeHasReapedHasAnEnd() throws {
        let child = try Self.start("exit 5")
        #expect(waitpid(child.id, nil, 0) == child.id)
        #expect(child.poll() == .signalled(0) && child.wait(killingAt: .now + .seconds(60)) == .signalled(0))
        #expect(!child.signal(SIGKILL))
    }

    /// No other process can get the number, and with it a signal, before the owner goes.
    @Test func numberOfAChildThatHasEndedStaysTaken() throws {
        var child: Subprocess? = try Self.start("exit 0")
        let id = child?.id ?? 0
        child?.wait()
        let isTaken = Self.isTaken(id)
        child?.signal(SIGKILL, toGroup: true)
        child = nil
        #expect(isTaken && !Self.isTaken(id))
    }

    @Test func childThatOutlivesItsOwnerIsReapedWhenItEnds() async throws {
        let (id, input) = try Self.startWithoutOwner()
        #expect(Self.isTaken(id))
        close(input)
        #expect(await eventually { !Self.isTaken(id) })
    }

    private static func startWithoutOwner() throws -> (id: pid_t, input: Int32) {
        let child = try start("read line", input: .pipe)
        return (child.id, child.input)
    }
}
