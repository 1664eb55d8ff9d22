// What a person types or pastes, as a request.

import RequestFiles
import Testing

@Suite struct TypedRequestTests {
    private func request(_ text: String) throws -> CollectionRequest {
        let requests = try TypedRequestReader.readCollection(text).requests
        try #require(requests.count == 1)
        return requests[0]
    }

    @Test(arguments: [
        ("https://a.example/x", "GET", "https://a.example/x"), ("delete https://a.example/x", "DELETE", "https://a.example/x"),
        ("PURGE http://a.example", "PURGE", "http://a.example"), ("POST /items", "POST", "/items"),
        ("localhost:8080/x", "GET", "http://localhost:8080/x"), ("api.example.com", "GET", "https://api.example.com"),
        ("  GET\thttps://a.example/x  ", "GET", "https://a.example/x"),
    ])
    func aLineIsAMethodAndAnAddress(_ line: String, _ method: String, _ url: String) throws {
        let request = try request(line)
        #expect(request.method == method && request.url == url)
        #expect((request.body == .none) == ["GET", "DELETE"].contains(method))
    }

    @Test(arguments: [
        ("", "not a request"), ("GET", "not an address"), ("GET http://a b", "not a request"),
        ("GET ftp://a.example/x", "not an address"),
        ("Get? https://a.example", "not a request"), ("GET https://a.example/${id}", "{name}"),
    ])
    func aBadLineIsExplained(_ line: String, _ said: String) {
        #expect { try TypedRequestReader.readCollection(line) } throws: { "\($0)".contains(said) }
    }

    @Test func namesInBracesOfThePathAreFields() throws {
        let request = try request("https://a.example/{shop}/items/{id}/{{base}}/{id}?q={no}")
        #expect(request.pathVariables.map(\.name) == ["shop", "id"])
    }

    @Test(arguments: [
        (
            "https://a.example/x?a=1&b=two%20words", [CollectionField("a", "1"), CollectionField("b", "two words")],
            "https://a.example/x"
        ),
        // Other bytes would be sent for these.
        ("https://a.example/x?a=1+2", [], "https://a.example/x?a=1+2"), ("https://a.example/x?a", [], "https://a.example/x?a"),
        ("https://a.example/x?a=%7B%7Bb%7D%7D", [], "https://a.example/x?a=%7B%7Bb%7D%7D"),
        ("https://a.example/x?a=%2f", [], "https://a.example/x?a=%2f"), ("https://a.example/x?", [], "https://a.example/x?"),
    ])
    func theQueryBecomesFieldsWhereTheBytesStay(_ line: String, _ query: [CollectionField], _ url: String) throws {
        let request = try request(line)
        #expect(request.query == query && request.url == url)
    }

    @Test(arguments: [
        ("curl https://a.example", true), ("Invoke-WebRequest -Uri https://a.example", true), ("https://a.example", true),
        ("POST /x", true), ("a.example", false), ("ERROR /var/log/x", false), ("postgres://u:pw@h/db", false),
        ("some words", false), ("{\"a\": 1}", false), ("", false),
    ])
    func aPasteIsRecognized(_ text: String, _ isRequest: Bool) {
        #expect(TypedRequestReader.recognises(text) == isRequest)
    }
}
