// The events for observers that read them as lines: each event in order, and after a gap the task
// ends that the gap hid.

import NetLayer

/// Converts event batches into report lines, so that each task's end appears once.
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

    /// The lines that a batch adds. Tasks that ended before the observation began are left out.
    public mutating func receive(_ batch: EventBatch) -> [Line] {
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
