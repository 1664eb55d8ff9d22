// What a request carries is known afterwards; what an answer hands out is found by its names.

import Foundation
import Testing

@testable import NetLayer

@Suite struct LearnedSecretsTests {
    private func known(_ request: WireRequest) -> KnownSecrets {
        var known = KnownSecrets()
        known.learn(request)
        return known
    }

    private func hides(_ text: String, _ request: WireRequest, _ place: SourceLocation = #_sourceLocation) {
        #expect(known(request).redacted("<\(text)>") == "<\(Secret.mask)>", sourceLocation: place)
    }

    private func request(_ url: String = "http://one.example/", headers: Headers = Headers(), body: String = "") -> WireRequest {
        WireRequest(url: URI(url), headers: headers, body: body.isEmpty ? .none : .bytes(Array(body.utf8)))
    }

    @Test func headers() {
        hides("s3cr3t-1", request(headers: ["Authorization": "Bearer s3cr3t-1"]))
        hides("s3cr3t-1", request(headers: ["Authorization": "Custom s3cr3t-1"]))
        hides("s3cr3t-1", request(headers: ["Authorization": "s3cr3t-1"]))
        hides("s3cr3t-1", request(headers: ["X-Api-Key": "s3cr3t-1"]))
        hides("s3cr3t-1", request(headers: Headers([HeaderField("X-Mine", .secret(Secret("s3cr3t-1")))])))
        #expect(known(request(headers: ["X-Plain": "s3cr3t-1"])).count == 0)
    }

    @Test func basicIsKnownInAllItsParts() {
        let encoded = Data("ada:love:lace".utf8).base64EncodedString()
        let basic = request(headers: ["Authorization": "Basic \(encoded)"])
        for text in [encoded, "ada:love:lace", "love:lace"] { hides(text.replacing("=", with: ""), basic) }
        #expect(known(basic).redacted("ada") == "ada")
    }

    @Test func cookies() {
        let cookies = request(headers: ["Cookie": "sid=abcdefgh%21; theme=dark; q=\"quoted-value\""])
        for text in ["abcdefgh%21", "abcdefgh!", "quoted-value"] { hides(text, cookies) }
        #expect(known(cookies).redacted("dark") == "dark")
        var known = KnownSecrets()
        known.learn(ResponseHead(status: 200, headers: ["Set-Cookie": "sid=from-server; Path=/shop; Domain=example.com"]))
        #expect(known.redacted("from-server /shop example.com") == "\(Secret.mask) /shop example.com")
    }

    @Test func urls() {
        hides("hunter22", request("http://ada:hunter22@one.example/"))
        hides("tok3n-alone", request("http://tok3n-alone@one.example/"))
        hides("a b+c", request("http://one.example/?x=1&api_key=a%20b%2Bc"))
        hides("a%20b%2Bc", request("http://one.example/?x=1&api_key=a%20b%2Bc"))
        var url = URI("http://one.example/bot12345:AB/get?mine=own-value")
        url.secretNames = ["mine"]
        url.secretTexts = [Secret("12345:AB")]
        for text in ["own-value", "12345:AB"] { hides(text, WireRequest(url: url)) }
        #expect(known(request("http://one.example/?page=4000")).count == 0)
    }

