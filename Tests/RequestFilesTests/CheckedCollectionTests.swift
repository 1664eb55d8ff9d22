// What is checked of every collection: methods that could be sent, and that an empty one says so.

import RequestFiles
import Testing

struct CheckedCollectionTests {
    private func read(_ text: String, _ file: String) throws -> RequestCollection? {
        try CollectionReader.readCollection(Array(text.utf8), file: file)
    }

    private func notes(_ collection: RequestCollection?) -> [String] {
        collection?.report.notes.map { "\($0.kind.rawValue) \($0)" } ?? []
    }

    @Test func aMethodThatIsNoWordIsSkipped() throws {
        let postman = #"""
            {"info": {"name": "P", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [
              {"name": "ok", "request": {"method": "{{verb}}", "url": "https://a.test"}},
              {"name": "F", "item": [{"name": "bad", "request": {"method": "GET\r\nX: y", "url": "https://a.test"}}]}]}
            """#
        let collection = try #require(try read(postman, "p.json"))
        #expect(collection.requests.map(\.name) == ["ok"])
        #expect(collection.report.requests == 1)
        #expect(
            notes(collection) == [
                "skipped p.json#/item/1/item/0 (line 3): the method is not a valid token; write one such as GET"
            ])
        let curl = try #require(try read("curl -X 'A B' a.test\ncurl b.test", "a.sh"))
        #expect(curl.requests.map(\.url) == ["http://b.test"])
        #expect(notes(curl) == ["skipped a.sh:1: the method is not a valid token; write one such as GET"])
    }

    @Test func anEmptyImportSaysSo() throws {
        let none = ["skipped a.har: it has no requests; choose a file with requests"]
        #expect(notes(try read(#"{"log": {"version": "1.2", "entries": []}}"#, "a.har")) == none)
        #expect(
            notes(try read("@a = 1\n", "a.http")) == [
                "assumed a.http: it has only variables, no requests; put it beside the requests that use them"
            ])
        #expect(notes(try read("GET https://a.test\n", "a.http")).isEmpty)
        let folder = try CollectionReader.readCollection(
            folder: "f",
            [("a.har", Array(#"{"log": {"version": "1.2", "entries": []}}"#.utf8)), ("b.http", Array("# nothing\n".utf8))])
        #expect(notes(folder) == ["skipped : it has no requests; choose a file with requests"])
    }

    @Test func inAFolderOnlyWhatLooksLikeAScriptIsOne() throws {
        let script = "set -e\ncurl https://a.test/x\n"
        func formats(_ names: [String], _ text: String) throws -> Int {
            try CollectionReader.readCollection(folder: "f", names.map { ($0, Array(text.utf8)) })?.requests.count ?? 0
        }
        #expect(try formats(["Dockerfile", "Makefile", "README", "a.env.d"], script) == 0)
        #expect(try formats(["a.sh", "b.bash", "c.curl", "d.TXT", "e.cmd", "f.bat"], script) == 6)
        #expect(try formats(["run"], "#!/bin/sh\n" + script) == 1)
        #expect(try formats(["request"], "curl https://a.test\n") == 1)
    }
}
