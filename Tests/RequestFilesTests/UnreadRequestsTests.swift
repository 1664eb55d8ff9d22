// Files and pasted lines that look like others: each is read as what it is, or refused in a sentence that names it.

import RequestFiles
import Testing

struct UnreadRequestsTests {
    private func read(_ text: String, _ file: String) throws -> RequestCollection? {
        try CollectionReader.readCollection(Array(text.utf8), file: file)
    }

    @Test(arguments: [
        ("a.txt", "fetch(\"http://a.example/x\", {\n  \"method\": \"POST\"\n});\n", "a call of fetch() in JavaScript"),
        ("a.js", "// copied\nconst answer = await fetch('http://a.example/x');\n", "a call of fetch() in JavaScript"),
        ("a.txt", "window.fetch(`http://a.example/x`)", "a call of fetch() in JavaScript"),
        (
            "a.json", #"{"v":2,"name":"H","folders":[],"requests":[{"v":"1","endpoint":"http://a.example","method":"GET"}]}"#,
            "a collection of Hoppscotch"
        ),
        (
            "a.json", #"[{"v":11,"name":"H","folders":[{"v":11,"name":"F","folders":[],"requests":[]}],"requests":[]}]"#,
            "a collection of Hoppscotch"
        ),
        (
            "a.json", #"{"client":"Thunder Client","collectionName":"C","folders":[],"requests":[]}"#,
            "an export of Thunder Client"
        ),
        ("a.json", #"{"clientName":"Thunder Client","collectionName":"C","requests":[]}"#, "an export of Thunder Client"),
        ("a.json", #"[{"_id":"1","colName":"C","folders":[],"requests":[]}]"#, "an export of Thunder Client"),
        ("a.posting.yaml", "name: a\nmethod: GET\nurl: http://a.example\n", "a request of posting in YAML"),
        ("a.yml", "name: a\nmethod: POST\nurl: http://a.example\nbody:\n  content: x\n", "a request of posting in YAML"),
        ("a.hurl", "# nothing\n", "a Hurl file"), ("A.HURL", "GET http://a.example\nHTTP 200\n", "a Hurl file"),
        ("a.txt", "GET http://a.example\nHTTP 200\n", "a Hurl file"),
    ])
    func othersAreRefusedByName(_ file: String, _ text: String, _ name: String) throws {
        let error = try #require(throws: ImportError.self) { try read(text, file) }
        #expect(error.message == "this is \(name), which is not read" && !error.hint.isEmpty && error.place.file == file)
    }

    @Test func postmansFirstVersionIsStillKnown() throws {
        let error = try #require(throws: ImportError.self) {
            try read(#"{"id":"1","name":"c","order":[],"folders":[],"requests":[]}"#, "a.json")
        }
        #expect(error.message == "a Postman collection of version 1")
    }

    @Test(arguments: [
        (
            "e.json", #"{"name":"E","values":[{"key":"a","value":"b","enabled":true}],"_postman_variable_scope":"environment"}"#,
            "a Postman environment"
        ),
        (
            "g.json", #"{"name":"G","values":[{"key":"a","value":"b","enabled":true}],"_postman_variable_scope":"globals"}"#,
            "Postman's globals"
        ),
        ("e.bru", "vars {\n  a: b\n}\n", "an environment of Bruno"),
        (
            "e.yaml", "type: environment.insomnia.rest/5.0\nname: E\nenvironments:\n  name: Base\n  data: {a: b}\n",
            "an environment of Insomnia"
        ),
    ])
    func environmentsAloneAreNamed(_ file: String, _ text: String, _ name: String) throws {
        let notes = try #require(try read(text, file)).report.notes
        #expect(notes.last?.kind == .skipped && notes.last?.message == "this is \(name): it has variables, and no requests")
        #expect(notes.last?.hint.isEmpty == false)
    }

    @Test(arguments: [
        "curl -X POST “http://a.example/post” -H “apikey: 4242” --data-urlencode “user=ann lee”",
        "curl ‘http://a.example/x?a=1&b=2’", "curl –X POST http://a.example", "curl —request POST http://a.example",
        "curl http://a.example -H“a: b”", "curl --url=“http://a.example”",
    ])
    func typographicQuotesAreRefused(_ line: String) throws {
        let message = "the command has typographic quotes or dashes, which quote nothing and begin no option"
        let file = try #require(throws: ImportError.self) { try read(line, "a.sh") }
        #expect(file.message == message && file.place.line == 1)
        let pasted = try #require(throws: ImportError.self) { try TypedRequestReader.readCollection(line) }
        #expect("\(pasted)".hasPrefix(message))
        let script = try #require(try read("curl http://b.example\n\(line)\n", "a.sh"))
        #expect(script.requests.map(\.url) == ["http://b.example"] && script.report.notes.contains { $0.message == message })
    }

    @Test func typographicQuotesInTextsStay() throws {
        let curl = try #require(try read("curl http://a.example -d 'a=“b” – c' -d name=O’Brien", "a.sh"))
        #expect(curl.requests.first?.body == .text("a=“b” – c&name=O’Brien", mediaType: "application/x-www-form-urlencoded"))
    }

    @Test(arguments: [
        #"C:\Windows\System32\curl.exe "http://a.example/c" -H "accept: text/plain""#,
        #".\curl.exe "http://a.example/c" -H "accept: text/plain""#,
        #""C:\Program Files\Git\mingw64\bin\curl.exe" "http://a.example/c" -H "accept: text/plain""#,
        #"C:\Windows\System32\curl.exe 'http://a.example/c' -H 'accept: text/plain'"#,
        #"/usr/bin/curl "http://a.example/c" -H "accept: text/plain""#, #"\curl "http://a.example/c" -H 'accept: text/plain'"#,
    ])
    func aPathOfCurlIsRead(_ line: String) throws {
        let request = try #require(try read(line, "a.txt")?.requests.first)
        #expect(request.url == "http://a.example/c" && request.headers == [CollectionField("accept", "text/plain")])
    }

    @Test func aFileOfPowerShellIsRead() throws {
        let text =
            "$h = @{ \"x-shop\" = \"7\" }\r\nInvoke-WebRequest -Uri \"http://a.example/c\" `\r\n-Method POST -Headers $h -Body \"x\"\r\n"
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let read = try #require(try CollectionReader.readCollection(mark + Array(text.utf8), file: "a.ps1"))
        let request = try #require(read.requests.first)
        #expect(read.format == "PowerShell" && request.method == "POST" && request.url == "http://a.example/c")
        #expect(request.headers.contains(CollectionField("x-shop", "7")))
    }
}
