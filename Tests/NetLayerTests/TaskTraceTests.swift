// The trace of a task: what it tells of a plain answer, a redirect, a failure, a cancel, and a task in the air; and that nothing secret is in it.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct TaskTraceTests {
    /// What happened, in short.
    private func story(_ row: TaskRow?) -> [String] {
        guard let row else { return [] }
        return TaskTrace(row).entries.map { entry in
            switch entry.fact {
            case .queued: "queued"
            case .admitted: "admitted"
            case .attempt(let number, let service): "attempt \(number) \(service)"
            case .request(let request): "\(request)"
            case .phase(let phase): phase.rawValue
            case .peer(let address, let isReused): "\(address) \(isReused)"
            case .head(let head): "\(head.status)"
            case .received(let bytes): "\(bytes) bytes"
            case .failed(let failure): failure.kind.name
            case .decided(let decision): "\(decision)"
            case .redirected(let status, let request, let left): "\(status) to \(request) without \(left)"
            case .ended(let state, let reason, let kind): "\(state.name) \(kind ?? "-") \(reason)"
            }
        }
    }

    private func client(_ script: @escaping @Sendable (WireRequest) -> [ScriptedTransport.Step]) -> NetClient {
        NetClient(transport: ScriptedTransport(script))
    }

    @Test func plainAnswerIsToldFromTheQueueToTheEnd() async {
        let client = client { _ in .answer(200, body: [1, 2, 3]) }
        let handle = client.dispatch(Net.call(), on: Net.pool)
        _ = await handle.outcome
        #expect(
            story(client.row(handle.id)) == [
                "queued", "admitted", "attempt 1 main", "GET http://api.test/v1/items", "sending", "waiting", "200", "3 bytes",
                "succeeded - ",
            ])
    }

    @Test func redirectTellsWhereItLedAndWhatStayedBehind() async {
        let client = client { request in
            request.url.host == "api.test" ? .redirect(302, to: "http://other.test/new?token=hunter2") : .answer(200)
        }
        let plan = Net.plan { plan in
            plan.method = .post
            plan.body = .bytes([1], contentType: "text/plain")
            plan.headers = ["Authorization": "Bearer hunter2", "X-Plain": "yes"]
        }
        let handle = client.dispatch(Endpoint(plan), on: Net.pool)
        _ = await handle.outcome
        let story = story(client.row(handle.id))
        #expect(
            story.contains(
                "302 to GET http://other.test/new?token=\(Secret.mask) without [\"Authorization\", \"Content-Type\"]"))
        #expect(story.count { $0.hasPrefix("attempt") } == 1)
        #expect(!"\(story)".contains("hunter2"))
        let heads = story.filter { $0 == "302" || $0 == "200" }
        #expect(heads == ["302", "200"])
    }

    @Test func failureTellsHowFarItCame() async {
        let client = client { _ in [.enter(.resolving), .enter(.connecting), .fail(TransferFailure(.connect, "refused"))] }
        let handle = client.dispatch(Net.call(), on: Net.pool)
        _ = await handle.outcome
        #expect(story(client.row(handle.id)).suffix(4) == ["resolving", "connecting", "connect", "failed connect refused"])
    }

    @Test func answerThatDoesNotDecodeSaysSoAtTheEnd() async {
        struct Bad: Error, CustomStringConvertible { var description: String { "no number" } }
        let client = client { _ in .answer(200) }
        let handle = client.dispatch(Endpoint<Int>(Net.plan()) { _ in throw Bad() }, on: Net.pool)
        _ = await handle.outcome
        #expect(story(client.row(handle.id)).last == "failed decode no number")
    }

    @Test func taskInTheAirIsToldAsFarAsItIs() async throws {
        let clock = VirtualClock()
        let transport = ScriptedTransport { _ in [.enter(.resolving)] }
        let client = NetClient(transport: transport, time: clock.source)
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        clock.advance(by: .milliseconds(20))
        transport.inFlight.first?.play([.enter(.sending)])
        clock.advance(by: .milliseconds(300))
        transport.inFlight.first?.play([.head(ResponseHead(status: 206))])
        let row = try #require(client.row(handle.id))
        #expect(story(row).suffix(3) == ["resolving", "sending", "206"])
        #expect(TaskTrace(row).entries.suffix(3).map(\.at) == [.zero, .milliseconds(20), .milliseconds(320)])
        #expect(row.flight?.phases[.waiting] == nil && row.flight?.phases[.receiving] == .milliseconds(320))
        transport.inFlight.first?.play([.finish(TransferMetrics())])
        _ = await handle.outcome
        #expect(client.row(handle.id)?.flight == nil)
        #expect(client.row(handle.id)?.exchanges.first?.phases[.sending] == .milliseconds(20))
    }

    /// Its exchange comes to no record any more; what was known when it was cancelled stays.
    @Test func cancelledTaskKeepsWhatWasInTheAir() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { client.row(handle.id)?.state == .running(.waiting) })
        handle.cancel()
        #expect(await client.isDrained())
        #expect(
            story(client.row(handle.id)).suffix(4) == [
                "GET http://api.test/v1/items", "sending", "waiting", "cancelled - by user",
            ])
    }

    @Test func traceThatCannotBeBuiltTellsTheReason() async {
        let client = client { _ in .answer(200) }
        let handle = client.dispatch(Net.call("/items/{id}"), on: Net.pool)
        _ = await handle.outcome
        let story = story(client.row(handle.id))
        #expect(story.count == 2 && story[1].hasPrefix("failed bad_request path parameter 'id'"))
    }

    // MARK: Measured times

    @Test func measuredTimesComeBeforeToldOnes() {
        var metrics = TransferMetrics()
        metrics.resolved = .milliseconds(2)
        metrics.connected = .milliseconds(10)
        metrics.secured = .milliseconds(30)
        metrics.sendingBegan = .milliseconds(31)
        metrics.firstByte = .milliseconds(70)
        var record = ExchangeRecord(
            attempt: 1, service: "", request: WireRequest(url: URI("https://a/")), head: nil, failure: nil, metrics: metrics,
            startedAt: .zero)
        record.phases.enter(.sending, at: .milliseconds(40))
        record.phases.enter(.waiting, at: .milliseconds(45))
        #expect(record.timeline.map(\.phase) == [.resolving, .connecting, .tls, .sending, .waiting, .receiving])
        #expect(record.timeline.map(\.at) == [0, 2, 10, 31, 45, 70].map { .milliseconds($0) })
    }

    @Test func phaseTimesAreKeptToTenMicrosecondsAndClamped() {
        var times = PhaseTimes()
        #expect(times.entered.isEmpty && times[.tls] == nil)
        times.enter(.tls, at: .microseconds(1_234))
        times.enter(.tls, at: .seconds(9))
        times.enter(.waiting, at: .seconds(-1))
        times.enter(.receiving, at: .seconds(1 << 60))
        #expect(times[.tls] == .microseconds(1_230))
        #expect(times[.waiting] == .zero)
        #expect(times[.receiving] == .seconds(40_000))
        #expect(times.entered.map(\.phase) == [.tls, .waiting, .receiving])
    }

    // MARK: Memory

    @Test func oldestTracesOfEndedTasksMakeRoom() {
        var ended = EndedRows(capacity: 4, maximumWeight: 100)
        for number in 1...6 {
            var row = TaskRow(
                id: TaskID(UInt64(number)), info: TaskInfo(endpoint: "e", title: "t", method: .get), state: .succeeded,
                openedAt: .zero)
            row.traceWeight = 40
            ended.append(row)
            #expect(ended.all.reduce(0) { $0 + $1.traceWeight } <= 100)
        }
        #expect(ended.all.map(\.id.number) == [3, 4, 5, 6])
        #expect(ended.all.map(\.isTraceDropped) == [true, true, false, false])
        #expect(TaskTrace(ended.all[0]).isDropped)
    }

    @Test func newestTraceStaysHoweverLargeItIs() {
        var ended = EndedRows(capacity: 2, maximumWeight: 1)
        var row = TaskRow(id: TaskID(1), info: TaskInfo(endpoint: "e", title: "t", method: .get), openedAt: .zero)
        row.traceWeight = 1_000
        ended.append(row)
        #expect(ended.all.map(\.isTraceDropped) == [false])
    }

    @Test func decisionsStandWhereTheyWereMade() async {
        let clock = VirtualClock()
        let transport = ScriptedTransport { _ in
            clock.advance(by: .seconds(1))
            return .answer(200)
        }
        let client = NetClient(transport: transport, time: clock.source)
        var endpoint = Net.call()
        endpoint.behaviour.policy = ResponsePolicy("again") { outcome, context in
            context.attempts < 2
                ? .retry(after: .seconds(3), because: "once more") : .failure(NetError(.validation, detail: "enough"))
        }
        let handle = client.dispatch(endpoint, on: Net.pool)
        #expect(await eventually { clock.deadlines.count == 1 })
        clock.advance(by: .seconds(3))
        _ = await handle.outcome
        let entries = TaskTrace(client.row(handle.id) ?? TaskRow(id: TaskID(0), info: TaskInfo(Net.plan()), openedAt: .zero))
            .entries
        let decided = entries.compactMap { entry in
            if case .decided(let decision) = entry.fact { "\(entry.at) \(decision)" } else { nil }
        }
        #expect(decided == ["1.0 seconds attempt 2 follows: once more", "5.0 seconds again made it validation"])
        let second = entries.firstIndex { $0.fact == .attempt(2, service: "main") } ?? 0
        #expect(entries[second - 1].fact == .decided(.retries(attempt: 2, because: "once more")))
        if case .ended? = entries.last?.fact {} else { Issue.record("the end stands last") }
    }
}
