// A transport with a span for each request.

import NetLayer
import Tracing

/// Starts a span for each exchange of another transport, and adds the span's context to the request's
/// headers.
struct TracingTransport: Transport {
    private let transport: any Transport
    private let tracing: CallTracing

    init(_ transport: any Transport, _ tracing: CallTracing) {
        self.transport = transport
        self.tracing = tracing
    }

    func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        let span = tracing.tracer.startSpan(request.method.rawValue, ofKind: .client)
        span.updateAttributes { attributes in
            attributes["http.request.method"] = request.method.rawValue
            // Its description masks the secrets.
            attributes["url.full"] = "\(request.url)"
            attributes["server.address"] = request.url.host
            attributes["server.port"] = request.url.port
            if let sent = CallSpan.current.get()?.countRequest(), sent > 0 { attributes["http.request.resend_count"] = sent }
        }
        var request = request
        tracing.instrument.inject(span.context, into: &request.headers, using: FieldInjector())
        return transport.start(request, observer: SpanObserver(observer, span))
    }
}

private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout Headers) { carrier.set(HeaderField(key, value)) }
}

/// Ends the span with the exchange; hands all calls on.
private final class SpanObserver: TransferObserver {
    private let observer: any TransferObserver
    private let span: any Span

    init(_ observer: any TransferObserver, _ span: any Span) {
        self.observer = observer
        self.span = span
    }

    func transferEntered(_ phase: Phase) { observer.transferEntered(phase) }
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict { observer.transferReceived(body: body) }
    func transferProgressed(sent: Int64, received: Int64) { observer.transferProgressed(sent: sent, received: received) }
    func transferSettled() { observer.transferSettled() }

    func transferReceived(head: ResponseHead) {
        span.attributes["http.response.status_code"] = head.status
        if head.status >= 400 {
            span.attributes["error.type"] = String(head.status)
            span.setStatus(SpanStatus(code: .error))
        }
        observer.transferReceived(head: head)
    }

    func transferFinished(_ end: TransferEnd) {
        if let failure = end.failure {
            span.attributes["error.type"] = failure.kind.name
            span.setStatus(SpanStatus(code: .error, message: failure.kind.name))
        }
        span.attributes["network.protocol.version"] = end.metrics.version?.replacing("HTTP/", with: "")
        span.end()
        observer.transferFinished(end)
    }
}
