// Bodies that are made while they are sent: on the wire, on demand, and once.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

private enum Trace { @TaskLocal static var id = "none" }

/// Chunks from an array, and how many of them were requested.
private final class Chunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    private let state: Mutex<(chunks: [[UInt8]], requested: Int)>
    private let next: @Sendable (Int) async throws -> Void

    /// - Parameter next: runs before each chunk, with its number from 0.
    init(_ chunks: [[UInt8]], next: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
        state = Mutex((chunks, 0))
        self.next = next
    }

    var requested: Int { state.withLock { $0.requested } }

    struct Iterator: AsyncIteratorProtocol {
        let source: Chunks

        func next() async throws -> [UInt8]? {
            let number = source.state.withLock { state in
                defer { state.requested += 1 }
                return state.requested
            }
            try await source.next(number)
            return source.state.withLock { $0.chunks.indices.contains(number) ? $0.chunks[number] : nil }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }
}

@Suite(.within(minutes: 1)) struct AsyncBodyTests {
    private static func plan(_ body: AsyncBody, _ method: HTTPMethod = .post, _ path: String = "/upload") -> RequestPlan {
        Net.plan(path) {
            $0.method = method
            $0.body = .sequence(body, contentType: "application/octet-stream")
        }
    }

    private static func chunks(_ count: Int, of size: Int = 1_000) -> [[UInt8]] {
        (0..<count).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: size) }
    }

    private func error(_ client: NetClient, _ plan: RequestPlan) async -> NetError? {
        await client.dispatch(Endpoint(plan), on: Net.pool).error
    }

    // MARK: On the wire

    @Test(arguments: [true, false]) func theServerGetsAllBytes(_ hasLength: Bool) async throws {
        let server = try FaultServer { _ in .answer(body: "thanks") }
        defer { server.stop() }
        let all = Self.chunks(50)
        let body = AsyncBody(Chunks(all) { _ in await Task.yield() }, length: hasLength ? 50_000 : nil)
        let client = NetClient(transport: CurlTransport())
        let answer = try await client.send(Endpoint(Self.plan(body, .post, server.url("/upload"))), on: ServicePool([]))
        #expect(answer.body == Array("thanks".utf8))
        let request = try #require(server.counts.requests.first)
        #expect(request.body == all.flatMap(\.self))
        #expect(request.value("Content-Length") == (hasLength ? "50000" : nil))
        #expect(request.value("Transfer-Encoding") == (hasLength ? nil : "chunked"))
        #expect(request.value("Content-Type") == "application/octet-stream")
    }

    /// What there is goes out; the rest follows when the sequence has it.
    @Test func aSlowSequenceHoldsBackNothing() async throws {
        let server = try FaultServer { .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let gate = Gate()
        let body = AsyncBody(Chunks(Self.chunks(2)) { if $0 == 1 { await gate.wait() } })
        let client = NetClient(transport: CurlTransport())
        let handle = client.dispatch(Endpoint(Self.plan(body, .post, server.url())), on: ServicePool([]))
        #expect(await eventually { (client.row(handle.id)?.bytesSent ?? 0) >= 1_000 })
        gate.open()
        #expect(await handle.text == "2000")
    }

    @Test(.enabled(if: NginxServer.isPresent, NginxServer.whyAbsent)) func overHTTP2() async throws {
        let server = try NginxServer()
        let body = AsyncBody(Chunks(Self.chunks(300)) { _ in await Task.yield() })
        var plan = Self.plan(body, .post, server.url("/upload"))
        plan.connection.caFile = server.certificateFile
        let answer = try await NetClient(transport: CurlTransport()).send(Endpoint(plan), on: ServicePool([]))
        #expect(answer.head.version == "HTTP/2" && String(decoding: answer.body, as: UTF8.self) == NginxServer.body)
        #expect(answer.head.headers["X-Received"].flatMap { Int($0) } ?? 0 > 300_000)
    }

    @Test func http10NeedsALength() async {
        let client = NetClient(transport: CurlTransport())
        var plan = Self.plan(AsyncBody(Chunks([])), .post, "http://127.0.0.1:1/")
        plan.connection.httpVersion = .http10
        #expect(await client.dispatch(Endpoint(plan), on: ServicePool([])).error?.kind == .unsupported)
        #expect(await client.isDrained())
    }

    // MARK: On demand

    /// No chunk is requested before the reader has taken the one before and wants more.
    @Test func aChunkIsRequestedWhenItIsWanted() async throws {
        let chunks = Chunks(Self.chunks(2, of: 10))
        let feed = AsyncBody(chunks).takeFeed()
        defer { feed.stop() }
        var buffer = [UInt8](repeating: 0, count: 6)
        func read() throws -> Int? {
            try buffer.withUnsafeMutableBytes { room in
                Result { () throws(TransferFailure) in try feed.read(into: room) {} }
            }.get()
        }
        #expect(chunks.requested == 0)
        for number in 1...2 {
            #expect(try read() == nil, "nothing is there yet")
            var first: Int?
            while first == nil {
                await Task.yield()
                first = try read()
            }
            #expect(first == 6 && chunks.requested == number)
            #expect(try read() == 4 && chunks.requested == number)
        }
        var end: Int?
        while end == nil {
            end = try read()
            await Task.yield()
        }
        #expect(end == 0 && chunks.requested == 3)
    }

    /// A transfer that is resumed for its response reads again, although it waits for a chunk: it must not get the
    /// chunk after that in its place.
    @Test func aReaderThatAsksTwiceGetsEachChunk() async throws {
        let feed = BodyFeed(length: nil) { true }
        var buffer = [UInt8](repeating: 0, count: 4)
        func read() throws -> Int? {
            try buffer.withUnsafeMutableBytes { room in
                Result { () throws(TransferFailure) in try feed.read(into: room) {} }
            }.get()
        }
        #expect(try read() == nil)
        #expect(await feed.isWanted())
        #expect(try read() == nil, "the writer makes it")
        feed.put([1])
        // The task runs until it waits, because the reader has not asked for a second chunk.
        let second = Task.immediate { await feed.isWanted() }
        #expect(try read() == 1 && buffer[0] == 1)
        feed.stop()
        #expect(await second.value == false)
    }

    @Test func theSequenceIsReadInTheCallersContext() async throws {
        let seen = Mutex<Set<String>>([])
        let chunks = Chunks(Self.chunks(3)) { _ in _ = seen.withLock { $0.insert(Trace.id) } }
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let plan = Self.plan(AsyncBody(chunks))
        _ = try await Trace.$id.withValue("caller") { try await client.send(Endpoint(plan), on: Net.pool) }
        #expect(seen.withLock { $0 } == ["caller"])
        #expect(transport.streamedBodies == [Self.chunks(3).flatMap(\.self)])
        #expect(await client.isDrained())
    }

    /// A sequence that says when its reader has let go of it. `onTermination` of the stream says only that a read was cancelled.
    private struct Watched: AsyncSequence, Sendable {
        let stream: AsyncStream<[UInt8]>
        let ended: Landing<Void>

        final class Mark {
            private let ended: Landing<Void>
            init(_ ended: Landing<Void>) { self.ended = ended }
            deinit { ended.land(()) }
        }

        struct AsyncIterator: AsyncIteratorProtocol {
            var inner: AsyncStream<[UInt8]>.AsyncIterator
            let mark: Mark
            mutating func next() async -> [UInt8]? { await inner.next() }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(inner: stream.makeAsyncIterator(), mark: Mark(ended)) }
    }

    @Test func aCancelEndsTheSequence() async throws {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let ended = Landing<Void>()
        continuation.yield([1])
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Endpoint(Self.plan(AsyncBody(Watched(stream: stream, ended: ended)))), on: Net.pool)
        // There is room for a second chunk as soon as the first one is read.
        #expect(await eventually { if case .enqueued = continuation.yield([2]) { true } else { false } })
        handle.cancel()
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
        await ended.value()
    }

    // MARK: Once

    private static func retried(_ body: AsyncBody) -> RequestPlan {
        var plan = plan(body, .put)
        plan.policies.retry = RetryPolicy(base: .zero)
        return plan
    }

    @Test func aBodyThatWasReadIsNotSentAgain() async throws {
        let transport = ScriptedTransport { _ in .answer(503) }
        let client = NetClient(transport: transport)
        let error = await error(client, Self.retried(AsyncBody(Chunks(Self.chunks(1)))))
        #expect(error?.kind == .status(503) && error?.detail.contains("the body can be sent only once") == true)
        #expect(transport.requests.count == 1)
    }

    /// Nothing was read for a service that took no connection.
    @Test func aBodyThatWasNotReadGoesElsewhere() async throws {
        let server = try FaultServer { .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let services = ["http://127.0.0.1:1", server.url("")].enumerated().map {
            Service(name: "\($0.offset)", baseURL: URI($0.element))
        }
        let pool = ServicePool(services, id: "main", failover: FailoverOptions())
        let client = NetClient(transport: CurlTransport())
        let handle = client.dispatch(Endpoint(Self.plan(AsyncBody(Chunks(Self.chunks(3))))), on: pool)
        #expect(await handle.text == "3000")
        #expect(client.row(handle.id)?.exchanges.count == 2)
    }

    @Test(arguments: [301, 303, 307, 308]) func aRedirectThatRepeatsTheBodyIsRefused(_ status: Int) async throws {
        let transport = ScriptedTransport { $0.url.path.hasSuffix("/upload") ? .redirect(status, to: "/there") : .answer(200) }
        let client = NetClient(transport: transport)
        let error = await error(client, Self.plan(AsyncBody(Chunks(Self.chunks(1)))))
        if status >= 307 {
            #expect(error?.kind == .redirectRefused && error?.detail.contains("only once") == true)
        } else {
            #expect(error == nil && transport.requests.last?.method == .get)
        }
    }

    /// It is not known what it contains, with or without a length.
    @Test(arguments: [nil, 1_000] as [Int?]) func aBodyThatWasNotReadGoesToNoOtherOrigin(_ length: Int?) throws {
        let body = AsyncBody(Chunks(Self.chunks(1)), length: length)
        let request = WireRequest(method: .post, url: URI("https://a.test/upload"), body: .sequence(body))
        func next(_ location: String) throws -> WireRequest? {
            try Redirection.nextRequest(after: ResponseHead(status: 307, headers: ["Location": location]), of: request)
        }
        #expect(request.hasSecretBody)
        #expect(try next("/there")?.body == .sequence(body))
        let error = #expect(throws: NetError.self) { try next("https://b.test/there") }
        #expect(error?.kind == .redirectRefused)
    }

    /// A provider makes a new body for each attempt.
    @Test func aProviderMakesItRepeatable() async throws {
        let turn = Mutex(0)
        let transport = ScriptedTransport { _ in
            .answer(
                turn.withLock { turn in
                    defer { turn += 1 }
                    return turn == 0 ? 503 : 200
                })
        }
        var endpoint = Endpoint(Net.plan { $0.method = .put })
        endpoint.plan.policies.retry = RetryPolicy(base: .zero)
        endpoint.behaviour.request.body = { _ in .sequence(AsyncBody(Chunks(Self.chunks(1))), contentType: "a/b") }
        #expect(await NetClient(transport: transport).dispatch(endpoint, on: Net.pool).error == nil)
        #expect(transport.streamedBodies.count == 2)
    }

    @Test func theSameBodyCannotBeSentTwice() async throws {
        let client = NetClient(transport: Net.answering())
        let plan = Self.plan(AsyncBody(Chunks(Self.chunks(1))))
        #expect(await error(client, plan) == nil)
        let second = await error(client, plan)
        #expect(second?.kind == .badRequest && second?.detail.contains("only once") == true)
    }

    /// Each exchange has bytes of its own: the second to request a chunk gets none, and takes none.
    @Test func twoExchangesAtOnceDoNotShareTheBytes() async throws {
        let body = AsyncBody(Chunks(Self.chunks(3, of: 10)))
        let (one, other) = (body.opened(), body.opened())
        #expect(one == body && other == body)
        let (feed, late) = (one.takeFeed(), other.takeFeed())
        let signal = Landing<Void>()
        var room = [UInt8](repeating: 0, count: 1)
        let first = try room.withUnsafeMutableBytes { room in
            Result { () throws(TransferFailure) in try feed.read(into: room) { signal.land(()) } }
        }.get()
        #expect(first == nil)
        await signal.value()
        let failure = await #expect(throws: TransferFailure.self) { try await late.collect() }
        #expect(failure?.kind == .badRequest)
        other.close()
        #expect(try await feed.collect() == Self.chunks(3, of: 10).flatMap(\.self))
        one.close()
    }

    @Test func ofTwoCallsAtOnceOneSendsTheBody() async throws {
        let server = try FaultServer { .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        for round in 1...20 {
            let body = AsyncBody(Chunks(Self.chunks(10)) { _ in await Task.yield() })
            let endpoint = Endpoint(Self.plan(body, .post, server.url()))
            let handles = (0..<2).map { _ in client.dispatch(endpoint, on: ServicePool([])) }
            var (texts, kinds): ([String], [NetError.Kind]) = ([], [])
            for handle in handles {
                switch await handle.outcome {
                case .success(let response): texts.append(String(decoding: response.body, as: UTF8.self))
                case .failure(let error): kinds.append(error.kind)
                }
            }
            #expect(texts == ["10000"] && kinds == [.badRequest], "round \(round)")
        }
        #expect(await client.isDrained())
    }

    /// The call that is refused ends while the other still uploads.
    @Test func aRefusedCallLeavesTheOthersSequenceAlone() async throws {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        let ended = Landing<Void>()
        continuation.onTermination = { _ in ended.land(()) }
        continuation.yield([1])
        let client = NetClient(transport: Net.answering())
        let plan = Self.plan(AsyncBody(stream))
        let handle = client.dispatch(Endpoint(plan), on: Net.pool)
        #expect(await eventually { plan.isBodySpent })
        #expect(await error(client, plan)?.kind == .badRequest)
        #expect(client.row(handle.id)?.state.isEnded == false)
        handle.cancel()
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
        await ended.value()
    }

    // MARK: Faults of the sequence

    @Test func anErrorOfTheSequenceFailsTheCall() async throws {
        let client = NetClient(transport: Net.answering())
        let broken = await error(client, Self.plan(AsyncBody(Chunks(Self.chunks(2)) { if $0 == 1 { throw Trouble() } })))
        #expect(broken?.kind == .badRequest && broken?.detail.contains("the sequence of the body failed") == true)
        let own = AsyncBody(Chunks([]) { _ in throw NetError(.file, detail: "the disk is gone") })
        #expect(await error(client, Self.plan(own))?.kind == .file)
    }

    /// A sequence may be the response of another call: how that fails says nothing about the service that
    /// receives the body, nor about what was sent to it.
    @Test(arguments: [NetError.Kind.timedOut(.idle), .cut, .connect, .noNetwork, .cancelled(.hedge), .cancelled(.redispatch)])
    func anErrorOfTheSequenceIsNotTheServices(_ kind: NetError.Kind) async {
        @Sendable func broken() -> RequestBody {
            .sequence(AsyncBody(Chunks([]) { _ in throw NetError(kind, detail: "of the source") }), contentType: "a/b")
        }
        let fixed = FailoverStage.call(.post) { $0.body = broken() }
        var provided = FailoverStage.call(.post)
        provided.behaviour.request.body = { _ in broken() }
        for endpoint in [fixed, provided] {
            let stage = FailoverStage()
            let error = await stage.client.dispatch(endpoint, on: stage.pool).error
            #expect(error?.kind == .badRequest && error?.detail.contains("of the source") == true)
            #expect(stage.transport.requests.count == 1)
            #expect(stage.status.services.allSatisfy { $0.counts == OutcomeCounts() })
        }
    }

    @Test(arguments: [999, 1_001]) func aWrongLengthFailsTheCall(_ length: Int) async throws {
        let server = try FaultServer { _ in .answer() }
        defer { server.stop() }
        let body = AsyncBody(Chunks(Self.chunks(1)), length: length)
        let client = NetClient(transport: CurlTransport())
        let error = await client.dispatch(Endpoint(Self.plan(body, .post, server.url())), on: ServicePool([])).error
        #expect(error?.kind == .badRequest && error?.detail.contains("\(length)") == true)
        #expect(server.counts.requests.isEmpty)
    }

    @Test func aSignatureOfTheContentIsRefused() throws {
        let request = WireRequest(url: URI("http://a.test"), body: .sequence(AsyncBody(Chunks([]))))
        #expect(throws: NetError.self) { try request.contentDigest() }
    }
}
