// What `printf` writes in a curl line: bytes, secrets, and what stands around files.

import RequestFiles
import TestSupport
import Testing

struct ShellPrintfTests {
    private func request(_ line: String) throws -> CollectionRequest {
        try #require(try CurlReader.readCollection(Array(line.utf8), file: "line").requests.first)
    }

    @Test func printfWritesBytes() throws {
        let line = #"printf '\000\377a%%\\'\''\n%s-' "$TOKEN" | curl -H 'Content-Type: x/y' --data-binary @- http://h.test/"#
        #expect(try request(line).body == .bytes([0, 0xff] + Array("a%\\'\n{{TOKEN}}-".utf8), mediaType: "x/y"))
        let text = #"printf '\303\251%s %s;' 'a b' c d | curl -H 'Content-Type: x/y' --data-binary @- http://h.test/"#
        #expect(try request(text).body == .text("éa b c;éd ;", mediaType: "x/y"))
    }

    @Test func whatPrintfWritesIsPartOfAWord() throws {
        let line = #"curl -H "$(printf 'X: a\033[31m%%%s\n\n' "$KEY")" http://h.test/"#
        #expect(try request(line).headers == [CollectionField("X", "a\u{1B}[31m%{{KEY}}")])
        let other = try CurlReader.readCollection(Array(#"curl -H "X: $(date)" http://h.test/"#.utf8), file: "line")
        #expect(other.requests.first?.headers.first?.value == "$(date)")
        #expect(other.report.notes.map(\.kind) == [.unsupported])
    }

    @Test(arguments: [#"printf '%d' 1"#, #"printf -v x a"#, #"printf 'a\cb'"#, #"printf "$(date)""#])
    func whatIsNotKnownIsNotRead(_ command: String) throws {
        let collection = try CurlReader.readCollection(
            Array("\(command) | curl --data-binary @- http://h.test/".utf8), file: "line")
        #expect(collection.report.notes.contains { $0.kind != .assumed })
        #expect(collection.requests.first?.body != .text("", mediaType: nil))
    }

    @Test func partsAndFilesAreReadFromAGroup() throws {
        let line = #"""
            { printf -- '--b\015\012Content-Disposition: form-data; name="a"\015\012\015\012it'\''s\015\012'; \
            printf '\055-b\015\012Content-Disposition: form-data; name="f"; filename="x.png"\015\012Content-Type: image/png\015\012\015\012'; \
            tail -c +1 'my x.png' | head -c 3000; printf '\015\012--b--\015\012'; } |
            curl -H 'Content-Type: multipart/form-data; boundary=b' -H 'X: y' http://h.test/ --data-binary @-
            """#
        let read = try request(line)
        #expect(
            read.body
                == .multipart([
                    CollectionPart("a", .text("it's")),
                    CollectionPart("f", .file(path: "my x.png"), fileName: "x.png", mediaType: "image/png"),
                ]))
        #expect(read.headers == [CollectionField("X", "y")])
        #expect(try CurlReader.readCollection(Array(line.utf8), file: "line").report.notes.isEmpty)
    }

    @Test func aFileAloneIsTheBody() throws {
        let line = "{ tail -c +1 a.bin | head -c 3; } |\ncurl -H 'Content-Type: x/y' --data-binary @- http://h.test/"
        #expect(try request(line).body == .file(path: "a.bin", mediaType: "x/y"))
        let cut = "{ tail -c +7 a.bin | head -c 3; } |\ncurl -H 'Content-Type: x/y' --data-binary @- http://h.test/"
        #expect(try CurlReader.readCollection(Array(cut.utf8), file: "line").report.notes.contains { $0.kind == .unsupported })
    }

    @Test func deepSubstitutionsEnd() throws {
        let line = "curl " + String(repeating: "$(printf ", count: 50_000) + String(repeating: ")", count: 50_000)
        #expect(try CurlReader.readCollection(Array(line.utf8), file: "line").requests.count <= 1)
    }

    /// A here-document's text is read anew, as that of `$(…)` is.
    @Test func deepHereDocumentsEnd() throws {
        let line = "curl " + String(repeating: "$(printf x <<E\n", count: 6_000) + String(repeating: ")", count: 6_000)
        #expect(try CurlReader.readCollection(Array(line.utf8), file: "line").requests.count <= 1)
    }

    /// All that `printf` writes for a file has one limit, and what is longer is not cut.
    @Test func whatIsTooLongIsNotWorkedOut() throws {
        let format = String(repeating: "x", count: 9_999) + "%s"
        func read(_ words: Int) throws -> RequestCollection {
            let line = "printf '\(format)'" + String(repeating: " a", count: words) + " | curl --data-binary @- http://h.test/\n"
            return try CurlReader.readCollection(Array((line + line).utf8), file: "line")
        }
        #expect(try read(700).report.notes.filter { $0.kind == .skipped }.isEmpty)
        let cut = try read(900)
        #expect(
            cut.report.notes.contains { $0.kind == .skipped && $0.place.line == 2 && $0.message.contains("longer than 16 MB") })
        #expect(cut.requests.count == 2)
        #expect(cut.requests.first?.body != cut.requests.last?.body)
    }

    /// Each brace is looked at once.
    @Test(.within(minutes: 1)) func manyBracesAreReadInOneGo() throws {
        let text = String(repeating: "{ a\n", count: 100_000) + "}\n| curl http://h.test/"
        #expect(try CurlReader.readCollection(Array(text.utf8), file: "line").requests.count == 1)
    }
}
