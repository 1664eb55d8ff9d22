// Lines of shell that bodies go through, good and bad: what comes out is a body or words, and nothing runs on.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct PipeRunnerTests {
    private let inbox = Inbox()
    private let bodies = BodyStore()
    private let folder: TemporaryFolder
    private static let task = TaskID(7)

    init() throws { folder = try TemporaryFolder() }

    private func runner(limit: Int = PipeRunner.usualLimit) -> PipeRunner {
        PipeRunner(
            bodies: bodies, inbox: inbox, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path], limit: limit)
    }

    private func keep(_ text: String, type: String = "application/json") { keep(Array(text.utf8), type: type) }

    private func keep(_ body: [UInt8], type: String) {
        let head = ResponseHead(status: 200, headers: Headers([HeaderField("Content-Type", type)]))
        let response = RawResponse(head: head, body: body, url: URI("http://127.0.0.1/"))
        _ = bodies.keep(response, BodyContent(response), for: Self.task)
    }

    private func piped() async throws -> Piped {
        var found: Piped?
        _ = await eventually {
            for event in inbox.drain() { if case .outside(.piped(let piped)) = event { found = piped } }
            return found != nil
        }
        return try #require(found)
    }

    private func run(_ line: String, limit: Int = PipeRunner.usualLimit) async throws -> (Piped, String?) {
        runner(limit: limit).start(PipeRequest(task: Self.task, number: 1, command: line))
        let piped = try await piped()
        return (piped, bodies.content(piped.request.output).map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    @Test func outputIsABodyOfItsOwn() async throws {
        keep("{\"items\": [1, 2]}")
        let (piped, text) = try await run("cat; echo")
        #expect(piped.ending == .exited(0) && piped.kind == .json && piped.rows == 2 && text == "{\"items\": [1, 2]}\n")
        #expect(bodies.content(Self.task)?.bytes.count == 17)
        #expect(bodies.tree(TreeRequest(task: piped.request.output, root: 0, folds: .allOpen, range: 0..<9))?.total == 4)
    }

    @Test func theBodyComesDecodedAndAsItWasWritten() async throws {
        keep([0x7B, 0x7D, 0x20], type: "application/json")
        #expect(try await run("cat").1 == "{} ")
        keep(Array("gr".utf8) + [0xFC] + Array("n".utf8), type: "text/plain; charset=iso-8859-1")
        #expect(try await run("cat").1 == "grün")
    }

    @Test func aLargeBodyGoesInWhileItsOutputComes() async throws {
        let line = String(repeating: "lamp ", count: 20) + "\n"
        keep(String(repeating: line, count: 50_000), type: "text/plain")
        let (piped, text) = try await run("cat")
        #expect(piped.bytes == 5_050_000 && text?.hasSuffix("lamp \n") == true)
        #expect(try await run("sort | uniq -c | tr -d ' '").1?.hasPrefix("50000lamp") == true)
    }

    @Test func whatIsNotReadIsNotAFault() async throws {
        keep(String(repeating: "a line\n", count: 200_000), type: "text/plain")
        let (piped, text) = try await run("head -n 1")
        #expect(piped.ending == .exited(0) && text == "a line\n")
    }

    @Test func faultsAreTold() async throws {
        keep("{}")
        let (piped, text) = try await run("echo half; echo wrong >&2; echo 'and why' >&2; exit 3")
        #expect(piped.ending == .exited(3) && piped.errors == "wrong\nand why" && text == "half\n")
        #expect(try await run("no-such-program-here").0.ending == .exited(127))
        guard case .killed = try await run("kill -KILL $$").0.ending else { return #expect(Bool(false)) }
        let (silent, _) = try await run("exit 0")
        #expect(silent.kind == .empty && silent.bytes == 0)
    }

    @Test func aBodyThatIsGoneIsSaid() async throws { #expect(try await run("cat").0.ending == .gone) }

    @Test func outputIsBounded() async throws {
        keep("{}")
        let (piped, text) = try await run("yes lamp", limit: 10_000)
        #expect(piped.isCut && piped.bytes == 10_000 && text?.utf8.count == 10_000)
        let (whole, _) = try await run("head -c 10000 /dev/zero", limit: 10_000)
        #expect(!whole.isCut && whole.bytes == 10_000)
    }

    /// Whether the process of that number, which a script wrote into a file, is there.
    private func lives(_ file: String) -> Bool {
        guard let text = try? String(contentsOfFile: folder.path + "/" + file, encoding: .utf8),
            let process = pid_t(text.filter(\.isNumber))
        else { return false }
        return kill(process, 0) == 0
    }

    @Test(arguments: ["", "trap '' TERM; "])
    func whatIsGivenUpEndsWithAllThatItStarted(_ stubborn: String) async throws {
        keep("{}")
        let runner = runner()
        runner.start(
            PipeRequest(
                task: Self.task, number: 1, command: "\(stubborn)sleep 100 & echo $! > \(folder.path)/pid; sleep 100; cat"))
        #expect(await eventually { lives("pid") })
        runner.end()
        #expect(await eventually { !lives("pid") })
        #expect(bodies.content(PipeRequest(task: Self.task, number: 1, command: "").output) == nil)
    }

    @Test func aNewLineEndsTheOneThatRuns() async throws {
        keep("{}")
        let runner = runner()
        runner.start(PipeRequest(task: Self.task, number: 1, command: "sleep 100; cat"))
        let second = PipeRequest(task: Self.task, number: 2, command: "cat")
        runner.start(second)
        #expect(try await piped().request == second)
    }

    @Test func whatTheShellLeavesBehindIsNotWaitedFor() async throws {
        keep("{}")
        let start = ContinuousClock.now
        let (piped, text) = try await run("echo done; sleep 30 &")
        #expect(piped.ending == .exited(0) && text == "done\n" && ContinuousClock.now - start < .seconds(20))
    }

    /// The shell has ended, and what it left behind holds its output open: giving it up then ends that, and this.
    @Test func whatIsGivenUpBehindItsShellEnds() async throws {
        let program = PipeProgram()
        let mark = folder.path + "/left"
        let (told, tell) = AsyncStream<PipeProgram.Outcome>.makeStream()
        Thread.detachNewThread { [folder] in
            let line = "(sleep 40; touch \(mark)) & echo hi > \(folder.path)/said"
            tell.yield(program.run(line, input: [], limit: 100, environment: ["PATH": "/usr/bin:/bin"]))
            tell.finish()
        }
        #expect(await eventually { FileManager.default.fileExists(atPath: folder.path + "/said") })
        program.cancel()
        var outcomes: [PipeProgram.Outcome] = []
        for await outcome in told { outcomes.append(outcome) }
        // It may have ended by itself before: either way it has ended.
        #expect(outcomes.count == 1 && [.cancelled, .ended(.exited(0))].contains(outcomes[0].ending))
    }

    @Test func itHasNoTerminal() async throws {
        keep("{}")
        #expect(try await run("if (: </dev/tty) 2>/dev/null; then echo tty; else echo none; fi").1 == "none\n")
    }
}
