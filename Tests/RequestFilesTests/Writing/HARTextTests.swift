// A request as an HTTP archive: what HAR 1.2 asks for, what is hidden, bodies of all kinds.

import Document
import TestSupport
import Testing

@testable import NetLayer
@testable import RequestFiles

@Suite struct HARTextTests {
    private static func entry(_ request: WireRequest, reveals: Bool = false) throws -> JSONNode {
        let text = HARText.makeArchive(
            request, comment: "c", date: "2026-01-31T12:00:00Z", version: "1", revealsSecrets: reveals)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ShellWord.isReadable($0) })
        return try #require(try JSONDocument(Array(text.utf8)).root.resolve(pointer: "/log/entries/0"))
    }

    private static func request(_ type: String, _ body: [UInt8]) -> WireRequest {
        var request = CurlLineTests.request(.post, "https://x.example/?a=b+c&token=t", [("Content-Type", type)], body: nil)
        request.body = .bytes(body)
        return request
    }

    @Test func whatTheStandardAsksForIsThere() throws {
        let entry = try Self.entry(Self.request("text/plain", Array("hé\n".utf8)))
        for member in ["startedDateTime", "time", "request", "response", "cache", "timings"] { #expect(entry[member] != nil) }
        for member in ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"] {
            #expect(entry["request"]?[member] != nil, "\(member)")
        }
        for member in [
            "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize", "bodySize",
        ] {
            #expect(entry["response"]?[member] != nil, "\(member)")
        }
        #expect(entry.resolve(pointer: "/request/url")?.string == "https://x.example/?a=b+c&token=$TOKEN")
        #expect(entry.resolve(pointer: "/request/queryString/0/value")?.string == "b c")
        #expect(entry.resolve(pointer: "/request/queryString/1/value")?.string == "$TOKEN")
        #expect(entry.resolve(pointer: "/request/postData/text")?.string == "hé\n")
        #expect(entry.resolve(pointer: "/request/bodySize")?.int == 4)
        #expect(entry["comment"]?.string == "c")
    }

    @Test func secretsAreNames() throws {
        var request = Self.request("application/json", Array(#"{"password": "p", "a": "\u001b"}"#.utf8))
        request.headers.add(HeaderField("Authorization", "Bearer abc"))
        let entry = try Self.entry(request)
        #expect(entry.resolve(pointer: "/request/headers/2/value")?.string == "Bearer $TOKEN_2")
        #expect(entry.resolve(pointer: "/request/postData/text")?.string == #"{"password": "$PASSWORD", "a": "\u001b"}"#)
        let revealed = try Self.entry(request, reveals: true)
        #expect(revealed.resolve(pointer: "/request/headers/2/value")?.string == "Bearer abc")
        request.isBodySecret = true
        #expect(try Self.entry(request).resolve(pointer: "/request/postData/text")?.string == "$BODY")
    }

    @Test func formsHaveTheirFieldsToo() throws {
        let data = try #require(
            try Self.entry(Self.request("application/x-www-form-urlencoded", Array("a=b%20c&password=x&d".utf8))).resolve(
                pointer: "/request/postData"))
        #expect(data["text"]?.string == "a=b%20c&password=$PASSWORD&d")
        #expect(data["params"]?.elements.map { $0["name"]?.string } == ["a", "password", "d"])
        #expect(data["params"]?.elements.map { $0["value"]?.string } == ["b c", "$PASSWORD", ""])
    }

    @Test(arguments: [([0xff], "/w=="), ([0xff, 0], "/wA="), ([0xff, 0, 1], "/wAB"), ([0xfb, 0xef, 0xbe, 0x41], "++++QQ==")])
    func bytesAreBase64(_ bytes: [UInt8], _ text: String) throws {
        let data = try #require(try Self.entry(Self.request("x/y", bytes)).resolve(pointer: "/request/postData"))
        #expect(data["text"]?.string == text && data["encoding"]?.string == "base64")
    }

    @Test func partsHaveNamesAndFiles() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a.png", [1, 2, 0xff])
        var generator = RequestGenerator()
        generator.boundary = { "line" }
        var plan = RequestPlan(id: "x", method: .post, path: "https://x.example/up")
        plan.body = .multipart(
            MultipartBody([.init(name: "n", text: "é"), .init(name: "f", file: path, contentType: "image/png")]))
        let request = try generator.request(for: plan, on: nil)
        let data = try #require(try Self.entry(request).resolve(pointer: "/request/postData"))
        #expect(data["encoding"]?.string == "base64")
        #expect(data["text"]?.string == Base64.encode(try request.body.collected()))
        #expect(data.resolve(pointer: "/params/0/value")?.string == "é")
        #expect(data.resolve(pointer: "/params/1/fileName")?.string == "a.png")
        #expect(data.resolve(pointer: "/params/1/contentType")?.string == "image/png")
        #expect(data.resolve(pointer: "/params/1/value") == nil)

        // Base64 cannot hide a part, so the parts alone are written.
        plan.body = .multipart(MultipartBody([.init(name: "password", text: "hunter2"), .init(name: "f", file: path)]))
        let hidden = try #require(try Self.entry(try generator.request(for: plan, on: nil)).resolve(pointer: "/request/postData"))
        #expect(hidden["text"] == nil && hidden.resolve(pointer: "/params/0/value")?.string == "$PASSWORD")
    }

    @Test func aFileThatIsTooLargeIsNotInIt() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", [UInt8](repeating: 65, count: HARText.longestFiles + 1))
        let plan = RequestPlan(id: "x", method: .put, path: "https://x.example/", body: .file(path: path, contentType: "x/y"))
        let data = try #require(
            try Self.entry(try RequestGenerator().request(for: plan, on: nil)).resolve(pointer: "/request/postData"))
        #expect(data["text"]?.string == "" && data["comment"]?.string?.contains("8388609 bytes") == true)
    }
}
