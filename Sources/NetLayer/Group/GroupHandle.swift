// What a caller holds of a group that runs.

/// A group that runs, or has. Dropping the handle changes nothing.
public struct GroupHandle<Value: Sendable>: Sendable {
    /// The number of the group's row; its members' rows name it as their parent.
    public let id: TaskID
    let run: GroupRun<Value>
    let landing: Landing<Result<GroupOutcome<Value>, NetError>>

    /// The numbers of its members' rows, in the order in which they were added.
    public var members: [TaskID] { run.memberIDs }

    /// How it ended, after every member's own landing has returned.
    ///
    /// Throws ``NetError/Kind/cancelled(_:)`` when the group was cancelled, and when the Swift task that waits here is: the group goes on then.
    public var value: GroupOutcome<Value> {
        get async throws(NetError) { try await (landing.valueUnlessCancelled() ?? .failure(.left(id))).get() }
    }

    /// Calls `body` with the group's outcome on the caller's actor (HH-T2): once, after every member's own landing has returned, never before
    /// this returns, and not at all for a group that was cancelled (HH-T5).
    ///
    /// What `body` refers to is let go of afterwards.
    /// - Returns: ends when `body` has returned, or when it will never be called.
    @discardableResult
    public func onCompletion(
        isolation: isolated (any Actor)? = #isolation, _ body: @escaping (GroupOutcome<Value>) async -> Void
    ) -> Task<Void, Never> {
        Task {
            // Names the actor, and so runs there.
            _ = isolation
            guard case .success(let outcome) = await landing.value() else { return }
            await body(outcome)
        }
    }

    /// How many of its members have ended, as that changes; for one reader. It ends with the group.
    public var progress: GroupProgress { GroupProgress(signals: run.signals) { [run] in run.counts } }

    /// Ends every member that has not ended, and the group: no completion comes any more (HH-T5). `false` when it had ended already.
    @discardableResult
    public func cancel() -> Bool { run.client.cancel(id) }

    /// Adds a member while the group runs; it starts when there is a place, and counts (B-HH-T4).
    /// - Returns: `false` when that very member is there already.
    /// - Throws: ``GroupOver`` when the outcome is decided.
    @discardableResult
    public func add(_ member: GroupMember<Value>) throws(GroupOver) -> Bool { try run.join(member, of: id) }
}

/// A member came when its group's outcome was decided: it was not started.
public struct GroupOver: Error, Sendable, Hashable, CustomStringConvertible {
    /// The group's row.
    public let group: TaskID
    public var description: String { "group \(group) is over; nothing can be added to it" }
}

/// How many of a group's members have ended: rising, of several changes the newest, the last one always. For one reader.
public struct GroupProgress: AsyncSequence, Sendable {
    let signals: AsyncStream<Void>
    let counts: @Sendable () -> MemberCounts

    public func makeAsyncIterator() -> Iterator { Iterator(signals: signals.makeAsyncIterator(), counts: counts) }

    /// Reads the counts, one change after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var signals: AsyncStream<Void>.Iterator
        let counts: @Sendable () -> MemberCounts
        var last: MemberCounts?

        /// The next counts; `nil` when the group has ended and all was told.
        public mutating func next() async -> MemberCounts? {
            // The counts are read here, not where they change, so that no older ones can come after newer ones.
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
