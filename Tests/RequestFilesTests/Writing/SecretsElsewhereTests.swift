// What is secret by its name, or because the plan says so, goes to no other origin when a response redirects there.

import TestSupport
import Testing

@testable import NetLayer
@testable import RequestFiles

@Suite struct SecretsElsewhereTests {
    private static let value = "zQ7x-9k-value"

    private func request(_ change: (inout RequestPlan) -> Void, _ common: Headers = Headers()) throws -> WireRequest {
        var plan = RequestPlan(id: "a", method: .post, path: "/a")
        change(&plan)
        let service = Service(name: "one", baseURL: URI("http://one.example"))
        return try RequestGenerator(commonHeaders: common).request(for: plan, on: service)
    }

    private func next(_ request: WireRequest, _ status: Int) throws(NetError) -> WireRequest? {
        try Redirection.nextRequest(
            after: ResponseHead(status: status, headers: ["Location": "http://two.example/b"]), of: request)
    }

    private static func text(_ request: WireRequest) -> String {
        "\(request.url.revealed) \(request.headers.fields.map { $0.name + $0.value.revealed }) \(String(decoding: request.bodyBytes, as: UTF8.self))"
    }

    @Test(
        "headers",
        arguments: [
            "Token", "Secret", "Password", "Auth", "X-Auth", "X-Jwt", "Authentication", "X-Session-Id", "X-Hub-Signature-256",
            "X-Api-Credential", "Apikey-Auth", "DPoP", "X-ApiKey", "Api_Key", "X-Original-Authorization", "Cookie2", "x-plain",
        ])
    func headers(_ name: String) throws {
        for status in [302, 307, 308] {
            let sent = try request { plan in
                plan.headers = Headers([HeaderField(name, Self.value)])
                plan.maskedNames = ["X-Plain"]
            }
            #expect(!sent.headers.description.contains(Self.value))
            let next = try #require(try next(sent, status))
            #expect(!Self.text(next).contains(Self.value) && next.url.host == "two.example", "\(status)")
        }
    }

    /// Whichever layer sets it: `-H` is common to all requests.
    @Test func aHeaderThatThePlanCallsSecretIsOneInEveryLayer() throws {
        let sent = try request({ $0.maskedNames = ["X-Plain"] }, ["x-plain": Self.value])
        #expect(sent.headers["X-Plain"] == Self.value && !sent.headers.description.contains(Self.value))
        #expect(try !Self.text(#require(try next(sent, 307))).contains(Self.value))
    }

