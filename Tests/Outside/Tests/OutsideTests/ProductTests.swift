// Each product, used by its plain import as another author would.

import Foundation
import Logging
import Metrics
import NetLayer
import NetLayerFoundation
import NetLayerObservability
import NetLayerTesting
import Testing
import Tracing

@Suite struct ProductTests {
    struct Item: Codable, Sendable, Hashable { var name: String }

    static let pool = ServicePool([Service(name: "api", baseURL: URI("http://api.test"))])
    static let list = RequestPlan(id: "list", path: "/items")

    let transport = ScriptedTransport { _ in .answer(200, json: #"{"data":[{"name":"a"}]}"#) }

    @Test func theJSONOfAPageCanBeNamed() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(200, json: #"[{"name":"a"}]"#) })
        let pager = Pager(Self.list, style: .link(), on: Self.pool, client: client)
        var names: [String] = []
        for try await page in pager {
            for node: JSONNode in page.items { names += node.members.compactMap(\.value.string) }
        }
        #expect(names == ["a"])
    }

    @Test func aResponseIsDecodedInOneLine() async throws {
        let client = NetClient(transport: transport)
        #expect(try await client.get("http://api.test/items", as: [Item].self, at: "/data") == [Item(name: "a")])
        let response = try await client.post("http://api.test/items", json: Item(name: "b"))
        #expect(response.data.count == 23)
        #expect(URL(response.url) == URL(string: "http://api.test/items"))
        #expect(transport.requests.last?.body == .bytes([UInt8](#"{"name":"b"}"#.utf8)))
    }

    @Test func aFailureHasAClosedKind() async {
        let client = NetClient(transport: ScriptedTransport { _ in .failure(.dns) })
        do throws(NetError) {
            _ = try await client.send(Endpoint(Self.list), on: Self.pool)
            Issue.record("the call has succeeded")
        } catch {
            #expect(error.kind == .dns)
        }
    }

    @Test func aClientIsObserved() async throws {
        let tracing = CallTracing(tracer: NoOpTracer())
        let client = NetClient(transport: tracing.wrapping(transport), behaviour: tracing.behaviour())
        let (first, second) = (client.events(), client.events())
        _ = try await client.send(Endpoint(Self.list), on: Self.pool)
        first.finish()
        second.finish()
        await EventMetrics(factory: NOOPMetricsHandler.instance).follow(first)
        await EventLog(Logger(label: "net") { _ in SwiftLogNoOpLogHandler() }).follow(second)
        #expect(client.snapshot().counters.succeeded == 1)
    }

    @Test func timeIsTheTests() async throws {
        let clock = VirtualClock()
        let scripts = ScriptedTransport(inOrder: .answer(503, headers: ["Retry-After": "20"]), .answer(200))
        let client = NetClient(transport: scripts, policies: CallPolicies(retry: RetryPolicy(attempts: 2)), time: clock.source)
        let handle = client.dispatch(Endpoint(Self.list), on: Self.pool)
        _ = await client.firstRow { $0.state == .retrying }
        clock.advance(by: .seconds(20))
        #expect(try await handle.value.head.status == 200)
    }
}
