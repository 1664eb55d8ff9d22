// The handle of a running group.

/// A group that is running or has ended. Dropping the handle changes nothing.
public struct GroupHandle<Value: Sendable>: Sendable {
    /// The number of the group's row; its members' rows name it as their parent.
    public let id: TaskID
    let run: GroupRun<Value>
    let landing: Landing<Result<GroupOutcome<Value>, NetError>>

    /// The numbers of its members' rows, in the order in which they were added.
    public var members: [TaskID] { run.memberIDs }

    /// The outcome, after every member's own completion has returned.
    ///
    /// Throws ``NetError/Kind/cancelled(_:)`` when the group was cancelled, and when the Swift task that
    /// waits here is cancelled: the group then continues.
    public var value: GroupOutcome<Value> {
        get async throws(NetError) { try await (landing.valueUnlessCancelled() ?? .failure(.waitCancelled(id))).get() }
    }

    /// Calls `body` with the group's outcome on the caller's actor: once, after every member's own completion
    /// has returned, never before this returns, and not at all for a group that was cancelled.
    ///
    /// Afterwards it releases everything that `body` refers to.
    /// - Returns: a task that ends when `body` has returned, or when it will never be called.
    @discardableResult
    public func onCompletion(
        isolation: isolated (any Actor)? = #isolation, _ body: @escaping (GroupOutcome<Value>) async -> Void
    ) -> Task<Void, Never> {
        Task {
            // Capturing the actor makes the task run there.
            _ = isolation
            guard case .success(let outcome) = await landing.value() else { return }
            await body(outcome)
        }
    }

    /// How many of its members have ended, as that changes; for one reader. The sequence ends with the group.
    public var progress: GroupProgress { GroupProgress(signals: run.signals) { [run] in run.counts } }

    /// Ends every member that has not ended, and the group: no completion is called any more. `false`
    /// when it had ended already.
    @discardableResult
    public func cancel() -> Bool { run.client.cancel(id) }

    /// Adds a member while the group runs; it starts when the limit allows it, and counts like any other.
    /// - Returns: `false` when that member is in the group already.
    /// - Throws: ``GroupOver`` when the outcome is decided.
    @discardableResult
    public func add(_ member: GroupMember<Value>) throws(GroupOver) -> Bool { try run.addMember(member, of: id) }
}

/// A member was added after its group's outcome was decided: it was not started.
public struct GroupOver: Error, Sendable, Hashable, CustomStringConvertible {
    /// The group's row.
    public let group: TaskID
    public var description: String { "group \(group) is over; it accepts no more requests" }
}

/// How many of a group's members have ended: the counts rise, intermediate ones may be skipped, the last
/// one never. For one reader.
public struct GroupProgress: AsyncSequence, Sendable {
    let signals: AsyncStream<Void>
    let counts: @Sendable () -> MemberCounts

    public func makeAsyncIterator() -> Iterator { Iterator(signals: signals.makeAsyncIterator(), counts: counts) }

    /// Reads the counts, one change after another.
    public struct Iterator: AsyncIteratorProtocol {
        var signals: AsyncStream<Void>.Iterator
        let counts: @Sendable () -> MemberCounts
        var last: MemberCounts?

        /// The next counts; `nil` when the group has ended and all counts were delivered.
        public mutating func next() async -> MemberCounts? {
            // This reads the counts when the reader asks, so that older counts never follow newer ones.
            repeat {
                let isOver = await signals.next() == nil
                let now = counts()
                if now != last {
                    last = now
                    return now
                }
                if isOver { return nil }
            } while true
        }
    }
}
