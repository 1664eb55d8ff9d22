// Who keeps a body in place of the engine: one that is looked at before it is whole, or that is too large for memory.

/// Takes the body of one answer as it arrives. ``RawResponse/body`` is empty then, and ``RawResponse/taker`` is this object: rules and
/// checks that look into the body see none, so it is for calls that have no such rules.
public protocol BodyTaker: AnyObject, Sendable {
    /// More of the body, after content decoding. On the transport's thread: it must be quick.
    /// - Throws: why it cannot be kept; the exchange ends with that.
    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure)
}

/// Makes a taker for each answer of a call that is not a redirect to be followed: of each attempt, and of each of two copies in the air.
/// Told the call's number, the head, and the URL that answers, on the transport's thread; `nil` leaves this body to the engine.
public typealias BodyTaking = @Sendable (TaskID, ResponseHead, URI) -> (any BodyTaker)?
