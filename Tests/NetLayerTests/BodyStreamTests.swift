// A body read while it arrives: order, back-pressure, errors in the middle, and what happens when nobody reads on.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct BodyStreamTests {
    private static let piece = [UInt8](repeating: 7, count: 64 << 10)

    private func transport(_ steps: [ScriptedTransport.Step]) -> ScriptedTransport { ScriptedTransport { _ in steps } }

    private func bytes(_ stream: BodyStream) async throws(NetError) -> [UInt8] {
        var bytes: [UInt8] = []
        var iterator = stream.makeAsyncIterator()
        while let piece = try await iterator.next() {
            #expect(!piece.isEmpty)
            bytes += piece
        }
        return bytes
    }

    @Test func theHeadIsThereBeforeTheBody() async throws {
        let transport = transport([.head(ResponseHead(status: 200, headers: ["X-A": "1"]))])
        let client = NetClient(transport: transport)
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        #expect(response.head.headers["x-a"] == "1")
        #expect(response.url.revealed == "http://api.test/v1/items")
        #expect(client.row(response.id)?.state == .running(.receiving))
        transport.inFlight.first?.play([.body([1, 2]), .body([]), .body([3]), .finish(TransferMetrics())])
        #expect(try await bytes(response.body) == [1, 2, 3])
        #expect(await client.isDrained())
        #expect(client.row(response.id)?.state == .succeeded)
    }

    @Test func piecesArriveAsTheyCome() async throws {
        let transport = transport([.head(ResponseHead(status: 200))])
        let client = NetClient(transport: transport)
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        var iterator = response.body.makeAsyncIterator()
        for number in 0..<100 as Range<UInt8> {
            transport.inFlight.first?.play([.body([number])])
            #expect(try await iterator.next() == [number])
        }
        transport.inFlight.first?.play([.finish(TransferMetrics())])
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil, "the end stays the end")
    }

    @Test func aSlowReaderPausesTheSocketAndLosesNothing() async throws {
        let count = 12
        let transport = transport(
            [.head(ResponseHead(status: 200))] + Array(repeating: .body(Self.piece), count: count) + [.finish(TransferMetrics())])
        let client = NetClient(transport: transport)
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        let transfer = try #require(transport.inFlight.first)
        #expect(await eventually { transfer.isPaused })
        #expect(client.row(response.id)?.state.isEnded == false, "the rest still waits in the socket")
        var iterator = response.body.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.count >= BodyStream.highWater)
        #expect(first.count < BodyStream.highWater + Self.piece.count)
        var total = first.count
        while let piece = try await iterator.next() { total += piece.count }
        #expect(total == count * Self.piece.count)
        #expect(transfer.hasEnded)
        #expect(await client.isDrained())
    }

    @Test func aReaderAndASocketMayRace() async throws {
        let transport = transport([.head(ResponseHead(status: 200))])
        let client = NetClient(transport: transport)
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        let writer = Task.detached {
            for number in 0..<400 {
                transport.inFlight.first?.play([.body([UInt8](repeating: UInt8(number % 251), count: 9_000))])
            }
            transport.inFlight.first?.play([.finish(TransferMetrics())])
        }
        let all = try await bytes(response.body)
        await writer.value
        #expect(all == (0..<400).flatMap { [UInt8](repeating: UInt8($0 % 251), count: 9_000) })
        #expect(await client.isDrained())
    }

    @Test func anErrorInTheMiddleComesAfterTheBytes() async throws {
        let client = NetClient(
            transport: transport([.head(ResponseHead(status: 200)), .body([1]), .body([2]), .fail(TransferFailure(.cut, "gone"))])
        )
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        #expect(await client.isDrained())
        var iterator = response.body.makeAsyncIterator()
        #expect(try await iterator.next() == [1, 2])
        let failure = await #expect(throws: NetError.self) { try await bytes(response.body) }
        #expect(failure?.kind == .cut)
        #expect(client.row(response.id)?.state == .failed)
    }

    @Test func aFailureBeforeTheHeadIsThrown() async {
        let client = NetClient(transport: Net.failing(.dns))
        let error = await client.failure { (client: NetClient) throws(NetError) in
            _ = try await client.stream(Net.plan(), on: Net.pool).value
        }
        #expect(error?.kind == .dns)
        #expect(error?.attempted == "GET http://api.test/v1/items")
        #expect(await client.isDrained())
    }

    @Test func aFailedStatusStreamsItsBody() async throws {
        let client = NetClient(transport: transport(.answer(404, body: [4, 0, 4])))
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        #expect(response.head.status == 404)
        #expect(try await bytes(response.body) == [4, 0, 4])
        #expect(await client.isDrained())
        #expect(client.row(response.id)?.state == .failed)
        #expect(client.row(response.id)?.errorKind == "status")
    }

    @Test func redirectsAreFollowedBeforeTheHeadIsGiven() async throws {
        let client = NetClient(
            transport: ScriptedTransport { $0.url.path == "/b" ? .answer(200, body: [1]) : .redirect(302, to: "/b") })
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        #expect(response.url.path == "/b")
        #expect(try await bytes(response.body) == [1])
    }

    @Test func aRedirectThatIsNotFollowedIsStreamed() async throws {
        let client = NetClient(transport: transport(.redirect(302, to: "/b")))
        let response = try await client.stream(Net.plan { $0.followsRedirects = false }, on: Net.pool).value
        #expect(response.head.status == 302)
        #expect(try await bytes(response.body) == Array("moved".utf8))
    }

    @Test func aRedirectThatCannotBeFollowedIsThrown() async {
        let client = NetClient(transport: transport(.redirect(302, to: "ftp://x/")))
        let error = await client.failure { (client: NetClient) throws(NetError) in
            _ = try await client.stream(Net.plan(), on: Net.pool).value
        }
        #expect(error?.kind == .redirect)
        #expect(await client.isDrained())
    }

    @Test func droppingTheStreamCancelsTheCall() async throws {
        let transport = transport([.head(ResponseHead(status: 200)), .body([1])])
        let client = NetClient(transport: transport)
        let id = try await client.stream(Net.plan(), on: Net.pool).value.id
        #expect(await client.isDrained())
        #expect(client.row(id)?.state == .cancelled(.scope))
        #expect(transport.inFlight.isEmpty)
    }

    @Test func leavingTheLoopCancelsTheCall() async throws {
        let transport = transport([.head(ResponseHead(status: 200)), .body([1])])
        let client = NetClient(transport: transport)
        for try await _ in try await client.stream(Net.plan(), on: Net.pool).value.body { break }
        #expect(await client.isDrained())
        #expect(client.snapshot().ended.map(\.state) == [.cancelled(.scope)])
    }

    @Test func droppingAStreamThatWasReadChangesNothing() async throws {
        let client = NetClient(transport: transport(.answer(200, body: [1])))
        let id = try await readAll(client)
        #expect(await client.isDrained())
        #expect(client.row(id)?.state == .succeeded)
    }

    private func readAll(_ client: NetClient) async throws -> TaskID {
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        #expect(try await bytes(response.body) == [1])
        #expect(await eventually { client.row(response.id)?.state.isEnded == true })
        return response.id
    }

    @Test func cancellingTheReadingTaskCancelsTheCall() async throws {
        let transport = transport([.head(ResponseHead(status: 200)), .body([1])])
        let client = NetClient(transport: transport)
        let reader = Task {
            await client.failure { (client: NetClient) throws(NetError) in
                _ = try await bytes(try await client.stream(Net.plan(), on: Net.pool).value.body)
            }
        }
        #expect(await eventually { client.snapshot().live.first?.state == .running(.receiving) })
        reader.cancel()
        #expect(await reader.value?.kind == .cancelled(.scope))
        #expect(await client.isDrained())
        #expect(transport.inFlight.isEmpty)
    }

    @Test func cancellingTheTaskThatWaitsForTheHeadCancelsTheCall() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let waiter = Task {
            await client.failure { (client: NetClient) throws(NetError) in
                _ = try await client.stream(Net.plan(), on: Net.pool).value
            }
        }
        #expect(await eventually { transport.inFlight.count == 1 })
        waiter.cancel()
        #expect(await waiter.value == NetError(.cancelled(.scope)))
        #expect(await client.isDrained())
    }

    @Test func aCancelReachesAReaderThatIsPaused() async throws {
        let transport = transport([.head(ResponseHead(status: 200))] + Array(repeating: .body(Self.piece), count: 8))
        let client = NetClient(transport: transport)
        let response = try await client.stream(Net.plan(), on: Net.pool).value
        #expect(await eventually { transport.inFlight.first?.isPaused == true })
        #expect(client.cancel(response.id, because: .quit))
        var iterator = response.body.makeAsyncIterator()
        #expect(try await iterator.next()?.isEmpty == false, "what had arrived is still read")
        let error = await #expect(throws: NetError.self) { try await bytes(response.body) }
        #expect(error?.kind == .cancelled(.quit))
        #expect(await client.isDrained())
        #expect(transport.inFlight.isEmpty)
    }

    @Test func aPipeThatHasEndedKeepsNoTransfer() {
        let pipe = BodyPipe { _, _ in }
        pipe.finish(nil)
        weak var kept: StubbornTransport.Exchange?
        do {
            let exchange = StubbornTransport.Exchange(CountingObserver())
            kept = exchange
            pipe.attach(exchange)
        }
        #expect(kept == nil)
    }

    /// The transport may have filled the pipe, and the reader emptied it, before `start` has returned with the transfer.
    @Test func aPauseThatWasReadAwayBeforeTheTransferIsKnownIsMadeUpFor() async {
        let pipe = BodyPipe { _, _ in }
        let transfer = CountingTransfer()
        let full = [UInt8](repeating: 1, count: BodyStream.highWater)
        #expect(full.withUnsafeBytes(pipe.write) == .accepted)
        #expect([UInt8(2)].withUnsafeBytes(pipe.write) == .busy)
        #expect(await pipe.read().map { $0?.count } == .success(BodyStream.highWater))
        pipe.attach(transfer)
        #expect(transfer.resumes == 1)
    }

    /// The transfer of a redirect has ended: resuming it would help nobody.
    @Test func aPauseIsResumedOnTheExchangeThatAskedForIt() async {
        let pipe = BodyPipe { _, _ in }
        let (before, now) = (CountingTransfer(), CountingTransfer())
        pipe.attach(before)
        pipe.detachTransfer()
        let full = [UInt8](repeating: 1, count: BodyStream.highWater)
        #expect(full.withUnsafeBytes(pipe.write) == .accepted)
        #expect(full.withUnsafeBytes(pipe.write) == .busy)
        #expect(await pipe.read().map { $0?.count } == .success(BodyStream.highWater))
        pipe.attach(now)
        #expect(before.resumes == 0 && now.resumes == 1)
    }
}

private final class CountingTransfer: Transfer {
    private let count = Mutex(0)

    var resumes: Int { count.withLock { $0 } }

    func cancel() {}
    func resume() { count.withLock { $0 += 1 } }
}
