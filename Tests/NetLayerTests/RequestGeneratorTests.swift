// From plan and service to the request on the wire: paths, queries, bodies, and everything that is refused.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct RequestGeneratorTests {
    private func service(_ base: String) -> Service { Service(name: "s", baseURL: URI(base)) }

    private func url(_ path: String, on base: String = "http://api.test/v1", _ parameters: Parameter...) throws(NetError)
        -> String
    {
        let plan = RequestPlan(id: "x", path: path, parameters: parameters)
        return try RequestGenerator().request(for: plan, on: service(base)).url.revealed
    }

    private func refusal(_ plan: RequestPlan, on service: Service? = Net.service) -> NetError? {
        do throws(NetError) {
            _ = try RequestGenerator().request(for: plan, on: service)
            return nil
        } catch { return error }
    }

    // MARK: Base and path

    @Test(
        .rows("B-HH-G4", "B-HH-G1", "HH-G2"),
        arguments: [
            ("http://api.test", "/items", "http://api.test/items"),
            ("http://api.test", "items", "http://api.test/items"),
            ("http://api.test/", "/items", "http://api.test/items"),
            ("http://api.test/", "items", "http://api.test/items"),
            ("http://api.test/v1", "/items", "http://api.test/v1/items"),
            ("http://api.test/v1/", "/items", "http://api.test/v1/items"),
            ("http://api.test/v1/", "items", "http://api.test/v1/items"),
            ("http://api.test/v1", "items/", "http://api.test/v1/items/"),
            ("http://api.test/v1", "", "http://api.test/v1"),
            ("http://api.test", "", "http://api.test/"),
            ("http://api.test/v1/", "/", "http://api.test/v1/"),
            ("http://api.test", "//a//b", "http://api.test//a//b"),
            ("http://api.test/v1", "//a", "http://api.test/v1//a"),
            ("http://api.test", "httpbin/get", "http://api.test/httpbin/get"),
            ("http://api.test/v1", "https", "http://api.test/v1/https"),
            ("http://api.test/v1", "a:b", "http://api.test/v1/a:b"),
            ("http://api.test/v1?k=1", "/items", "http://api.test/v1/items?k=1"),
            ("http://api.test/v1?k=1", "/items?a=2", "http://api.test/v1/items?k=1&a=2"),
            ("http://api.test/v1#top", "/items", "http://api.test/v1/items"),
            ("http://[::1]:8080/v1", "/items", "http://[::1]:8080/v1/items"),
            ("http://u:p@api.test", "/items", "http://u:p@api.test/items"),
        ])
    func baseAndPathAreJoinedWithOneSlash(_ base: String, _ path: String, _ expected: String) throws {
        #expect(try url(path, on: base) == expected)
    }

    @Test func hashAndQuestionMarkInATemplate() throws {
        #expect(try url("/files/a#b") == "http://api.test/v1/files/a%23b")
        #expect(try url("/search?q=a#b c") == "http://api.test/v1/search?q=a%23b%20c")
        #expect(try url("/search?q=ä") == "http://api.test/v1/search?q=%C3%A4")
        #expect(try url("/a b/ü") == "http://api.test/v1/a%20b/%C3%BC")
        #expect(try url("/x?") == "http://api.test/v1/x")
    }

    @Test(.rows("HH-G2")) func anAbsoluteURLBypassesTheService() throws {
        #expect(try url("https://other.test/x?a=1#frag") == "https://other.test/x?a=1")
        #expect(try url("HTTP://Other.test") == "http://Other.test/")
        #expect(try url("http://other.test/x?a=1", Parameter("b", "2", in: .query)) == "http://other.test/x?a=1&b=2")
        #expect(try RequestGenerator().request(for: RequestPlan(id: "x", path: "http://a.test/"), on: nil).url.host == "a.test")
    }

    @Test func anAbsoluteURLElsewhereGetsNoneOfTheServicesHeaders() throws {
        var service = service("http://api.test/v1")
        service.headers = ["Authorization": "Bearer abc", "X-Tenant": "7"]
        let generator = RequestGenerator(commonHeaders: ["User-Agent": "explorer"])
        let away = try generator.request(for: RequestPlan(id: "x", path: "http://evil.test/x"), on: service)
        #expect(away.headers.fields.map(\.name) == ["User-Agent"])
        let home = try generator.request(for: RequestPlan(id: "x", path: "http://api.test/v2/next?page=2"), on: service)
        #expect(home.headers["authorization"] == "Bearer abc")
    }

    @Test(arguments: [
        "ftp://a.test/x", "http:///x", "http://:80/", "http://a.test:0/", "http://a.test:65536/", "http://a.test:8o/",
        "http://[::1/", "ws://a.test/",
    ])
    func aURLThatIsNotHTTPIsRefused(_ path: String) throws {
        let error = try #require(refusal(RequestPlan(id: "x", path: path)))
        #expect(error.kind == .badRequest)
        #expect(error.detail.contains("is not an http or https URL"))
    }

    @Test func aServiceWithoutAProperBaseIsNamed() throws {
        let error = try #require(refusal(RequestPlan(id: "x", path: "/x"), on: service("api.test")))
        #expect(error.detail.contains("base URL 'api.test' of s"))
        #expect(refusal(RequestPlan(id: "x", path: "/x"), on: nil)?.detail == "a relative path needs a service")
    }

    // MARK: Path parameters

    @Test(arguments: [
        ("7", "7"), ("a b", "a%20b"), ("a/b", "a%2Fb"), ("a?b#c", "a%3Fb%23c"), ("100%", "100%25"), ("%2e%2e", "%252e%252e"),
        ("ü", "%C3%BC"),
        ("...", "..."), (".a", ".a"), ("{other}", "%7Bother%7D"), ("a\\b", "a%5Cb"), ("a\nb", "a%0Ab"), ("v1:run", "v1:run"),
        ("x@y,z;w=1", "x@y,z;w%3D1"),
    ])
    func aValueStaysOneSegment(_ value: String, _ segment: String) throws {
        #expect(
            try url("/items/{id}/{other}", Parameter("id", .plain(value), in: .path), Parameter("other", "o", in: .path))
                == "http://api.test/v1/items/\(segment)/o")
    }

    @Test(arguments: ["", ".", ".."])
    func aValueThatWouldLeaveThePathIsRefused(_ value: String) throws {
        let plan = RequestPlan(id: "x", path: "/items/{id}", parameters: [Parameter("id", .plain(value), in: .path)])
        let error = try #require(refusal(plan))
        #expect(error.kind == .badRequest)
        #expect(error.detail.hasPrefix("path parameter 'id' is "))
        #expect(error.attempted == "GET /items/{id}")
    }

    @Test func aMissingPathParameterIsNamed() {
        #expect(refusal(RequestPlan(id: "x", path: "/a/{one}/{two}"))?.detail == "path parameter 'one' has no value")
        let query = [Parameter("one", "1", in: .query)]
        #expect(refusal(RequestPlan(id: "x", path: "/a/{one}", parameters: query))?.detail == "path parameter 'one' has no value")
    }

    @Test func oneParameterMayStandTwiceAndAnUnusedOneIsIgnored() throws {
        #expect(
            try url(
                "/{a}/x/{a}...{b}", Parameter("a", "1", in: .path), Parameter("b", "2", in: .path), Parameter("c", "3", in: .path)
            )
                == "http://api.test/v1/1/x/1...2")
    }

    // MARK: Query

    @Test func queryParametersKeepTheirOrderAndAreEscaped() throws {
        #expect(
            try url(
                "/x?first=0", Parameter("q", "a b&c=d+e", in: .query), Parameter("ü", "", in: .query),
                Parameter("q", "2", in: .query),
                Parameter("path", "/a:b?c", in: .query))
                == "http://api.test/v1/x?first=0&q=a%20b%26c%3Dd%2Be&%C3%BC=&q=2&path=/a:b?c")
    }

    // MARK: Body

    @Test func formFieldsMakeTheBody() throws {
        var plan = RequestPlan(id: "x", method: .post, path: "/x")
        plan.parameters = [Parameter("a", "1 2", in: .form), Parameter("b&", "=", in: .form)]
        let request = try RequestGenerator().request(for: plan, on: Net.service)
        #expect(request.body == .bytes(Array("a=1%202&b%26=%3D".utf8)))
        #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
        plan.headers = ["content-type": "application/x-www-form-urlencoded; charset=utf-8"]
        #expect(try RequestGenerator().request(for: plan, on: Net.service).headers.allValues("Content-Type").count == 1)
    }

    @Test func aBodyCarriesItsTypeUnlessAHeaderSaysOtherwise() throws {
        var plan = RequestPlan(id: "x", method: .post, path: "/x", body: .bytes([1, 2], contentType: "application/json"))
        var request = try RequestGenerator().request(for: plan, on: Net.service)
        #expect(request.body == .bytes([1, 2]))
        #expect("\(request.body)" == "2 bytes")
        #expect(request.headers["Content-Type"] == "application/json")
        plan.headers = ["CONTENT-TYPE": "text/plain"]
        request = try RequestGenerator().request(for: plan, on: Net.service)
        #expect(request.headers.allValues("content-type") == ["text/plain"])
    }

    @Test func formAndBodyTogetherAreRefused() {
        var plan = RequestPlan(id: "x", method: .post, path: "/x", body: .bytes([], contentType: "text/plain"))
        plan.parameters = [Parameter("a", "1", in: .form)]
        #expect(refusal(plan)?.detail == "a call has form fields or a body, not both")
    }

    @Test func timeoutsLimitsAndConnectionGoAlong() throws {
        var plan = RequestPlan(id: "x", path: "/x")
        plan.timeouts = Timeouts(connect: .seconds(1), idle: .seconds(2), total: .seconds(3))
        plan.limits = ResponseLimits(headers: 1, body: 2, decodedBody: 3, redirects: 4)
        plan.connection.insecure = true
        let request = try RequestGenerator().request(for: plan, on: Net.service)
        #expect(request.timeouts == plan.timeouts)
        #expect(request.limits == plan.limits)
        #expect(request.connection == plan.connection)
        #expect(request.method == .get)
    }

    // MARK: Method

    @Test(.rows("HD-8"), arguments: ["", "G T", "GET\r\n", "GÉT", "GET/", "(GET)"])
    func aMethodThatIsNoTokenIsRefused(_ method: String) throws {
        let error = try #require(refusal(RequestPlan(id: "x", method: HTTPMethod(rawValue: method), path: "/x")))
        #expect(error.kind == .badRequest)
        #expect(error.detail == "'\(method)' is not a method name")
    }

    @Test(.rows("BA-3")) func anyTokenIsAMethod() throws {
        #expect(refusal(RequestPlan(id: "x", method: "M-SEARCH", path: "/x")) == nil)
        #expect(HTTPMethod.query.isSafe && HTTPMethod.query.isIdempotent)
        #expect(!HTTPMethod.put.isSafe && HTTPMethod.put.isIdempotent)
        #expect(!HTTPMethod.patch.isSafe && !HTTPMethod.patch.isIdempotent)
        #expect("\(HTTPMethod.delete)" == "DELETE")
        for method in [HTTPMethod.get, .post, .put, .delete] {
            let plan = RequestPlan(id: "x", method: method, path: "/x")
            #expect(try RequestGenerator().request(for: plan, on: Net.service).method == method)
        }
        let upload = RequestPlan(
            id: "x", method: .post, path: "/x", body: .multipart(MultipartBody([.init(name: "a", text: "1")])))
        let sent = try RequestGenerator().request(for: upload, on: Net.service)
        #expect(sent.method == .post)
        #expect(sent.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    }
}
