// What somebody is told who reads events as lines: each as it came, and after a gap the ends that fell into it.

import NetLayer

/// Turns what an observer receives into what it reports, so that each task's end is reported once.
public struct EventReport: Sendable {
    /// One line of the report.
    public struct Line: Sendable {
        public let seq: UInt64
        /// Since the client's start.
        public let time: Duration
        public let kind: NetEvent.Kind
        public let row: TaskRow
        public let decision: Decision?
    }

    /// The tasks whose end is known; `nil` before the first batch.
    private var ended: Set<TaskID>?

    public init() {}

    /// What a batch adds. What had ended when the observation began is not part of it.
    public mutating func take(_ batch: EventBatch) -> [Line] {
        switch batch {
        case .snapshot(let snapshot):
            guard ended != nil else {
                ended = Set(snapshot.ended.map(\.id))
                return []
            }
            return snapshot.ended.filter { isNew($0.id) }.map {
                Line(seq: snapshot.seq, time: snapshot.time, kind: .ended, row: $0, decision: nil)
            }
        case .events(let events):
            return events.filter { $0.kind != .ended || isNew($0.row.id) }.map {
                Line(seq: $0.seq, time: $0.time, kind: $0.kind, row: $0.row, decision: $0.decision)
            }
        }
    }

    private mutating func isNew(_ id: TaskID) -> Bool { ended?.insert(id).inserted ?? true }
}
