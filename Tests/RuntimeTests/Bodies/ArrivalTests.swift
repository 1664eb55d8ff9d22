// Answers that are looked at while they arrive.

import Canvas
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct ArrivalTests {
    private let inbox = Inbox()
    private let bodies = BodyStore()
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))])

    /// A runner, and the request that it has in the air.
    private func sent(_ type: String, _ text: String, memory: Int = 1 << 20) throws -> (EffectRunner, ScriptedTransfer) {
        let head = ResponseHead(status: 200, headers: Headers([HeaderField("Content-Type", type)]))
        let transport = ScriptedTransport { _ in [.head(head), .body(Array(text.utf8))] }
        let runner = EffectRunner(
            client: NetClient(transport: transport), inbox: inbox, bodies: bodies,
            environment: ["EXPLORER_CACHE_DIR": FileManager.default.temporaryDirectory.path], bodyMemory: memory)
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: RequestPlan(id: "items", path: "/items"), pool: pool))))
        var transfer: ScriptedTransfer?
        let limit = ContinuousClock.now + .seconds(20)
        while transfer == nil, ContinuousClock.now < limit { transfer = transport.inFlight.first }
        return (runner, try #require(transfer))
    }

    private func next<T>(_ pick: (Event) -> T?) async throws -> T {
        var found: T?
        _ = await eventually {
            for event in inbox.drain() where found == nil { found = pick(event) }
            return found != nil
        }
        return try #require(found)
    }

    private func answer(_ isWanted: (Answer) -> Bool = { _ in true }) async throws -> Answer {
        try await next { if case .engine(.answered(let answer)) = $0, isWanted(answer) { answer } else { nil } }
    }

    @Test func whatHasComeIsShownBeforeTheRest() async throws {
        let (runner, transfer) = try sent("application/json", #"[{"id":1},{"id":2},{"#)
        let part = try await answer()
        #expect(part.isArriving && part.kind == .json && part.rows == 3 && part.bytes == 20)
        runner.perform(.body(.window(part.task, .pretty, 0..<4)))
        let lines = try await next { if case .body(.window(let window)) = $0 { window } else { nil } }
        #expect(lines.lines == ["[", "  {", #"    "id": 1"#, "  },"])
        transfer.play([.body(Array(#""id":3}]"#.utf8)), .finish(TransferMetrics())])
        let whole = try await answer { !$0.isArriving }
        #expect(whole.rows == 3 && whole.bytes == 28 && whole.failure == nil && whole.task == part.task)
        #expect(bodies.document(of: whole.task)?.root[2]?["id"]?.int == 3)
    }

    @Test func eventsComeOneByOne() async throws {
        let (_, transfer) = try sent("text/event-stream", "data: 1\n\ndata: 2\n\ndata: ha")
        let part = try await answer()
        #expect(part.isArriving && part.kind == .records && part.rows == 2)
        transfer.play([.body(Array("lf\n\n".utf8))])
        #expect(try await answer { $0.rows == 3 }.isArriving)
        // A stream is stopped: what it has brought stays.
        transfer.play([.fail(TransferFailure(.cut, "closed"))])
        let stopped = try await answer { !$0.isArriving }
        #expect(stopped.rows == 3 && stopped.failure?.detail == "closed")
    }

    @Test func aStreamThatIsCancelledKeepsWhatItBrought() async throws {
        let (runner, _) = try sent("text/event-stream", "data: 1\n\n")
        let part = try await answer()
        runner.perform(.engine(.cancel([part.task])))
        let stopped = try await answer { !$0.isArriving }
        #expect(stopped.rows == 1 && stopped.head?.status == 200 && stopped.failure?.title == "Cancelled by user")
        #expect(bodies.window(part.task, .raw, 0..<9)?.lines == ["data: 1", ""])
    }

    /// What comes after the last thing that was told is told too, although nothing more arrives that could be the reason.
    @Test func theLastPieceBeforeASilenceIsShown() async throws {
        let (_, transfer) = try sent("text/plain", "one\n")
        #expect(try await answer().bytes == 4)
        transfer.play([.body(Array("two\n".utf8)), .body(Array("three\n".utf8))])
        let later = try await answer { $0.bytes == 14 }
        #expect(later.isArriving)
        #expect(bodies.window(later.task, .raw, 0..<9)?.lines == ["one", "two", "three"])
    }

    /// What was counted in the body of one attempt says nothing of the next one's.
    @Test func anotherAttemptIsAnotherBody() throws {
        let long = Array(String(repeating: "line\n", count: 200).utf8)
        let head = ResponseHead(status: 200)
        func body(_ bytes: [UInt8]) throws -> ArrivingBody {
            let body = ArrivingBody(head, URI("http://one.example/"), spool: .init(folder: "/nowhere")) { _ in }
            try bytes.withUnsafeBytes { try body.receive($0) }
            return body
        }
        let (first, second) = (try body(long), try body(Array("short\n".utf8)))
        let id = TaskID(1)
        _ = bodies.keep(first.bytes, BodyContent(first.bytes, head, isPart: true), for: id, source: first)
        #expect(bodies.window(id, .raw, 190..<230)?.lines.count == 10)
        _ = bodies.keep(second.bytes, BodyContent(second.bytes, head), for: id, source: second)
        let window = bodies.window(id, .raw, 0..<10)
        #expect(window?.total == 1 && window?.lines == ["short"])
        #expect(bodies.window(id, .raw, 190..<230)?.lines == [])
    }

    @Test func aListThatWasCutOffIsStillAList() async throws {
        let (_, transfer) = try sent("application/json", #"[{"id":1},{"id":2},{"#)
        _ = try await answer()
        transfer.play([.fail(TransferFailure(.cut, "closed"))])
        let cut = try await answer { !$0.isArriving }
        #expect(cut.kind == .json && cut.rows == 3 && cut.failure?.detail == "closed")
    }

    @Test func aLargeBodyIsTheSameFromTheDisk() async throws {
        let (_, transfer) = try sent("application/json", "[", memory: 1_000)
        for number in 0..<200 { transfer.play([.body(Array("{\"id\":\(number)},".utf8))]) }
        transfer.play([.body(Array("{}]".utf8)), .finish(TransferMetrics())])
        let whole = try await answer { !$0.isArriving }
        #expect(whole.rows == 201 && whole.kind == .json)
        #expect(bodies.document(of: whole.task)?.tableMemory == 0)
        #expect(
            bodies.table(TableRequest(task: whole.task, order: nil, range: 199..<200))?.lines.first?.cells.first?.text == "199")
        #expect(bodies.value(0, of: whole.task)?.text.utf8.count == whole.bytes)
    }
}
