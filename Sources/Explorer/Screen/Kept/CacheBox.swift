// The dialog of stored responses: the age, freshness and place of each, and the commands that remove them.

import Canvas
import NetLayer

struct CacheBox: Sendable, Hashable {
    private(set) var entries: [CachedEntry] = []
    private(set) var report: CacheReport?
    private var hasOneServer = false
    var list = ListState()

    var selected: CachedEntry? { entries.indices.contains(list.selected) ? entries[list.selected] : nil }

    mutating func take(_ entries: [CachedEntry], _ report: CacheReport, height: Int) {
        let before = selected?.id
        self.entries = entries
        self.report = report
        hasOneServer = Set(entries.map(\.url.origin)).count == 1
        list.follow(entries.firstIndex { $0.id == before }, count: entries.count, height: height)
    }

    private static let columns = [
        Column(title: "age", minimum: 6, ideal: 7, maximum: 8, priority: 8, alignRight: true),
        Column(title: "fresh", minimum: 12, ideal: 12, maximum: 14, priority: 7),
        Column(title: "bytes", minimum: 7, ideal: 8, maximum: 8, priority: 4, alignRight: true),
        Column(title: "kept", minimum: 6, ideal: 6, maximum: 12, priority: 5),
        Column(title: "status", minimum: 6, ideal: 6, maximum: 6, priority: 6, alignRight: true),
        Column(title: "request", minimum: 28, ideal: 40, maximum: 400, priority: 9),
        Column(title: "account", minimum: 8, ideal: 8, maximum: 8, priority: 2),
        Column(title: "env", minimum: 4, ideal: 8, maximum: 16, priority: 1),
    ]

    var content: KeptTable.Content {
        var words: [String] = []
        if let report {
            words.append("\(Quantity.bytes(Int64(report.bytes))) in all")
            if let memory = report.memory { words.append("memory holds \(Quantity.bytes(Int64(memory.capacity))) at most") }
            if let disk = report.disk { words.append("the disk \(Quantity.bytes(Int64(disk.usage.capacity)))") }
        }
        let trouble = report?.trouble
        return KeptTable.Content(
            title: entries.isEmpty ? "Cache" : "Cache · \(entries.count) stored", columns: Self.columns,
            count: entries.count, row: { row(entries[$0]) }, list: list,
            empty: report == nil
                ? "Looking …" : "The cache is empty. `:cache http` stores responses of this endpoint as their headers say.",
            foot: (
                trouble.map { "The disk cache is off: \($0)" } ?? words.joined(separator: " · "),
                trouble == nil ? .muted : .warning
            ))
    }

    /// Path and query; with the server where there are several.
    private func place(_ url: URI) -> String {
        let text = url.description
        guard hasOneServer else { return text }
        let authority = text.range(of: "://")?.upperBound ?? text.startIndex
        return text[authority...].firstIndex(of: "/").map { String(text[$0...]) } ?? text
    }

    private func row(_ entry: CachedEntry) -> [KeptTable.Cell] {
        let (freshness, style): (String, Style) =
            switch entry.freshness {
            case .fresh(let left): (left > .seconds(365 * 86_400) ? "always" : "for \(Quantity.span(left))", .success)
            case .stale(let since): ("stale \(Quantity.span(since))", .warning)
            }
        return [
            (Quantity.span(entry.age), .muted), (freshness, style), (Quantity.bytes(Int64(entry.bytes)), .text),
            (entry.tiers.words, .muted), ("\(entry.status)", .status(entry.status)),
            ("\(entry.method) \(place(entry.url))", .text),
            (entry.account, .muted), (entry.environment, .muted),
        ]
    }
}

extension CacheTiers {
    /// Where it is stored, as text.
    fileprivate var words: String { contains(.memory) ? contains(.disk) ? "both" : "memory" : "disk" }
}

extension Model {
    mutating func showCache() -> [Effect] {
        dialogs.open = CacheBox()
        return [.kept(.listCache)]
    }

    /// Handles a key while the dialog is open.
    mutating func perform(_ box: CacheBox, _ key: Key) -> [Effect] {
        var box = box
        switch key {
        case .character("x"): return box.selected.map { [.kept(.removeCached($0.id))] } ?? []
        case .character("E"): return [.kept(.clearExpired)]
        case .character("R"): return [.kept(.listCache)]
        case .character("D"):
            if !box.entries.isEmpty { dialogs.open = Question.clearCache(count: box.entries.count) }
            return []
        default: break
        }
        if let list = steer(box.list, count: box.entries.count, by: key) {
            box.list = list
            dialogs.open = box
        }
        return []
    }
}

extension CacheBox: TableDialog {
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    var hints: [KeyHint] { [("x", "delete"), ("E", "delete stale"), ("D", "delete all"), ("R", "refresh"), ("esc", "close")] }
}
