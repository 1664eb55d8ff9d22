import Testing

@testable import NetLayer

/// Who waits for the first connection to an origin, and for how long.
struct CurlOpeningsTests {
    private static let millisecond: UInt64 = 1_000_000

    private func exchange(_ id: UInt64, _ url: String = "https://a.test/", _ limits: Timeouts = Timeouts()) -> CurlExchange {
        var request = WireRequest(method: .get, url: URI(url))
        request.timeouts = limits
        return CurlExchange(CurlOrder(id: id, request: request, observer: CurlRecorder()), clock: CurlClock())
    }

    private func admits(_ openings: inout CurlOpenings, _ exchange: CurlExchange, at now: UInt64 = 0) -> Bool {
        openings.admits(exchange, at: now)
    }

    private func free(_ openings: inout CurlOpenings, at now: UInt64, opening: Bool = true) -> [UInt64] {
        openings.removeReady(at: now) { _ in opening }.map(\.id)
    }

    @Test func theFirstOfAnOriginStartsAndTheOthersWaitForIt() {
        var openings = CurlOpenings()
        #expect(admits(&openings, exchange(1)))
        #expect(openings.deadline == .max, "nobody waits")
        for id in 2...3 { #expect(!admits(&openings, exchange(UInt64(id)))) }
        #expect(admits(&openings, exchange(4, "https://b.test/")))
        #expect(admits(&openings, exchange(5, "http://a.test/")))
        #expect(free(&openings, at: 1) == [])
        #expect(free(&openings, at: 1, opening: false) == [2, 3])
        #expect(admits(&openings, exchange(6), at: 2), "the connection is there: the next makes its own, or uses it")
    }

    @Test func afterTheirPatienceTheyMakeConnectionsOfTheirOwn() {
        var openings = CurlOpenings()
        _ = openings.admits(exchange(1), at: 0)
        _ = openings.admits(exchange(2), at: 400 * Self.millisecond)
        #expect(openings.deadline == CurlOpenings.patience)
        #expect(free(&openings, at: CurlOpenings.patience - 1) == [])
        #expect(free(&openings, at: CurlOpenings.patience) == [2])
        #expect(openings.isEmpty)
    }

    /// Half of a short limit is left for a connection of one's own, whichever limit that is.
    @Test func whoHasLittleTimeWaitsForHalfOfIt() {
        let short = Duration.milliseconds(200)
        for limits in [Timeouts(connect: short), Timeouts(idle: short), Timeouts(total: short)] {
            var openings = CurlOpenings()
            _ = openings.admits(exchange(1), at: 0)
            _ = openings.admits(exchange(2), at: 0)
            _ = openings.admits(exchange(3, "https://a.test/", limits), at: 10 * Self.millisecond)
            #expect(openings.deadline == 110 * Self.millisecond)
            #expect(free(&openings, at: 109 * Self.millisecond) == [])
            #expect(free(&openings, at: 110 * Self.millisecond) == [3])
            #expect(openings.deadline == CurlOpenings.patience, "the other goes on waiting")
            #expect(!admits(&openings, exchange(4), at: 120 * Self.millisecond))
        }
        var openings = CurlOpenings()
        _ = openings.admits(exchange(1), at: 0)
        _ = openings.admits(exchange(2, "https://a.test/", Timeouts(connect: nil, total: nil)), at: 0)
        #expect(openings.deadline == CurlOpenings.patience)
    }

    @Test func whoIsCancelledWaitsNoLonger() {
        var openings = CurlOpenings()
        _ = openings.admits(exchange(1), at: 0)
        _ = openings.admits(exchange(2), at: 0)
        let removed = [2, 2, 1].map { openings.remove($0)?.id }
        #expect(removed == [2, nil, nil])
        #expect(free(&openings, at: .max) == [])
    }
}
