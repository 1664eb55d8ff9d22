// The progress of a call, as a value read from its row.

/// How much of a call's bodies has been transferred, in bytes.
public struct Progress: Sendable, Hashable {
    /// Bytes sent; while the exchange is in flight, those of its body.
    public var sent: Int64 = 0
    /// Bytes received, as on the wire; while the exchange is in flight, those of its body.
    public var received: Int64 = 0
    /// The length of the request's body in bytes; 0 for none.
    public var toSend: Int64 = 0
    /// The announced length of the response's body in bytes; `nil` while it is unknown, and where the
    /// response does not announce it.
    public var toReceive: Int64?
    /// The call has its response.
    public var isComplete = false

    /// Nothing has been transferred, and nothing is known about the response.
    public init() {}

    /// 0 … 1, and 1 once the response is there. While the response's size is unknown,
    /// received bytes do not count.
    public var fraction: Double {
        guard !isComplete else { return 1 }
        // A server may announce any number: the sums use Double, which does not overflow.
        let whole = Double(toSend) + Double(toReceive ?? 0)
        guard whole > 0 else { return 0 }
        let done = Double(min(sent, toSend)) + Double(min(received, toReceive ?? 0))
        return max(0, done) / whole
    }

    /// The progress that a row shows of the exchange in flight.
    init(_ row: TaskRow) {
        isComplete = row.state == .succeeded
        let ended = row.exchanges.reduce(into: (sent: Int64(0), received: Int64(0))) { sum, exchange in
            sum.sent += exchange.metrics.bytesSent
            sum.received += exchange.metrics.bytesReceived
        }
        sent = row.bytesSent
        received = row.bytesReceived
        guard let flight = row.flight else { return }
        sent -= ended.sent
        received -= ended.received
        toSend = Int64(flight.launch.request.body.count)
        toReceive = row.bytesExpected.flatMap { $0 < 0 ? nil : $0 }
    }

    /// The further of two moments of one call: a retry or a redirect that starts again does not reduce the
    /// progress that was shown.
    func orFurther(_ earlier: Progress) -> Progress { fraction < earlier.fraction ? earlier : self }
}

extension Handle {
    /// The call's progress: only the newest values, each at least as far as the one before. The
    /// stream ends with the call, at a fraction of 1 when the call succeeded. Each use is a stream of
    /// its own, for one reader.
    public var progress: AsyncStream<Progress> { client.progress(of: id) }
}

extension NetClient {
    /// The progress that the row of a call shows, for one reader.
    func progress(of id: TaskID) -> AsyncStream<Progress> {
        let meter = taskRegistry.makeMeter(id)
        return AsyncStream {
            await meter.next()
        } onCancel: { [taskRegistry] in
            taskRegistry.removeMeter(meter, of: id)
            meter.finish()
        }
    }
}
