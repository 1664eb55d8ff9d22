// Collections of ATAC.

import RequestFiles
import Testing

struct ATACReaderTests {
    private func read(_ members: String) throws -> (CollectionRequest?, [String]) {
        let text =
            "{\"name\": \"C\", \"last_position\": 1, \"requests\": [{\"name\": \"R\", \"url\": \"http://a.test/{id}\", \"params\": [\(members)}]}"
        let collection = try ATACReader.readCollection(Array(text.utf8), file: "c.json")
        #expect(collection.name == "C" && collection.format == "ATAC")
        return (collection.requests.first, collection.report.notes.map { "\($0.kind.rawValue) \($0)" })
    }

    @Test func aRequestHasPartsOfThePathAndSettings() throws {
        let (request, notes) = try read(
            """
            {"enabled": true, "data": ["{id}", "1"]}, {"enabled": false, "data": ["q", "x y"]}], "headers": [{"enabled": true, "data": ["A", "b"]}],
            "auth": {"basic_auth": {"username": "u", "password": "p"}}, "scripts": {"pre_request_script": "x()", "post_request_script": null},
            "settings": {"allow_redirects": false, "timeout": 500, "store_received_cookies": false, "accept_invalid_certs": true},
            "protocol": {"type": "http", "method": "POST", "body": {"json": "{\\"t\\": {{NOW}}}"}}
            """)
        let read = try #require(request)
        #expect(read.method == "POST" && read.name == "R" && read.url == "http://a.test/{id}")
        #expect(read.pathVariables == [CollectionField("id", "1")])
        #expect(read.query == [CollectionField("q", "x y", isDisabled: true)])
        #expect(read.headers == [CollectionField("A", "b")])
        #expect(read.auth == .basic(user: "u", password: "p"))
        #expect(read.body == .text("{\"t\": {{NOW}}}", mediaType: "application/json"))
        #expect(
            read.options.followsRedirects == false && read.options.timeout == 0.5 && read.options.insecure
                && read.options.ignoresCookies)
        #expect(
            notes == [
                "unsupported c.json#/requests/0/scripts/pre_request_script (line 2): the script is not run; do its work by hand",
                "unsupported c.json#/requests/0 (line 1): {{NOW}} is computed by ATAC, and is an ordinary variable here; give it a value",
            ])
    }

    @Test(arguments: [
        ("\"no_body\"", CollectionBody.none), ("{\"raw\": \"x\"}", .text("x", mediaType: "text/plain")),
        ("{\"xml\": \"<a/>\"}", .text("<a/>", mediaType: "application/xml")),
        ("{\"file\": \"a/b\"}", .file(path: "a/b", mediaType: nil)),
        ("{\"form\": [{\"enabled\": true, \"data\": [\"a\", \"b\"]}]}", .form([CollectionField("a", "b")])),
        (
            "{\"multipart\": [{\"enabled\": true, \"data\": [\"a\", \"b\"]}, {\"enabled\": true, \"data\": [\"f\", \"!!p\"]}]}",
            .multipart([CollectionPart("a", .text("b")), CollectionPart("f", .file(path: "p"))])
        ),
    ])
    func bodies(_ source: String, _ body: CollectionBody) throws {
        #expect(try read("], \"protocol\": {\"type\": \"http\", \"method\": \"PUT\", \"body\": \(source)}").0?.body == body)
    }

    @Test func whatIsNotHTTPIsNoted() throws {
        let (request, notes) = try read("], \"protocol\": {\"type\": \"websocket\"}")
        #expect(request == nil)
        #expect(
            notes == ["unsupported c.json#/requests/0/protocol/type (line 1): requests of websocket are not sent; only HTTP is"])
        #expect(throws: ImportError.self) { try ATACReader.readCollection(Array("{\"openapi\": \"3.0.0\"}".utf8), file: "x") }
        #expect(
            throws: ImportError(
                ImportPlace(file: "x", line: 1), "it is not JSON: the text ends inside an object that began at line 1",
                hint: "correct it there")
        ) {
            try ATACReader.readCollection(Array("{\"a\": ".utf8), file: "x")
        }
    }
}
