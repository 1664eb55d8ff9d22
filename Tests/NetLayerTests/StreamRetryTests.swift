// Retries of a call whose body is read as it arrives: what was handed out stays handed out.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct StreamRetryTests {
    private func plan(_ change: (inout RequestPlan) -> Void = { _ in }) -> RequestPlan { Net.retrying("/items", change).plan }

    private func body(_ response: StreamedResponse) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in response.body { bytes += piece }
        return bytes
    }

    @Test func anAnswerThatMayPassIsNotHandedOut() async throws {
        let transport = Net.inTurn([.answer(503, body: [1, 2]), Net.fail(.cut), .answer(200, body: [3])])
        let stage = RetryStage(transport)
        let reader = Task { try await stage.client.stream(plan(), on: Net.pool).value }
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(await stage.sleeps(until: .milliseconds(150)))
        stage.clock.advance(by: .milliseconds(100))
        let response = try await reader.value
        #expect(response.head.status == 200)
        #expect(try await body(response) == [3])
        #expect(await stage.client.isDrained())
        #expect(stage.client.row(response.id)?.attempts == [1, 2, 3])
    }

    @Test func theLastOneIsHandedOutAsItComes() async throws {
        let transport = Net.inTurn([.answer(503), .answer(503), [.head(ResponseHead(status: 503)), .body([1])]])
        let stage = RetryStage(transport)
        let reader = Task { try await stage.client.stream(plan(), on: Net.pool).value }
        for (wait, until) in [(50, 50), (100, 150)] {
            #expect(await stage.sleeps(until: .milliseconds(until)))
            stage.clock.advance(by: .milliseconds(wait))
        }
        let response = try await reader.value
        #expect(response.head.status == 503)
        #expect(transport.inFlight.count == 1)
        transport.inFlight.first?.play([.body([2]), .finish(TransferMetrics())])
        #expect(try await body(response) == [1, 2])
        #expect(await stage.client.isDrained())
        let row = try #require(stage.client.row(response.id))
        #expect(row.state == .failed)
        #expect(row.reason == "the server answered 503; sent 3 times, to main, main, main; not retried: all 3 tries are used")
    }

    @Test func anAnswerThatWasHeldBackAndStaysIsHandedOutWhole() async throws {
        let transport = Net.inTurn([.answer(503, headers: ["X-Why": "because"], body: [1, 2])])
        let stage = RetryStage(transport, budget: RetryBudgetRule(percent: 0, perSecond: 0))
        let response = try await stage.client.stream(plan(), on: Net.pool).value
        #expect(response.head.status == 503)
        #expect(response.head.headers["X-Why"] == "because")
        #expect(response.url.host == "api.test")
        #expect(try await body(response) == [1, 2])
        #expect(await stage.client.isDrained())
        #expect(stage.client.row(response.id)?.reason == "the server answered 503; not retried: the retry budget is empty")
    }

    @Test func whatIsNotRepeatedIsHandedOutAsItComes() async throws {
        let transport = ScriptedTransport { _ in [.head(ResponseHead(status: 503)), .body([1])] }
        let stage = RetryStage(transport)
        let response = try await stage.client.stream(plan { $0.method = .post }, on: Net.pool).value
        #expect(response.head.status == 503)
        transport.inFlight.first?.play([.finish(TransferMetrics())])
        #expect(try await body(response) == [1])
        #expect(await stage.client.isDrained())
    }

    /// mapping.md 2.8, not after: response headers were handed to the caller.
    @Test func aBodyThatBreaksOffIsNotAskedForAgain() async throws {
        let transport = Net.inTurn([
            [.head(ResponseHead(status: 200)), .body([1]), .fail(TransferFailure(.cut, "closed early"))], .answer(200),
        ])
        let stage = RetryStage(transport)
        let response = try await stage.client.stream(plan(), on: Net.pool).value
        var pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next() == [1])
        let error = await #expect(throws: NetError.self) { _ = try await pieces.next() }
        #expect(error?.kind == .cut)
        #expect(error?.detail == "closed early; not retried: the head of the response was already delivered")
        #expect(await stage.client.isDrained())
        #expect(transport.requests.count == 1)
    }

    @Test func aHeldAnswerThatBreaksOffIsAskedForAgain() async throws {
        let transport = Net.inTurn([[.head(ResponseHead(status: 503)), .fail(TransferFailure(.cut))], .answer(200, body: [2])])
        let stage = RetryStage(transport)
        let reader = Task { try await stage.client.stream(plan(), on: Net.pool).value }
        #expect(await stage.sleeps(until: .milliseconds(50)))
        stage.clock.advance(by: .milliseconds(50))
        #expect(try await body(try await reader.value) == [2])
        #expect(await stage.client.isDrained())
    }

    @Test func aStreamThatIsCancelledWhileItWaitsLandsAtOnce() async {
        let stage = RetryStage(Net.inTurn([.answer(503)]))
        let reader = Task { try await stage.client.stream(plan(), on: Net.pool).value }
        #expect(await stage.sleeps(until: .milliseconds(50)))
        reader.cancel()
        let error = await #expect(throws: NetError.self) { _ = try await reader.value }
        #expect(error?.kind == .cancelled(.scope))
        #expect(await stage.client.isDrained())
    }
}
