// The caller's reference to a call whose body is read as it arrives.

/// A call in progress, or ended, whose body goes to one reader. When the handle and the response are dropped
/// before the end of the body, the call is cancelled: no reader is left.
public struct StreamHandle: Sendable {
    struct Head: Sendable {
        let head: ResponseHead
        let url: URI
    }

    /// The task's number, assigned before its work started.
    public let id: TaskID
    let client: NetClient
    let landing: Landing<Result<Head, NetError>>
    let body: BodyStream

    /// The response, once the head of the final response is there; each time with the same body. Cancelling
    /// the Swift task that waits here cancels the call.
    public var value: StreamedResponse {
        get async throws(NetError) {
            let head = try await client.value(of: id, in: landing)
            return StreamedResponse(id: id, head: head.head, url: head.url, body: body)
        }
    }

    /// The call's progress: only the newest values, each at least as far as the one before. The sequence ends
    /// with the call. Each use is a sequence of its own, for one reader, and retains no response.
    public var progress: AsyncStream<Progress> { client.progress(of: id) }

    /// Ends the call as cancelled by its holder: the body then ends with that error. `false` when it had
    /// ended already.
    @discardableResult
    public func cancel() -> Bool { client.cancel(id) }
}
