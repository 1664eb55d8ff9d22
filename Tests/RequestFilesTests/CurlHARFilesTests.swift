// All real files of curl lines and HTTP archives, against a report that was checked by hand; and damaged ones.

import Foundation
import RequestFiles
import TestSupport
import Testing

struct CurlHARFilesTests {
    /// `path<TAB>format<TAB>requests<TAB>folders<TAB>notes or refusal`
    private func row(_ path: String, _ read: ([UInt8]) throws -> RequestCollection) throws -> String {
        do {
            let collection = try read(try SharedData.bytes(path))
            let folders = Self.folders(collection.items)
            let notes = collection.report.notes.map { "\($0.kind.rawValue) \($0)" }.joined(separator: " | ")
            #expect(collection.report.requests == collection.requests.count)
            return "\(path)\t\(collection.format)\t\(collection.report.requests)\t\(folders)\t\(notes)"
        } catch let error as ImportError {
            return "\(path)\t-\t0\t0\trefused: \(error)"
        }
    }

    private static func folders(_ items: [CollectionItem]) -> Int {
        items.reduce(0) { count, item in
            guard case .folder(let folder) = item else { return count }
            return count + 1 + folders(folder.items)
        }
    }

    private func golden(_ name: String) throws -> String {
        try String(contentsOf: SharedData.repository.appending(path: "Tests/Fixtures/collections/\(name)"), encoding: .utf8)
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func curlFiles() throws {
        let files =
            SharedData.files(under: "collections/atac/import", suffix: "").filter { $0.contains("/test_curl") }
            + SharedData.files(under: "curl", suffix: ".sh")
        let rows = try files.map { path in try row(path) { try CurlReader.readCollection($0, file: "") } }
        #expect(rows.joined(separator: "\n") + "\n" == (try golden("curl.txt")))
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func archives() throws {
        let files = SharedData.files(under: "collections/insomnia-importer-fixtures/har", suffix: ".json")
        let rows = try files.map { path in try row(path) { try HARReader.readCollection($0, file: "") } }
        #expect(rows.joined(separator: "\n") + "\n" == (try golden("har.txt")))
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func collectionsOfATAC() throws {
        let files = SharedData.files(under: "collections/atac", suffix: "").filter {
            $0.hasSuffix(".json") || $0.hasSuffix(".yaml")
        }
        let rows = try files.map { path in try row(path) { try ATACReader.readCollection($0, file: "") } }
        #expect(rows.joined(separator: "\n") + "\n" == (try golden("atac.txt")))
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func collectionsOfSlumber() throws {
        let files = SharedData.files(under: "collections/slumber", suffix: "").filter {
            $0.hasSuffix(".json") || $0.hasSuffix(".yml")
        }
        let rows = try files.map { path in try row(path) { try SlumberReader.readCollection($0, file: "") } }
        #expect(rows.joined(separator: "\n") + "\n" == (try golden("slumber.txt")))
    }

    private static let slumberFiles = ["_imported.yml", "/regression.yml", "/v3.yml"]

    /// Every other importer's files are read by neither, and crash neither.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func filesOfOthersAreRefusedOrRead() throws {
        for path in SharedData.files(under: "collections", suffix: "").filter({
            $0.hasSuffix("json") || $0.hasSuffix("ml") || $0.hasSuffix("http")
        }) {
            // A folder can have such a name, too.
            guard let bytes = try? SharedData.bytes(path) else { continue }
            _ = try? CurlReader.readCollection(bytes, file: path)
            let isArchive = (try? HARReader.readCollection(bytes, file: path)) != nil
            #expect(isArchive == path.contains("/har/"), "\(path)")
            let isATAC = (try? ATACReader.readCollection(bytes, file: path)) != nil
            #expect(isATAC == path.contains("/atac/collections/"), "\(path)")
            let isSlumber = (try? SlumberReader.readCollection(bytes, file: path)) != nil
            #expect(isSlumber == (path.contains("/slumber/") && Self.slumberFiles.contains { path.hasSuffix($0) }), "\(path)")
        }
    }

    static let small = [
        "curl -X POST 'https://a.test/{x}?q=[1]' -H \"A: $B\" -d $'\\x41\\u00e9' --data-urlencode 'n@f' --json '{}' --next -F 'f=@a,b;type=x/y;q=\"z\\\"\"' -T u b.test &&\ncurl -K- <<E | jq\n${x:-`y`} $(z)\nE\n",
        "curl ^\"https://a.test/^\" ^\n -H ^\"a: \\^\"b\" ^\n --data-raw \"{\"\"k\"\":1}\" & curl -bx=y c.test",
    ]

    static let archive = """
        {"log": {"version": "1.2", "pages": [{"id": "a"}, {"id": "b"}], "entries": [{"pageref": "a", "request": {"method": "POST", "url":
        "http://a.test/?x=%41", "queryString": [{"name": "x", "value": "A"}], "cookies": [{"name": "c", "value": "d"}], "headers": [{"name":
        "Content-Type", "value": "multipart/form-data; boundary=x"}], "postData": {"mimeType": "multipart/form-data", "text": "aGk=", "encoding":
        "base64", "params": [{"name": "f", "fileName": "g"}]}}, "response": {"status": 200, "content": {"text": "aGk=", "encoding": "base64"}}}]}}
        """

    static let atac = """
        {"name": "A", "requests": [{"name": "r", "url": "http://a.test/{i}", "params": [{"enabled": true, "data": ["{i}", "1"]}], "headers": [],
        "auth": {"digest": {"username": "u"}}, "settings": {"timeout": 1}, "protocol": {"type": "http", "method": "GET", "body": {"form": [{"data": []}]}}}]}
        """

    static let slumber = """
        .b: &b {headers: {A: b}}
        profiles: {p: {data: {$ref: "#/.b"}}}
        requests:
          f: {name: F, requests: {r: {$ref: "#/.b", method: GET, url: "{{ a }}{{ file('x') }}", query: [a=b], body: !json {<<: *b}}}}
        """

    @Test func damagedTextsNeverCrash() {
        let start = ThreadTime.now
        for (number, text) in (Self.small + [Self.archive, Self.atac, Self.slumber]).enumerated() {
            var random = SplitMix64(seed: UInt64(number) + 1)
            for _ in 0..<2_000 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...8, using: &random) { Self.damage(&bytes, &random) }
                _ = try? CurlReader.readCollection(bytes, file: "x")
                _ = try? HARReader.readCollection(bytes, file: "x")
                _ = try? ATACReader.readCollection(bytes, file: "x")
                _ = try? SlumberReader.readCollection(bytes, file: "x")
            }
        }
        #expect(start.duration(to: ThreadTime.now) < .seconds(60))
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert(Array("'\"\\$`{}()<>|&;#@=:^-[]\n".utf8).randomElement(using: &random) ?? 0, at: place)
        default:
            let end = min(bytes.count, place + Int.random(in: 1...20, using: &random))
            bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        }
    }

    /// Texts that would be slow for a reader that looks at anything twice.
    @Test(arguments: [
        "$(", "${", "`", "\"$(", "<<a\n", "curl a;", "-d x ", " a", "(", "{", "'\\''", "\\\n", "&", "%", "^\"", "{{", "[", "<(",
        "$'\\", "a=b;",
    ])
    func longTextsTakeTheirLength(_ piece: String) {
        let text = "curl a.test " + String(repeating: piece, count: 30_000)
        let start = ThreadTime.now
        _ = try? CurlReader.readCollection(Array(text.utf8), file: "x")
        #expect(start.duration(to: ThreadTime.now) < .seconds(20))
    }
}
