// Runs the measures one after another, each within the bound of the effort, and hands over each row as it is known.

struct BenchRun: Sendable {
    var measures = Measure.all
    let effort: Effort
    /// Which figures count; a measure runs when it yields one of them.
    var wants: @Sendable (Figure) -> Bool = { _ in true }

    /// In the order of the rows.
    var figures: [Figure] { measures.flatMap(\.figures).filter(wants) }

    /// - Parameters:
    ///   - add: is given each row.
    ///   - hung: is given the figures of a measure that passes its bound, on a thread of its own. The measure goes on.
    func rows(_ add: (Row) -> Void, hung: @escaping @Sendable ([Figure]) -> Void) async -> [Row] {
        var rows: [Row] = []
        for measure in measures {
            let wanted = measure.figures.filter(wants)
            guard !wanted.isEmpty else { continue }
            let watchdog = effort.bound.map { bound in Watchdog(bound) { hung(wanted) } }
            let all = await measure.rows(effort)
            watchdog?.stop()
            // An interrupted bench cleans up and exits on another thread. Its programs are gone, so that these rows mean nothing.
            while Cleanup.shared.isOver { try? await Task.sleep(for: .seconds(1)) }
            for row in all where wants(row.figure) {
                add(row)
                rows.append(row)
            }
        }
        return rows
    }
}
