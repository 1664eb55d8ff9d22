// Waits of a test for a client: they end with the event that they wait for, and sleep for no time of their
// own.

import NetLayer

extension NetClient {
    /// Waits until a task's row passes a check, and returns that row. Looks at the current rows first, then
    /// at every event.
    ///
    ///     let row = await client.firstRow { $0.state == .retrying }
    ///     clock.advance(by: .seconds(1))
    ///
    /// - Returns: `nil` when the waiting Swift task is cancelled. Give the test a time limit: without an
    ///   event that passes the check there is no other end.
    public func firstRow(where isWanted: (TaskRow) -> Bool) async -> TaskRow? {
        for await batch in events() {
            let rows =
                switch batch {
                case .snapshot(let snapshot): snapshot.live + snapshot.ended
                case .events(let events): events.map(\.row)
                }
            if let row = rows.first(where: isWanted) { return row }
        }
        return nil
    }

    /// Waits until a task has ended, and returns its last row; `nil` as for ``firstRow(where:)``. A row that
    /// was dropped before (`keepEnded` of the client) does not come back.
    public func end(of id: TaskID) async -> TaskRow? { await firstRow { $0.id == id && $0.state.isEnded } }
}
