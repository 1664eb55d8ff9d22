// Progress of a call: only forward, the newest only, and over when the call is.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ProgressTests {
    private func upload(_ size: Int) -> Endpoint<RawResponse> {
        Endpoint(
            Net.plan {
                $0.method = .post
                $0.body = .bytes(Array(repeating: 0, count: size), contentType: "a/b")
            })
    }

    @Test(.rows("HH-D7", "YB-19")) func anUploadRunsFromNothingToOne() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(upload(200), on: Net.pool)
        var progress = handle.progress.makeAsyncIterator()
        #expect(await eventually { transport.inFlight.count == 1 })
        let transfer = try #require(transport.inFlight.first)
        var fractions: [Double] = []
        for (sent, fraction) in [(20, 0.1), (50, 0.25), (50, 0.25), (199, 0.995)] as [(Int64, Double)] {
            transfer.play([.progress(sent: sent, received: 0)])
            // What nobody has read is replaced: nothing need come between, nor at the beginning.
            while fractions.last != fraction, let next = await progress.next() { fractions.append(next.fraction) }
        }
        transfer.play(.answer(200))
        while let next = await progress.next() { fractions.append(next.fraction) }
        #expect([0, 0.1, 0.25, 0.995].suffix(fractions.count - 1) == fractions.dropLast())
        #expect(fractions == fractions.sorted())
        #expect(fractions.last == 1)
        #expect(await client.isDrained())
    }

    @Test(.rows("YB-19")) func aDownloadCountsAgainstWhatTheAnswerAnnounced() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(Net.call(), on: Net.pool)
        var progress = handle.progress.makeAsyncIterator()
        #expect(await eventually { transport.inFlight.count == 1 })
        let transfer = try #require(transport.inFlight.first)
        transfer.play([.head(ResponseHead(status: 200, headers: ["Content-Length": "40"])), .progress(sent: 0, received: 10)])
        var last = await progress.next()
        while last?.received != 10 { last = await progress.next() }
        #expect(last?.fraction == 0.25)
        #expect(last?.toReceive == 40)
        transfer.play([.fail(TransferFailure(.cut))])
        while let next = await progress.next() { last = next }
        #expect(last?.fraction == 0.25, "what failed is not complete")
        #expect(last?.isComplete == false)
        #expect(await client.isDrained())
    }

    @Test func aFractionNeedsNoTrustInWhatIsAnnounced() {
        var progress = Progress()
        #expect(progress.fraction == 0)
        progress.received = 5
        #expect(progress.fraction == 0)
        progress.toReceive = 4
        #expect(progress.fraction == 1)
        progress.toSend = 4
        #expect(progress.fraction == 0.5)
        progress.sent = 9
        #expect(progress.fraction == 1)
        progress.sent = -3
        progress.received = -1
        #expect(progress.fraction == 0)
        progress.isComplete = true
        #expect(progress.fraction == 1)
    }

    @Test func whatBeginsAnewTakesNothingBack() {
        var far = Progress()
        far.toSend = 10
        far.sent = 8
        var near = far
        near.sent = 2
        #expect(near.orFurther(far) == far)
        #expect(far.orFurther(near) == far)
        // The same fraction with other figures is news.
        var other = far
        other.received = 7
        #expect(other.orFurther(far) == other)
    }

    @Test func whoComesAfterTheEndReadsTheEnd() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Net.call(), on: Net.pool)
        _ = try await handle.value
        var all: [Progress] = []
        for await next in handle.progress { all.append(next) }
        #expect(all.map(\.fraction) == [1])
        #expect(await client.isDrained())
    }

    @Test func aSlowReaderGetsTheNewestOnly() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(upload(100), on: Net.pool)
        var progress = handle.progress.makeAsyncIterator()
        #expect(await eventually { transport.inFlight.count == 1 })
        for sent in 1...60 { transport.inFlight.first?.play([.progress(sent: Int64(sent), received: 0)]) }
        // Another thread may still play what came before.
        #expect(await eventually { client.row(handle.id)?.bytesSent == 60 })
        #expect(await progress.next()?.sent == 60)
        handle.cancel()
        #expect(await progress.next() == nil)
        #expect(await client.isDrained())
    }

    @Test func readersDoNotDisturbEachOtherAndOneMayLeave() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(upload(100), on: Net.pool)
        let stays = handle.progress
        let leaves = Task { for await _ in handle.progress {} }
        #expect(await eventually { transport.inFlight.count == 1 })
        leaves.cancel()
        await leaves.value
        transport.inFlight.first?.play([.progress(sent: 30, received: 0)] + .answer(200))
        var fractions: [Double] = []
        for await next in stays { fractions.append(next.fraction) }
        #expect(fractions.last == 1)
        #expect(await client.isDrained())
    }

    @Test func aMeterThatNobodyReadsAnyMoreIsLetGo() async {
        let client = NetClient(transport: Net.hanging())
        let handle = client.dispatch(Net.call(), on: Net.pool)
        weak var watch: ProgressMeter?
        do {
            let meter = client.taskRegistry.makeMeter(handle.id)
            watch = meter
            client.taskRegistry.removeMeter(meter, of: handle.id)
        }
        #expect(watch == nil)
        handle.cancel()
        #expect(await client.isDrained())
    }

    @Test func aJoinedCallProgressesWithTheWorkThatItWaitsFor() async throws {
        let transport = Net.hanging()
        // No time passes: who waits for long is not joined.
        let client = NetClient(transport: transport, time: VirtualClock().source)
        let endpoint = Endpoint(Net.plan { $0.policies.duplicates = .join })
        let first = client.dispatch(endpoint, on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let second = client.dispatch(endpoint, on: Net.pool)
        var progress = second.progress.makeAsyncIterator()
        let transfer = try #require(transport.inFlight.first)
        transfer.play([.head(ResponseHead(status: 200, headers: ["Content-Length": "40"])), .progress(sent: 0, received: 10)])
        var last = await progress.next()
        while last?.received != 10 { last = await progress.next() }
        // The first caller goes, the second goes on.
        first.cancel()
        transfer.play([.progress(sent: 0, received: 30)])
        #expect(await progress.next()?.fraction == 0.75)
        transfer.play([.finish(TransferMetrics())])
        #expect(await progress.next()?.fraction == 1)
        #expect(await progress.next() == nil)
        #expect(await client.isDrained())
    }
}
