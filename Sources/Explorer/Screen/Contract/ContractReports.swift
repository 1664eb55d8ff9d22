// The reports of the responses that were held against their description, as far as there is room: those of the oldest
// responses are dropped first. Their rows in the task table keep their sign.

import Catalog
import NetLayer

struct ContractReports: Sendable {
    private var reports: [TaskID: HeldResponse] = [:]
    /// The oldest first; it may name reports that are gone.
    private var order: [TaskID] = []
    private var weight = 0
    private let room: Int

    /// - Parameter room: how many places and remarks all reports may have together.
    init(room: Int = 50_000) { self.room = room }

    subscript(task: TaskID) -> HeldResponse? { reports[task] }

    mutating func keep(_ held: HeldResponse) {
        if reports[held.task] != nil {
            remove(held.task)
            order.removeAll { $0 == held.task }
        }
        reports[held.task] = held
        order.append(held.task)
        weight += Self.weight(of: held)
        while weight > room, order.count > 1 {
            let oldest = order.removeFirst()
            remove(oldest)
        }
        // Reports that were removed one by one leave their numbers.
        if order.count > 2 * reports.count + 100 { order.removeAll { reports[$0] == nil } }
    }

    mutating func remove(_ task: TaskID) {
        guard let old = reports.removeValue(forKey: task) else { return }
        weight -= Self.weight(of: old)
    }

    private static func weight(of held: HeldResponse) -> Int {
        guard let report = held.report else { return 1 }
        return 1 + report.notes.count + report.doubts.count + report.mismatches.reduce(0) { $0 + 1 + $1.nearest.count }
    }
}