    @Test(
        "members of a body",
        arguments: [
            "apiToken", "private_key", "secretKey", "aws_secret_access_key", "new_password", "passphrase", "sessionToken", "zeta",
        ])
    func members(_ name: String) throws {
        for body in [
            #"{"\#(name)":"\#(Self.value)"}"#, #"[{"a":{"\#(name)":"\#(Self.value)"}}]"#, #"{"\#(name)":"\#(Self.value)","#,
        ] {
            let sent = try request { plan in
                plan.body = .bytes(Array(body.utf8), contentType: "application/json")
                plan.maskedNames = ["zeta"]
            }
            for status in [307, 308] {
                #expect(throws: NetError.self) { _ = try self.next(sent, status) }
            }
            // A POST that becomes a GET has no body.
            #expect(try !Self.text(#require(try next(sent, 302))).contains(Self.value))
            let shown = String(decoding: try #require(sent.maskedBody), as: UTF8.self)
            #expect(!shown.contains(Self.value) && shown.contains(name))
        }
    }

    @Test func parametersInEveryPlace() throws {
        for place in Parameter.Place.allCases {
            let sent = try request { plan in
                plan.path = place == .path ? "/a/{zeta}" : "/a"
                plan.maskedNames = ["zeta"]
                plan.parameters = [Parameter("zeta", .plain(Self.value), in: place)]
            }
            let body = String(decoding: sent.maskedBody ?? [], as: UTF8.self)
            #expect(!"\(sent.url) \(sent.headers) \(body)".contains(Self.value), "\(place)")
            #expect(Self.text(sent).contains(Self.value))
            if let next = try? next(sent, 307) { #expect(!Self.text(next).contains(Self.value), "\(place)") }
        }
    }

    @Test func aTokenInAPathIsMasked() throws {
        let sent = try request { plan in
            plan.path = "/reset/{token}/{id}"
            plan.parameters = [Parameter("token", .plain(Self.value), in: .path), Parameter("id", "7", in: .path)]
        }
        #expect("\(sent.url)" == "http://one.example/reset/\(Secret.mask)/7")
    }

    /// The content of a part lies in a file, or has members of its own.
    @Test func partsOfABody() throws {
        let parts = [
            MultipartBody.Part(name: "meta", text: #"{"password":"\#(Self.value)"}"#),
            MultipartBody.Part(name: "user", text: "ann"),
        ]
        let sent = try request { $0.body = .multipart(MultipartBody(parts)) }
        #expect(throws: NetError.self) { _ = try self.next(sent, 307) }
        for text in [
            CurlLine.makeCommand(sent, followsRedirects: true), HTTPFileText.makeBlock(sent, title: "a", followsRedirects: true),
            HARText.makeArchive(sent, date: "", version: "1"), OpenAPISnippet.makeDescription(sent, title: "a") ?? "",
            String(decoding: sent.maskedBody ?? [], as: UTF8.self),
        ] { #expect(!text.contains(Self.value) && text.contains("ann"), "\(text)") }
    }

    /// A file is sent as what it holds.
    @Test func filesOfABody() async throws {
        let folder = try TemporaryFolder()
        let members = try folder.file("members", #"{"password":"\#(Self.value)"}"#)
        let key = try folder.file("key", Self.value)
        let (file, part) = (
            RequestBody.file(path: members, contentType: "application/json"), MultipartBody.Part(name: "a", file: members)
        )
        let named = MultipartBody.Part(name: "private_key", file: key, contentType: "text/plain")
        for body in [file, .multipart(MultipartBody([part])), .multipart(MultipartBody([named]))] {
            let sent = try request { $0.body = body }
            #expect(throws: NetError.self) { _ = try self.next(sent, 307) }
            #expect(!HARText.makeArchive(sent, date: "", version: "1").contains(Self.value))
            var known = KnownSecrets()
            known.learn(sent)
            #expect(known.redacted("it was \(Self.value)") == "it was \(Secret.mask)")
        }
        let plain = try folder.file("plain", #"{"name":"\#(Self.value)"}"#)
        let sent = try request { $0.body = .file(path: plain, contentType: "application/json") }
        #expect(try next(sent, 307)?.url.host == "two.example")
    }

    /// A long text is not read to the end: nobody knows that there is no secret in it.
    @Test func longFilesOfABody() throws {
        let folder = try TemporaryFolder()
        let count = SearchedBody.longestFile
        for (bytes, stays) in [
            ([UInt8](repeating: 0x61, count: count), false), ([UInt8](repeating: 0x61, count: count + 1), true),
            ([UInt8](repeating: 0, count: count + 1), false), ([0xFF, 0xFE] + [UInt8](repeating: 0, count: count), true),
        ] {
            let path = try folder.file("long", bytes)
            let sent = try request { $0.body = .file(path: path, contentType: "application/octet-stream") }
            if stays {
                #expect(throws: NetError.self) { _ = try self.next(sent, 307) }
            } else {
                #expect(try next(sent, 307)?.url.host == "two.example")
            }
        }
    }

    /// A secret in the query, fragment or path of an address is a variable in what is exported.
    @Test func textsOfAnAddress() throws {
        var sent = try request { plan in
            plan.path = "http://one.example/p/\(Self.value)?q=\(Self.value)&a=1&r=x\(Self.value)y"
            plan.maskedTexts = [Secret(Self.value)]
        }
        sent.url.fragment = Self.value
        for text in [
            CurlLine.makeCommand(sent, followsRedirects: true), HTTPFileText.makeBlock(sent, title: "a", followsRedirects: true),
            HARText.makeArchive(sent, date: "", version: "1"), OpenAPISnippet.makeDescription(sent, title: "a") ?? "", "\(sent)",
        ] { #expect(!text.contains(Self.value) && text.contains("a=1") || text.contains("openapi"), "\(text)") }
    }
}
