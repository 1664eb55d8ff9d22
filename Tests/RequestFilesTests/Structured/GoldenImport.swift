// What became of all real files of a format, a line a file, compared with a committed list: EXPLORER_SNAP=1 rewrites it.

import Document
import TestSupport
import Testing

@testable import RequestFiles

enum GoldenImport {
    /// Compares `path  format  requests  folders  notes or refusal`, separated by tabs.
    static func compare(
        _ name: String, recognises: (JSONNode) -> Bool, read: ([UInt8], String) throws(ImportError) -> RequestCollection
    ) throws {
        let files = ["json", "yaml", "yml"].flatMap { SharedData.files(under: "collections", suffix: "." + $0) }.sorted()
        var lines: [String] = []
        for file in files {
            let bytes = try SharedData.bytes(file)
            guard let text = try? ImportedText(bytes, file: file, as: "", allowsYAML: true), recognises(text.root) else {
                continue
            }
            lines.append(line(file, bytes, read))
        }
        try GoldenText.expect(lines, "collections/\(name).txt")
    }

    private static func line(
        _ file: String, _ bytes: [UInt8], _ read: ([UInt8], String) throws(ImportError) -> RequestCollection
    ) -> String {
        let fields: [String]
        do throws(ImportError) {
            let collection = try read(bytes, "")
            let notes = collection.report.notes.map { "\($0.kind.rawValue) \($0)" }
            fields = [
                collection.format, "\(collection.report.requests)", "\(collection.items.map(GoldenReport.folders).reduce(0, +))",
                notes.isEmpty ? "-" : notes.joined(separator: " | "),
            ]
        } catch {
            fields = ["refused", "0", "0", "\(error)"]
        }
        return ([file] + fields).joined(separator: "\t")
    }
}
