// A request as a block of a .http file: how it reads, and what it hides.

import TestSupport
import Testing

@testable import NetLayer
@testable import RequestFiles

@Suite struct HTTPFileTextTests {
    private static func request(
        _ method: HTTPMethod, _ url: String, _ headers: [(String, String)], body: String?
    ) -> WireRequest {
        CurlLineTests.request(method, url, headers, body: body)
    }

    private static func text(_ request: WireRequest, reveals: Bool = false) -> String {
        HTTPFileText.makeBlock(request, title: "t", revealsSecrets: reveals).replacing("\nUser-Agent: x/1", with: "")
    }

    @Test func getIsShort() {
        #expect(
            Self.text(Self.request(.get, "https://x.example/a?b=c%20d", [], body: nil))
                == "### t\nGET https://x.example/a?b=c%20d\n")
        let plain = HTTPFileText.makeBlock(WireRequest(url: URI("https://x.example/")), followsRedirects: false)
        #expect(plain == "###\n# @no-redirect\nGET https://x.example/\n")
    }

    @Test func bodyFollowsAnEmptyLine() {
        let request = Self.request(
            .post, "https://x.example/", [("Content-Type", "application/json"), ("X", "")], body: "{\"a\": 1\n}")
        #expect(Self.text(request) == "### t\nPOST https://x.example/\nContent-Type: application/json\nX:\n\n{\"a\": 1\n}\n")
    }

    @Test func secretsAreVariablesInOnePlace() {
        var request = Self.request(
            .post, "https://ann:hunter2@x.example/u/s3cret?token=t0ken",
            [("Authorization", "Bearer abc"), ("X-Api-Key", "k3y"), ("Content-Type", "application/json")],
            body: #"{"password": "p", "pwd": 17}"#)
        request.url.secretTexts = [Secret("s3cret")]
        #expect(
            Self.text(request) == """
                @PASSWORD = $PASSWORD
                @PASSWORD_2 = $PASSWORD_2
                @SECRET = $SECRET
                @SECRET_PWD = $SECRET_PWD
                @TOKEN = $TOKEN
                @TOKEN_2 = $TOKEN_2
                @X_API_KEY = $X_API_KEY

                ### t
                POST https://ann:{{PASSWORD}}@x.example/u/{{SECRET}}?token={{TOKEN}}
                Authorization: Bearer {{TOKEN_2}}
                X-Api-Key: {{X_API_KEY}}
                Content-Type: application/json

                {"password": "{{PASSWORD_2}}", "pwd": {{SECRET_PWD}}}

                """)
        let revealed = Self.text(request, reveals: true)
        #expect(
            revealed.hasPrefix("### t\nPOST https://ann:hunter2@x.example/u/s3cret?token=t0ken\n") && !revealed.contains("{{"))
    }

    @Test(arguments: [
        ("{{x}}", "{{BRACE}}{x}}"), ("{{{x}}}", "{{BRACE}}{{BRACE}}{x}}}"), ("a{{", "a{{BRACE}}{"), ("{ {", "{ {"),
        ("{{BRACE}}", "{{BRACE}}{BRACE}}"),
    ]) func whatLooksLikeAVariableIsSentAsItIs(_ value: String, _ written: String) {
        let text = Self.text(Self.request(.get, "https://x.example/", [("X", value)], body: nil))
        #expect(text.contains("\nX: \(written)\n"), "\(text)")
        #expect(text.hasPrefix("@BRACE = {\n\n### t") == written.contains("{{BRACE}}"))
    }

    @Test func aBraceBeforeAVariableIsNoPartOfIt() {
        let request = Self.request(
            .post, "https://x.example/", [("X-Api-Key", "BRACE"), ("brace-token", "b"), ("Content-Type", "application/json")],
            body: #"{"password":"p"}"#)
        #expect(Self.text(request).contains(#"{"password":"{{PASSWORD}}"}"#))
        let form = Self.request(
            .post, "https://x.example/", [("Content-Type", "application/x-www-form-urlencoded")], body: "a=1&password={b")
        #expect(Self.text(form).contains("\na=1&password={{PASSWORD}}\n"))
    }

    @Test(arguments: [
        "### x", "a\n# b", "// a", "< file", "<@ file", "> {% x %}", "HTTP/1.1 200 OK", "@a = b", "?? status", "a\n", " a",
        "a\r\nb",
        "GET https://x.example/", "PURGE /x", "query { a }", "\u{1B}[2J", "\\{\\{x", "...x", "a\n  /* b */",
    ]) func whatCannotStandThereComesFromAFile(_ body: String) {
        let text = Self.text(Self.request(.post, "https://x.example/", [], body: body))
        let comment = "# Put the body (\(body.utf8.count) bytes) into the file request-body first."
        #expect(text == "### t\n\(comment)\nPOST https://x.example/\n\n< ./request-body\n")
    }

    @Test(arguments: ["<a>b</a>", "a # b", "{\"query\": 1}", "Hello, world", "a=b&c={d}", "POST", "{\n  \"a\": [\n  ]\n}"])
    func ordinaryTextStandsThere(_ body: String) {
        #expect(Self.text(Self.request(.post, "https://x.example/", [], body: body)).hasSuffix("\n\n\(body)\n"))
    }

    @Test func formsAndLinesOfJSONAreOneTextOrAFile() {
        let form = Self.request(
            .post, "https://x.example/", [("Content-Type", "application/x-www-form-urlencoded")], body: "a=1&\nb=2")
        #expect(Self.text(form).contains("< ./request-body"))
        let raw = Self.request(
            .post, "https://x.example/", [("Content-Type", "application/x-www-form-urlencoded")], body: "a=é")
        #expect(Self.text(raw).contains("< ./request-body"))
        let lines = Self.request(.post, "https://x.example/", [("Content-Type", "application/x-ndjson")], body: "1\n2")
        #expect(Self.text(lines).contains("< ./request-body"))
    }

    @Test func aSecretBodyIsHidden() {
        var request = Self.request(.post, "https://x.example/", [], body: "hunter2")
        request.isBodySecret = true
        #expect(!Self.text(request).contains("hunter2") && Self.text(request, reveals: true).contains("hunter2"))
    }

    @Test func partsAreWrittenOut() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("my a.png", [1, 2, 0xff])
        var generator = RequestGenerator()
        generator.boundary = { "line" }
        let parts: [MultipartBody.Part] = [
            .init(name: "password", text: "hunter2"), .init(name: "f", file: path, contentType: "image/png"),
            .init(name: "empty", text: ""),
        ]
        var plan = RequestPlan(id: "x", method: .post, path: "https://x.example/up", body: .multipart(MultipartBody(parts)))
        let lines = """
            --line
            Content-Disposition: form-data; name="password"

            {{PASSWORD}}
            --line
            Content-Disposition: form-data; name="f"; filename="my a.png"
            Content-Type: image/png

            < \(path)
            --line
            Content-Disposition: form-data; name="empty"


            --line--

            """
        #expect(Self.text(try generator.request(for: plan, on: nil)).hasSuffix("boundary=line\n\n" + lines))
        // What a line cannot hold, and what programs send in different ways.
        for text in ["a\nb", "a\u{0}", " a", "< b", "--line"] {
            plan.body = MultipartBody.encode([.init(name: "a", text: text)])
            let written = Self.text(try generator.request(for: plan, on: nil))
            #expect(written.contains("\n< ./request-body\n") != (text == "--line"), "\(written)")
        }
        plan.body = .file(path: path, contentType: "image/png")
        #expect(Self.text(try generator.request(for: plan, on: nil)).hasSuffix("\n\n< \(path)\n"))
        plan.body = .file(path: path, range: 1..<3, contentType: "image/png")
        #expect(Self.text(try generator.request(for: plan, on: nil)).hasSuffix("\n\n< ./request-body\n"))
    }

    @Test func aTitleIsOneLine() {
        let text = HTTPFileText.makeBlock(WireRequest(url: URI("https://x.example/")), title: "a\n### b\u{1B}c")
        #expect(text == "### a  b c\nGET https://x.example/\n")
    }
}
