// Random work against a faulty server for as long as is asked for: nothing grows, nothing stays, nothing ends twice.

import Foundation
import NetLayer
import TestSupport
import Testing

/// EXPLORER_SOAK_SECONDS says how long, EXPLORER_SOAK_SEED with which seed; it is printed.
private let environment = ProcessInfo.processInfo.environment
private let seconds = environment["EXPLORER_SOAK_SECONDS"].flatMap(Int.init)

@Suite struct SoakTests {
    private static let lanes = 24

    @Test(.enabled(if: seconds != nil, "EXPLORER_SOAK_SECONDS says for how long; `make test` and `make soak` set it"))
    func nothingGrowsStaysOrEndsTwice() async throws {
        let seconds = try #require(seconds)
        let seed = environment["EXPLORER_SOAK_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)
        Self.say("soak: \(seconds) s with EXPLORER_SOAK_SEED=\(seed)")
        OpenFiles.raiseLimit()
        let server = try SoakServer.make()
        defer { server.stop() }
        await Self.warmUp(server)
        let before = ProcessFacts.descriptorKinds()
        let ledger = SoakLedger()
        var memory: [Int] = []
        do {
            let transport = CurlTransport()
            defer { transport.shutdown() }
            let client = NetClient(transport: transport, limits: DispatchLimits(total: 64, perHost: 48))
            let events = client.events(capacity: 10_000_000)
            let observer = Task { await ledger.follow(events) }
            let pool = ServicePool([Service(name: "soak", baseURL: URI(server.url("")))])
            let end = ContinuousClock.now + .seconds(seconds)
            async let watched = Self.watch(client, ledger, until: end)
            let lanes = await withTaskGroup(of: SoakLane.self) { group in
                for number in 0..<Self.lanes {
                    group.addTask {
                        var lane = SoakLane(client: client, pool: pool, random: SplitMix64(seed: seed &+ UInt64(number)))
                        while ContinuousClock.now < end { await lane.step() }
                        return lane
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            memory = await watched
            #expect(await eventually { client.liveCount == 0 }, "\(client.liveCount) entries are left in the client")
            events.finish()
            await observer.value

            let faults = lanes.flatMap(\.faults) + ledger.book.faults
            #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
            let counters = client.snapshot().counters
            let outcomes = lanes.reduce(into: [:]) { $0.merge($1.outcomes, uniquingKeysWith: +) }
            Self.say("soak: \(outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
            #expect(ledger.book.live.isEmpty && ledger.book.ended == ledger.book.opened)
            #expect(ledger.book.opened == counters.opened)
            #expect(outcomes["ok", default: 0] > 0 && outcomes["cancelled", default: 0] > 0 && outcomes["cut", default: 0] > 0)
        }
        #expect(await eventually { server.counts.open == 0 }, "\(server.counts.open) sockets are left")
        #expect(
            await eventually { ProcessFacts.descriptorKinds() == before },
            "\(ProcessFacts.descriptorKinds()) instead of \(before)")
        Self.expectFlat(memory)
    }

    /// What libcurl and the runtime open once for a process.
    private static func warmUp(_ server: FaultServer) async {
        let transport = CurlTransport()
        let pool = ServicePool([Service(name: "soak", baseURL: URI(server.url("")))])
        _ = try? await NetClient(transport: transport).send(Endpoint(RequestPlan(id: "first", path: "/ok")), on: pool)
        transport.shutdown()
        _ = await eventually { server.counts.open == 0 && ProcessFacts.threads(named: "curl-transport") == 0 }
    }

    /// A line of figures every ten seconds, and the memory in use every second.
    private static func watch(_ client: NetClient, _ ledger: SoakLedger, until end: ContinuousClock.Instant) async -> [Int] {
        var memory: [Int] = []
        let start = ContinuousClock.now
        while ContinuousClock.now < end {
            try? await Task.sleep(for: .seconds(1))
            memory.append(ProcessFacts.residentBytes())
            guard memory.count % 10 == 0 else { continue }
            let (counters, elapsed) = (client.snapshot().counters, Int((ContinuousClock.now - start) / .seconds(1)))
            say(
                "\(elapsed) s: \(counters.opened) calls (\(counters.opened / max(1, elapsed))/s), \(counters.succeeded) succeeded, "
                    + "\(counters.failed) failed, \(counters.timedOut) timed out, \(counters.cancelled) cancelled, "
                    + "\(ledger.book.live.count) live, \(memory[memory.count - 1] >> 20) MB, \(ProcessFacts.descriptors()) descriptors"
            )
        }
        return memory
    }

    /// After the first third, which warms up, the last quarter needs no more than the one before it did, but for a tenth or 8 MB.
    private static func expectFlat(_ memory: [Int]) {
        guard memory.count >= 30 else { return }
        let warm = memory.dropFirst(memory.count / 3)
        let early = median(warm.prefix(warm.count / 2))
        let late = median(warm.suffix(warm.count / 4))
        say("soak: \(early >> 20) MB after warm-up, \(late >> 20) MB at the end")
        #expect(late <= early + max(early / 10, 8 << 20), "memory grows: \(early >> 20) MB, then \(late >> 20) MB")
    }

    private static func median(_ values: ArraySlice<Int>) -> Int { values.sorted()[values.count / 2] }

    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
