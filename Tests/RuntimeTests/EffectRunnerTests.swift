// Effects become work, and what comes of it becomes events.

import Canvas
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 1))
struct EffectRunnerTests {
    private let inbox = Inbox()
    private let plan = RequestPlan(id: "items", path: "/items")
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))])

    private func runner(_ steps: [ScriptedTransport.Step], bodies: BodyStore = BodyStore()) -> EffectRunner {
        EffectRunner(client: NetClient(transport: ScriptedTransport { _ in steps }), inbox: inbox, bodies: bodies)
    }

    /// The next event that `pick` takes; what comes before it is passed over.
    private func next<T>(_ pick: (Event) -> T?) async throws -> T {
        var found: T?
        _ = await eventually {
            for event in inbox.drain() where found == nil { found = pick(event) }
            return found != nil
        }
        return try #require(found)
    }

    private func answer() async throws -> Answer {
        try await next { if case .engine(.answered(let answer)) = $0 { answer } else { nil } }
    }

    @Test func responseHasTheNumberThatWasReserved() async throws {
        let runner = runner(ScriptedTransport.Step.answer(200, body: Array("[1]".utf8)))
        runner.perform(.engine(.send(SendOrder(id: TaskID(5), plan: plan, pool: pool))))
        let answer = try await answer()
        #expect(answer.task == TaskID(5))
        #expect(answer.head?.status == 200)
        #expect((answer.bytes, answer.kind, answer.failure) == (3, .json, nil))
        #expect(answer.url?.revealed == "http://one.example/items")
    }

    @Test func membersOfAGroupHaveTheNumbersThatWereReserved() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in ScriptedTransport.Step.answer(200) })
        let ids = (0..<4).map { _ in client.reserveTaskID() }
        let runner = EffectRunner(client: client, inbox: inbox)
        let members = Array(ids.dropFirst())
        runner.perform(.engine(.sendGroup(GroupOrder(id: ids[0], title: "three", plan: plan, pool: pool, members: members))))
        var answered: Set<TaskID> = []
        _ = await eventually {
            for case .engine(.answered(let answer)) in inbox.drain() { answered.insert(answer.task) }
            return answered.count == 3
        }
        #expect(answered == Set(members))
        #expect(client.row(of: ids[0])?.info.title == "three")
        #expect(members.allSatisfy { client.row(of: $0)?.info.parent == ids[0] })
    }

    /// A chain of saved requests is a row whose members are what was sent and what was skipped.
    @Test func aChainIsARowThatEndsWhenItIsClosed() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in ScriptedTransport.Step.answer(200) })
        let runner = EffectRunner(client: client, inbox: inbox)
        runner.perform(.engine(.run(.open(RunRow(1, .group), .group, "smoke", count: 2, in: nil))))
        runner.perform(.engine(.run(.open(RunRow(1, .chain(0)), .chain, "checkout", count: 2, in: RunRow(1, .group)))))
        runner.perform(.engine(.send(SendOrder(id: TaskID(7), plan: plan, pool: pool, row: RunRow(1, .chain(0))))))
        let answer = try await answer()
        runner.perform(.engine(.run(.skip("pay", .post, of: RunRow(1, .chain(0))))))
        runner.perform(.engine(.run(.close(RunRow(1, .chain(0)), failure: "items: no"))))
        runner.perform(.engine(.run(.close(RunRow(1, .group), failure: "1 of 2 failed"))))
        let rows = client.snapshot().ended
        let group = try #require(rows.first { $0.info.title == "smoke" })
        let chain = try #require(rows.first { $0.info.title == "checkout" })
        #expect(chain.info.parent == group.id && chain.reason == "items: no" && group.state == .failed)
        #expect(rows.first { $0.id == answer.task }?.info.parent == chain.id)
        let pay = try #require(rows.first { $0.info.title == "pay" })
        #expect(pay.state == .cancelled(.skipped) && pay.info.method == .post)
        #expect(chain.members?.skipped == 1 && chain.members?.ended == 2)
        runner.perform(.engine(.send(SendOrder(id: TaskID(8), plan: plan, pool: pool))))
        let alone = try await self.answer()
        #expect(client.row(of: alone.task)?.info.parent == nil)
    }

    @Test func answerThatSaysFailureIsAnAnswer() async throws {
        let runner = runner(ScriptedTransport.Step.answer(404, body: Array("no such item".utf8)))
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: plan, pool: pool))))
        let answer = try await answer()
        #expect(answer.head?.status == 404 && answer.failure == nil && answer.kind == .text)
        runner.perform(.body(.window(answer.task, .raw, 0..<5)))
        let lines = try await next { if case .body(.window(let window)) = $0 { window.lines } else { nil } }
        #expect(lines == ["no such item"])
    }

    @Test func whatCameBeforeTheConnectionWasCutIsKept() async throws {
        let runner = runner([.head(ResponseHead(status: 200)), .body(Array("half".utf8)), .fail(TransferFailure(.cut, "closed"))])
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: plan, pool: pool))))
        let answer = try await answer()
        #expect(answer.bytes == 4 && answer.failure?.detail == "closed")
    }

    @Test func requestThatCannotBeBuiltIsAnsweredToo() async throws {
        let runner = runner([])
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: RequestPlan(id: "x", path: "/items/{id}"), pool: pool))))
        let answer = try await answer()
        #expect(answer.head == nil && answer.failure?.title == "The request could not be built")
    }

    @Test(arguments: [true, false])
    func cancellingAnswersAtOnce(_ all: Bool) async throws {
        let runner = runner([.enter(.waiting)])
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: plan, pool: pool))))
        let id = TaskID(1)
        runner.perform(all ? .engine(.cancelAll) : .engine(.cancel([id, TaskID(99)])))
        let answer = try await answer()
        #expect(answer.task == id && answer.failure?.title == "Cancelled by user")
    }

    @Test func bodiesThatHadToGoAreNamed() async throws {
        let runner = runner(ScriptedTransport.Step.answer(200, body: Array("0123456789".utf8)), bodies: BodyStore(capacity: 15))
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: plan, pool: pool))))
        let first = try await answer()
        runner.perform(.engine(.send(SendOrder(id: TaskID(2), plan: plan, pool: pool))))
        let evicted = try await next { if case .body(.evicted(let ids)) = $0 { ids } else { nil } }
        #expect(evicted == [first.task])
    }

    @Test func observingBringsEveryEventWithTheTime() async throws {
        let runner = runner(ScriptedTransport.Step.answer(200))
        let observer = runner.observe()
        defer { observer.cancel() }
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: plan, pool: pool))))
        var list = TaskList()
        let ended = try await next { event -> Bool? in
            if case .engine(.network(let batch, _)) = event { #expect(list.apply(batch) == []) }
            return list.counts.ended == 1 ? true : nil
        }
        #expect(ended)
        #expect(list.row(TaskID(1))?.status == 200)
    }
}
