// HTTP archives: entries, bodies, answers, and where an archive disagrees with itself.

import RequestFiles
import Testing

struct HARReaderTests {
    private func read(_ text: String) throws -> RequestCollection {
        try HARReader.readCollection(Array(text.utf8), file: "a.har")
    }

    private func archive(_ entries: String, pages: String = "[]") -> String {
        "{\"log\": {\"version\": \"1.2\", \"pages\": \(pages), \"entries\": [\(entries)]}}"
    }

    private func request(_ members: String) throws -> (CollectionRequest, [String]) {
        let collection = try read(archive("{\"request\": {\"method\": \"POST\", \"url\": \"https://a.test/x\", \(members)}}"))
        return (try #require(collection.requests.first), collection.report.notes.map { "\($0.kind.rawValue) \($0)" })
    }

    @Test func pagesAreFoldersWhereThereAreSeveral() throws {
        let entries = ["p1", "p2", "p1", "p9"].enumerated().map {
            "{\"pageref\": \"\($1)\", \"request\": {\"method\": \"GET\", \"url\": \"http://a.test/\($0)\"}}"
        }.joined(separator: ",")
        let several = try read(archive(entries, pages: "[{\"id\": \"p1\", \"title\": \"One\"}, {\"id\": \"p2\"}]"))
        #expect(several.format == "HAR 1.2")
        #expect(
            several.items.map {
                switch $0 {
                case .folder(let folder): "\(folder.name): \(folder.items.flatMap(\.requests).map(\.name))"
                case .request(let request): request.name
                }
            } == ["One: [\"GET /0\", \"GET /2\"]", "p2: [\"GET /1\"]", "GET /3"])
        #expect(try read(archive(entries, pages: "[{\"id\": \"p1\"}]")).items.count == 4)
    }

