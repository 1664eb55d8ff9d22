// A body that somebody else keeps while it arrives.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct BodyTakerTests {
    private final class Keeper: BodyTaker {
        let head: ResponseHead
        let bytes = Mutex<[UInt8]>([])
        private let limit: Int

        init(_ head: ResponseHead, limit: Int) {
            self.head = head
            self.limit = limit
        }

        func receive(_ piece: UnsafeRawBufferPointer) throws(TransferFailure) {
            let isFull = bytes.withLock { bytes in
                guard bytes.count + piece.count <= limit else { return true }
                bytes += Array(piece)
                return false
            }
            if isFull { throw TransferFailure(.file, "no room") }
        }
    }

    private final class Keepers: Sendable {
        let all = Mutex<[Keeper]>([])
    }

    private func endpoint(_ keepers: Keepers, limit: Int = .max, _ plan: RequestPlan = Net.plan()) -> Endpoint<RawResponse> {
        Endpoint(plan).with { endpoint in
            endpoint.behaviour.takesBody = { _, head, _ in
                let keeper = Keeper(head, limit: limit)
                keepers.all.withLock { $0.append(keeper) }
                return keeper
            }
        }
    }

    @Test func theBodyIsWithTheTakerAndNowhereElse() async throws {
        let keepers = Keepers()
        let client = NetClient(
            transport: ScriptedTransport { _ in
                [.head(ResponseHead(status: 200)), .body([1, 2]), .body([3]), .finish(TransferMetrics())]
            })
        let response = try await client.dispatch(endpoint(keepers), on: Net.pool).value
        #expect(response.body.isEmpty)
        let keeper = try #require(response.taker as? Keeper)
        #expect(keeper.bytes.withLock { $0 } == [1, 2, 3])
        #expect(keepers.all.withLock { $0.count } == 1)
    }

    @Test func anAnswerThatIsAFailureHasItsTakerToo() async throws {
        let keepers = Keepers()
        let client = NetClient(transport: ScriptedTransport { _ in ScriptedTransport.Step.answer(500, body: [9]) })
        let error = await #expect(throws: NetError.self) { try await client.dispatch(endpoint(keepers), on: Net.pool).value }
        #expect((error?.response?.taker as? Keeper)?.bytes.withLock { $0 } == [9])
    }

    /// The body of a redirect that is followed is nobody's answer.
    @Test func aRedirectHasNoTaker() async throws {
        let keepers = Keepers()
        let client = NetClient(
            transport: ScriptedTransport { request in
                request.url.revealed.hasSuffix("/there")
                    ? ScriptedTransport.Step.answer(200, body: [7])
                    : ScriptedTransport.Step.answer(302, headers: ["Location": "/there"], body: [1, 1])
            })
        let response = try await client.dispatch(endpoint(keepers), on: Net.pool).value
        #expect((response.taker as? Keeper)?.bytes.withLock { $0 } == [7])
        #expect(keepers.all.withLock { $0.map(\.head.status) } == [200])
    }

    @Test func whatTheTakerRefusesEndsTheExchange() async throws {
        let keepers = Keepers()
        let client = NetClient(
            transport: ScriptedTransport { _ in
                [.head(ResponseHead(status: 200)), .body([1, 2]), .body([3, 4]), .finish(TransferMetrics())]
            })
        let error = await #expect(throws: NetError.self) {
            try await client.dispatch(endpoint(keepers, limit: 3), on: Net.pool).value
        }
        #expect(error?.kind == .file && error?.detail == "no room")
        #expect((error?.response?.taker as? Keeper)?.bytes.withLock { $0 } == [1, 2], "what had come is there")
    }

    /// Over a real socket, too: the transfer stops there.
    @Test func curlStopsWhereTheTakerRefuses() async throws {
        let server = try FaultServer { _ in .answer(body: String(repeating: "5", count: 300_000)) }
        defer { server.stop() }
        let keepers = Keepers()
        let client = NetClient(transport: CurlTransport())
        let plan = RequestPlan(id: "x", path: server.url("/"))
        let error = await #expect(throws: NetError.self) {
            try await client.dispatch(endpoint(keepers, limit: 1_000, plan), on: Net.pool).value
        }
        #expect(error?.kind == .file && error?.detail == "no room")
    }
}
