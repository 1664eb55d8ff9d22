// Starting calls: the number and the row come first, every result lands once, and nothing is left behind.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct NetClientDispatchTests {
    @Test(.rows("HH-D2", "B-HH-D1", "B-HH-D5", "B-YB-2", "CT-P11", "B-BA-1", "BA-7"))
    func theNumberAndTheRowExistBeforeAnyWork() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let handles = (0..<20).map { client.dispatch(Net.call("/\($0)"), on: Net.pool) }
        let snapshot = client.snapshot()
        #expect(snapshot.live.map(\.id) == handles.map(\.id))
        #expect(snapshot.counters.opened == 20)
        #expect(handles.map(\.id.number) == Array(1...20))
        client.cancelAll()
        #expect(await client.isDrained())
    }

    /// The task is made, has its number, stands in the table, is started; then the hook after the call hears parameters and number.
    @Test(.rows("CT-P10")) func theHookAfterTheCallHearsItsNumberAndParametersWhenItStandsInTheTable() async throws {
        final class Listener: Hooks {
            /// Who lives now. It does not keep the client, which keeps its hooks.
            let live = Landing<@Sendable () -> [TaskID]>()
            let heard = Mutex<[(id: TaskID, parameters: [Parameter], isListed: Bool)]>([])
            func didCall(_ context: CallContext) async {
                let live = await live.value()()
                heard.withLock { $0.append((context.id, context.plan.parameters, live == [context.id])) }
            }
        }
        let listener = Listener()
        var behaviour = ClientBehaviour()
        behaviour.hooks = [listener]
        let transport = Net.hanging()
        let client = NetClient(transport: transport, behaviour: behaviour)
        listener.live.land { [weak client] in client?.snapshot().live.map(\.id) ?? [] }
        let parameters = [Parameter("q", "a", in: .query)]
        let handle = client.dispatch(Endpoint(Net.plan { $0.parameters = parameters }), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let heard = listener.heard.withLock { $0 }
        #expect(heard.map(\.id) == [handle.id] && heard.map(\.parameters) == [parameters] && heard.map(\.isListed) == [true])
        handle.cancel()
        #expect(await client.isDrained())
    }

    @Test func anAnswerLandsForEveryReaderOfItsHandle() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Net.call("/items"), on: Net.pool)
        await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<10 { group.addTask { try? await handle.value.body } }
            for await body in group { #expect(body == Array("/v1/items".utf8)) }
        }
        #expect(try await handle.value.head.status == 200)
        #expect(await client.isDrained())
        #expect(client.snapshot().counters.succeeded == 1)
    }

    @Test func theRowTellsWhatHappened() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Endpoint(Net.plan { $0.title = "List" }), on: Net.pool)
        _ = try await handle.value
        let row = try #require(client.row(handle.id))
        #expect(row.state == .succeeded)
        #expect(row.info.title == "List")
        #expect(row.info.endpoint == "call")
        #expect(row.status == 200)
        #expect(row.attempt == 1)
        #expect(row.service == "main")
        #expect(row.errorKind == nil)
        #expect(row.bytesReceived == 9)
        #expect(row.exchanges.map(\.request.url.revealed) == ["http://api.test/v1/items"])
        #expect(row.startedAt != nil)
        #expect(row.endedAt != nil)
    }

    @Test(arguments: [("20", 20), ("-1", nil), ("+5", nil), ("many", nil), (nil, nil)] as [(String?, Int64?)])
    func theRowKnowsHowMuchIsToCome(_ length: String?, _ expected: Int64?) async {
        let headers = Headers(length.map { [HeaderField("Content-Length", $0)] } ?? [])
        let client = NetClient(
            transport: ScriptedTransport { _ in [.head(ResponseHead(status: 200, headers: headers)), .body([1])] })
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { client.row(handle.id)?.status == 200 })
        #expect(client.row(handle.id)?.bytesExpected == expected)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test(.rows("YB-12", "B-YB-6")) func aDroppedHandleLetsTheCallRunToItsEnd() async {
        let client = NetClient(transport: Net.answering())
        _ = client.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { client.snapshot().counters.succeeded == 1 })
        #expect(await client.isDrained())
    }

    @Test(.rows("B-BA-5", "B-HH-G3")) func aCallThatCannotBeBuiltIsARowToo() async {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(Net.call("/items/{id}"), on: Net.pool)
        #expect(await handle.error?.kind == .badRequest)
        #expect(client.row(handle.id)?.state == .failed)
        #expect(client.row(handle.id)?.errorKind == "bad_request")
        #expect(transport.requests.isEmpty)
        #expect(await client.isDrained())
    }

    @Test func anEmptyPoolServesAbsoluteURLsOnly() async throws {
        let client = NetClient(transport: Net.answering())
        #expect(try await client.send(Net.call("http://other.test/x"), on: ServicePool([])).body == Array("/x".utf8))
        #expect(await client.dispatch(Net.call("/x"), on: ServicePool([])).error?.kind == .badRequest)
        #expect(await client.dispatch(Net.call("/x"), on: ServicePool([Net.service], active: 3)).error?.kind == .badRequest)
    }

    @Test func anAbsoluteURLNamesNoService() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Net.call("http://other.test/x"), on: Net.pool)
        _ = try await handle.value
        #expect(client.row(handle.id)?.service == "")
    }

    @Test func aTypeMayStandForAnEndpoint() async throws {
        struct Count: EndpointConvertible {
            var endpoint: Endpoint<Int> { Endpoint(Net.plan()) { $0.body.count } }
        }
        let client = NetClient(transport: Net.answering())
        #expect(try await client.dispatch(Count(), on: Net.pool).value == 9)
    }

    @Test(.rows("B-HH-D10", "B-CT-4", "BA-7")) func aNumberIsNeverUsedAgainWhicheverServiceItsCallGoesTo() async throws {
        let client = NetClient(transport: Net.answering())
        var numbers: [UInt64] = []
        for round in 0..<3 {
            for name in ["a", "b"] {
                let pool = ServicePool([Service(name: name, baseURL: URI("http://\(name).test"))])
                let handle = client.dispatch(Net.call("/\(round)"), on: pool)
                _ = try await handle.value
                numbers.append(handle.id.number)
            }
        }
        #expect(numbers == Array(1...6))
        for number in numbers { #expect(!client.cancel(TaskID(number)), "an old number means nobody else") }
        #expect(await client.isDrained())
    }

    @Test(.rows("B-HH-D4", "B-HH-D5", "B-CT-5", "B-YB-2")) func aThousandCallsAtOnceEachEndOnce() async {
        let client = NetClient(transport: Net.answering(), limits: DispatchLimits(total: 8, perHost: 3))
        // Made from eight threads, while others read the table.
        let handles = await withTaskGroup(of: [(Int, Handle<RawResponse>)].self) { group in
            for lane in 0..<8 {
                group.addTask {
                    (0..<125).map { round in
                        let number = lane * 125 + round
                        if round % 10 == 0 { _ = client.snapshot() }
                        return (number, client.dispatch(Net.call("http://h\(number % 7).test/\(number)"), on: Net.pool))
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(handles.map { $0.1.id.number }) == Set(1...1_000), "no number is given twice")
        for (number, handle) in handles {
            let body = try? await handle.outcome.get().body
            #expect(body == Array("/\(number)".utf8))
        }
        #expect(await client.isDrained())
        let counters = client.snapshot().counters
        #expect(counters.opened == 1_000)
        #expect(counters.succeeded == 1_000)
        #expect(counters.late == 0)
    }

    @Test func theClientsTimeIsTheInjectedOne() async throws {
        let clock = VirtualClock()
        let client = NetClient(transport: Net.hanging(), time: clock.source)
        clock.advance(by: .seconds(5))
        let handle = client.dispatch(Net.call(), on: Net.pool)
        clock.advance(by: .seconds(2))
        #expect(client.now == .seconds(7))
        handle.cancel()
        let row = try #require(client.row(handle.id))
        #expect(row.openedAt == .seconds(5))
        #expect(row.endedAt == .seconds(7))
    }
}
