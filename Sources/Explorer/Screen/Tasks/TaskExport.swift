// The task table for other programs: each task as a JSON object, and the chosen columns of them by
// TableExport.

import Document
import NetLayer

extension Model {
    /// The tasks that are exported: the marked ones, else all that the table shows; in its order.
    var exportedTasks: [TaskRow] {
        let shown = tasks.rows(on: 0..<tasks.shownCount)
        return tasks.marks.isEmpty ? shown : shown.filter { tasks.marks.contains($0.id) }
    }

    /// In columns: no response of a row is cut.
    private static let longestResponse = 10_000

    /// Why the task table cannot be exported; `nil` when it can.
    var whyNoTaskExport: String? {
        if let reason = whyNoTask { return reason }
        if tasks.shownCount == 0 { return "The filter shows no task" }
        return exportedColumns.isEmpty ? "None of the shown columns can be exported: choose others with :columns" : nil
    }

    private var exportedColumns: [String] { (tasks.columns ?? TaskColumn.usual(.max, of: tasks)).flatMap(\.exported) }

    /// The text of the exported tasks. Like the table of a response: JSON has whole values without a choice
    /// of columns.
    func exportTasks(as format: TableExport.Format) -> [UInt8] {
        // At a width at which the response names its status, as it stands in no column of its own.
        let columns = TaskColumns(80, of: tasks)
        let list = JSONValue.array(exportedTasks.map { taskRecord($0, columns) })
        // Texts and finite numbers can always be written and read.
        guard let text = try? list.serialized(), let document = try? JSONDocument(text),
            let whole = JSONTable(document, list: "", limit: JSONTable.mostExported)
        else { return [] }
        let isWhole = tasks.columns == nil && (format == .json || format == .jsonLines)
        let table = whole.selectingColumns(exportedColumns)
        return TableExport(table, as: format, columns: isWhole ? nil : Array(table.columns.indices)).bytes
    }

    /// A task as other programs read it.
    private func taskRecord(_ row: TaskRow, _ columns: TaskColumns) -> JSONValue {
        let members: [(String, JSONValue)] = [
            ("number", .integer(Int(clamping: row.id.number))),
            ("kind", .string(row.info.kind.rawValue)),
            ("group", .whole(row.info.parent.map { Int(clamping: $0.number) })),
            ("state", .string(row.state.name)),
            ("request", .string(row.info.words)),
            ("url", .text(row.requests.last?.url.description)),
            ("api", .text(tasks.api(of: row.id))),
            ("service", .string(row.service)),
            ("status", .whole(row.status)),
            ("error", .text(row.errorKind)),
            ("response", .string(exportedResponse(row, columns))),
            ("contract", .text(tasks.shownContract(of: row)?.name)),
            ("contract_differences", .whole(tasks.shownContract(of: row).map(\.count))),
            ("attempts", .integer(row.attempt)),
            ("bytes", .integer(Int(clamping: row.bytesReceived))),
            ("took_ms", .milliseconds(row.took(at: now))),
            ("ended_ms_ago", .milliseconds(row.endedAt.map { now - $0 })),
            ("note", .text(tasks.note(of: row.id))),
        ]
        return .object(members.map { JSONValue.Member($0.0, $0.1) })
    }

    /// The response as the table says it; the progress of a group or chain without its bar, in words.
    private func exportedResponse(_ row: TaskRow, _ columns: TaskColumns) -> String {
        guard let members = row.members else { return columns.response(row, self, width: Self.longestResponse).text }
        let figures = row.info.kind == .group ? tasks.figures(of: row.id) : nil
        return figures.flatMap { GroupText.figures($0, members, width: Self.longestResponse) }
            ?? GroupText.long(members, row.state)
    }
}

extension JSONValue {
    fileprivate static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    fileprivate static func whole(_ number: Int?) -> JSONValue { number.map(JSONValue.integer) ?? .null }
    fileprivate static func milliseconds(_ time: Duration?) -> JSONValue {
        time.map { .number(Double($0.microseconds) / 1_000) } ?? .null
    }
}

extension TaskColumn {
    /// The members of a record that the column stands for. The bars of the phases are for eyes only.
    fileprivate var exported: [String] {
        switch self {
        case .number, .api, .state, .request, .service, .response, .bytes: [rawValue]
        case .contract: ["contract", "contract_differences"]
        case .took: ["took_ms"]
        case .ago: ["ended_ms_ago"]
        case .mark, .phases: []
        }
    }
}
