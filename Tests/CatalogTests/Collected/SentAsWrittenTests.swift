// What a request of another program sends is what that program would send, or nothing: queries as written, variables within
// names, path variables without an entry, template tags.

import Catalog
import NetLayer
import TestSupport
import Testing

struct SentAsWrittenTests {
    private func postman(_ request: String, _ more: String = "") throws -> APIDescription {
        try collection(
            """
            {"info": {"name": "S", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}\(more),
             "item": [{"name": "R", "request": \(request)}]}
            """, "s.json")
    }

    private func insomnia(_ request: String, _ more: String = "") throws -> APIDescription {
        try collection(
            """
            {"_type": "export", "__export_format": 4, "resources": [
             {"_id": "w", "_type": "workspace", "name": "W", "parentId": null},
             {"_id": "r", "_type": "request", "name": "R", "parentId": "w", \(request)}\(more)]}
            """, "s.json")
    }

    /// The request with the values that are made when it is sent.
    private func sent(_ shop: APIDescription) throws -> WireRequest {
        var plan = try shop.filled("R").plan
        var values = DynamicValues(now: 784_111_777, chance: SplitMix64(seed: 1))
        values.resolveVariables(&plan)
        let pool = ServicePool(shop)
        return try RequestGenerator().request(for: plan, on: pool.services.first?.standing(in: pool.environment))
    }

    // MARK: Queries

