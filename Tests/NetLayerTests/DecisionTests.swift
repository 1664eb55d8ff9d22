// Every decision of the engine has its reason, in the row and in the event that tells of it.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct DecisionTests {
    @Test func everyDecisionHasItsWords() {
        let words: [(Decision, String)] = [
            (.waitsForHost("http://a", limit: 2), "waits: 2 requests to http://a are in flight, which is the limit for a host"),
            (.waitsForTotal(limit: 3), "waits: 3 requests are in flight, which is the limit"),
            (.waitsInLine("http://a"), "waits behind older requests to http://a"),
            (.waitsForTurn(limit: 2), "waits for its turn: 2 of its group run, which is the limit"),
            (.retries(attempt: 2, because: "503"), "attempt 2 follows: 503"),
            (.redirects(status: 302), "follows the redirect of a 302"),
            (.joins(TaskID(4)), "joined 4, an equal request"),
            (.superseded(by: TaskID(4)), "superseded by 4, an equal request"),
            (.refused(for: TaskID(4)), "refused: 4 is an equal request"), (.cancelled(.group), "cancelled with its group"),
            (.skipped(hook: "A"), "skipped by the hook A"), (.stopped(policy: "B"), "stopped by the response policy B"),
            (.changed(by: "C", to: "status"), "C made it status"), (.offline, "not sent: there is no network"),
            (.waitsForRefresh(TaskID(4), because: "401"), "401: waits for #4, which refreshes the login"),
            (.replays(by: TaskID(4), because: "401"), "401: login refreshed by #4, sent again"),
            (.replays(by: nil, because: "401"), "401: a newer credential is available, sent again"),
        ]
        for (decision, text) in words { #expect(decision.description == text) }
    }

    @Test func whoWaitsKnowsForWhat() {
        var table = TaskTable(limits: DispatchLimits(total: 3, perHost: 2), keepEnded: 10)
        func open() -> TaskID { table.openRow(TaskInfo(Net.plan()), at: .zero) }
        let (a, b, c, d, e) = (open(), open(), open(), open(), open())
        _ = table.drainEvents()
        #expect(table.requestSlot(a, origin: "x", at: .zero) == .granted)
        #expect(table.requestSlot(b, origin: "x", at: .zero) == .granted)
        #expect(table.drainEvents().isEmpty)
        #expect(table.requestSlot(c, origin: "x", at: .seconds(1)) == .wait)
        #expect(table.requestSlot(d, origin: "y", at: .zero) == .granted)
        #expect(table.requestSlot(e, origin: "y", at: .seconds(2)) == .wait)
        let events = table.drainEvents()
        #expect(events.map(\.kind) == [.queued, .queued])
        #expect(events.map(\.decision) == [.waitsForHost("x", limit: 2), .waitsForTotal(limit: 3)])
        #expect(events.first?.row.decisions.first?.time == .seconds(1))
        #expect(table.release(a) == [c])
        #expect(table.cancel([e], .user, at: .zero) == [e])
        let ended = table.drainEvents()
        #expect(ended.last?.decision == .cancelled(.user))
        #expect(ended.last?.row.decisions.map(\.decision) == [.waitsForTotal(limit: 3), .cancelled(.user)])
    }

    @Test func redirectsAndRetriesAreDecisionsOfTheirEvents() async throws {
        let client = NetClient(
            transport: ScriptedTransport { $0.url.path == "/v1/items" ? .redirect(307, to: "/there") : .answer(200) })
        let stream = client.events()
        let handle = client.dispatch(Net.call(), on: Net.pool)
        _ = try await handle.value
        stream.finish()
        var told: [(NetEvent.Kind, Decision?)] = []
        for await case .events(let events) in stream { told += events.map { ($0.kind, $0.decision) } }
        #expect(told.filter { $0.1 != nil }.map(\.0) == [.redirected])
        #expect(told.compactMap(\.1) == [.redirects(status: 307)])
        #expect(client.row(handle.id)?.decisions.map(\.decision) == [.redirects(status: 307)])
    }

    @Test func aRowKeepsTheNewestDecisions() {
        var row = TaskRow(id: TaskID(1), info: TaskInfo(Net.plan()), openedAt: .zero)
        for number in 1...UInt64(DecisionRecord.limit + 3) {
            row.record(DecisionRecord(seq: number, time: .zero, decision: .redirects(status: Int(number))))
        }
        #expect(row.decisions.count == DecisionRecord.limit)
        #expect(row.decisions.first?.seq == 4)
        #expect(row.decisions.last?.seq == UInt64(DecisionRecord.limit + 3))
    }

    @Test func aTaskThatHasEndedTakesNoDecision() {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 10)
        let id = table.openRow(TaskInfo(Net.plan()), at: .zero)
        let hasEnded = table.endTask(id, .succeeded, at: .zero)
        #expect(hasEnded)
        _ = table.drainEvents()
        table.recordDecision(.offline, id, at: .zero)
        #expect(table.drainEvents().isEmpty)
        #expect(table.standing(id) == nil)
    }
}
