// Spans of swift-distributed-tracing: one for each call, and below it one for each request that is sent.

import NetLayer
import Synchronization
import Tracing

/// Traces the calls of a client.
///
///     let tracing = CallTracing()
///     let client = NetClient(transport: tracing.wrapping(CurlTransport()), behaviour: tracing.behaviour())
///
/// A call's span begins when its work begins and is a child of the span in whose context the call was
/// dispatched. Each request below it (a first attempt, a retry, a hedge, a redirect) has a span of its own of
/// the kind `client`, and carries that span's context in its header, such as `traceparent` (W3C Trace
/// Context), in the form of the program's instrument. Names and attributes follow OpenTelemetry's conventions
/// for HTTP clients; URLs are masked, and no header or body becomes an attribute.
///
/// Streams and downloads have spans for their requests only. A response that the cache serves has none; nor
/// has a call that joined another.
public struct CallTracing: Sendable {
    let tracer: any Tracer
    let instrument: any Instrument

    /// - Parameters:
    ///   - tracer: starts the spans; by default that of the program.
    ///   - instrument: writes the headers; by default the tracer, or the instruments of the program where the
    ///     tracer is the program's.
    public init(tracer: (any Tracer)? = nil, instrument: (any Instrument)? = nil) {
        self.tracer = tracer ?? InstrumentationSystem.tracer
        self.instrument = instrument ?? tracer ?? InstrumentationSystem.instrument
    }

    /// A transport that starts a span for each request and sends its context. Wrap the transport that sends,
    /// inside a ``CachingTransport``: around it, responses of the cache would have spans, and reports of the
    /// cache (``CacheObserver``) would be lost.
    ///
    ///     CachingTransport(tracing.wrapping(CurlTransport()))
    public func wrapping(_ transport: any Transport) -> any Transport { TracingTransport(transport, self) }

    /// A client's behaviour that starts a span for each call, in addition to what `behaviour` does.
    public func behaviour(_ behaviour: ClientBehaviour = ClientBehaviour()) -> ClientBehaviour {
        var behaviour = behaviour
        let (inner, tracer) = (behaviour.around, self.tracer)
        behaviour.around = { plan, work in
            let span = CallSpan(tracer.startSpan(plan.id, ofKind: .internal))
            span.span.attributes["http.request.method"] = plan.method.rawValue
            await ServiceContext.withValue(span.span.context) {
                await CallSpan.current.withValue(span) {
                    if let inner { await inner(plan, work) } else { await work() }
                }
            }
            span.span.end()
        }
        // The outermost hook, so that it sees the end of every call.
        behaviour.hooks.insert(SpanOutcome(), at: 0)
        return behaviour
    }
}

/// The span of the call that the current task works on.
final class CallSpan: Sendable {
    static let current = TaskLocal<CallSpan?>(wrappedValue: nil)

    let span: any Span
    private let requests = Mutex(0)

    init(_ span: any Span) { self.span = span }

    /// How many requests the call has sent before this one.
    func countRequest() -> Int {
        requests.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}

/// Writes a call's outcome into its span.
private struct SpanOutcome: Hooks {
    func didLand(_ outcome: CallOutcome, _ context: CallContext) async {
        guard let span = CallSpan.current.get()?.span else { return }
        if !context.service.isEmpty { span.attributes["netlayer.service"] = context.service }
        span.attributes["netlayer.attempts"] = context.attempts
        switch outcome {
        case .success(let response): span.attributes["http.response.status_code"] = response.head.status
        case .failure(let error):
            span.attributes["http.response.status_code"] = error.response?.head.status
            span.attributes["error.type"] = error.kind.name
            // A cancelled call did not fail.
            if !error.isCancellation { span.setStatus(SpanStatus(code: .error, message: error.kind.name)) }
        }
    }
}