    @Test func fieldsOfBodies() {
        let form: Headers = ["Content-Type": "application/x-www-form-urlencoded"]
        hides("a b&c", request(headers: form, body: "user=ada&password=a+b%26c"))
        let json = request(body: #"{"user":"ada","deep":[{"accessToken":"q\"\u00e4-long"}],"pin":{"secret":{"a":"12345"}}}"#)
        hides("q\"ä-long", json)
        hides(#"q\"\u00e4-long"#, json)
        #expect(known(json).redacted("ada 12345") == "ada 12345")
        var own = request(body: #"{"mine":"s3cr3t-1"}"#)
        own.maskedFields = ["mine"]
        hides("s3cr3t-1", own)
    }

    @Test func whatAConnectionProves() {
        var digest = request()
        digest.connection.authentication = .digest(user: "ada", password: Secret("hunter22"))
        hides("hunter22", digest)
        hides(Data("ada:hunter22".utf8).base64EncodedString(), digest)
        var proxied = request()
        proxied.connection.proxy = Secret("http://u:proxy-word@proxy.example/")
        hides("proxy-word", proxied)
    }

    @Test func aBodyIsMaskedByItsNames() {
        #expect(
            request(body: #"{"user":"ada","token":"ab"}"#).maskedBody.map { String(decoding: $0, as: UTF8.self) }
                == #"{"user":"ada","token":"\#(Secret.mask)"}"#)
        var secret = request(body: "all of it")
        secret.isBodySecret = true
        #expect(secret.maskedBody == nil)
        #expect(request().maskedBody == [])
        var pieces = request()
        pieces.headers.set(HeaderField("Content-Type", "application/json"))
        pieces.body = .stream(BodySource([.bytes(Array(#"{"token":"#.utf8)), .bytes(Array(#""ab"}"#.utf8))]))
        #expect(pieces.maskedBody == Array(#"{"token":"\#(Secret.mask)"}"#.utf8), "pieces are one body")
    }

    @Test(
        "credentials in a frame",
        arguments: [
            (#"Token token="s3cr3t-1""#, "s3cr3t-1"), ("ApiKey id:s3cr3t-1", "s3cr3t-1"), ("id:s3cr3t-1", "s3cr3t-1"),
            ("AWS4-HMAC-SHA256 Credential=AKIA/2026, SignedHeaders=host, Signature=s3cr3t-1", "s3cr3t-1"),
            (#"Digest username="ada", realm="r", nonce="n", response="s3cr3t-1""#, "s3cr3t-1"), ("DPoP s3cr3t-1", "s3cr3t-1"),
        ])
    func frames(_ value: String, _ secret: String) {
        hides(secret, request(headers: ["Authorization": value]))
        #expect(
            known(request(headers: ["Authorization": value])).redacted("realm SignedHeaders ada") == "realm SignedHeaders ada")
    }

    @Test func whatObjectsAndListsHoldIsKnown() {
        var own = request(body: #"{"codes":["first-1","second2"],"secret":{"kind":"plain","text":"long-enough"}}"#)
        own.maskedFields = ["codes"]
        for text in ["first-1", "second2", "long-enough"] { hides(text, own) }
        #expect(known(own).redacted("kind plain") == "kind plain")
    }

    /// The minimum for every secret: shorter texts are in every other word.
    @Test func elementsOfAListHaveTheMinimumOfOtherSecrets() {
        var own = request(body: #"{"codes":["a","abc","1234",{"kind":"plain"}]}"#)
        own.maskedFields = ["codes"]
        hides("1234", own)
        #expect(known(own).redacted("a cat, abc, plain") == "a cat, abc, plain")
        var whole = request(body: #"["a","abc","1234"]"#)
        whole.isBodySecret = true
        hides("1234", whole)
        #expect(known(whole).redacted("a cat, abc") == "a cat, abc")
    }

    @Test(
        "bodies that are not one JSON value",
        arguments: [
            "{\"password\":\"s3cr3t-1\"}\n{\"password\":\"s3cr3t-2\"}", #"{"password":"s3cr3t-1","a":"#,
            "<a><password>s3cr3t-1</password></a>",
            "user: ann\npassword: s3cr3t-1", "user=ann&password=s3cr3t-1", #""{\"password\":\"s3cr3t-1\"}""#,
            #"{"password":12345678}"#,
        ])
    func otherBodies(_ body: String) throws {
        let sent = request(body: body)
        let shown = String(decoding: try #require(sent.maskedBody), as: UTF8.self)
        for text in ["s3cr3t-1", "s3cr3t-2", "12345678"] {
            #expect(!shown.contains(text), "\(shown)")
            if body.contains(text) { hides(text, sent) }
        }
        #expect(sent.hasSecretBody)
    }

    @Test func whatAnAnswerHandsOutIsKnown() {
        let body = #"{"access_token":"q\"ä-long","key":"PROJ-1"}"#
        #expect(Set(ResponseSecrets(in: Array(body.utf8)).values) == [#"q\"ä-long"#, "q\"ä-long"])
        let form = "access_token=a%20b&scope=all"
        #expect(Set(ResponseSecrets(in: Array(form.utf8)).values) == ["a%20b", "a b"])
    }
}
