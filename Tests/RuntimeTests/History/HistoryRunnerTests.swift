// The history for the screen: listed, searched, opened as an answer, deleted; and what of an entry can be sent again.

import Canvas
import Foundation
import History
import NetLayer
import Synchronization
import TestSupport
import Testing

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 1)) struct HistoryRunnerTests {
    private let folder: TemporaryFolder
    private let inbox = Inbox()
    private let unread = UnreadNews()

    /// News that came together with others.
    private final class UnreadNews: Sendable {
        let news = Mutex<[HistoryNews]>([])
    }

    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))], id: "shop")

    init() throws { folder = try TemporaryFolder() }

    /// A runner whose requests are recorded.
    private func runner() -> EffectRunner {
        let recorder = HistoryRecorder(
            HistoryConnection(path: folder.path("history.sqlite")) { text in Issue.record("trouble: \(text)") })
        recorder.setFrame(HistoryFrame(api: "shop"))
        var behaviour = ClientBehaviour()
        behaviour.hooks = [recorder]
        let client = NetClient(
            transport: ScriptedTransport { request in
                ScriptedTransport.Step.answer(
                    200, headers: ["Content-Type": "application/json"], body: Array(#"{"path":"\#(request.url.path)"}"#.utf8))
            }, behaviour: behaviour)
        recorder.attach(client)
        return EffectRunner(client: client, inbox: inbox, history: recorder)
    }

    /// The next news of the history.
    private func news() async throws -> HistoryNews {
        _ = await eventually {
            let new = inbox.drain().compactMap { event -> HistoryNews? in
                if case .history(let news) = event { news } else { nil }
            }
            return unread.news.withLock { news in
                news += new
                return !news.isEmpty
            }
        }
        return try #require(unread.news.withLock { $0.isEmpty ? nil : $0.removeFirst() })
    }

    private func lines(_ news: HistoryNews) throws -> [PastRequest] {
        guard case .listed(_, let lines, _, _) = news else {
            Issue.record("no list: \(news)")
            return []
        }
        return lines
    }

    /// How many entries were hidden.
    private func deleted(_ news: HistoryNews) throws -> Int {
        guard case .deleted(_, let count) = news else {
            Issue.record("nothing was deleted: \(news)")
            return 0
        }
        return count
    }

    /// Sends, and waits until the answers are in the history.
    private func send(_ paths: [String], _ runner: EffectRunner) async throws {
        for (index, path) in paths.enumerated() {
            runner.perform(
                .engine(
                    .send(SendOrder(id: TaskID(UInt64(index)), plan: RequestPlan(id: path, title: path, path: path), pool: pool)))
            )
        }
        var number = 0
        while true {
            number += 1
            runner.perform(.history(.list(HistoryQuery(text: "", number: number))))
            if try lines(await news()).count == paths.count { return }
        }
    }

    @Test func whatWasSentIsListedSearchedOpenedAndDeleted() async throws {
        let runner = runner()
        try await send(["/items", "/orders"], runner)
        runner.perform(.history(.list(HistoryQuery(text: "orders one.example", number: 90))))
        let found = try lines(await news())
        #expect(found.map(\.url) == ["http://one.example/orders"] && found[0].status == 200 && found[0].api == "shop")
        let task = PastExchange.task(1)
        runner.perform(.history(.open(found[0].id, as: task, .show)))
        guard case .opened(let past, .show, let answer) = try await news() else { return #expect(Bool(false)) }
        #expect(answer.task == task && answer.isPast && answer.head?.status == 200 && answer.kind == .json && answer.bytes == 18)
        #expect(past.plan?.path == "http://one.example/orders" && past.heads.count == 2)
        runner.perform(.body(.window(task, .raw, 0..<5)))
        var window: BodyWindow?
        #expect(
            await eventually {
                for case .body(.window(let next)) in inbox.drain() { window = next }
                return window != nil
            })
        #expect(window?.lines == [#"{"path":"/orders"}"#])
        runner.perform(.history(.delete(found[0].id, HistoryQuery(text: "", number: 91), as: 1)))
        #expect(try deleted(await news()) == 1)
        #expect(try lines(await news()).map(\.url) == ["http://one.example/items"])
        runner.perform(.history(.open(found[0].id, as: task, .show)))
        guard case .failed = try await news() else { return #expect(Bool(false), "a deleted entry was opened") }
        runner.perform(.history(.clear(HistoryQuery(text: "", number: 92), as: 2)))
        #expect(try deleted(await news()) == 1)
        #expect(try lines(await news()).isEmpty)
    }

    /// The paths that another program would find in the file.
    private func stored() async throws -> [String] {
        let store = try HistoryStore.open(
            path: folder.path("history.sqlite"), now: HistoryConnection.currentMilliseconds
        ).store
        let urls = try await store.listEntries().entries.map(\.url)
        await store.close()
        return urls
    }

    @Test func aDeletionIsFinalOnlyAtTheEnd() async throws {
        let runner = runner()
        try await send(["/items", "/orders", "/users"], runner)
        runner.perform(.history(.list(HistoryQuery(text: "orders", number: 90))))
        let orders = try #require(try lines(await news()).first)
        runner.perform(.history(.delete(orders.id, HistoryQuery(text: "", number: 91), as: 1)))
        #expect(try deleted(await news()) == 1)
        #expect(try lines(await news()).count == 2)
        runner.perform(.history(.clear(HistoryQuery(text: "", number: 92), as: 2)))
        #expect(try deleted(await news()) == 2, "an entry is deleted once")
        #expect(try lines(await news()).isEmpty)
        #expect(try await stored().count == 3, "a program that is killed here has deleted nothing")
        runner.perform(.history(.restore(2, HistoryQuery(text: "", number: 93))))
        #expect(try lines(await news()).count == 2)
        await runner.finishHistory()
        #expect(Set(try await stored()) == ["http://one.example/items", "http://one.example/users"])
    }

    @Test func anOldDeletionBecomesFinal() async throws {
        let runner = runner()
        try await send(["/items", "/orders"], runner)
        runner.perform(.history(.clear(HistoryQuery(text: "", number: 91), as: 1)))
        #expect(try deleted(await news()) == 2)
        #expect(try lines(await news()).isEmpty)
        runner.perform(.history(.makeFinal(1)))
        while try await !stored().isEmpty { await Task.yield() }
    }

    @Test func withoutARecorderThereIsNone() async throws {
        let runner = EffectRunner(client: NetClient(transport: ScriptedTransport { _ in [] }), inbox: inbox)
        runner.perform(.history(.list(HistoryQuery(text: "", number: 1))))
        guard case .off = try await news() else { return #expect(Bool(false)) }
    }

    // MARK: What is sent again

    private func entry(
        url: String = "http://one.example/items", method: String = "GET", head: String? = "GET /items HTTP/1.1\n",
        body: HistoryBody? = nil, status: Int? = 200, answer: HistoryBody? = nil
    ) -> HistoryEntry {
        HistoryEntry(
            title: "\(method) /items", method: method, url: url, started: 0, endpoint: "items", status: status,
            exchange: HistoryExchange(
                request: HistoryMessage(head: head, body: body),
                response: HistoryMessage(head: "HTTP/1.1 200 OK\nX-A: b\n", body: answer)))
    }

    @Test func whatIsKeptWholeCanBeSentAgain() throws {
        let head = "POST /items HTTP/1.1\nAuthorization: \(Secret.mask)\nAccept: a/b\nContent-Type: text/plain\nUser-Agent: x\n"
        let stored = StoredEntry(
            entry(
                url: "http://one.example/{a}?x=1", method: "POST", head: head,
                body: HistoryBody(Array("hi".utf8), contentType: "text/plain")))
        let plan = try #require(stored.plan)
        #expect(
            plan.id == "items" && plan.title == "/items" && plan.method == .post && plan.path == "http://one.example/%7Ba%7D?x=1")
        #expect(plan.headers.fields.map(\.description) == ["Accept: a/b"])
        #expect(StoredRequest(entry(head: head)).secretFields == ["Authorization"])
        #expect(plan.body == .bytes(Array("hi".utf8), contentType: "text/plain"))
    }

    @Test func whatIsNotKeptWholeIsNot() {
        #expect(StoredEntry(entry(url: "http://one.example/?token=\(Secret.mask)")).whyNoPlan.hasPrefix("Its URL had a secret"))
        #expect(
            StoredEntry(entry(body: HistoryBody(Array("p=\(Secret.mask)".utf8)))).whyNoPlan.hasPrefix("Its body had a secret"))
        #expect(StoredEntry(entry(body: HistoryBody(absent: .letGo, size: 5))).whyNoPlan.hasPrefix("Its body is not stored"))
        #expect(StoredEntry(entry(head: nil)).whyNoPlan.hasPrefix("Its request was never sent"))
        #expect(StoredEntry(entry(url: "")).plan == nil)
    }

    @Test func anAnswerWithoutItsBodySaysWhy() {
        let gone = StoredEntry(entry(answer: HistoryBody(absent: .letGo, size: 5)))
        #expect(gone.body.isEmpty && gone.failure?.detail.contains("make room for newer ones") == true)
        #expect(gone.head?.headers["X-A"] == "b")
        #expect(StoredEntry(entry(status: nil)).failure?.title == "There was no response")
        #expect(StoredEntry(entry(answer: HistoryBody([]))).failure == nil)
    }
}