    @Test func fieldsOfTheConnectionAreLeftOutOnce() throws {
        let (request, notes) = try request(
            """
            "headers": [{"name": ":authority", "value": "a.test"}, {"name": "Host", "value": "A.test"}, {"name": "Accept", "value": "*/*"},
              {"name": "Connection", "value": "close"}, {"name": "content-length", "value": "3"}, {"name": "", "value": "x"}]
            """)
        #expect(request.headers == [CollectionField("Accept", "*/*")])
        #expect(
            notes == [
                "skipped a.har#/log/entries/0/request/headers/5 (line 2): the header field has no name; write one",
                "assumed a.har#/log/entries/0/request (line 1): header fields that belong to a connection are left out, 4 in all: "
                    + ":authority, host, connection, content-length; "
                    + "the program sets them when it sends the request",
            ])
    }

    @Test func whatWasKeptIsNotSaidToBeLeftOut() throws {
        let (request, notes) = try request(
            #""headers": [{"name": "Host", "value": "b.test"}, {"name": "Content-Length", "value": "3"}]"#)
        #expect(request.headers == [CollectionField("Host", "b.test")])
        #expect(notes.count == 1 && notes.first?.contains("1 in all: content-length;") == true)
    }

    @Test func brokenMethodsAndURLsAreSkipped() throws {
        let collection = try read(
            archive(
                #"{"request": {"method": "GET\r\nX: y", "url": "https://a.test/"}},"# + "\n"
                    + #"{"request": {"method": "GET", "url": "https://a.test/\u0000\nX: y"}},"#
                    + #"{"request": {"method": "M-SEARCH", "url": "https://a.test/"}}"#))
        #expect(collection.requests.map(\.method) == ["M-SEARCH"])
        #expect(
            collection.report.notes.map { "\($0.kind.rawValue) \($0)" } == [
                "skipped a.har#/log/entries/0/request/method (line 1): the method is not a valid token; write one such as GET",
                "skipped a.har#/log/entries/1/request/url (line 2): the URL has a control character in it; correct it, or delete the entry",
            ])
    }

    @Test func bodies() throws {
        let form = try request(
            "\"postData\": {\"mimeType\": \"application/x-www-form-urlencoded\", \"text\": \"a=1&b=%40\", \"params\": []}")
        #expect(form.0.body == .form([CollectionField("a", "1"), CollectionField("b", "@")]))
        let exact = try request("\"postData\": {\"mimeType\": \"application/x-www-form-urlencoded\", \"text\": \"a=1+2\"}")
        #expect(exact.0.body == .text("a=1+2", mediaType: "application/x-www-form-urlencoded"))
        let params = try request("\"postData\": {\"params\": [{\"name\": \"a\", \"value\": \"x y\"}]}")
        #expect(params.0.body == .form([CollectionField("a", "x y")]))
        let coded = try request("\"postData\": {\"mimeType\": \"text/plain\", \"text\": \"aMOp\", \"encoding\": \"base64\"}")
        #expect(coded.0.body == .text("hé", mediaType: "text/plain") && coded.1.isEmpty)
        let binary = try request("\"postData\": {\"mimeType\": \"image/png\", \"text\": \"/w==\", \"encoding\": \"base64\"}")
        #expect(binary.0.body == .bytes([0xff], mediaType: "image/png") && binary.1.isEmpty)
    }

    @Test func multipartFormsHaveFiles() throws {
        let (request, notes) = try request(
            """
            "headers": [{"name": "Content-Type", "value": "multipart/form-data; boundary=x"}],
            "postData": {"mimeType": "multipart/form-data; boundary=x", "params": [
              {"name": "f", "fileName": "a.txt", "contentType": "text/plain"}, {"name": "g", "fileName": "b", "value": "in"}, {"name": "h", "value": "1"}]}
            """)
        #expect(request.headers.isEmpty)
        #expect(
            request.body
                == .multipart([
                    CollectionPart("f", .file(path: "a.txt"), mediaType: "text/plain"),
                    CollectionPart("g", .text("in"), fileName: "b"),
                    CollectionPart("h", .text("1")),
                ]))
        #expect(notes.map { $0.split(separator: " ")[1] } == ["a.har#/log/entries/0/request/postData/params/0"])
    }

    @Test func queriesAndCookiesThatDisagree() throws {
        let query = "\"queryString\": [{\"name\": \"a b\", \"value\": \"1\"}]"
        let missing = try request(query)
        #expect(missing.0.query == [CollectionField("a b", "1")] && missing.1.count == 1)
        for (url, count) in [("?a+b=1", 0), ("?a%20b=1", 0), ("?a=1", 1)] {
            let collection = try read("{\"method\": \"GET\", \"url\": \"http://a.test/\(url)\", \(query)}")
            #expect(collection.requests.first?.query == [] && collection.report.notes.count == count)
        }
        let cookies = "\"cookies\": [{\"name\": \"a\", \"value\": \"1\"}, {\"name\": \"b\", \"value\": \"2\"}]"
        #expect(try request(cookies).0.headers == [CollectionField("Cookie", "a=1; b=2")])
        let both = try request("\"headers\": [{\"name\": \"cookie\", \"value\": \"a=1\"}], \(cookies)")
        #expect(both.0.headers == [CollectionField("cookie", "a=1")] && both.1.count == 1)
    }

    @Test func answersAreExamples() throws {
        let long = String(repeating: "é", count: 40_000)
        let responses = [
            "{\"status\": 200, \"statusText\": \"OK\", \"headers\": [{\"name\": \":status\", \"value\": \"200\"}, {\"name\": \"A\", \"value\": \"b\"}], "
                + "\"content\": {\"text\": \"{}\"}}",
            "{\"status\": 404, \"content\": {\"text\": \"aGk=\", \"encoding\": \"base64\"}}", "{\"status\": 0}",
            "{\"status\": 201, \"content\": {\"text\": \"\(long)\"}}",
            "{\"status\": 200, \"content\": {\"text\": \"AAAA\", \"encoding\": \"base64\"}}",
        ].map { "{\"request\": {\"method\": \"GET\", \"url\": \"http://a.test\"}, \"response\": \($0)}" }
        let collection = try read(archive(responses.joined(separator: ",")))
        let examples = collection.requests.map(\.examples.first)
        #expect(examples.map { $0?.name } == ["200 OK", "404", nil, "201", "200"])
        #expect(examples[0]?.headers == [CollectionField("A", "b")])
        #expect(examples.map { $0?.body.utf8.count } == [2, 2, nil, 65_536, 0])
        #expect(
            collection.report.notes.map(\.message) == [
                "the response's body is cut after 64 KB", "the response is not text, and its body is left out",
            ])
    }

    @Test func whatIsNoArchiveIsRefused() {
        #expect(
            throws: ImportError(
                ImportPlace(file: "a.har", pointer: ""), "it is JSON, but not an HTTP archive",
                hint: "an archive has the member log with entries")
        ) {
            try read("{\"log\": {}}")
        }
        #expect(throws: ImportError.self) { try read("{\"log\": ") }
    }

    @Test func entriesThatAreNoHTTPAreNoted() throws {
        let collection = try read(
            archive(
                "{}, {\"request\": {\"url\": \"wss://a.test\"}}, {\"request\": {\"url\": \"data:,x\"}}, {\"request\": {\"url\": \"a.test:1/x\"}}"
            ))
        #expect(collection.requests.map(\.method) == ["GET"])
        #expect(
            collection.report.notes.map { "\($0)" } == [
                "a.har#/log/entries/0 (line 1): the entry has no request",
                "a.har#/log/entries/1/request/url (line 1): wss is not HTTP; only http and https are read",
                "a.har#/log/entries/2/request/url (line 1): data is not HTTP; only http and https are read",
                "a.har#/log/entries/3/request/method (line 1): the request has no method; read as GET; write one",
            ])
    }
}
