// Writes all rows of a table into a file, as shown, until the user aborts it.

import Document
import Screen
import Workbench
import Workspace

/// The rows of a table, in their order, with the columns that are shown.
struct TableWriting {
    let export: TableExport
    let rows: Int

    /// `nil` when the body is no longer stored, or has no such list.
    init?(_ request: TableRequest, as format: TableExport.Format, in bodies: BodyStore) {
        guard let document = bodies.document(of: request.task, filter: request.filter),
            let whole = JSONTable(document, list: request.choice.list, limit: JSONTable.mostExported)
        else { return nil }
        let table = whole.applyingColumnChoice(request.choice.columns)
        let isWhole = request.choice.columns == nil && (format == .json || format == .jsonLines)
        export = TableExport(
            table, as: format, columns: isWhole ? nil : Array(table.columns.indices), rows: request.order.map(table.places))
        rows = table.count
    }
}

extension OutsideRunner {
    /// The number of rows between two checks for an abort.
    private static let step = 500
    /// The number of bytes that are written at a time.
    private static let piece = 1 << 20

    func export(_ order: ExportOrder) {
        exporting.withLock { $0 = order }
        work.async { [self] in
            let end = write(order)
            exporting.withLock { if $0 == order { $0 = nil } }
            inbox.post(.outside(.exported(order, end)))
        }
    }

    func stopExport() { exporting.withLock { $0 = nil } }

    private func write(_ order: ExportOrder) -> ExportEnd {
        let parts: AnySequence<[UInt8]>
        let rows: Int
        switch order.table {
        case .body(let request):
            guard let writing = TableWriting(request, as: order.format, in: bodies) else { return .failed(Self.gone) }
            parts = AnySequence(writing.export)
            rows = writing.rows
        case .text(let text, rows: let count):
            parts = AnySequence([text])
            rows = count
        }
        let path = FileWriting.absolute(order.path, home: environment["HOME"] ?? "")
        var told = ContinuousClock.now
        var bytes = 0
        do throws(WriteError) {
            let isWhole = try FileWriting.save(to: path, overwrites: order.overwrites) { append in
                var text: [UInt8] = []
                for (row, part) in parts.enumerated() {
                    text += part
                    bytes += part.count
                    if text.count >= Self.piece {
                        guard append(text) else { return true }
                        text.removeAll(keepingCapacity: true)
                    }
                    guard row % Self.step == 0 else { continue }
                    guard exporting.withLock({ $0 == order }) else { return false }
                    guard ContinuousClock.now - told > .milliseconds(100) else { continue }
                    told = .now
                    inbox.post(.outside(.exporting(order, done: row, total: rows)))
                }
                _ = append(text)
                return exporting.withLock { $0 == order }
            }
            return isWhole ? .written(path: path, rows: rows, bytes: bytes) : .stopped
        } catch {
            guard !error.isExisting else { return .exists }
            return .failed(Failure(error))
        }
    }
}
