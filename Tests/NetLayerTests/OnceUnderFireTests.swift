// Numbered POSTs against services that are killed, frozen, and close kept connections after reading: each arrives at most once, and each
// row says truly what became of it. EXPLORER_ONCE_REQUESTS says how many there are in all.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.serialized, .within(minutes: 10)) struct OnceUnderFireTests {
    private static let count = Thoroughness.count(600, nightly: 10_000, variable: "EXPLORER_ONCE_REQUESTS") / 5

    /// In which surroundings the POSTs are sent.
    enum Scene: String, CaseIterable, Sendable {
        case plain, retrying, failover, hedged, redirected
    }

    private struct Ending: Sendable {
        var number: Int
        var state: TaskState
        var isPerhapsReceived: Bool
        /// A response began.
        var isAnswered: Bool
        /// Times that it went out, or may have, to where it is noted.
        var sent: Int
    }

    @Test(arguments: Scene.allCases) func eachNumberArrivesAtMostOnce(_ scene: Scene) async throws {
        let services = [try await MortalService(), try await MortalService()]
        let isPair = scene == .failover || scene == .hedged
        let named = services.enumerated().map { Service(name: "s\($0)", baseURL: URI("http://127.0.0.1:\($1.port)")) }
        let pool = isPair ? ServicePool(named, id: "main", failover: FailoverOptions()) : ServicePool([named[0]], id: "main")
        let policies = CallPolicies(
            retry: scene == .plain ? .never : RetryPolicy(attempts: 6), hedge: scene == .hedged ? .after(.milliseconds(5)) : nil)
        let client = NetClient(transport: CurlTransport(), keepEnded: Self.count + 100, policies: policies)
        let progress = Progress()
        async let blows = Self.fire(at: services, progress)
        let endings = await Self.send(client, pool, scene, to: services[1].port, progress)
        let (kills, freezes) = try await blows
        #expect(await client.isDrained())
        // What lies in their sockets is read yet.
        for service in services {
            service.thaw()
            #expect(await service.isUp())
        }
        let received = try await Self.received(by: services)
        Self.check(endings, received, scene, "\(kills) kills, \(freezes) freezes")
    }

    private static func received(by services: [MortalService]) async throws -> [Int: Int] {
        var last = -1
        _ = await eventually(within: .seconds(10)) {
            let lines = services.map(\.lines).reduce(0, +)
            defer { last = lines }
            return lines == last
        }
        var all: [Int: Int] = [:]
        for service in services { all.merge(try service.received(), uniquingKeysWith: +) }
        return all
    }

    private static func check(_ endings: [Ending], _ received: [Int: Int], _ scene: Scene, _ blows: String) {
        var counts: [String: Int] = [:]
        for ending in endings {
            let times = received[ending.number] ?? 0
            #expect(times <= 1, "\(ending.number) arrived \(times) times: \(ending)")
            #expect(ending.sent <= 1, "\(ending.number) went out \(ending.sent) times: \(ending)")
            if ending.state == .succeeded || ending.isAnswered {
                #expect(times == 1 && !ending.isPerhapsReceived, "\(ending) was received \(times) times")
            } else if !ending.isPerhapsReceived {
                #expect(times == 0, "\(ending) says that it was not received")
            }
            let word =
                ending.state == .succeeded
                ? "received" : ending.isPerhapsReceived ? "perhaps received (\(times))" : "not received"
            counts[word, default: 0] += 1
        }
        #expect(endings.count == Self.count)
        let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        FileHandle.standardError.write(Data("once, \(scene): \(endings.count) POSTs, \(words); \(blows)\n".utf8))
    }

    /// How many have been begun, and have ended.
    private final class Progress: Sendable {
        private let state = Mutex((begun: 0, ended: 0))

        var begun: Int { state.withLock { $0.begun } }
        var ended: Int { state.withLock { $0.ended } }
        func end() { state.withLock { $0.ended += 1 } }

        /// The next number.
        func begin() -> Int? {
            state.withLock { state in
                guard state.begun < OnceUnderFireTests.count else { return nil }
                state.begun += 1
                return state.begun
            }
        }
    }

    /// Sixteen at a time, until all have ended.
    private static func send(
        _ client: NetClient, _ pool: ServicePool, _ scene: Scene, to other: Int, _ progress: Progress
    ) async -> [Ending] {
        await withTaskGroup(of: [Ending].self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var endings: [Ending] = []
                    while let number = progress.begin() {
                        endings.append(await send(number, client, pool, scene, to: other))
                        progress.end()
                    }
                    return endings
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func send(_ number: Int, _ client: NetClient, _ pool: ServicePool, _ scene: Scene, to other: Int) async
        -> Ending
    {
        let isRedirected = scene == .redirected
        let plan = Net.plan("/\(isRedirected ? "r" : "n")/\(number)") {
            $0.method = .post
            // Every ninth is too large to go out in one write.
            $0.body = .bytes([UInt8](repeating: 1, count: number.isMultiple(of: 9) ? 40_000 : 10), contentType: "text/plain")
            $0.timeouts = Timeouts(connect: .milliseconds(300), total: .milliseconds(600))
            $0.headers = [
                "X-Do": number.isMultiple(of: 7) ? "close" : number.isMultiple(of: 5) ? "slow" : "ok",
                "X-Status": number.isMultiple(of: 2) ? "307" : "308", "X-To": "http://127.0.0.1:\(other)/n/\(number)",
            ]
        }
        let handle = client.dispatch(Endpoint(plan), on: pool)
        _ = await handle.outcome
        guard let row = client.row(handle.id) else {
            return Ending(number: number, state: .queued, isPerhapsReceived: false, isAnswered: false, sent: 0)
        }
        let noted = row.exchanges.filter { $0.request.url.path.hasPrefix("/n/") }
        return Ending(
            number: number, state: row.state, isPerhapsReceived: row.isPerhapsReceived,
            isAnswered: noted.contains { $0.head != nil },
            sent: noted.count { $0.head != nil || $0.isPerhapsReceived })
    }

    /// Kills and freezes one of them at a time, whenever some more requests have been begun, until all have.
    private static func fire(at services: [MortalService], _ progress: Progress) async throws -> (kills: Int, freezes: Int) {
        var random = SplitMix64(seed: 7)
        var (kills, freezes) = (0, 0)
        while progress.begun < count {
            let next = min(count, progress.begun + Int.random(in: 3...40, using: &random))
            guard await eventually(within: .seconds(60), { progress.begun >= next }) else { break }
            let service = services[Int.random(in: 0..<services.count, using: &random)]
            if Int.random(in: 0..<4, using: &random) == 0 {
                service.freeze()
                let enough = progress.ended + Int.random(in: 1...24, using: &random)
                _ = await eventually(within: .milliseconds(Int.random(in: 50...900, using: &random))) { progress.ended >= enough }
                service.thaw()
                freezes += 1
            } else {
                try await service.kill()
                kills += 1
            }
        }
        return (kills, freezes)
    }
}
