// The export of the table: a dialog that asks for the format and the file, the order, and its outcome.

import Canvas
import Document
import NetLayer
import Workbench

/// A table for a file: the filtered rows, in their order, with the columns that are shown.
public enum ExportedTable: Sendable, Hashable {
    /// A table of a body, which the runtime has; all of its rows, whatever the range.
    case body(TableRequest)
    /// A text that is made already, and the number of its rows.
    case text([UInt8], rows: Int)
}

/// A table to write into a file.
public struct ExportOrder: Sendable, Hashable {
    public var table: ExportedTable
    public var format: TableExport.Format
    /// As typed: the runtime resolves `~` and relative paths.
    public var path: String
    public var overwrites: Bool
}

/// The outcome of an export.
public enum ExportEnd: Sendable, Hashable {
    case written(path: String, rows: Int, bytes: Int)
    /// The file exists already.
    case exists
    case stopped
    case failed(Failure)
}

/// The text that was typed so far.
struct ExportPrompt: Sendable, Hashable {
    var rows: Int
    var format: TableExport.Format
    var field: TextField
}

extension TableExport.Format {
    /// The name for the user.
    var title: String {
        switch self {
        case .csv: "CSV"
        case .json: "JSON"
        case .jsonLines: "JSON lines"
        case .markdown: "Markdown"
        }
    }

    /// The file extension.
    var ending: String {
        switch self {
        case .csv, .json, .jsonLines: rawValue
        case .markdown: "md"
        }
    }

    init?(word: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == word || $0.ending == word }) else { return nil }
        self = format
    }
}

extension Model {
    /// Why no table can be exported; `nil` when one can.
    var whyNoExport: String? {
        if result.exporting != nil { return "A table is being written: esc stops it" }
        return focus == .tasks ? whyNoTaskExport : whyNoTable("exported")
    }

    /// Why no table is available.
    func whyNoTable(_ done: String) -> String? {
        guard result.answer != nil else { return "There is no response yet" }
        guard result.tab == .table, result.table.window != nil else {
            return "Only the table of a list can be \(done); , and . go to it"
        }
        return nil
    }

    /// The table as shown.
    private var shownTable: TableRequest? {
        result.task.map {
            TableRequest(
                task: $0, order: result.table.order, range: 0..<0, filter: result.table.filter, choice: result.table.choice)
        }
    }

    /// Asks for format and file, and suggests a name.
    mutating func askHowToExport(_ format: TableExport.Format = .csv) -> [Effect] {
        let isOfTasks = focus == .tasks
        guard isOfTasks || shownTable != nil else { return [] }
        let name =
            isOfTasks
            ? "tasks" : BodyFileName.suggested(headers: result.answer?.head?.headers ?? Headers(), url: result.answer?.url)
        dialogs.open = ExportPrompt(
            rows: isOfTasks ? exportedTasks.count : result.table.total, format: format,
            field: TextField(suggestion: ExportPrompt.named(name, format)))
        return []
    }

    /// `:export FORMAT [FILE]`
    mutating func export(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoExport { throw PaletteProblem(reason) }
        guard let word = words.first else { return askHowToExport() }
        guard let format = TableExport.Format(word: word) else {
            throw .unknown("format", word, among: TableExport.Format.allCases.map(\.rawValue))
        }
        return export(as: format, to: words.dropFirst().joined(separator: " "))
    }

    /// - Parameter path: empty for the clipboard.
    private mutating func export(as format: TableExport.Format, to path: String) -> [Effect] {
        let table: ExportedTable
        let text: OutsideText
        let rows: Int
        if focus == .tasks {
            rows = exportedTasks.count
            let bytes = exportTasks(as: format)
            table = .text(bytes, rows: rows)
            text = .text(String(decoding: bytes, as: UTF8.self))
        } else {
            guard let shown = shownTable else { return [] }
            rows = result.table.total
            table = .body(shown)
            text = .table(shown, format)
        }
        guard path.isEmpty else {
            return begin(ExportOrder(table: table, format: format, path: path, overwrites: false))
        }
        let what = "\(Quantity.count(rows)) row\(rows == 1 ? "" : "s") as \(format.title)"
        return [.outside(.copy(Clip(what: what, content: text)))]
    }

    mutating func begin(_ order: ExportOrder) -> [Effect] {
        result.exporting = order
        show("Writing \(order.path) · esc stops it", .info)
        return [.outside(.export(order))]
    }

    /// Aborts the running export; `nil` when none is running.
    mutating func stopExport() -> [Effect]? {
        guard result.exporting != nil else { return nil }
        return [.outside(.stopExport)]
    }

    mutating func exported(_ order: ExportOrder, _ end: ExportEnd) {
        result.exporting = nil
        switch end {
        case .written(let path, let rows, let bytes):
            say("Wrote \(Quantity.count(rows)) row\(rows == 1 ? "" : "s"), \(Quantity.bytes(Int64(bytes))), to \(path)")
        case .exists where dialogs.open == nil: dialogs.open = Question.overwriteExport(order)
        case .exists: say("\(order.path) already exists: nothing was written; E asks again", .warning)
        case .stopped: say("Stopped: \(order.path) was not written", .warning)
        case .failed(let failure):
            say([failure.title, failure.detail, failure.hint].filter { !$0.isEmpty }.joined(separator: ". "), .error)
        }
    }

    /// Handles a key while the dialog is open.
    mutating func edit(_ prompt: ExportPrompt, _ key: Key) -> [Effect] {
        var prompt = prompt
        switch key {
        case .escape, .control("c"):
            dialogs.open = nil
            return []
        case .enter:
            dialogs.open = nil
            return export(as: prompt.format, to: prompt.field.text)
        case .tab: prompt.turn(by: 1)
        case .backTab: prompt.turn(by: -1)
        default: _ = prompt.field.handle(key)
        }
        dialogs.open = prompt
        return []
    }
}

extension ExportPrompt {
    /// Selects the next or the previous format. A file name with the extension of the old format
    /// gets that of the new one.
    mutating func turn(by step: Int) {
        let all = TableExport.Format.allCases
        let next = all[((all.firstIndex(of: format) ?? 0) + step + all.count) % all.count]
        if field.text.hasSuffix("." + format.ending) {
            let name = "\(field.text.dropLast(format.ending.count))\(next.ending)"
            field = field.isSuggestion ? TextField(suggestion: name) : TextField(name)
        }
        format = next
    }

    /// The file name with another extension.
    static func named(_ name: String, _ format: TableExport.Format) -> String {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return "\(stem.isEmpty ? "table" : stem).\(format.ending)"
    }
}
