// The members of a login's response: JSON, or a form, by its Content-Type.

import Testing

@testable import NetLayer

@Suite struct ResponseMembersTests {
    private static func response(_ body: String, _ type: String?) -> RawResponse {
        let headers = type.map { Headers([HeaderField("Content-Type", $0)]) } ?? Headers()
        return RawResponse(
            head: ResponseHead(status: 200, headers: headers), body: Array(body.utf8), url: URI("https://login.test/token"))
    }

    private static let form = "application/x-www-form-urlencoded"

    @Test(
        arguments: [
            ("access_token=a%2Bb&expires_in=3600&token_type=bearer", form), ("access_token=a%2Bb", "\(form); charset=utf-8"),
            ("access_token=a%2Bb&access_token=c", "Application/X-WWW-Form-URLEncoded"), ("access_token=a%2Bb\n", "text/plain"),
            ("scope=x+y&access_token=a%2Bb", nil), (#"{"access_token":"a+b"}"#, form), (#"{"access_token":"a+b"}"#, "text/plain"),
            (#"{"access_token":"a+b"}"#, "application/json"), (#"{"access_token":"a+b"}"#, nil),
            ("\u{FEFF}{\"access_token\":\"a+b\"}", "application/json"),
        ] as [(String, String?)])
    func bothAreRead(_ body: String, _ type: String?) throws {
        #expect(try ResponseMembers.read(Self.response(body, type)).root["access_token"]?.string == "a+b")
    }

    @Test func theFieldsOfAFormAreTexts() throws {
        let body = "expires_in=60&scope=read+write%2Fall&empty=&alone&quote=%22%5C&=x"
        let root = try ResponseMembers.read(Self.response(body, Self.form)).root
        #expect(root["expires_in"]?.string == "60" && TokenSet.lifetime(root["expires_in"]) == .seconds(60))
        #expect(root["scope"]?.string == "read write/all" && root["quote"]?.string == "\"\\")
        #expect(root["empty"]?.string == "" && root["alone"]?.string == "")
    }

    @Test(
        arguments: [
            ("<html>access_token=a</html>", "text/html", "the response is text/html, and it is not JSON at line 1, column 1"),
            ("access_token=a", "application/json", "the response is application/json, and it is not JSON"),
            ("Please log in = now", "text/plain", "the response is text/plain, and it is not JSON"),
            ("", nil, "the response has no Content-Type, and its body is empty"),
        ] as [(String, String?, String)])
    func whatIsNeitherSaysWhatWasExpected(_ body: String, _ type: String?, _ words: String) {
        let problem = #expect(throws: ResponseMembers.Problem.self) { try ResponseMembers.read(Self.response(body, type)) }
        #expect(problem?.description.hasPrefix("expected JSON or a form; \(words)") == true, "\(String(describing: problem))")
    }
}
