// The cost of a cached response: from memory, from the disk, beside 100,000 others; and whether the
// limit in bytes holds.

import Foundation
import NetLayer

extension Measure {
    static let cacheHits = Measure(figures: [
        Figure(
            name: "cache-hit-memory", limit: 5, unit: "us", about: "CPU of a call with a response from memory, its row included"),
        Figure(name: "cache-hit-disk", limit: 200, unit: "us", about: "the same from the disk, waiting included"),
        Figure(
            name: "cache-100k", limit: 1.5, unit: "ratio", about: "a hit in memory with 100,000 entries stored",
            anchor: "with 100"),
    ]) { effort in
        let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (many, few) = (CachedCalls(), CachedCalls())
        let (turns, diskTurns) = (effort.choose(20_000, smoke: 200), effort.choose(1_000, smoke: 50))
        try await many.fill(effort.choose(100_000, smoke: 500))
        try await few.fill(100)
        let pairs = try await Turns.pairs(effort.pairs) {
            try await many.readResponses(turns)
        } _: {
            try await few.readResponses(turns)
        }
        let disk = CachedCalls(DiskCache(folder: folder.path))
        try await disk.fill(CachedCalls.plans)
        let seconds = try await Turns.alone(effort.pairs) { try await disk.readResponses(diskTurns).wall }
        return [
            "cache-hit-memory": pairs.series { $0.b.cpu * 1e6 / Double(turns) },
            "cache-hit-disk": seconds * (1e6 / Double(diskTurns)), "cache-100k": pairs.cpuRatios,
        ]
    }

    static let cacheCap = Measure(figures: [
        Figure(
            name: "cache-cap", limit: 1.05, unit: "ratio",
            about: "resident memory that a memory cache of 100 MB takes, four times as much stored in it", anchor: "100 MB")
    ]) { effort in
        let capacity = effort.choose(100, smoke: 4) << 20
        let before = try ProcessFacts.resident(getpid())
        let cache = MemoryCache(capacity: capacity)
        let piece = [UInt8](repeating: 7, count: 16 << 10)
        var kept = 0
        var number = 0
        while kept < 4 * capacity {
            let size = 1_000 + number * 7_919 % 60_000
            guard var entry = CachedCalls.entry() else { throw MeasurementError.broken("no entry can be made") }
            // In pieces, as a transport delivers it.
            while entry.body.count < size { entry.body.append(contentsOf: piece.prefix(size - entry.body.count)) }
            cache.store(entry, for: CacheKey(url: URI("http://cache.test/\(number)")))
            kept += size
            number += 1
        }
        let grown = (try ProcessFacts.resident(getpid()) - before) * 1e6
        let usage = cache.usage
        guard usage.evicted > 0, usage.bytes <= capacity else { throw MeasurementError.broken("the books say \(usage)") }
        return ["cache-cap": .once(grown / Double(capacity))]
    }
}

/// A client whose responses are all stored.
private final class CachedCalls: Sendable {
    static let plans = 32

    private let client: NetClient
    private let cache: ResponseCache
    private let isOnDisk: Bool
    private let pool = ServicePool([Service(name: "cache", baseURL: URI("http://cache.test"))])

    init(_ disk: DiskCache? = nil) {
        isOnDisk = disk != nil
        cache = ResponseCache(memory: disk == nil ? MemoryCache(capacity: 1 << 30) : nil, disk: disk)
        let body = [UInt8](repeating: 7, count: 1_000)
        client = NetClient(
            transport: ScriptedTransport { _ in
                ScriptedTransport.Step.answer(200, headers: ["Content-Type": "application/json"], body: body)
            },
            keepEnded: 100, cache: cache)
    }

    static func entry() -> CacheEntry? {
        CacheEntry(
            head: ResponseHead(status: 200), request: [:], requestTime: .zero, responseTime: .zero, lifetime: .seconds(60))
    }

    private func endpoint(_ number: Int) -> Endpoint<RawResponse> {
        var plan = RequestPlan(id: "item \(number % Self.plans)", path: "/items/\(number)")
        plan.policies.fetch = .cacheElseNetwork
        plan.policies.caching.lifetime = .unlimited
        return Endpoint(plan)
    }

    func fill(_ count: Int) async throws {
        for number in 0..<count { _ = try await client.send(endpoint(number), on: pool) }
        await cache.flush()
        let usage = await cache.usage()
        guard usage.memory?.entries ?? usage.disk?.usage.entries == count else {
            throw MeasurementError.broken("not all are stored: \(usage)")
        }
    }

    /// Reads this many responses, with a few plans in turn.
    func readResponses(_ count: Int) async throws -> Cost {
        let endpoints = (0..<Self.plans).map(endpoint)
        let (client, pool) = (client, pool)
        return try await Cost.of {
            for number in 0..<count {
                let answer = try await client.send(endpoints[number % endpoints.count], on: pool)
                guard answer.source.isFromCache else { throw MeasurementError.broken("an answer came from the network") }
            }
        }
    }
}