    @Test(arguments: [
        (#""http://a.example/s?q=a+b:c&t=a%2Bb&u=x%20y%2f%2F""#, "q=a+b:c&t=a%2Bb&u=x%20y%2f%2F"),
        (
            #"{"host": "http://a.example", "path": ["s"], "query": [{"key": "q", "value": "a+b c"}, {"key": "k+k", "value": "1"}]}"#,
            "q=a+b%20c&k+k=1"
        ),
        (#""http://a.example/s?q={{v}}&{{v}}=1""#, "q=x+y%20z%41%20100%25&x+y%20z%41%20100%25=1"),
        (#""http://a.example/s?q=%7B%7Bv%7D%7D&n=100%""#, "q=%7B%7Bv%7D%7D&n=100%25"),
        (#""http://a.example/s?q=%C3%BC&r=%c3%bc&s=ü""#, "q=%C3%BC&r=%c3%bc&s=%C3%BC"),
    ])
    func aQueryOfPostmanIsSentAsWritten(_ url: String, _ query: String) throws {
        let shop = try postman(
            "{\"method\": \"GET\", \"url\": \(url)}", #", "variable": [{"key": "v", "value": "x+y z%41 100%"}]"#)
        #expect(try shop.wire("R").lines == ["GET http://a.example/s?\(query)"])
    }

    @Test func aQueryOfPostmanIsReadable() throws {
        let shop = try postman(#"{"method": "GET", "url": "http://a.example/s?q=x%20y+%2B%26"}"#)
        #expect(try shop.saved("R").fields.map(\.text) == ["x y+%2B&"])
        #expect(try shop.wire("R", ["q": "c++ &"]).lines == ["GET http://a.example/s?q=c++%20%26"])
    }

    @Test func aSecretInAQueryThatIsSentAsWrittenIsHidden() throws {
        let shop = try postman(#"{"method": "GET", "url": "http://a.example/s?api_key=s3+cret"}"#)
        let url = try shop.wire("R").url
        #expect(url.revealed.hasSuffix("?api_key=s3+cret") && !"\(url)".contains("s3"))
    }

    @Test(arguments: [("", "q=a+b%20c%20d&k+k=%2B"), ("settings {\n  encodeUrl: true\n}\n", "q=a%2Bb%2520c%20d&k%2Bk=%252B")])
    func aQueryOfBrunoIsSentAsWritten(_ settings: String, _ query: String) throws {
        let shop = try collection(
            """
            meta {
              name: R
              type: http
            }

            get {
              url: http://a.example/s?q=a+b
            }

            params:query {
              q: a+b%20c d
              k+k: %2B
            }

            \(settings)
            """, "r.bru")
        #expect(try shop.wire("R").lines == ["GET http://a.example/s?\(query)"])
    }

    @Test func whatIsMadeInAQueryIsEncoded() throws {
        let url = #""http://a.example/s?q=a+{{$datetime rfc1123}}""#
        #expect(
            try sent(postman("{\"method\": \"GET\", \"url\": \(url)}")).lines
                == ["GET http://a.example/s?q=a+Sun,%2006%20Nov%201994%2008:49:37%20GMT"])
    }

    // MARK: Variables

    private static let nested = #"""
        {"method": "POST", "url": "{{host_{{env}}}}/n/{{ key_{{ env }} }}", "header": [{"key": "X-Key", "value": "{{key_{{env}}}}"}],
         "body": {"mode": "raw", "raw": "{\"a\":{\"b\":{{env}}},\"k\":\"{{key_{{env}}}}\"}"}}
        """#
    private static let values = #"""
        , "variable": [{"key": "env", "value": "dev"}, {"key": "host_dev", "value": "http://a.example"}, {"key": "key_dev", "value": "K1"}]
        """#

    @Test func theInnermostVariableComesFirst() throws {
        let shop = try postman(Self.nested, Self.values)
        #expect(
            try shop.wire("R").lines == [
                "POST http://a.example/n/K1", "X-Key: K1", "Content-Type: text/plain", #"{"a":{"b":dev},"k":"K1"}"#,
            ])
        #expect(try shop.filled("R", ["host_dev": "http://b.example"]).plan.path == "http://b.example/n/K1")
        #expect(try shop.filled("R", ["env": "prod"]).missing == ["host_prod", "key_prod"])
    }

    @Test func aNameThatIsNotCompleteIsMissingOnce() throws {
        let shop = try postman(#"{"method": "GET", "url": "http://a.example/{{a_{{none}}}}/{{b_{{c_{{none}}}}}}"}"#)
        #expect(try shop.filled("R").missing == ["none"])
    }

    @Test func variablesThatNestDeepEndSomewhere() throws {
        let deep = String(repeating: "{{a", count: 20_000) + String(repeating: "}}", count: 20_000)
        let shop = try postman(
            "{\"method\": \"GET\", \"url\": \"http://a.example\", \"header\": [{\"key\": \"X\", \"value\": \"\(deep)\"}]}")
        #expect(try !shop.filled("R").missing.isEmpty)
    }

    // MARK: Paths

    @Test func aPathVariableWithoutAnEntryIsAField() throws {
        let shop = try postman(#"{"method": "GET", "url": "http://a.example:80/v1/:projectId/x:y/:?recent=2"}"#)
        #expect(try shop.saved("R").fields.map(\.name) == ["projectId", "recent"])
        #expect(try shop.filled("R").missing == ["projectId"])
        #expect(try shop.wire("R", ["projectId": "P 1/2"]).lines.first?.hasSuffix("/v1/P%201%2F2/x:y/:?recent=2") == true)
        let port = try postman(
            #"""
            {"method": "GET", "url": {"host": ["{{h}}"], "port": "{{p}}", "path": [":a", ":b"],
              "variable": [{"key": "b", "value": "2"}]}}
            """#)
        #expect(try port.saved("R").fields.filter(\.isRequired).map(\.name) == ["a", "b", "{{h}}", "{{p}}"])
    }

    // MARK: Template tags

    @Test func tagsThatMakeValuesAreMade() throws {
        let request = try sent(
            insomnia(
                #"""
                "method": "POST", "url": "http://a.example/{% uuid 'v4' %}", "parameters": [{"name": "t", "value": "{% now 'unix', '' %}"}],
                "headers": [{"name": "X-At", "value": "{%- now -%}"}], "body": {"mimeType": "text/plain", "text": "{% timestamp \"iso-8601\" %}"}
                """#))
        #expect(try #/http://a\.example/[0-9a-f-]{36}\?t=784111777/#.wholeMatch(in: request.url.revealed) != nil)
        #expect(request.headers["X-At"] == "1994-11-06T08:49:37.000Z")
        #expect(request.lines.last == "1994-11-06T08:49:37.000Z")
    }

    @Test(arguments: [
        (#""url": "http://a.example/{% response 'url', 'a/b?c#d&e' %}""#, "{% response %}"),
        (#""url": "http://{% prompt 'Host' %}/x""#, "{% prompt %}"),
        (#""url": "http://a.example/x?a=1&b={%file '/f'%}""#, "{% file %}"),
        (#""url": "http://a.example", "parameters": [{"name": "t", "value": "{% now 'millis' %}"}]"#, "{% now %}"),
        (#""url": "http://a.example", "parameters": [{"name": "{% os 'arch' %}", "value": "1"}]"#, "{% os %}"),
        (#""url": "http://a.example", "headers": [{"name": "X", "value": "{% uuid 'v1' %}"}]"#, "{% uuid %}"),
        (#""url": "http://a.example", "headers": [{"name": "X", "value": "{%- cookie 'a' -%}"}]"#, "{% cookie %}"),
        (#""url": "http://a.example", "headers": [{"name": "X", "value": "{% hash 'md5"}]"#, "{% hash %}"),
        (
            #""url": "http://a.example", "method": "POST", "body": {"mimeType": "application/json", "text": "{\"a\": \"{% faker 'name' %}\"}"}"#,
            "{% faker %}"
        ),
        (
            #""url": "/x", "method": "POST", "body": {"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "{% js %}"}]}"#,
            "{% js %}"
        ),
        (#""url": "http://a.example", "authentication": {"type": "bearer", "token": "{% prompt 'Token' %}"}"#, "{% prompt %}"),
        (
            #""url": "http://a.example", "authentication": {"type": "bearer", "token": "t", "prefix": "{% prompt 'Kind' %}"}"#,
            "{% prompt %}"
        ),
        (
            #""url": "http://a.example", "authentication": {"type": "basic", "username": "u", "password": "{% external 'v' %}"}"#,
            "{% external %}"
        ),
        (#""url": "http://a.example", "authentication": {"type": "apikey", "key": "{% raw %}", "value": "v"}"#, "{% raw %}"),
        (
            #""url": "http://a.example", "authentication": {"type": "basic", "username": "{% uuid %}", "password": "p"}"#,
            "{{$uuid}}"
        ),
    ])
    func otherTagsAreRefusedByName(_ request: String, _ name: String) throws {
        let shop = try insomnia(request)
        let refusal = try #require(try shop.filled("R").plan.refusal)
        #expect(refusal.hasPrefix("s.json#/resources/1 (line 3): ") && refusal.contains(name), "\(refusal)")
        let error = try #require(throws: NetError.self) { try shop.wire("R") }
        #expect(error.kind == .rejected && error.detail == refusal)
    }

    @Test func aTagInAVariableIsRefusedUntilItIsReplaced() throws {
        let shop = try insomnia(
            #""url": "http://a.example/x", "headers": [{"name": "X-Token", "value": "{{ _.token }}"}]"#,
            #", {"_id": "e", "_type": "environment", "parentId": "w", "name": "Base", "data": {"token": "{% prompt 'T' %}"}}"#)
        #expect(try shop.filled("R").plan.refusal?.contains("{% prompt %}") == true)
        #expect(try shop.wire("R", ["X-Token": "t"]).lines == ["GET http://a.example/x", "X-Token: t"])
        #expect(try shop.wire("R", ["token": "t"]).lines == ["GET http://a.example/x", "X-Token: t"])
    }

    /// The export says so of a body, and no other format has them.
    @Test func tagsAreTextWhereNoProgramRunsThem() throws {
        let shop = try insomnia(
            #"""
            "url": "http://a.example/x", "method": "POST", "settingDisableRenderRequestBody": true,
             "body": {"mimeType": "text/plain", "text": "{% if a %}"}
            """#)
        #expect(try shop.wire("R").lines.last == "{% if a %}")
        let file = try collection("### R\nPOST http://a.example/x\n\n{% if a %}\n", "s.http")
        #expect(try file.wire("R").lines.last == "{% if a %}")
    }
}
