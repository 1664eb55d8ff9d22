// Runtime expressions: the rows of the specification's tables, its grammar, and what they become with an exchange.

import Catalog
import Document
import NetLayer
import Testing

struct RuntimeExpressionTests {
    /// The request and the answer that the specification shows with its second table (Callback Object, "Key Expression").
    private static let exchange = LinkExchange(
        url: URI("https://example.org/subscribe/myevent?queryUrl=https://clientdomain.com/stillrunning"), method: .post,
        status: 201,
        parameters: [Parameter("eventType", "myevent", in: .path), Parameter("id", "42", in: .path)],
        requestHeaders: ["Host": "example.org", "Content-Type": "application/json", "Accept": "application/json"],
        requestBody: Array(
            #"{"failedUrl": "https://clientdomain.com/failed", "successUrls": ["https://clientdomain.com/fast", "https://clientdomain.com/medium"], "user": {"uuid": "u-1"}}"#
                .utf8),
        responseHeaders: ["Location": "https://example.org/subscription/1", "Server": "nginx"])

    private static func value(_ text: String, body: String = #"{"status": "done", "a/b": 7, "list": [1, {"x": null}]}"#) throws
        -> String
    {
        let expression = try #require(RuntimeExpression(text), "\(text)")
        let value: ExpressionValue
        do throws(LinkExchange.Gap) {
            value = try exchange.value(expression, body: try? JSONDocument(Array(body.utf8)))
        } catch {
            return "\(error)"
        }
        switch value {
        case .text(let text): return text
        case .json(let json): return "json \(json)"
        }
    }

    @Test(arguments: [
        // "Runtime Expressions", examples.
        ("$method", "POST"), ("$request.header.accept", "application/json"), ("$request.path.id", "42"),
        ("$request.body#/user/uuid", "u-1"),
        ("$url", "https://example.org/subscribe/myevent?queryUrl=https://clientdomain.com/stillrunning"),
        ("$response.body#/status", "done"), ("$response.header.Server", "nginx"),
        // "Key Expression" of callbacks.
        ("$request.path.eventType", "myevent"), ("$request.query.queryUrl", "https://clientdomain.com/stillrunning"),
        ("$request.header.content-type", "application/json"),
        ("$request.body#/failedUrl", "https://clientdomain.com/failed"),
        ("$request.body#/successUrls/1", "https://clientdomain.com/medium"),
        ("$response.header.Location", "https://example.org/subscription/1"),
        // What the tables leave out.
        ("$statusCode", "json 201"), ("$response.body#/a~1b", "json 7"), ("$response.body#/list/1/x", "json null"),
        ("$response.body#/list", "json [1, {\"x\": null}]"), ("$response.body#/none", "missing"),
        ("$request.path.none", "missing"), ("$request.query.none", "missing"), ("$response.header.none", "missing"),
        ("$response.path.id", "missing"), ("$response.query.id", "missing"),
    ])
    func everyRowOfTheTablesHasItsValue(_ text: String, _ expected: String) throws {
        #expect(try Self.value(text) == expected)
    }

    @Test func theWholeBodyIsAValueToo() throws {
        #expect(try Self.value("$response.body", body: "[1]") == "json [1]")
        #expect(try Self.value("$response.body", body: "\"x\"") == "x")
        #expect(try Self.value("$response.body#", body: "7") == "json 7")
        #expect(try Self.value("$response.body", body: "no JSON") == "missing")
        #expect(try Self.value("$request.body#").hasPrefix("json {"))
    }

    @Test(arguments: [
        "", "$", "url", "$URL", "$url ", "$request", "$request.", "$request.body#x", "$request.header.", "$request.header.a b",
        "$request.cookie.x", "$request.path.", "$responses.body", "$response.body.x", "$request.headers.x", "{$url}",
    ])
    func whatTheGrammarDoesNotKnowIsNoExpression(_ text: String) { #expect(RuntimeExpression(text) == nil) }

    @Test func namesOfQueriesAndPathsMayHoldAnything() {
        #expect(RuntimeExpression("$request.query.a.b[c]") == .request(.query("a.b[c]")))
        #expect(RuntimeExpression("$response.body#/") == .response(.body(pointer: "/")))
    }

    @Test func secretsAreNotCarriedAlong() throws {
        var exchange = Self.exchange
        exchange.requestHeaders = ["Authorization": "Bearer hunter2"]
        exchange.url = URI("https://a.example/?access_token=hunter2&q=1")
        exchange.parameters = [Parameter("own", .secret(Secret("hunter2")), in: .path)]
        for text in ["$request.header.authorization", "$request.query.access_token", "$request.path.own", "$url"] {
            let expression = try #require(RuntimeExpression(text))
            #expect(throws: LinkExchange.Gap.secret, "\(text)") { try exchange.value(expression, body: nil) }
        }
        #expect(try exchange.value(.request(.query("q")), body: nil) == .text("1"))
    }
}
