// Broken .http, .bru and environment files: every reader answers, soon, with a collection or with a reason.

import Foundation
import TestSupport
import Testing

@testable import RequestFiles

struct LineFormatDamageTests {
    private static func fixture(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: SharedData.repository.appending(path: "Tests/Fixtures/collections/\(name)")))
    }

    private static let pieces = [
        "{{", "}}", "{{{", "'''", "###", "\n### \n", "\n\n", "\r\n", "\r", "< {%", "%}", "> {%", "<> a", "<@x a", "?? a", "{",
        "}", "[", "]", "\"",
        "@", "~", ":", "\n}\n", "@file(", ")", "--b", "HTTP/1.1 200", "GET /a", "\nGET {{a}}\n", "=", "&", "%", "%zz", "#", "//",
        "/*", "*/", "...",
        "fragment ", "\u{0301}", "\u{1F600}", "Basic ", "boundary=", "name=\"", "\\", "curl ", "\t",
    ]

    private func damage(_ fixture: String, seed: UInt64, _ read: (([UInt8]) throws -> RequestCollection)) throws {
        let bytes = try Self.fixture(fixture)
        var random = SplitMix64(seed: seed)
        let start = ThreadTime.now
        for _ in 0..<2_000 {
            let damaged = Damage.damaged(bytes, pieces: Self.pieces, using: &random)
            do {
                let collection = try read(damaged)
                #expect(collection.report.requests == collection.requests.count)
            } catch let error as ImportError {
                #expect(!error.message.isEmpty)
            }
        }
        #expect(start.duration(to: ThreadTime.now) < .seconds(60))
    }

    @Test func damagedHTTPFilesAreAnswered() throws {
        try damage("all.http", seed: 6) {
            try HTTPFileReader.readCollection($0, file: "all.http", environmentFiles: [(path: ".env", bytes: $0)])
        }
    }

    @Test func damagedBrunoFilesAreAnswered() throws {
        try damage("all.bru", seed: 7) { try BrunoReader.readCollection($0, file: "all.bru") }
        try damage("all.bru", seed: 8) { bytes in
            try BrunoReader.readCollection([
                (path: "bruno.json", bytes: Array(#"{"name": "a", "version": "1"}"#.utf8)), (path: "a/b.bru", bytes: bytes),
                (path: "a/folder.bru", bytes: bytes), (path: "collection.bru", bytes: bytes),
                (path: "environments/e.bru", bytes: bytes),
            ])
        }
    }

    @Test func damagedEnvironmentFilesAreAnswered() {
        let json = Array(
            #"{ /* a */ "$shared": {"a": "1"}, "dev": {"b": [1, {"c": null}], "Security": {}, "d": "{{ e }}",}, } // b"#.utf8)
        let dotEnv = Array("A=1\nexport B='x'\nC=\"a\nb\" # c\n# d\nD=`e`\n".utf8)
        var random = SplitMix64(seed: 9)
        for _ in 0..<2_000 {
            let read = HTTPFileEnvironments.readFiles([
                (path: "http-client.env.json", bytes: Damage.damaged(json, pieces: Self.pieces, using: &random)),
                (path: ".env", bytes: Damage.damaged(dotEnv, pieces: Self.pieces, using: &random)),
            ])
            #expect(read.notes.allSatisfy { !$0.message.isEmpty })
        }
    }

    /// One line or piece, very often: time grows with the size, not with its square.
    @Test(
        arguments: pieces + [
            "# @a b\n", "@a=1\n", "a: b\n", "GET /a\n\nb\n", "  a: '''\n", "{{\n", "< {%\n", "--b\na: b\n\n", "...A ", "\tHTTP/1",
        ])
    func longFilesTakeTimeThatGrowsWithTheirSize(_ piece: String) throws {
        for head in [
            "", "POST /a\n", "POST /a\n\n", "POST /a\nContent-Type: multipart/form-data; boundary=b\n\n--b\n", "GET /a HTTP/1.1 ",
            "query a ",
        ] {
            let bytes = Array((head + String(repeating: piece, count: 20_000 / piece.utf8.count)).utf8)
            let bruno = Array(
                ("meta {\n  name: a\n}\nget {\n  url: " + String(repeating: piece, count: 20_000 / piece.utf8.count) + "\n}\n")
                    .utf8)
            let start = ThreadTime.now
            _ = try? HTTPFileReader.readCollection(
                bytes, file: "a.http", environmentFiles: [(path: ".env", bytes: bytes), (path: "a.env.json", bytes: bytes)])
            _ = try? BrunoReader.readCollection(bruno, file: "a.bru")
            #expect(start.duration(to: ThreadTime.now) < .seconds(5))
        }
    }
}
