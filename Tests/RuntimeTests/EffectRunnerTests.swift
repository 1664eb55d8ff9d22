// Effects become work, and what comes of it becomes events.

import Canvas
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.timeLimit(.minutes(1)))
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

    /// The next answer, and the numbers that came before it.
    private func answer() async throws -> (Answer, [TaskID]) {
        var numbers: [TaskID] = []
        let answer = try await next { event -> Answer? in
            if case .dispatched(_, let id) = event { numbers.append(id) }
            if case .answered(_, let answer) = event { return answer }
            return nil
        }
        return (answer, numbers)
    }

    @Test func requestGetsItsNumberBeforeItsAnswer() async throws {
        let runner = runner(ScriptedTransport.Step.answer(200, body: Array("[1]".utf8)))
        runner.perform(.send(plan, pool, Ticket(number: 5)))
        let (answer, numbers) = try await answer()
        #expect(numbers == [answer.task])
        #expect(answer.head?.status == 200)
        #expect((answer.bytes, answer.kind, answer.failure) == (3, .json, nil))
        #expect(answer.url?.revealed == "http://one.example/items")
    }

    /// A chain of saved requests is a row whose members are what was sent and what was skipped.
    @Test func aChainIsARowThatEndsWhenItIsClosed() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in ScriptedTransport.Step.answer(200) })
        let runner = EffectRunner(client: client, inbox: inbox)
        runner.perform(.run(.open(RunRow(1, .group), .group, "smoke", count: 2, in: nil)))
        runner.perform(.run(.open(RunRow(1, .chain(0)), .chain, "checkout", count: 2, in: RunRow(1, .group))))
        runner.perform(.run(.member(Ticket(number: 7), of: RunRow(1, .chain(0)))))
        runner.perform(.send(plan, pool, Ticket(number: 7)))
        let (answer, _) = try await answer()
        runner.perform(.run(.skip("pay", .post, of: RunRow(1, .chain(0)))))
        runner.perform(.run(.close(RunRow(1, .chain(0)), failure: "items: no")))
        runner.perform(.run(.close(RunRow(1, .group), failure: "1 of 2 failed")))
        let rows = client.snapshot().ended
        let group = try #require(rows.first { $0.info.title == "smoke" })
        let chain = try #require(rows.first { $0.info.title == "checkout" })
        #expect(chain.info.parent == group.id && chain.reason == "items: no" && group.state == .failed)
        #expect(rows.first { $0.id == answer.task }?.info.parent == chain.id)
        let pay = try #require(rows.first { $0.info.title == "pay" })
        #expect(pay.state == .cancelled(.skipped) && pay.info.method == .post)
        #expect(chain.members?.skipped == 1 && chain.members?.ended == 2)
        // A ticket that nobody has named is a row for itself.
        runner.perform(.send(plan, pool, Ticket(number: 8)))
        let (alone, _) = try await self.answer()
        #expect(client.row(of: alone.task)?.info.parent == nil)
    }

    @Test func answerThatSaysFailureIsAnAnswer() async throws {
        let runner = runner(ScriptedTransport.Step.answer(404, body: Array("no such item".utf8)))
        runner.perform(.send(plan, pool, Ticket(number: 1)))
        let (answer, _) = try await answer()
        #expect(answer.head?.status == 404 && answer.failure == nil && answer.kind == .text)
        runner.perform(.window(answer.task, .raw, 0..<5))
        let lines = try await next { if case .window(let window) = $0 { window.lines } else { nil } }
        #expect(lines == ["no such item"])
    }

    @Test func whatCameBeforeTheConnectionWasCutIsKept() async throws {
        let runner = runner([.head(ResponseHead(status: 200)), .body(Array("half".utf8)), .fail(TransferFailure(.cut, "closed"))])
        runner.perform(.send(plan, pool, Ticket(number: 1)))
        let (answer, _) = try await answer()
        #expect(answer.bytes == 4 && answer.failure?.detail == "closed")
    }

    @Test func requestThatCannotBeBuiltIsAnsweredToo() async throws {
        let runner = runner([])
        runner.perform(.send(RequestPlan(id: "x", path: "/items/{id}"), pool, Ticket(number: 1)))
        let (answer, _) = try await answer()
        #expect(answer.head == nil && answer.failure?.title == "The request could not be built")
    }

    @Test(arguments: [true, false])
    func cancellingAnswersAtOnce(_ all: Bool) async throws {
        let runner = runner([.enter(.waiting)])
        runner.perform(.send(plan, pool, Ticket(number: 1)))
        let id = TaskID(1)
        runner.perform(all ? .cancelAll : .cancel([id, TaskID(99)]))
        let (answer, _) = try await answer()
        #expect(answer.task == id && answer.failure?.title == "Cancelled by user")
    }

    @Test func bodiesThatHadToGoAreNamed() async throws {
        let runner = runner(ScriptedTransport.Step.answer(200, body: Array("0123456789".utf8)), bodies: BodyStore(capacity: 15))
        runner.perform(.send(plan, pool, Ticket(number: 1)))
        let (first, _) = try await answer()
        runner.perform(.send(plan, pool, Ticket(number: 2)))
        let evicted = try await next { if case .evicted(let ids) = $0 { ids } else { nil } }
        #expect(evicted == [first.task])
    }

    @Test func observingBringsEveryEventWithTheTime() async throws {
        let runner = runner(ScriptedTransport.Step.answer(200))
        let observer = runner.observe()
        defer { observer.cancel() }
        runner.perform(.send(plan, pool, Ticket(number: 1)))
        var list = TaskList()
        let ended = try await next { event -> Bool? in
            if case .network(let batch, _) = event { #expect(list.apply(batch) == []) }
            return list.counts.ended == 1 ? true : nil
        }
        #expect(ended)
        #expect(list.row(TaskID(1))?.status == 200)
    }
}
