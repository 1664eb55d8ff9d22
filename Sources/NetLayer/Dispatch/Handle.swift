// What a caller holds of a dispatched call.

/// A call in the air, or ended. Dropping the handle changes nothing: the table owns the work.
public struct Handle<Response: Sendable>: Sendable {
    /// The task's number, given before its work started.
    public let id: TaskID
    let landing: Landing<Result<Response, NetError>>
    let client: NetClient

    /// The response, once it is there. Cancelling the Swift task that waits here leaves the call alone; see ``NetClient/send(_:on:)``.
    public var value: Response {
        get async throws(NetError) { try await landing.value().get() }
    }

    /// Ends the call as cancelled by its holder. `false` when it had ended already.
    @discardableResult
    public func cancel() -> Bool { client.cancel(id) }
}
