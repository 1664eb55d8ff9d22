// Bodies of .http files: texts, files, forms, parts and GraphQL.

import Testing

@testable import RequestFiles

struct HTTPFileBodyTests {
    /// The request of a file with these lines after its request line.
    private func request(_ text: String, method: String = "POST") throws -> (request: CollectionRequest, notes: [String]) {
        let collection = try HTTPFileReader.readCollection(Array("\(method) https://a.example\n\(text)".utf8), file: "a.http")
        return (try #require(collection.requests.first), collection.report.notes.map(\.message))
    }

    @Test func textsKeepTheirLinesAndLoseTheBlankOnesAfterThem() throws {
        let json = try request("Content-Type: application/json\n\n\n{\n  \"a\": {{ b }}\n\n}\n\n\n")
        #expect(json.request.body == .text("{\n  \"a\": {{b}}\n\n}", mediaType: "application/json"))
        #expect(try request("{\n}\n").request.body == .text("{\n}", mediaType: nil))
        let markdown = try request("Content-Type: text/markdown\n\n# Title\n\n> quoted\n\n## More\n")
        #expect(markdown.request.body == .text("# Title\n\n> quoted\n\n## More", mediaType: "text/markdown"))
        let lines = try request("Content-Type: application/x-ndjson\n\n{}\n{}\n")
        #expect(lines.request.body == .text("{}\n{}\n", mediaType: "application/x-ndjson"))
        let bare = try request("not a header\n")
        #expect(bare.request.body == .text("not a header", mediaType: nil))
        #expect(bare.notes == ["the body begins without an empty line before it"])
    }

    @Test func commentsInJSONAreNotSent() throws {
        let read = try request("\n{\n  // one\n  \"a\": 1\n}\n# after\n")
        #expect(read.request.body == .text("{\n  \"a\": 1\n}", mediaType: nil))
        #expect(read.notes == ["comments in the body are not sent"])
    }

    @Test func filesStandForBodies() throws {
        #expect(try request("\n< ./a b.json\n").request.body == .file(path: "./a b.json", mediaType: nil))
        let expanded = try request("Content-Type: text/xml\n\n<@ {{ dir }}/a.xml\n").request.body
        #expect(expanded == .file(path: "{{dir}}/a.xml", mediaType: "text/xml", expandsVariables: true))
        let latin = try request("\n<@latin1 a.txt\n")
        #expect(latin.request.body == .file(path: "a.txt", mediaType: nil, expandsVariables: true))
        #expect(latin.notes == ["a file in latin1 is not converted"])
        let mixed = try request("\n{}\n< ./a.json\n")
        #expect(mixed.notes == ["a body of texts and files together is not read"])
        #expect(try request("\n< br >\n").request.body == .text("< br >", mediaType: nil))
    }

    @Test func formsAreDecoded() throws {
        let type = "Content-Type: application/x-www-form-urlencoded\n\n"
        let form = try request(type + "name=J%C3%BCrgen+A&\ntoken={{ t&u }}\n&empty=\n").request
        #expect(form.body == .form([.init("name", "Jürgen A"), .init("token", "{{t&u}}"), .init("empty", "")]))
        #expect(form.headers.map(\.name) == ["Content-Type"])
        #expect(try request(type + "a=100%&b").request.body == .text("a=100%&b", mediaType: "application/x-www-form-urlencoded"))
    }

    @Test func partsAreRead() throws {
        let read = try request(
            """
            Content-Type: multipart/form-data; boundary="x y"

            --x y
            Content-Disposition: form-data; name="text"

            one
            two
            --x y
            Content-Disposition: form-data; name="file"; filename="a \\"b\\".txt"
            Content-Type: text/plain

            < ./a.txt
            --x y
            Content-Disposition: form-data; name="json"; filename=b.json
            Content-Type: application/json
            Content-Transfer-Encoding: binary

            {{ value }}
            --x y--
            """)
        #expect(
            read.request.body
                == .multipart([
                    CollectionPart("text", .text("one\ntwo")),
                    CollectionPart("file", .file(path: "./a.txt"), fileName: "a \"b\".txt", mediaType: "text/plain"),
                    CollectionPart("json", .text("{{value}}"), fileName: "b.json", mediaType: "application/json"),
                ]))
        #expect(read.request.headers.isEmpty)
        #expect(read.notes == ["`Content-Transfer-Encoding` of a part is not sent"])
    }

    @Test func graphQLIsSplitIntoQueryAndVariables() throws {
        let body = "query One($a: String = \"}\") { a { ...Parts } } # }\nquery Two { b }\n\n{\n  \"a\": \"{{ a }}\"\n}\n"
        let expected = CollectionBody.graphQL(
            query: "query One($a: String = \"}\") { a { ...Parts } } # }\nquery Two { b }", variables: "{\n  \"a\": \"{{a}}\"\n}",
            operation: "One")
        #expect(try request("Content-Type: application/json\n\n" + body).request.body == expected)
        let field = try request("X-REQUEST-TYPE: GraphQL\n\n{ a }\n").request
        #expect(field.body == .graphQL(query: "{ a }", variables: ""))
        #expect(field.headers.isEmpty)
        let method = try request("\n{ a }\n\n{}", method: "GRAPHQL").request
        #expect(method.method == "POST")
        #expect(method.body == .graphQL(query: "{ a }", variables: "{}"))
        let text = "fragment Parts on A {\n  b\n}\n\nPOST https://a.example\n\nquery { a { ...Parts } }\n"
        let fragment = try HTTPFileReader.readCollection(Array(text.utf8), file: "a.http").requests.first?.body
        #expect(fragment == .graphQL(query: "query { a { ...Parts } }\n\nfragment Parts on A {\n  b\n}", variables: ""))
        #expect(
            try request("Content-Type: text/plain\n\nquery (x) {}\n").request.body
                == .text("query (x) {}", mediaType: "text/plain"))
    }

    @Test func headersGoOnOnIndentedLines() throws {
        let read = try request("A:\n  one\nB: two\n  three\n  C: four\nX-ClientCert: cert: a.pem key: b.pem\n").request
        #expect(read.headers == [.init("A", "one"), .init("B", "two three"), .init("C", "four")])
        #expect(read.options.certificateFile == "a.pem")
        #expect(read.options.keyFile == "b.pem")
    }
}
