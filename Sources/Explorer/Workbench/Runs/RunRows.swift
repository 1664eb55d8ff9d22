// The rows of the task table that stand for chains and groups of saved requests.

import NetLayer
import Synchronization

/// A row of one run among several.
public struct RunRow: Sendable, Hashable {
    public let run: Int
    public let row: RunMachine.Row

    public init(_ run: Int, _ row: RunMachine.Row) { (self.run, self.row) = (run, row) }
}

/// Opens and ends these rows.
public final class RunRows: Sendable {
    private let client: NetClient
    private let series = Mutex<[RunRow: OpenSeries]>([:])

    public init(_ client: NetClient) { self.client = client }

    /// The row for new members; `nil` once it has ended.
    public subscript(row: RunRow) -> OpenSeries? { series.withLock { $0[row] } }

    /// Opens a row.
    /// - Parameter parent: the row that it is a member of.
    public func openRow(_ row: RunRow, _ kind: TaskKind, _ title: String, count: Int, in parent: RunRow?) {
        let outer = parent.flatMap { self[$0] }
        let opened = outer?.open(kind, title, count: count) ?? client.open(kind, title, count: count)
        series.withLock { $0[row] = opened }
    }

    /// Marks the member of that name as never sent.
    public func skipMember(_ title: String, _ method: HTTPMethod, in row: RunRow) {
        self[row]?.addSkipped(title, method: method, endpoint: title)
    }

    /// Ends a row with the reason of its failure; `nil` when it succeeded.
    public func closeRow(_ row: RunRow, failure: String?) {
        series.withLock { $0.removeValue(forKey: row) }?.finish(failure: failure)
    }

    /// Ends all rows with their members.
    public func cancel() { client.cancel(series.withLock { $0.values.map(\.id) }) }
}
