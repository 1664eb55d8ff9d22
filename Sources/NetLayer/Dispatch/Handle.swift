// The caller's reference to a dispatched call.

/// A call in progress, or ended. Dropping the handle changes nothing: the table owns the work.
public struct Handle<Response: Sendable>: Sendable {
    /// The task's number, assigned before its work started.
    public let id: TaskID
    let landing: Landing<Result<Response, NetError>>
    let client: NetClient
    var notice = CancelNotice.report

    /// The same for every copy of the handle, and different from those of other calls, also of other clients:
    /// the numbers of two clients may be equal. Valid while a copy exists.
    var identity: ObjectIdentifier { ObjectIdentifier(landing) }

    /// The response, once it is there. Cancelling the Swift task that waits here ends the wait with
    /// ``NetError/Kind/cancelled(_:)`` and leaves the call alone; see ``NetClient/send(_:on:)`` for a call
    /// that ends with its caller.
    public var value: Response {
        get async throws(NetError) { try await (landing.valueUnlessCancelled() ?? .failure(.waitCancelled(id))).get() }
    }

    /// Ends the call as cancelled by its holder. `false` when it had ended already.
    @discardableResult
    public func cancel() -> Bool { client.cancel(id) }

    /// Calls `body` with the call's number and its one result, success or failure, on the caller's
    /// actor: once, and never before this method returns. Under ``CancelNotice/silent`` it is not
    /// called when the call was cancelled or superseded. It is never called when a hook skipped the
    /// call or a policy stopped it.
    ///
    /// The task releases `body` and its captures afterwards. The call does not end with them: capture weak
    /// references where that matters.
    /// - Returns: a task that ends when `body` has returned, or when it will never be called.
    @discardableResult
    public func onLanding(
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping (TaskID, Result<Response, NetError>) async -> Void
    ) -> Task<Void, Never> {
        Task {
            // Naming the actor makes the closure run there.
            _ = isolation
            let result = await landing.value()
            if case .failure(let error) = result, error.isSkip || (error.isCancellation && notice == .silent) { return }
            await body(id, result)
        }
    }
}

extension NetClient {
    /// Waits for a task's result. Cancelling the Swift task that waits cancels the task.
    func value<Value: Sendable, Failure: Error>(
        of id: TaskID, in landing: Landing<Result<Value, Failure>>
    ) async throws(Failure) -> Value {
        let result = await withTaskCancellationHandler {
            await landing.value()
        } onCancel: {
            cancel(id, because: .scope)
        }
        return try result.get()
    }
}

extension NetError {
    /// The caller's wait for a task was cancelled; the task goes on.
    static func waitCancelled(_ id: TaskID) -> NetError {
        NetError(.cancelled(.scope), attempted: "wait for \(id)", detail: "the wait was cancelled; \(id) continues")
    }
}
