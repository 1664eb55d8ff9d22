// The pager's machine in random orders against a list that anyone can read: no page skipped, none doubled, no generation mixed.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct PagerOrderTests {
    /// A list of numbered items on a server; it may fail, answer late, or have changed since the last reading.
    private struct World {
        var machine: PagerMachine<String>
        var random: SplitMix64
        /// Answers on their way: also those of loads that are over.
        var inFlight: [PageLoad] = []
        var size: Int
        var count: Int

        init(seed: UInt64, style: PagingStyle) {
            random = SplitMix64(seed: seed)
            size = style.size
            count = Int.random(in: 0...25, using: &random)
            machine = PagerMachine(style: style, limits: PageLimits(), homes: [])
        }

        /// Which reading of the list a load belongs to: that which its first page began.
        var readings: [UInt64: UInt64] = [:]

        /// Items say in which reading they were asked for.
        func reading(_ load: PageLoad) -> PageReading<String> {
            let start =
                switch load.spot {
                case .number(let number): (number - 1) * size
                case .offset(let offset): offset
                case .value(let cursor): Int(cursor) ?? 0
                case .first, .url: 0
                }
            let end = min(start + size, count)
            let items = (start..<max(start, end)).map { "\(root(load)):\($0)" }
            return PageReading(
                items: items, ids: [],
                facts: PageFacts(count: items.count, next: end < count ? .value("\(end)") : nil, url: URI("http://api.test/")),
                response: RawResponse(head: ResponseHead(status: 200), body: [], url: URI("http://api.test/")))
        }

        func root(_ load: PageLoad) -> UInt64 { readings[load.number] ?? load.generation }

        mutating func take(_ answer: PagerMachine<String>.LoadDecision, after shown: UInt64?) {
            guard case .start(let load) = answer else { return }
            inFlight.append(load)
            readings[load.number] = load.ordinal > 1 ? shown : load.generation
        }
    }

    /// What must be true at every moment.
    private func check(_ world: World, _ generation: UInt64?, _ pages: Int, _ seed: UInt64) {
        let items = world.machine.items
        let expected =
            generation.map { generation in (0..<min(pages * world.size, world.count)).map { "\(generation):\($0)" } } ?? []
        #expect(items == expected, "seed \(seed)")
        #expect(world.machine.status.itemCount == items.count)
        #expect(world.machine.status.currentPage == pages, "seed \(seed)")
    }

    @Test(
        .rows("B-HH-P1", "B-HH-P2", "B-BA-12"),
        arguments: [
            PagingStyle.page(of: 4), .offset(of: 4), .cursor(from: .body("/c"), of: 4),
        ]) func whateverTheOrderTheListIsWhole(_ style: PagingStyle)
    {
        for seed in 0..<120 as Range<UInt64> {
            var world = World(seed: seed, style: style)
            // The model: of which reading the items are, how many of its pages there are, and which load may still change that.
            var shown: UInt64?
            var pages = 0
            var current: PageLoad?
            for _ in 0..<80 {
                switch Int.random(in: 0..<10, using: &world.random) {
                case 0...3:
                    let before = current
                    let answer = world.machine.loadMore(at: .zero)
                    switch answer {
                    case .start(let load):
                        #expect(before == nil, "seed \(seed): two loads at once")
                        #expect(load.ordinal == pages + 1, "seed \(seed)")
                        current = load
                    case .join(let load): #expect(load == before, "seed \(seed)")
                    case .refuse: #expect(before == nil, "seed \(seed)")
                    }
                    world.take(answer, after: shown)
                case 4:
                    let answer = world.machine.refresh(at: .zero)
                    if case .start(let load) = answer { current = load }
                    world.take(answer, after: shown)
                case 5...8 where !world.inFlight.isEmpty:
                    let load = world.inFlight.remove(at: Int.random(in: 0..<world.inFlight.count, using: &world.random))
                    switch world.machine.receive(world.reading(load), of: load) {
                    case .dropped: #expect(load != current, "seed \(seed)")
                    case .landed(let page):
                        #expect(load == current && page.number == load.ordinal, "seed \(seed)")
                        (shown, pages, current) = (world.root(load), load.ordinal, nil)
                    case .empty(let kind):
                        #expect(load == current && kind == (load.ordinal == 1 ? .noData : .noMoreData), "seed \(seed)")
                        if load.ordinal == 1 { (shown, pages) = (world.root(load), 0) }
                        current = nil
                    }
                case 9 where !world.inFlight.isEmpty:
                    let load = world.inFlight.remove(at: Int.random(in: 0..<world.inFlight.count, using: &world.random))
                    world.machine.recordFailure(load, .cut)
                    if load == current { current = nil }
                default: break
                }
                check(world, shown, pages, seed)
            }
            // Left alone, it comes to the end of the list.
            if let load = world.machine.load { world.machine.recordFailure(load, .cancelled(.user)) }
            while case .start(let load) = world.machine.loadMore(at: .zero) {
                world.take(.start(load), after: shown)
                if case .landed = world.machine.receive(world.reading(load), of: load) {
                    (shown, pages) = (world.root(load), load.ordinal)
                }
            }
            check(world, shown, pages, seed)
            #expect(world.machine.items.count == world.count, "seed \(seed)")
            #expect(world.machine.hasMore == .no)
        }
    }
}
