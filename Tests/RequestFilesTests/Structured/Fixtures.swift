import Foundation
import TestSupport
import Testing

@testable import RequestFiles

/// The project's own small files of requests.
enum CollectionFixture {
    static func text(_ name: String) throws -> String {
        try String(contentsOf: SharedData.repository.appending(path: "Tests/Fixtures/collections/\(name)"), encoding: .utf8)
    }
}

extension RequestCollection {
    /// The request of a name.
    func request(_ name: String) throws -> CollectionRequest { try #require(requests.first { $0.name == name }) }

    /// The messages of all notes with their pointers: `unsupported /item/0: a WebSocket request is left out`.
    var noted: [String] { report.notes.map { "\($0.kind.rawValue) \($0.place.pointer ?? ""): \($0.message)" } }
}
