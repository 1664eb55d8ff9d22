// Writes items as text, page by page.

import ArgumentParser
import Document

struct PageWriter {
    enum Format: String, ExpressibleByArgument, CaseIterable { case jsonl, json, csv }

    private let format: Format
    private let descriptor: Int32
    private let abandon: () -> Void
    /// The titles of the first page's columns.
    private var titles: [String]?
    /// Columns that appear only on later pages, and are left out.
    private var late: Set<String> = []
    /// The number of items so far.
    private(set) var count = 0

    /// - Parameter abandon: called when the output is lost, before the program ends.
    init(_ format: Format, to descriptor: Int32, orElse abandon: @escaping () -> Void) {
        (self.format, self.descriptor, self.abandon) = (format, descriptor, abandon)
    }

    mutating func write(_ items: [JSONNode]) {
        guard !items.isEmpty else { return }
        defer { count += items.count }
        switch format {
        case .jsonl: write(items.flatMap { $0.compact + [UInt8(ascii: "\n")] })
        case .json:
            for (index, item) in items.enumerated() { write(Array((count + index == 0 ? "[\n" : ",\n").utf8) + item.compact) }
        case .csv: writeRows(items)
        }
    }

    mutating func finish() {
        switch format {
        case .json: write(Array((count == 0 ? "[]\n" : "\n]\n").utf8))
        case .jsonl: break
        case .csv:
            guard !late.isEmpty else { break }
            StandardError.write(
                "explorer: columns missing from the first page are left out: \(late.sorted().joined(separator: ", "))")
        }
    }

    private mutating func writeRows(_ items: [JSONNode]) {
        let array = [UInt8(ascii: "[")] + items.map(\.compact).joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
        guard let table = (try? JSONDocument(array)).flatMap({ JSONTable($0, limit: JSONTable.mostExported) }) else { return }
        let own = table.columns.map(\.title)
        if titles == nil {
            titles = own
            write(Array(CSVText.csvRow(own).utf8))
        }
        let places = titles.map { titles in titles.map { title in own.firstIndex(of: title) } } ?? []
        late.formUnion(own.filter { titles?.contains($0) == false })
        var text: [UInt8] = []
        for row in 0..<table.count {
            let cells = table.cells(row)
            text += CSVText.makeRow(places.map { place in TableExport.makeText(of: place.flatMap { cells[$0] }) })
        }
        write(text)
    }

    private func write(_ bytes: [UInt8]) { Output.write(bytes, to: descriptor, orElse: abandon) }
}
