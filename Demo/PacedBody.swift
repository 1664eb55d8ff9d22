// A body whose pieces are sent at a steady rate and made on demand: it needs no memory, however long it is.

struct PacedBody: Sendable {
    let count: Int
    /// Pieces per second.
    let rate: Double
    /// The length of the whole body for Content-Length, in bytes; nil leaves it open (chunked).
    var length: Int?
    let piece: @Sendable (Int) -> String

    /// The body. It ends early when the client disconnects or the service stops.
    func body(_ naps: WaitRegistry) -> Response.Body {
        .stream(length: length) { writer in
            let clock = ContinuousClock()
            let start = clock.now
            for index in 0..<count {
                // By the clock and not piece by piece, so that later pieces make up for sleeps
                // that take too long.
                let wait = start + .seconds(Double(index) / rate) - clock.now
                if wait > .milliseconds(1) { try await naps.sleep(for: wait) }
                try await writer.write(piece(index))
            }
        }
    }
}
