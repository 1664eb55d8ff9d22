// Commands of curl in .http files: where each ends, and whose variables stand in it.

import RequestFiles
import Testing

struct HTTPFileCurlTests {
    private func read(_ text: String) throws -> RequestCollection {
        try HTTPFileReader.readCollection(Array(text.utf8), file: "a.http")
    }

    @Test func aCommandIsARequest() throws {
        let collection = try read(
            """
            @host = https://a.test
            ### Add
            # @name add
            curl -X POST {{host}}/cc -d 'a=b' -H "X-Id: {{$guid}}" -u 'me:{{$dotenv PASS}}'

            ###
            GET {{host}}/after
            """)
        #expect(collection.requests.map(\.url) == ["{{host}}/cc", "{{host}}/after"])
        let request = try #require(collection.requests.first)
        #expect(request.name == "add" && request.docs == "Add" && request.method == "POST")
        #expect(request.body == .form([CollectionField("a", "b")]))
        #expect(request.headers == [CollectionField("X-Id", "{{$guid}}")])
        #expect(request.auth == .basic(user: "me", password: "{{$dotenv PASS}}"))
        #expect(request.literalNames.isEmpty)
        #expect(request.place == ImportPlace(file: "a.http", line: 4))
        #expect(collection.report.requests == 2)
    }

    @Test func linesGoOnWithoutABackslashToo() throws {
        let collection = try read(
            "curl \\\n -X PUT https://a.test/1\n\n###\ncurl https://a.test/2\n  -H 'A: b'\n--data-binary '{\n\n\"x\": {{n}}\n}'\n"
                + "> {%\n%}\n\n###\ncurl https://a.test/3 \\\n  --frob\n")
        #expect(
            collection.requests.map { "\($0.method) \($0.url)" } == [
                "PUT https://a.test/1", "POST https://a.test/2", "GET https://a.test/3",
            ])
        #expect(collection.requests[1].headers.first == CollectionField("A", "b"))
        #expect(collection.requests[1].body == .text("{\n\n\"x\": {{n}}\n}", mediaType: "application/x-www-form-urlencoded"))
        #expect(
            collection.report.notes.map(\.description) == [
                "a.http:11: a script after the response is not run; set its variables by hand",
                "a.http:16: curl's option --frob is not known; remove it, or write its effect as a header or URL",
            ])
    }

    @Test func severalFollowEachOther() throws {
        let collection = try read("curl 'https://a.example/x?a=1'\ncurl {{b}} -F 'f={{c d}}' --next {{b}}/2\n")
        #expect(collection.requests.map(\.url) == ["https://a.example/x?a=1", "{{b}}", "{{b}}/2"])
        #expect(collection.requests[1].body == .multipart([CollectionPart("f", .text("{{c d}}"))]))
    }

    @Test func variablesStandInEveryOption() throws {
        let request = try #require(
            try read(
                "curl {{h}} -x {{p x}} --cacert {{d x}}/ca -E {{c}} --key {{k}} --unix-socket {{s}} --connect-to ::{{t}}:1 -d @{{f}} -A {{a}}"
            ).requests.first)
        let options = request.options
        #expect(options.proxy == "{{p x}}" && options.caFile == "{{d x}}/ca" && options.certificateFile == "{{c}}")
        #expect(options.keyFile == "{{k}}" && options.unixSocket == "{{s}}" && options.connectTo == ["::{{t}}:1"])
        #expect(request.body == .file(path: "{{f}}", mediaType: "application/x-www-form-urlencoded"))
        #expect(request.headers == [CollectionField("User-Agent", "{{a}}")])
    }

    @Test func aBrokenOneIsSaid() throws {
        let collection = try read("GET https://a.test\n\n###\ncurl -X POST\n")
        #expect(collection.requests.count == 1)
        #expect(collection.report.notes.map(\.description) == ["a.http:4: the command has no URL; write one"])
    }
}
