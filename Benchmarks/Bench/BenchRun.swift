// Runs the measures one after another, each within the time bound of the effort, and passes on each row as
// soon as it is known.

struct BenchRun: Sendable {
    var measures = Measure.all
    let effort: Effort
    /// Selects the figures; a measure runs when it yields one of them.
    var wants: @Sendable (Figure) -> Bool = { _ in true }

    /// The selected figures, in the order of the rows.
    var figures: [Figure] { measures.flatMap(\.figures).filter(wants) }

    /// - Parameters:
    ///   - add: receives each row.
    ///   - hung: receives the figures of a measure that exceeds its bound, on a thread of its own. The
    ///     measure continues.
    func rows(_ add: (Row) -> Void, hung: @escaping @Sendable ([Figure]) -> Void) async -> [Row] {
        var rows: [Row] = []
        for measure in measures {
            let wanted = measure.figures.filter(wants)
            guard !wanted.isEmpty else { continue }
            let watchdog = effort.bound.map { bound in Watchdog(bound) { hung(wanted) } }
            let all = await measure.rows(effort)
            watchdog?.stop()
            // An interrupted bench cleans up and exits on another thread. Its programs are gone, so these
            // rows are meaningless.
            while Cleanup.shared.isOver { try? await Task.sleep(for: .seconds(1)) }
            for row in all where wants(row.figure) {
                add(row)
                rows.append(row)
            }
        }
        return rows
    }
}
