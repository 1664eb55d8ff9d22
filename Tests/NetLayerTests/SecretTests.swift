// What is secret never shows, however a value that holds it is printed, and is on the wire all the same.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct SecretTests {
    private static let text = "s3cr3t-value"

    private struct Holder: Sendable {
        var name = "holder"
        var secret = Secret(SecretTests.text)
        var list = [Secret(SecretTests.text)]
        var field = FieldValue.secret(Secret(SecretTests.text))
        var optional: Secret? = Secret(SecretTests.text)
        var keyed = [Secret(SecretTests.text): 1]
    }

    /// Every way in which Swift turns a value into text.
    private func texts(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        var printed = ""
        print(value, to: &printed)
        debugPrint(value, to: &printed)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped, printed, mirrored(value, depth: 0)]
    }

    private func mirrored(_ value: Any, depth: Int) -> String {
        guard depth < 12 else { return "" }
        return Mirror(reflecting: value).children.map {
            "\($0.label ?? ""): \($0.value)\n" + mirrored($0.value, depth: depth + 1)
        }.joined()
    }

    private func expectHidden(_ value: Any, _ place: SourceLocation = #_sourceLocation) {
        for text in texts(value) { #expect(!text.contains(Self.text), sourceLocation: place) }
    }

    private func record(_ request: WireRequest) -> ExchangeRecord {
        let head = ResponseHead(status: 200, headers: ["Set-Cookie": "sid=\(Self.text)", "X-Plain": "shown"])
        return ExchangeRecord(
            attempt: 1, service: "s", request: request, head: head, failure: TransferFailure(.cut, "x"),
            metrics: TransferMetrics(), startedAt: .zero)
    }

    /// A request with a secret in every place that can hold one.
    private func request() throws -> WireRequest {
        var plan = RequestPlan(id: "x", path: "/bot{token}/{id}")
        plan.parameters = [
            Parameter("token", .secret(Secret(Self.text)), in: .path), Parameter("id", "7", in: .path),
            Parameter("api_key", .plain(Self.text), in: .query), Parameter("mine", .secret(Secret(Self.text)), in: .query),
            Parameter("X-Mine", .secret(Secret(Self.text)), in: .header), Parameter("sid", .plain(Self.text), in: .cookie),
        ]
        plan.headers = ["Authorization": "Bearer \(Self.text)", "X-Api-Key": Self.text]
        plan.connection.proxy = Secret("http://u:\(Self.text)@proxy/")
        expectHidden(plan)
        expectHidden(plan.parameters)
        expectHidden(Endpoint(plan))
        let service = Service(
            name: "s", baseURL: URI("http://user:\(Self.text)@h.test/?password=\(Self.text)"), headers: ["Cookie": Self.text])
        expectHidden(service)
        expectHidden(ServicePool([service]))
        var keyed = service
        keyed.keys = ["private": Secret(Self.text)]
        keyed.parameters = [Parameter("token", .plain(Self.text), in: .query)]
        keyed.deployments[0].keys = ["private": Secret(Self.text)]
        expectHidden(keyed)
        expectHidden(ServicePool([keyed]).pickService() as Any)
        return try RequestGenerator().request(for: plan, on: service)
    }

    @Test func aSecretIsDotsWhereverItStands() {
        expectHidden(Secret(Self.text))
        expectHidden(Holder())
        expectHidden([Holder()])
        expectHidden(["a": Holder()])
        #expect("\(Secret(Self.text))" == Secret.mask)
        #expect(String(reflecting: Secret(Self.text)) == Secret.mask)
        #expect("\(Secret("a"))" == "\(Secret("a longer one"))")
        #expect(Mirror(reflecting: Secret(Self.text)).children.isEmpty)
    }

    @Test func itsTextIsThereForTheWire() {
        #expect(Secret(Self.text).reveal() == Self.text)
        #expect(FieldValue.secret(Secret(Self.text)).revealed == Self.text)
        #expect(FieldValue.secret(Secret(Self.text)).isSecret)
        #expect(!FieldValue.plain("x").isSecret)
        #expect("\(FieldValue.plain("x"))" == "x")
        #expect(Secret("a") == Secret("a"))
        #expect(Secret("a") != Secret("b"))
    }

    @Test func headersThatCarryCredentialsAreSecretByName() {
        for name in [
            "Authorization", "PROXY-AUTHORIZATION", "cookie", "Set-Cookie", "X-Api-Key", "X-Amz-Security-Token", "Private-Token",
        ] {
            let field = HeaderField(name, "Bearer \(Self.text)")
            expectHidden(field)
            expectHidden([name: Headers([field])])
            #expect(field.value.revealed == "Bearer \(Self.text)")
            #expect(field.description == "\(name): \(Secret.mask)")
        }
        #expect(!HeaderField("Accept", "text/plain").value.isSecret)
        for (name, value) in [
            ("location", "http://h/?token=\(Self.text)"), ("Content-Location", "/x?api_key=\(Self.text)"),
            ("REFERER", "http://u:\(Self.text)@h/"),
            ("Link", "<http://h/?page=2>; rel=next, <http://h/?page=3&access_token=\(Self.text)>; rel=last"),
        ] {
            expectHidden(HeaderField(name, value))
            #expect(HeaderField(name, value).value.revealed == value)
        }
        #expect(HeaderField("Location", "/x?page=2").description == "Location: /x?page=2")
        #expect(HeaderField("Link", "<http://h/?page=2>; rel=next").value == "<http://h/?page=2>; rel=next")
    }

    @Test func parametersThatCarryCredentialsAreMasked() {
        for parameter in [
            Parameter("api_key", .plain(Self.text), in: .query), Parameter("Password", .plain(Self.text), in: .form),
            Parameter("authorization", .plain(Self.text), in: .header), Parameter("sid", .plain(Self.text), in: .cookie),
            Parameter("id", .secret(Secret(Self.text)), in: .path),
        ] { expectHidden(parameter) }
        #expect("\(Parameter("page", "2", in: .query))" == "query page=2")
        #expect("\(Parameter("key", "7", in: .path))" == "path key=7", "a path's 'key' is an identifier")
    }

    @Test func urlsHideTheirCredentials() {
        for text in [
            "http://user:\(Self.text)@h/", "http://\(Self.text)@h/", "http://h/?api_key=\(Self.text)",
            "http://h/?a=1&access_token=\(Self.text)#x",
            "http://h/#access_token=\(Self.text)",
        ] {
            expectHidden(URI(text))
            expectHidden(RequestPlan(id: "x", path: text))
            expectHidden(RawResponse(head: ResponseHead(status: 200), body: [], url: URI(text)))
            #expect(URI(text).revealed == text)
        }
    }

    @Test func aRequestShowsNoneOfItsSecretsAndSendsThemAll() throws {
        let request = try request()
        expectHidden(request)
        expectHidden(record(request))
        #expect(
            request.url.revealed
                == "http://user:\(Self.text)@h.test/bot\(Self.text)/7?password=\(Self.text)&api_key=\(Self.text)&mine=\(Self.text)"
        )
        #expect(request.description == "GET http://user:••••••@h.test/bot••••••/7?password=••••••&api_key=••••••&mine=••••••")
        #expect(request.headers["Authorization"] == "Bearer \(Self.text)")
        #expect(request.headers["X-Mine"] == Self.text)
        #expect(request.headers["Cookie"] == "sid=\(Self.text)")
        #expect(request.connection.proxy?.reveal() == "http://u:\(Self.text)@proxy/")
    }

    @Test func errorsShowNoSecret() async throws {
        let paths = [
            "http://user:\(Self.text)@h.test/x?api_key=\(Self.text)", "http://user:\(Self.text)@h.test:0/?token=\(Self.text)",
        ]
        for path in paths {
            for transport in [
                Net.failing(.dns), ScriptedTransport { _ in .redirect(302, to: "ftp://u:\(Self.text)@x/") },
                ScriptedTransport { _ in .answer(500) },
            ] {
                let client = NetClient(transport: transport)
                let error = try #require(await client.dispatch(Net.call(path), on: Net.pool).error)
                expectHidden(error)
                #expect(error.attempted.contains("h.test"))
                expectHidden(client.snapshot())
            }
        }
        let bad = RequestPlan(id: "x", path: "/x", headers: Headers([HeaderField("Authorization", "\(Self.text)\r\n")]))
        expectHidden(try #require(await NetClient(transport: Net.answering()).dispatch(Endpoint(bad), on: Net.pool).error))
    }

    @Test func rowsAndEventsShowNoSecret() async throws {
        let client = NetClient(
            transport: ScriptedTransport {
                $0.url.path == "/end"
                    ? .answer(200, headers: ["Set-Cookie": Self.text])
                    : .redirect(302, to: "http://u:\(Self.text)@b.test/end?token=\(Self.text)")
            })
        let stream = client.events()
        var plan = Net.plan("http://user:\(Self.text)@a.test/x?api_key=\(Self.text)")
        plan.headers = ["Authorization": Self.text]
        let response = try await client.send(Endpoint(plan), on: Net.pool)
        expectHidden(response)
        expectHidden(client.snapshot())
        stream.finish()
        for await batch in stream { expectHidden(batch) }
        #expect(client.snapshot().ended.first?.exchanges.first?.request.headers["authorization"] == Self.text)
    }
}
