import Testing

@testable import RequestFiles

struct PostmanRequestTests {
    /// A collection of one request.
    private func read(_ request: String, item: String = "") throws(ImportError) -> RequestCollection {
        let text = """
            {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.0.0/collection.json"},
             "item": [{"name": "r"\(item), "request": \(request)}]}
            """
        return try PostmanReader.readCollection(Array(text.utf8), file: "")
    }

    private func url(_ url: String) throws -> (request: CollectionRequest, noted: [String]) {
        let collection = try read(#"{"method": "GET", "url": \#(url)}"#)
        return (try collection.request("r"), collection.noted)
    }

    @Test(arguments: [
        (#""{{a?b#c}}/x?q={{d&e}}&f=g%20h#i""#, "{{a?b#c}}/x", [["q", "{{d"], ["e}}", ""], ["f", "g h"]]),
        (#""?a=b""#, "", [["a", "b"]]),
        (#"{"raw": "x.example/a?b=c"}"#, "x.example/a", [["b", "c"]]),
        (#"{"host": "x.example/", "protocol": "https", "path": "a/b"}"#, "https://x.example/a/b", []),
        (
            #"{"host": ["x", "example"], "path": "/a", "port": 81, "auth": {"user": "u", "password": "p"}}"#,
            "u:p@x.example:81/a", []
        ),
        (#"{"host": ["{{h}}"], "path": [{"type": "string", "value": "a"}, ":b"]}"#, "{{h}}/a/:b", []),
        (#"{"path": ["a"]}"#, "/a", []),
        (#"{"host": "x", "query": "a=1&b=%ff"}"#, "x", [["a", "1"], ["b", "%ff"]]),
    ])
    func urlsInAllForms(url: String, base: String, query: [[String]]) throws {
        let request = try self.url(url).request
        #expect(request.url == base)
        #expect(request.query.map { [$0.name, $0.value] } == query)
    }

    @Test func rawAndPartsThatDisagree() throws {
        let path = try url(#"{"raw": "https://x.example/a", "protocol": "https", "host": ["x", "example"], "path": ["b"]}"#)
        #expect(path.request.url == "https://x.example/b")
        #expect(
            path.noted == [
                "assumed /item/0/request/url: raw and the parts of the URL disagree; the parts are sent, as Postman does"
            ])
        let query = try url(#"{"raw": "x?a=1", "host": "x", "query": [{"key": "a", "value": "2"}]}"#)
        #expect(query.request.query == [CollectionField("a", "2")])
        #expect(
            query.noted == [
                "assumed /item/0/request/url/query: raw and the list of the query disagree; the list is sent, as Postman does"
            ])
        let empty = try url(#"{"raw": "x?a=1", "host": "x", "query": []}"#)
        #expect(empty.request.query == [CollectionField("a", "1")])
        #expect(
            empty.noted == ["assumed /item/0/request/url: the list of the query is empty, and raw has one; that of raw is sent"])
        #expect(try url(#"{"raw": "x/?a=1", "host": "x", "query": [{"key": "a", "value": "1"}]}"#).noted == [])
    }

    @Test(
        arguments: [
            (#""type": "inherit""#, nil), (#""type": "noauth""#, CollectionAuth.none),
            (
                #""type": "basic", "basic": {"username": "u", "password": "p", "showPassword": false}"#,
                .basic(user: "u", password: "p")
            ),
            (
                #""type": "digest", "digest": [{"key": "username", "value": "u"}, {"key": "realm", "value": "r"}]"#,
                .digest(user: "u", password: "")
            ),
            (
                #""type": "apikey", "apikey": [{"key": "key", "value": "k"}, {"key": "value", "value": "v"}]"#,
                .apiKey(name: "k", value: "v", inQuery: false)
            ),
            (
                #""type": "apikey", "apikey": [{"key": "key", "value": "k"}, {"key": "in", "value": "query"}]"#,
                .apiKey(name: "k", value: "", inQuery: true)
            ),
            (
                #""type": "awsv4", "awsv4": {"accessKey": "a", "secretKey": "s", "region": "r", "service": "v", "sessionToken": "t"}"#,
                .awsSigV4(accessKey: "a", secretKey: "s", region: "r", service: "v", sessionToken: "t")
            ),
            (
                #""type": "oauth2", "oauth2": [{"key": "clientSecret", "value": "s"}, {"key": "scope", "value": {"a": 1}}]"#,
                .oauth2([CollectionField("clientSecret", "s", isSecret: true), CollectionField("scope", #"{"a": 1}"#)])
            ),
        ] as [(String, CollectionAuth?)])
    func authentication(json: String, auth: CollectionAuth?) throws {
        let collection = try read(#"{"method": "GET", "url": "x", "auth": {\#(json)}}"#)
        #expect(try collection.request("r").auth == auth)
        #expect(collection.noted == [])
    }

    @Test func authenticationThatIsNotKnown() throws {
        let hawk = try read(
            #"{"method": "GET", "url": "x", "auth": {"type": "hawk", "hawk": [{"key": "authId", "value": "i"}]}}"#)
        #expect(try hawk.request("r").auth == .other(name: "hawk", [CollectionField("authId", "i")]))
        #expect(hawk.noted == ["unsupported /item/0/request/auth: authentication of type hawk is not known"])
        let aws = try read(#"{"method": "GET", "url": "x", "auth": {"type": "awsv4", "awsv4": {"addAuthDataToQuery": true}}}"#)
        #expect(aws.noted == ["unsupported /item/0/request/auth: parameters of awsv4 that are not used: addAuthDataToQuery"])
        #expect(try read(#"{"method": "GET", "url": "x", "auth": null}"#).request("r").auth == nil)
    }

    @Test(arguments: [
        (#"{}"#, CollectionBody.none), ("null", .none), (#"{"mode": "raw", "raw": ""}"#, .none),
        (#"{"mode": "formdata", "formdata": []}"#, .none),
        (#"{"mode": "raw", "raw": "a", "options": {"raw": {"language": "xml"}}}"#, .text("a", mediaType: "application/xml")),
        (#"{"mode": "raw", "raw": "a"}"#, .text("a", mediaType: "text/plain")),
        (#"{"mode": "file", "file": {"content": "a"}}"#, .text("a", mediaType: nil)),
        (#"{"mode": "file", "file": "/a"}"#, .file(path: "/a", mediaType: nil)),
        (#"{"mode": "urlencoded", "urlencoded": "a=b"}"#, .text("a=b", mediaType: "application/x-www-form-urlencoded")),
        (
            #"{"mode": "graphql", "graphql": {"query": "q", "variables": {"a": 1}}}"#,
            .graphQL(query: "q", variables: #"{"a": 1}"#)
        ),
    ])
    func bodies(json: String, body: CollectionBody) throws {
        let collection = try read(#"{"method": "POST", "url": "x", "body": \#(json)}"#)
        #expect(try collection.request("r").body == body)
        #expect(collection.noted == [])
    }

    @Test(arguments: [
        (#", "options": {"raw": {"language": "json"}}"#, "", true),
        (#", "options": {"raw": {"language": "text"}}"#, "application/json", false),
        ("", "application/json; charset=utf-8", true), ("", "application/vnd.api+json", true),
        ("", "text/plain", false), ("", "", false),
    ])
    func commentsInJSONAreNotSent(_ options: String, _ type: String, _ isRemoved: Bool) throws {
        let header = type.isEmpty ? "" : #", "header": [{"key": "Content-Type", "value": "\#(type)"}]"#
        let raw = #"{ // {{unset}}\r\n  \"a\": {{n}}, // b\n  /* c\n d */ \"u\": \"http://x/*\\\"//\",\n}"#
        let collection = try read(
            #"{"method": "POST", "url": "x"\#(header), "body": {"mode": "raw", "raw": "\#(raw)"\#(options)}}"#)
        guard case .text(let text, _) = try collection.request("r").body else { throw Missing() }
        #expect(text.contains("//") && text.contains(#"{{n}}"#))
        #expect((text == "{ \r\n  \"a\": {{n}}, \n   \"u\": \"http://x/*\\\"//\",\n}") == isRemoved, "\(text)")
        #expect(text.contains("{{unset}}") != isRemoved)
    }

    @Test func bodiesThatPostmanDoesNotSend() throws {
        let body = #""body": {"mode": "raw", "raw": "a"}"#
        #expect(try read(#"{"method": "GET", "url": "x", \#(body)}"#).request("r").body == .none)
        let said = try read(
            #"{"method": "GET", "url": "x", \#(body)}"#, item: #", "protocolProfileBehavior": {"disableBodyPruning": true}"#)
        #expect(try said.request("r").body == .text("a", mediaType: "text/plain"))
        #expect(said.noted == [])
        let off = try read(#"{"method": "POST", "url": "x", "body": {"mode": "raw", "raw": "a", "disabled": true}}"#)
        #expect(try off.request("r").body == .none)
        #expect(off.noted == ["assumed /item/0/request/body: the body is switched off and left out"])
    }

    @Test func whatIsMissingOrUnknown() throws {
        #expect(
            try read("{}").noted == [
                "assumed /item/0: it has no URL", "assumed /item/0/request: it has no method; GET is sent",
            ])
        let odd = try read(#"{"method": "{{verb}}", "url": "x", "extra": 1, "_ours": 2}"#)
        #expect(try odd.request("r").method == "{{verb}}")
        #expect(odd.noted == ["assumed /item/0/request: left out, because Postman has no such members: extra"])
        let vault = try read(#"{"method": "GET", "url": "{{vault:host}}"}"#)
        #expect(vault.noted == ["unsupported /item/0: {{vault:host}} is in Postman's vault and is not exported"])
    }
}
