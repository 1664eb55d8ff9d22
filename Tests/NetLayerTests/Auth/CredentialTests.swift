// Credentials as they go out, and where they never go.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct CredentialTests {
    private static let service = Service(
        name: "main",
        deployments: [
            Deployment(.test, baseURL: URI("http://test.shop"), keys: ["publicKey": Secret("tp"), "privateKey": Secret("ts")]),
            Deployment(.release, baseURL: URI("http://shop"), keys: ["publicKey": Secret("rp"), "privateKey": Secret("rs")]),
        ])
    private static let pool = ServicePool([service], id: "shop", environment: .test)
    private let clock = VirtualClock()

    private func client(_ credential: Credential, _ transport: ScriptedTransport = ScriptedTransport { _ in .answer(200) })
        -> NetClient
    {
        let accounts = Accounts()
        accounts.setAuthentication(.fixed(credential), family: "shop")
        return NetClient(
            transport: transport, accounts: accounts, time: clock.source, random: .seeded(1),
            wallClock: { .seconds(1_618_884_473) })
    }

    private func sent(_ credential: Credential, _ plan: RequestPlan = Net.plan("/items?b=2&a=1")) async throws -> WireRequest {
        let transport = ScriptedTransport { _ in .answer(200) }
        _ = try await client(credential, transport).send(Endpoint(plan), on: Self.pool)
        return try #require(transport.requests.first)
    }

    @Test func theSimpleOnesAreAFieldAParameterOrACookie() async throws {
        // RFC 7617 §2 and §2.1.
        #expect(
            try await sent(.basic(user: "Aladdin", password: Secret("open sesame"))).headers["Authorization"]
                == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(
            try await sent(.basic(user: "test", password: Secret("123\u{a3}"))).headers["Authorization"]
                == "Basic dGVzdDoxMjPCow==")
        let bearer = try await sent(.bearer(Secret("mF_9.B5f-4.1JqM")))
        #expect(bearer.headers["Authorization"] == "Bearer mF_9.B5f-4.1JqM")
        #expect(bearer.headers.first("Authorization")?.value.isSecret == true)
        #expect(try await sent(.apiKey(APIKey("X-Key", Secret("k"), prefix: "Token "))).headers["X-Key"] == "Token k")
        let query = try await sent(.apiKey(APIKey("access", Secret("k k"), in: .query))).url
        #expect(query.query == "b=2&a=1&access=k%20k" && !"\(query)".contains("k%20k"))
        let plan = Net.plan { $0.parameters = [Parameter("a", .plain("1"), in: .cookie)] }
        #expect(try await sent(.apiKey(APIKey("sid", Secret("k"), in: .cookie)), plan).headers["Cookie"] == "a=1; sid=k")
        let digest = HTTPAuthentication.digest(user: "u", password: Secret("p"))
        #expect(try await sent(.http(digest)).connection.authentication == digest)
    }

    @Test func whatCannotBeSentInItsFormIsRefused() async {
        let wrong: [Credential] = [
            .basic(user: "a:b", password: Secret("")), .basic(user: "a", password: Secret("b\n")), .bearer(Secret("")),
            .bearer(Secret("a b")), .apiKey(APIKey("sid", Secret("a;b"), in: .cookie)),
            .hmac(HMACSigning(keyID: "a", key: SigningKey(Secret("?"), coding: .base64))),
            .keyPair(KeyPairSigning(publicKey: "none")),
            .messageSignature(MessageSigning(keyID: "a", key: SigningKey(Secret("k")), components: ["date"])),
        ]
        for credential in wrong {
            let error = await client(credential).failure { client throws(NetError) in
                _ = try await client.send(Net.call(), on: Self.pool)
            }
            #expect(error?.kind == .badRequest, "\(credential.name)")
        }
    }

    @Test func theCallsOwnWordCounts() async throws {
        let own = Net.plan { $0.headers = ["Authorization": "Basic own"] }
        #expect(try await sent(.bearer(Secret("t")), own).headers.allValues("Authorization") == ["Basic own"])
        let key = Net.plan { $0.parameters = [Parameter("key", .plain("own"), in: .query)] }
        #expect(try await sent(.apiKey(APIKey("key", Secret("k"), in: .query)), key).url.query == "key=own")
    }

    @Test(.rows("CT-R8")) func aKeyPairIsTheEnvironmentsOwn() async throws {
        let test = try await sent(.keyPair(KeyPairSigning())).url
        // md5("1618884473tstp")
        let hash = Digest.hexString(Digest.md5(Array("1618884473tstp".utf8)))
        #expect(test.query == "b=2&a=1&apikey=tp&ts=1618884473&hash=\(hash)")
        #expect(test.host == "test.shop" && !"\(test)".contains(hash))
        let release = try await sent(
            .keyPair(KeyPairSigning(rule: .hmacSHA256)), Net.plan("/items?b=2&a=1") { $0.destination.environment = .release }
        ).url
        let text = "GET\n/items\na=1&apikey=rp&b=2&ts=1618884473\n1618884473"
        #expect(
            release.query?.hasSuffix("hash=" + Digest.hexString(Digest.hmacSHA256(Array(text.utf8), key: Secret("rs")))) == true)
        #expect(release.host == "shop")
    }

    @Test func aSignatureCoversTheRequestAndIsNewEachTime() async throws {
        let transport = Net.inTurn([.answer(503), .answer(200)])
        let signing = HMACSigning(keyID: "me", key: SigningKey(Secret("s3cret")), coding: .base64)
        let client = client(.hmac(signing), transport)
        let handle = client.dispatch(
            Endpoint(
                Net.plan("/a?z=1&b=2") {
                    $0.method = .put
                    $0.body = .bytes(Array("body".utf8), contentType: "text/plain")
                    $0.policies.retry = .standard
                }), on: Self.pool)
        #expect(await eventually { clock.deadlines.count == 1 })
        clock.advance(by: .seconds(2))
        _ = try await handle.value
        let requests = transport.requests
        #expect(requests.count == 2)
        for request in requests {
            let nonce = try #require(request.headers["X-Nonce"])
            let digest = Digest.hexString(Digest.sha256(Array("body".utf8)))
            let text = "PUT\n/a\nb=2&z=1\n1618884473\n\(nonce)\n\(digest)"
            #expect(request.headers["X-Signature"] == Base64.encode(Digest.hmacSHA256(Array(text.utf8), key: Secret("s3cret"))))
            #expect(request.headers["X-Key-Id"] == "me" && request.headers["X-Timestamp"] == "1618884473")
        }
        #expect(Set(requests.map { $0.headers["X-Nonce"] }).count == 2)
    }

    /// RFC 9421, appendix B.2.5.
    @Test func theStandardsOwnExampleOfASharedKey() throws {
        let key = "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
        let signing = MessageSigning(
            keyID: "test-shared-secret", key: SigningKey(Secret(key), coding: .base64),
            components: ["date", "@authority", "content-type"])
        let request = WireRequest(
            method: .post, url: URI("https://example.com/foo?param=Value&Pet=dog"),
            headers: ["Date": "Tue, 20 Apr 2021 02:07:55 GMT", "Content-Type": "application/json"])
        let parameters = #"("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret""#
        let base = try signing.signatureBase(of: request, parameters)
        #expect(
            base == """
                "date": Tue, 20 Apr 2021 02:07:55 GMT
                "@authority": example.com
                "content-type": application/json
                "@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"
                """)
        let bytes = try #require(signing.key.bytes)
        #expect(Base64.encode(Digest.hmacSHA256(Array(base.utf8), key: bytes)) == "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=")
    }

    @Test func aMessageIsSignedWithItsContentAndWithWhatItIsAskedFor() async throws {
        let signing = MessageSigning(keyID: "k", key: SigningKey(Secret("s")), lifetime: .seconds(60), tag: "shop")
        let request = try await sent(
            .messageSignature(signing),
            Net.plan("/a?b=1") {
                $0.method = .post
                // RFC 9530, appendix B.1 has other content; this one is the common "hello world" of RFC 9421's tools.
                $0.body = .bytes(Array(#"{"hello": "world"}"#.utf8), contentType: "application/json")
            })
        #expect(request.headers["Content-Digest"] == "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:")
        let input = try #require(request.headers["Signature-Input"])
        #expect(
            input.hasPrefix(
                #"sig1=("@method" "@authority" "@path" "@query" "content-digest");created=1618884473;expires=1618884533;nonce=""#)
        )
        #expect(input.hasSuffix(#";keyid="k";tag="shop";alg="hmac-sha256""#))
        let base = try signing.signatureBase(of: request, String(input.dropFirst(5)))
        #expect(request.headers["Signature"] == "sig1=:\(Base64.encode(Digest.hmacSHA256(Array(base.utf8), key: Secret("s")))):")
        #expect(base.hasPrefix("\"@method\": POST\n\"@authority\": test.shop\n\"@path\": /a\n\"@query\": ?b=1\n"))
    }

    @Test func anotherOriginGetsNothing() async throws {
        let credentials: [Credential] = [
            .bearer(Secret("s3cret")), .basic(user: "u", password: Secret("s3cret")), .apiKey(APIKey("X-Key", Secret("s3cret"))),
            .apiKey(APIKey("key", Secret("s3cret"), in: .query)), .apiKey(APIKey("sid", Secret("s3cret"), in: .cookie)),
            .hmac(HMACSigning(keyID: "s3cret", key: SigningKey(Secret("k")))),
            .messageSignature(MessageSigning(keyID: "s3cret", key: SigningKey(Secret("k")))), .keyPair(KeyPairSigning()),
            .http(.digest(user: "u", password: Secret("s3cret"))),
        ]
        for credential in credentials {
            let transport = ScriptedTransport { request in
                switch request.url.path {
                case "/away": .redirect(307, to: "http://evil/there")
                case "/back": .redirect(307, to: "http://test.shop/again")
                default: .answer(200)
                }
            }
            let client = client(credential, transport)
            // By a redirect, by an absolute URL, by a base URL of its own, to a stranger, and by a way out and back.
            _ = try await client.send(Net.call("/away"), on: Self.pool)
            _ = try await client.send(Net.call("http://evil/direct"), on: Self.pool)
            _ = try await client.send(Endpoint(Net.plan { $0.destination.baseURL = URI("http://evil") }), on: Self.pool)
            _ = try await client.send(Endpoint(Net.plan("http://test.shop/x") { $0.isForThirdParty = true }), on: Self.pool)
            _ = try await client.send(Endpoint(Net.plan("/items") { $0.bypassesAuth = true }), on: Self.pool)
            let strange = transport.requests.filter { $0.url.path != "/away" }
            #expect(strange.count == 5)
            for request in strange {
                let text = request.headers.fields.map(\.value.revealed).joined() + request.url.revealed
                #expect(!text.contains("s3cret") && !text.contains("hash="), "\(credential.name): \(request.url)")
                #expect(request.connection.authentication == nil)
            }
        }
    }

    @Test func withinTheOriginEachHopIsSignedForItself() async throws {
        let transport = ScriptedTransport { $0.url.path == "/a" ? .redirect(302, to: "/b?c=1") : .answer(200) }
        _ = try await client(.hmac(HMACSigning(keyID: "me", key: SigningKey(Secret("k")))), transport).send(
            Net.call("/a"), on: Self.pool)
        let signatures = transport.requests.map { $0.headers.allValues("X-Signature") }
        #expect(signatures.count == 2 && signatures.allSatisfy { $0.count == 1 } && signatures[0] != signatures[1])
        let key = ScriptedTransport { $0.url.path == "/a" ? .redirect(302, to: "/b?c=1") : .answer(200) }
        _ = try await client(.apiKey(APIKey("key", Secret("k"), in: .query)), key).send(Net.call("/a"), on: Self.pool)
        #expect(key.requests.map(\.url.query) == ["key=k", "c=1&key=k"])
    }

    @Test func aFixedCredentialsRefusalStaysA401() async throws {
        let transport = ScriptedTransport { _ in .answer(401) }
        let error = await client(.bearer(Secret("t")), transport).failure { client throws(NetError) in
            _ = try await client.send(Net.call(), on: Self.pool)
        }
        #expect(error?.kind == .status(401) && transport.requests.count == 1)
    }

    @Test func nothingShowsTheSecret() throws {
        let shown = [
            "\(Credential.bearer(Secret("s3cret")))", "\(Grant(TokenSet(access: Secret("s3cret"), refresh: Secret("s3cret"))))",
            "\(APIKey("a", Secret("s3cret")))", "\(SigningKey(Secret("s3cret")))",
        ]
        for text in shown { #expect(!text.contains("s3cret") && text.contains(Secret.mask)) }
    }

    @Test(arguments: [
        "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy",
    ])
    func base64IsThatOfTheRFC(_ text: String, _ coded: String) {
        // RFC 4648 §10.
        #expect(Base64.encode(Array(text.utf8)) == coded)
        #expect(Base64.decode(coded) == Array(text.utf8))
        #expect(Base64.urlEncode([0xfb, 0xff]) == "-_8")
        #expect(Base64.decode("-_8") == [0xfb, 0xff] && Base64.decode("a") == nil && Base64.decode("a*==") == nil)
    }
}
