import InMemoryLogging
import Logging
import NetLayer
import NetLayerObservability
import NetLayerTesting
import Testing

@Suite struct EventLogTests {
    private func entries(_ level: Logger.Level, _ scripts: [ScriptedTransport.Step]...) async -> [InMemoryLogHandler.Entry] {
        var handler = InMemoryLogHandler()
        handler.logLevel = level
        let log = EventLog(Logger(label: "net") { [handler] _ in handler })
        let turn = scripts.count > 1 ? ScriptedTransport(inOrder: scripts[0], scripts[1]) : ScriptedTransport { _ in scripts[0] }
        let client = NetClient(transport: turn)
        let events = client.events()
        _ = try? await client.send(Observed.call(), on: Observed.pool)
        events.finish()
        await log.follow(events)
        return handler.entries
    }

    @Test func aSuccessIsOneEntryWithItsFacts() async throws {
        let entries = await entries(.info, .answer(200))
        let entry = try #require(entries.first)
        #expect(entries.count == 1 && entry.level == .info)
        #expect(entry.metadata["endpoint"] == "listItems" && entry.metadata["service"] == "shop")
        #expect(entry.metadata["method"] == "GET" && entry.metadata["status"] == "200" && entry.metadata["attempt"] == "1")
        #expect(entry.metadata["error"] == nil && entry.metadata["milliseconds"] != nil)
    }

    @Test func aFailureIsAnError() async throws {
        let entries = await entries(.info, .failure(.tls))
        #expect(entries.map(\.level) == [.error])
        #expect(entries.first?.metadata["error"] == "tls")
    }

    @Test func attemptsAndRetriesAreForDebugging() async {
        let entries = await entries(.debug, .answer(503), .answer(200))
        #expect(entries.map(\.level) == [.debug, .debug, .debug, .info])
    }

    @Test func noEntryHasASecret() async {
        let entries = await entries(.trace, .answer(503, headers: ["Set-Cookie": "id=t0p"]), .answer(200, text: "t0p"))
        #expect(!entries.isEmpty)
        #expect(!entries.contains { "\($0.message) \($0.metadata)".contains("t0p") })
    }
}
