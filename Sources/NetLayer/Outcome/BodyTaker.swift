// Receives a body instead of the engine: for bodies that are used before they are complete, or that
// are too large for memory.

/// Receives the body of one response as it arrives. ``RawResponse/body`` is then empty, and
/// ``RawResponse/taker`` is this object. Rules and checks that inspect the body see an empty one, so takers
/// suit calls without such rules.
public protocol BodyTaker: AnyObject, Sendable {
    /// More of the body, after content decoding. Called on any thread, which other transfers
    /// wait for: it must be quick.
    /// - Throws: why the body cannot be stored; the exchange ends with that failure.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)
}
