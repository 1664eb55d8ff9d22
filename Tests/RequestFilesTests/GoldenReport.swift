// A line a file of what an importer made of it.

@testable import RequestFiles

/// `path<TAB>format<TAB>requests<TAB>folders<TAB>notes, or why it was refused`.
enum GoldenReport {
    static func line(_ path: String, _ collection: RequestCollection) -> String {
        let folders = collection.items.map(folders).reduce(0, +)
        return "\(path)\t\(collection.format)\t\(collection.report.requests)\t\(folders)\t\(notes(collection.report.notes))"
    }

    static func refusal(_ path: String, _ error: ImportError) -> String { "\(path)\trefused\t0\t0\t\(error.message)" }

    /// `2 unsupported, 1 assumed`.
    static func notes(_ notes: [ImportNote]) -> String {
        let counts = ImportNote.Kind.allCases.map { kind in (kind, notes.count { $0.kind == kind }) }.filter { $0.1 > 0 }
        return counts.isEmpty ? "-" : counts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
    }

    static func folders(_ item: CollectionItem) -> Int {
        switch item {
        case .folder(let folder): 1 + folder.items.map(folders).reduce(0, +)
        case .request: 0
        }
    }
}
