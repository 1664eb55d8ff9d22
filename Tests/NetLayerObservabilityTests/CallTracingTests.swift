import InMemoryTracing
import NetLayer
import NetLayerObservability
import NetLayerTesting
import TestSupport
import Testing
import Tracing

@Suite struct CallTracingTests {
    private let tracer = InMemoryTracer()

    private func client(_ transport: ScriptedTransport) -> NetClient {
        let tracing = CallTracing(tracer: tracer)
        return NetClient(transport: tracing.wrapping(transport), behaviour: tracing.behaviour())
    }

    /// A call's span ends shortly after its caller has the response.
    private func spans() async -> [FinishedInMemorySpan] {
        #expect(await eventually { tracer.activeSpans.isEmpty })
        return tracer.finishedSpans
    }

    private func span(_ name: String, _ number: Int = 0) async throws -> FinishedInMemorySpan {
        let spans = await spans().filter { $0.operationName == name }
        return try #require(spans.indices.contains(number) ? spans[number] : nil)
    }

    @Test func aCallHasASpanAndEachOfItsRequestsOneBelowIt() async throws {
        let transport = ScriptedTransport(inOrder: .answer(503), .redirect(to: "/b"), .answer(200))
        _ = try await client(transport).send(Observed.call(), on: Observed.pool)
        #expect(await spans().map(\.operationName) == ["GET", "GET", "GET", "listItems"])
        let call = try await span("listItems")
        #expect(call.parentSpanID == nil && call.kind == .internal && call.status == nil)
        #expect(call.attributes.get("http.response.status_code") == .int64(200))
        #expect(call.attributes.get("netlayer.service") == .string("shop"))
        for number in 0..<3 {
            let request = try await span("GET", number)
            #expect(request.parentSpanID == call.spanID && request.traceID == call.traceID && request.kind == .client)
            #expect(request.attributes.get("http.request.resend_count") == (number == 0 ? nil : .int64(Int64(number))))
        }
        #expect(try await span("GET", 0).status?.code == .error)
        #expect(try await span("GET", 0).attributes.get("error.type") == .string("503"))
        #expect(try await span("GET", 2).status == nil)
    }

    @Test func aRequestCarriesTheContextOfItsSpan() async throws {
        let transport = ScriptedTransport(inOrder: .answer(503), .answer(200))
        _ = try await client(transport).send(Observed.call(), on: Observed.pool)
        let (first, second) = (try await span("GET", 0), try await span("GET", 1))
        let sent = transport.requests.map { $0.headers[InMemoryTracer.spanIDKey] }
        #expect(sent == [first.spanID, second.spanID])
    }

    @Test func aCallIsAChildOfItsCallersSpan() async throws {
        let client = client(ScriptedTransport { _ in .answer(200) })
        try await tracer.withSpan("screen") { _ in
            _ = try await client.send(Observed.call(), on: Observed.pool)
            _ = try await client.dispatch(Observed.call(), on: Observed.pool).value
        }
        let screen = try await span("screen")
        for number in 0..<2 { #expect(try await span("listItems", number).parentSpanID == screen.spanID) }
    }

    @Test func aFailureMarksBothSpans() async throws {
        let client = client(ScriptedTransport { _ in .failure(.tls, "t0p") })
        _ = try? await client.send(Observed.call(), on: Observed.pool)
        for name in ["listItems", "GET"] {
            #expect(try await span(name).status == SpanStatus(code: .error, message: "tls"))
            #expect(try await span(name).attributes.get("error.type") == .string("tls"))
        }
    }

    @Test func noSpanHasASecret() async throws {
        let client = client(ScriptedTransport { _ in .answer(200, headers: ["Set-Cookie": "id=t0p"], text: "t0p") })
        _ = try await client.send(Observed.call("http://user:t0p@shop.test/?token=t0p"), on: Observed.pool)
        #expect(await spans().count == 2)
        for span in tracer.finishedSpans {
            #expect(!span.operationName.contains("t0p"))
            span.attributes.forEach { #expect(!"\($0) \($1)".contains("t0p")) }
        }
    }
}
