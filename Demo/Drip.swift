// A body that comes in pieces at a steady rate, made while it is sent: nothing is held, however long it is.

struct Drip: Sendable {
    let count: Int
    /// Pieces in a second.
    let rate: Double
    /// Bytes of the whole body, to be told ahead; nil leaves it open (chunked).
    var length: Int?
    let piece: @Sendable (Int) -> String

    /// The body. It ends early when the client goes or the service stops.
    func body(_ naps: Naps) -> Response.Body {
        .stream(length: length) { writer in
            let clock = ContinuousClock()
            let start = clock.now
            for index in 0..<count {
                // By the clock and not by the piece, so that what sleeping takes too long is made up for.
                let wait = start + .seconds(Double(index) / rate) - clock.now
                if wait > .milliseconds(1) { try await naps.sleep(for: wait) }
                try await writer.write(piece(index))
            }
        }
    }
}
