// Links of responses: what they name, what they fill in; and the other things an answer announces.

import Document
import NetLayer
import TestSupport
import Testing

@testable import Catalog

struct OperationLinkTests {
    private static let target = #""/b/{id}": {"get": {"operationId": "b", "parameters": [{"name": "id", "in": "path"}]}}"#

    private func open(_ response: String, _ more: String = "", paths: String = target) throws -> Operation {
        let text = description(#""/a": {"get": {"operationId": "a", "responses": {"200": {\#(response)}}}}, \#(paths)"#, more)
        return try #require(try read(text).operation(0))
    }

    @Test(arguments: [
        #""operationId": "b""#, ##""operationRef": "#/paths/~1b~1{id}/get""##, ##""operationRef": "#/paths/~1b~1%7Bid%7D/get""##,
    ])
    func aLinkNamesItsOperation(_ naming: String) throws {
        let operation = try open(
            #""links": {"next": {\#(naming), "description": "More.", "parameters": {"path.id": "$response.body#/id", "q": 5, "t": "x-{$statusCode}-{no}"}, "requestBody": {"a": 1}}}"#
        )
        #expect(operation.warnings.isEmpty)
        let link = try #require(operation.responses.first?.links.first)
        #expect(link.name == "next" && link.status == "200" && link.target == 1 && link.description == "More.")
        let exchange = LinkExchange(url: URI("https://a.example"), method: .get, status: 200)
        let filling = link.filled(from: exchange, body: try JSONDocument(Array(#"{"id": "n1"}"#.utf8)))
        #expect(
            filling.values.map { "\($0.place?.rawValue ?? "-") \($0.name)=\($0.text)" } == [
                "path id=n1", "- q=5", "- t=x-200-{no}",
            ])
        #expect(filling.body == .json(#"{"a": 1}"#))
        #expect(filling.gaps.isEmpty)
        #expect(link.filled(from: exchange, body: nil).gaps == ["id (the exchange has no such value)"])
    }

    @Test func bracesOfAStrangerEnd() {
        let texts = [
            String(repeating: "{", count: 200_000) + "}", String(repeating: "{$", count: 100_000) + "}",
            String(repeating: "{$url", count: 40_000),
        ]
        for text in texts {
            var value: LinkValue?
            #expect(ThreadTime().measure { value = LinkValue(text) } < .seconds(5))
            #expect(value == .constant(.text(text)))
        }
        #expect(LinkValue("{a}{$url}}{$method}") == .text([.text("{a}"), .expression(.url), .text("}"), .expression(.method)]))
        #expect(LinkValue("{{$url}") == .text([.text("{"), .expression(.url)]))
    }

    @Test func aLinkByReferenceIsReadWhereItStands() throws {
        let operation = try open(
            ##""links": {"next": {"$ref": "#/components/links/L"}}"##,
            ##""components": {"links": {"L": {"operationId": "b", "server": {"url": "https://other.example/{v}", "variables": {"v": {"default": "v2"}}}}}}"##
        )
        let link = try #require(operation.responses.first?.links.first)
        #expect(link.target == 1 && link.server?.url.revealed == "https://other.example/v2")
    }

    @Test(arguments: [
        (#"{"operationId": "c"}"#, "the link 'next' names 'c', which is not an operation here"),
        (##"{"operationRef": "#/paths/~1c/get"}"##, "the link 'next' names '#/paths/~1c/get', which is not an operation here"),
        (#"{"parameters": {}}"#, "the link 'next' names no operation"), ("7", "the link is not an object"),
        (##"{"$ref": "#/components/links/none"}"##, "the reference '#/components/links/none' cannot be resolved"),
    ])
    func aLinkThatNamesNothingIsAWarning(_ link: String, _ words: String) throws {
        let warnings = try open(#""links": {"next": \#(link), "x-own": 1}"#).warnings
        #expect(warnings.map(\.message) == [words])
        #expect(warnings.first?.pointer.hasPrefix("/paths/~1a/get/responses/200/links/next") == true)
    }

    @Test func answersAnnounceHeadersAndNamedExamples() throws {
        let operation = try open(
            ##""headers": {"X-Rate": {"$ref": "#/components/headers/Rate"}, "Content-Type": {}}, "content": {"application/json": {"examples": {"one": {"summary": "The first", "value": {"a": [1]}}, "far": {"externalValue": "https://a.example/x"}, "lost": {"$ref": "#/nowhere"}}}, "text/plain": {"examples": {"t": {"value": "plain"}}}}"##,
            ##""components": {"headers": {"Rate": {"description": "How many are left.", "schema": {"type": "integer", "minimum": 0}}}}"##
        )
        let response = try #require(operation.responses.first)
        #expect(
            response.headers.map { "\($0.name) \($0.type) \($0.description) \($0.rules.limits)" } == [
                "X-Rate integer How many are left. [\"at least 0\"]"
            ])
        #expect(response.media[0].examples.map(\.name) == ["one", "far"])
        #expect(response.media[0].examples[0].makeText() == "{\n  \"a\": [\n    1\n  ]\n}")
        #expect(response.media[0].examples[0].summary == "The first")
        #expect(
            response.media[0].examples[1].makeText() == nil
                && response.media[0].examples[1].externalValue == "https://a.example/x")
        #expect(response.media[1].examples[0].makeText() == "plain")
    }

    @Test func headersOfSwagger2AreFields() throws {
        let text =
            #"{"swagger": "2.0", "info": {"title": "T", "version": "1"}, "host": "a.example", "paths": {"/a": {"get": {"responses": {"200": {"description": "D", "headers": {"X-Rate": {"type": "integer", "description": "Left."}}}}, "externalDocs": {"url": "https://a.example/docs", "description": "All of it."}}}}}"#
        let operation = try #require(try read(text).operation(0))
        #expect(operation.responses.first?.headers.map { "\($0.name) \($0.type) \($0.description)" } == ["X-Rate integer Left."])
        #expect(operation.externalDocs?.url == "https://a.example/docs" && operation.externalDocs?.description == "All of it.")
    }

    @Test func callbacksAreNamed() throws {
        let text = description(
            #""/a": {"post": {"callbacks": {"onData": {"{$request.body#/url}": {"post": {"summary": "New data"}, "put": {"description": "Other.\n\nMore."}}}, "x-no": 1}}}"#
        )
        let operation = try #require(try read(text).operation(0))
        #expect(
            operation.callbacks.map { "\($0.name) \($0.method) \($0.expression) \($0.summary)" } == [
                "onData POST {$request.body#/url} New data", "onData PUT {$request.body#/url} Other.",
            ])
    }

    @Test func theStandardsOwnExampleIsLinkedThrough() throws {
        try #require(SharedData.isPresent, SharedData.whyAbsent)
        let api = try APIDescription.parse(
            SharedData.bytes("openapi/oai-examples/examples/v3.0/link-example.json"), source: "link-example.json", base: nil)
        var links: [String] = []
        for endpoint in api.endpoints {
            let operation = try #require(api.operation(endpoint.index))
            #expect(operation.warnings.isEmpty)
            links += operation.responses.flatMap(\.links).map {
                "\(endpoint.id) \($0.name) \($0.target.map { api.endpoints[$0].id } ?? "?")"
            }
        }
        #expect(links.first == "getUserByName userRepositories getRepositoriesByOwner")
        #expect(links.count == 4 && !links.contains { $0.hasSuffix("?") })
    }
}

struct RelatedOperationTests {
    @Test func samePathAboveAndBelowAreRelated() throws {
        func get(_ tag: String) -> String { #""get": {"tags": ["\#(tag)"]}"# }
        let api = try read(
            description(
                #""/items": {\#(get("i"))}, "/items/{id}": {\#(get("i")), "delete": {"tags": ["i"]}}, "/items/{id}/parts": {\#(get("i"))}, "/items/{id}/parts/{part}": {\#(get("i"))}, "/items/{id}/other": {\#(get("o"))}, "/itemsets": {\#(get("i"))}, "/": {\#(get("i"))}"#
            ))
        func related(_ index: Int) -> [String] {
            api.related(to: index).map { "\($0.relation) \(api.endpoints[$0.endpoint].id)" }
        }
        #expect(related(1) == ["samePath DELETE /items/{id}", "parent GET /items", "child GET /items/{id}/parts"])
        #expect(related(0) == ["child GET /items/{id}", "child DELETE /items/{id}"])
        #expect(related(4) == ["parent GET /items/{id}/parts"])
        #expect(related(7) == [] && related(99) == [])
    }
}
