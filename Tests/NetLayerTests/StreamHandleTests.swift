// Streams and downloads have a number, progress and a cancel before their response is there.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct StreamHandleTests {
    private enum Trace { @TaskLocal static var id = "none" }

    private static let head = ScriptedTransport.Step.head(ResponseHead(status: 200, headers: ["Content-Length": "4"]))

    // MARK: Streams

    @Test func aStreamHasItsRowBeforeItsHead() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let id = client.reserveTaskID()
        let handle = client.stream(Net.plan(), on: Net.pool, as: id)
        #expect(handle.id == id && client.row(id)?.state.isEnded == false)
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play([Self.head, .body([1, 2, 3, 4]), .finish(TransferMetrics())])
        var bytes: [UInt8] = []
        for try await piece in try await handle.value.body { bytes += piece }
        #expect(bytes == [1, 2, 3, 4])
        #expect(client.row(id)?.state == .succeeded)
        #expect(await client.isDrained())
    }

    @Test func aStreamTellsItsProgress() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handle = client.stream(Net.plan(), on: Net.pool)
        var progress = handle.progress.makeAsyncIterator()
        #expect(await eventually { transport.inFlight.count == 1 })
        let transfer = try #require(transport.inFlight.first)
        transfer.play([Self.head, .body([1]), .progress(sent: 0, received: 1)])
        var last = await progress.next()
        while last?.received != 1 { last = await progress.next() }
        #expect(last?.toReceive == 4 && last?.fraction == 0.25)
        transfer.play([.body([2, 3, 4]), .finish(TransferMetrics())])
        while let next = await progress.next() { last = next }
        #expect(last?.isComplete == true)
        _ = try await handle.value
    }

    @Test func aStreamIsCancelledByItsHandleItsWaiterAndItsLoss() async throws {
        let client = NetClient(transport: Net.hanging())
        let own = client.stream(Net.plan(), on: Net.pool)
        #expect(own.cancel() && !own.cancel())
        #expect(client.row(own.id)?.state == .cancelled(.user))
        let waited = client.stream(Net.plan(), on: Net.pool)
        let waiter = Task { try await waited.value }
        waiter.cancel()
        let outcome = await waiter.result
        #expect(throws: NetError.self) { _ = try outcome.get() }
        #expect(client.row(waited.id)?.state == .cancelled(.scope))
        let lost = client.stream(Net.plan(), on: Net.pool).id
        #expect(client.row(lost)?.state == .cancelled(.scope), "no reader is left")
        #expect(await client.isDrained())
    }

    /// Either of them keeps the call alive.
    @Test func theResponseOutlivesItsHandle() async throws {
        let transport = ScriptedTransport { _ in [Self.head] }
        let client = NetClient(transport: transport)
        var handle: StreamHandle? = client.stream(Net.plan(), on: Net.pool)
        var response = try await handle?.value
        handle = nil
        let id = try #require(response?.id)
        #expect(client.row(id)?.state.isEnded == false)
        response = nil
        #expect(await eventually { client.row(id)?.state == .cancelled(.scope) })
    }

    @Test func anEndpointStreamsWithItsBehaviourAndTheCallersValues() async throws {
        let seen = Mutex<Set<String>>([])
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        var endpoint = Net.text("items")
        endpoint.behaviour.request.adapters = [
            ClosureAdapter { request, _ in
                request.headers.set(HeaderField("X-A", "1"))
                _ = seen.withLock { $0.insert(Trace.id) }
            }
        ]
        try await Trace.$id.withValue("caller") { [endpoint] in
            _ = try await client.stream(endpoint, on: Net.pool).value
            let folder = try TemporaryFolder()
            let target = DownloadTarget(folder.path("f"))
            _ = try await client.download(endpoint, on: Net.pool, to: target) { _ in
                _ = seen.withLock { $0.insert(Trace.id) }
            }.value
        }
        #expect(transport.requests.map { $0.headers["X-A"] } == ["1", "1"])
        #expect(seen.withLock { $0 } == ["caller"])
        #expect(await client.isDrained())
    }

    // MARK: Downloads

    @Test func aDownloadHasARowWithItsRequests() async throws {
        let folder = try TemporaryFolder()
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let id = client.reserveTaskID()
        let handle = client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("f")), as: id)
        #expect(handle.id == id && client.row(id)?.state.isEnded == false)
        var progress = handle.progress.makeAsyncIterator()
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(client.members(of: id).count == 1)
        let transfer = try #require(transport.inFlight.first)
        transfer.play([Self.head, .body([1])])
        var last = await progress.next()
        while last?.received != 1 { last = await progress.next() }
        #expect(last?.toReceive == 4 && last?.fraction == 0.25)
        transfer.play([.body([2, 3, 4]), .finish(TransferMetrics())])
        let file = try await handle.value
        #expect(try folder.bytes("f") == [1, 2, 3, 4])
        #expect(file.id == client.members(of: id).first?.id)
        while let next = await progress.next() { last = next }
        #expect(last?.isComplete == true && last?.received == 4)
        var late = handle.progress.makeAsyncIterator()
        #expect(await late.next() == last, "the end is there for late readers too")
        #expect(await late.next() == nil)
        #expect(client.row(id)?.state == .succeeded)
        #expect(await client.isDrained())
    }

    /// The partial file is closed when the wait ends: the next download continues there.
    @Test func aCancelledDownloadIsResumedByTheNext() async throws {
        let folder = try TemporaryFolder()
        let tag: Headers = ["Content-Length": "4", "ETag": "\"v1\""]
        let transport = ScriptedTransport { request in
            guard request.headers["Range"] == "bytes=2-" else {
                return [.head(ResponseHead(status: 200, headers: tag)), .body([1, 2])]
            }
            let headers: Headers = ["Content-Range": "bytes 2-3/4", "ETag": "\"v1\""]
            return .answer(206, headers: headers, body: [3, 4])
        }
        let client = NetClient(transport: transport)
        let target = DownloadTarget(folder.path("f"))
        let first = client.download(Net.plan(), on: Net.pool, to: target)
        var progress = first.progress.makeAsyncIterator()
        while let next = await progress.next(), next.received < 2 {}
        #expect(first.cancel())
        do throws(NetError) {
            _ = try await first.value
            Issue.record("it was cancelled")
        } catch {
            #expect(error.kind == .cancelled(.user))
        }
        #expect(client.members(of: first.id).allSatisfy { $0.state.isEnded })
        let second = client.download(Net.plan(), on: Net.pool, to: target)
        var newest: Progress?
        for await next in second.progress { newest = next }
        let file = try await second.value
        #expect(try file.resumedFrom == 2 && folder.bytes("f") == [1, 2, 3, 4])
        #expect(newest?.received == 4 && newest?.isComplete == true)
        #expect(await client.isDrained())
    }

    @Test func aDownloadGoesOnWithoutItsHandle() async throws {
        let folder = try TemporaryFolder()
        let client = NetClient(transport: Net.answering())
        let id = client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("f"))).id
        #expect(await client.isDrained())
        #expect(client.row(id)?.state == .succeeded)
        #expect(try folder.text("f") == "/v1/items")
    }

    @Test func aDownloadThatCannotBeginEndsItsRow() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.download(Net.plan { $0.method = .head }, on: Net.pool, to: DownloadTarget("/nowhere/f"))
        let error = await client.failure { (_: NetClient) throws(NetError) in _ = try await handle.value }
        #expect(error?.kind == .badRequest)
        #expect(client.row(handle.id)?.state == .failed && client.members(of: handle.id).isEmpty)
        #expect(await client.isDrained())
    }
}
