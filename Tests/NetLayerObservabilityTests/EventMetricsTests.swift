import MetricsTestKit
import NetLayer
import NetLayerObservability
import NetLayerTesting
import Testing

@Suite struct EventMetricsTests {
    private let metrics = TestMetrics()

    /// Counts the events of a use of a client.
    private func count(
        _ transport: ScriptedTransport, capacity: Int = 1_000, time: TimeSource = .continuous, _ use: (NetClient) async -> Void
    ) async {
        let client = NetClient(transport: transport, time: time)
        let events = client.events(capacity: capacity)
        await use(client)
        events.finish()
        await EventMetrics(factory: metrics).follow(events)
    }

    @Test func callsAreCountedByServiceMethodAndStatus() async throws {
        await count(ScriptedTransport(inOrder: .answer(200), .answer(404), .failure(.tls), .answer(200))) { client in
            for _ in 0..<4 { _ = try? await client.send(Observed.call(attempts: 1), on: Observed.pool) }
        }
        for (status, total) in [("200", 2), ("404", 1), ("tls", 1)] {
            let dimensions = [("service", "shop"), ("method", "GET"), ("status", status)]
            #expect(try metrics.expectCounter("netlayer.calls", dimensions).totalValue == Int64(total))
            #expect(try metrics.expectTimer("netlayer.call.duration", dimensions).values.count == total)
        }
    }

    @Test func attemptsBytesAndRetriesAreCounted() async throws {
        await count(ScriptedTransport(inOrder: .answer(503), .answer(200, body: [1, 2, 3]))) { client in
            _ = try? await client.send(Observed.call(), on: Observed.pool)
        }
        let place = [("service", "shop"), ("method", "GET")]
        #expect(try metrics.expectCounter("netlayer.attempts", place).totalValue == 2)
        #expect(try metrics.expectCounter("netlayer.retries", place).totalValue == 1)
        #expect(try metrics.expectCounter("netlayer.bytes.received", place).totalValue == 3)
        #expect(metrics.counters(label: "netlayer.bytes.sent").isEmpty)
    }

    @Test func theTimerIsTheClientsTime() async throws {
        let clock = VirtualClock()
        let transport = ScriptedTransport { _ in .silence }
        await count(transport, time: clock.source) { client in
            let handle = client.dispatch(Observed.call("http://other.test/", method: .post), on: Observed.pool)
            _ = await client.firstRow { $0.state == .running(.waiting) }
            clock.advance(by: .milliseconds(1_500))
            handle.cancel()
        }
        let timer = try metrics.expectTimer(
            "netlayer.call.duration", [("service", "none"), ("method", "POST"), ("status", "cancelled")])
        #expect(timer.values == [1_500_000_000])
    }

    @Test func eventsThatWereMissedAreCounted() async throws {
        await count(ScriptedTransport { _ in .answer(200) }, capacity: 4) { client in
            for _ in 0..<5 { _ = try? await client.send(Observed.call(), on: Observed.pool) }
        }
        #expect(metrics.counters(label: "netlayer.calls").isEmpty)
        #expect(try metrics.expectCounter("netlayer.events.lost").totalValue == 5)
    }
}
