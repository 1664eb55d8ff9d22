// How far a call has come, as a value read from its row.

/// What of a call's bodies has gone over the wire, in bytes.
public struct Progress: Sendable, Hashable {
    /// Bytes that have gone out; while the exchange is in the air, those of its body.
    public var sent: Int64 = 0
    /// Bytes that have come, as on the wire; while the exchange is in the air, those of its body.
    public var received: Int64 = 0
    /// How many bytes of body the request has; 0 for none.
    public var toSend: Int64 = 0
    /// How many bytes of body the answer announced; `nil` while that is not known, and where it does not say.
    public var toReceive: Int64?
    /// The call has brought its answer.
    public var isComplete = false

    /// Nothing has gone over the wire, and nothing is known of the answer.
    public init() {}

    /// 0 … 1, and 1 once the answer is there. While nothing is known of its size, what is received does not count.
    public var fraction: Double {
        guard !isComplete else { return 1 }
        // What a server announces may be any number: sums of these are made where none overflows.
        let whole = Double(toSend) + Double(toReceive ?? 0)
        guard whole > 0 else { return 0 }
        let done = Double(min(sent, toSend)) + Double(min(received, toReceive ?? 0))
        return max(0, done) / whole
    }

    /// What a row tells of the exchange in the air.
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

    /// The further of two moments of one call: what a retry or a redirect begins anew does not take back what was shown.
    func orFurther(_ earlier: Progress) -> Progress { fraction < earlier.fraction ? earlier : self }
}

extension Handle {
    /// How far the call has come: the newest only, each at least as far as the one before; it ends with the call, at a fraction of 1 when that
    /// succeeded (HH-D7). Each use is a stream of its own, for one reader.
    public var progress: AsyncStream<Progress> {
        let meter = client.desk.meter(id)
        return AsyncStream {
            await meter.next()
        } onCancel: { [client, id] in
            client.desk.drop(meter, of: id)
            meter.finish()
        }
    }
}
