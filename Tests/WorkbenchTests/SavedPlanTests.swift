// The plan that a saved request becomes: what it sends, what of it is secret, and who asks.

import Catalog
import Document
import NetLayer
import Testing
import Workbench

@Suite struct SavedPlanTests {
    private static let shop = Service(
        name: "shop", deployments: [Deployment(.standard, baseURL: URI("https://shop.example/v1"))])

    private static func wire(_ request: WorkspaceRequest, _ captured: [String: FieldValue] = [:]) throws -> WireRequest {
        var expansion = VariableExpansion(VariableScopes(), captured: captured)
        let plan = try #require(try RequestDraft(request, &expansion)).plan
        return try RequestGenerator().request(for: plan, on: shop.standing(in: .standard))
    }

    private static func request(_ method: HTTPMethod, _ url: String) throws -> WorkspaceRequest {
        WorkspaceRequest(name: "r", target: .address(method, try WorkspaceText(url)))
    }

    @Test func valuesStayInTheirPlaces() throws {
        var request = try Self.request(.get, "/items/${id}/{part}")
        request.parameters = [
            .init("part", try WorkspaceText("a/b")), .init("q", try WorkspaceText("${id}")), .init("q", try WorkspaceText("2")),
        ]
        let wire = try Self.wire(request, ["id": .plain("../admin?x={y}")])
        #expect(
            wire.url.revealed
                == "https://shop.example/v1/items/..%2Fadmin%3Fx%3D%7By%7D/a%2Fb?q=../admin?x%3D%7By%7D&q=2", "\(wire.url)")
    }

    @Test func whatIsSecretIsMaskedWhereverItStands() throws {
        var request = try Self.request(.post, "/keys/${key}")
        request.parameters = [.init("q", try WorkspaceText("${key}"))]
        request.headers = [.init("X-Own", try WorkspaceText("k-${key}"))]
        request.body = .json(try WorkspaceText(#"{"key":"${key}"}"#))
        request.auth = .bearer(try WorkspaceText("${key}"))
        let wire = try Self.wire(request, ["key": .secret(Secret("ge/heim"))])
        #expect(wire.url.revealed.hasPrefix("https://shop.example/v1/keys/ge%2Fheim?q=ge"))
        #expect(wire.headers["X-Own"] == "k-ge/heim" && wire.headers["Authorization"] == "Bearer ge/heim")
        #expect(wire.body == .bytes(Array(#"{"key":"ge/heim"}"#.utf8)) && wire.isBodySecret)
        let shown = "\(wire.url)\n\(wire.headers)\n\(wire)"
        #expect(!shown.contains("heim"), "\(shown)")
    }

    @Test func whoAsksIsSaidByTheRequest() throws {
        var request = try Self.request(.get, "/a")
        request.auth = .basic(user: try WorkspaceText("ada"), password: try WorkspaceText("${p}"))
        #expect(try Self.wire(request, ["p": .secret(Secret("pass"))]).headers["Authorization"] == "Basic YWRhOnBhc3M=")
        request.auth = .query("key", try WorkspaceText("${p}"))
        let query = try Self.wire(request, ["p": .secret(Secret("pass"))])
        #expect(query.url.revealed == "https://shop.example/v1/a?key=pass" && !"\(query.url)".contains("pass"))
        var service = Self.shop
        service.headers.set(HeaderField("X-Key", .secret(Secret("own"))))
        var expansion = VariableExpansion(VariableScopes())
        request.auth = .inherited
        let own = try #require(try RequestDraft(request, &expansion)).plan
        #expect(try RequestGenerator().request(for: own, on: service.standing(in: .standard)).headers["X-Key"] == "own")
        request.auth = .none
        let none = try #require(try RequestDraft(request, &expansion)).plan
        #expect(try RequestGenerator().request(for: none, on: service.standing(in: .standard)).headers["X-Key"] == nil)
    }

    @Test func anAddressThatIsNoneIsNamed() throws {
        for text in ["${x}", "${x}/a"] {
            let request = try Self.request(.get, text)
            #expect(throws: VariableError.self) { try Self.wire(request, ["x": .plain("nonsense")]) }
        }
        let whole = try Self.wire(try Self.request(.get, "${x}/a"), ["x": .plain("https://other.example")])
        #expect(whole.url.revealed == "https://other.example/a")
    }

    @Test func aGroupIsItsMembersAndAChainItsSteps() throws {
        var work = SavedWork()
        work.requests = [try Self.request(.get, "/a")]
        work.chains = [WorkspaceSeries(name: "c", members: ["r", "r"])]
        work.groups = [WorkspaceSeries(name: "g", members: ["c", "r"])]
        #expect(work.items("r")?.count == 1 && work.items("nothing") == nil && work.names == ["r", "c", "g"])
        let items = try #require(work.items("g"))
        #expect(items.map(\.requests.count) == [2, 1])
    }

    /// A host that is put together is no other than the one that was agreed to.
    @Test(
        "hosts in pieces",
        arguments: [
            ("http://${h}@b.example/x", ["h": "a.example/"]), ("http://${h}@b.example/x", ["h": "a.example?"]),
            ("http://${h}@b.example/x", ["h": "a.example#"]),
            ("http://${h}.b.example/x", ["h": "a\\"]), ("http://{h}:9302/x", [:]),
        ] as [(String, [String: String])])
    func hosts(_ address: String, _ variables: [String: String]) throws {
        let request = WorkspaceRequest(name: "r", target: .address(.get, try WorkspaceText(address)))
        var scopes = VariableScopes()
        for (name, text) in variables { scopes.add([name: VariableScopes.Value(WorkspaceText(literal: text), line: 1)]) }
        var expansion = VariableExpansion(scopes)
        #expect(throws: VariableError.self) { _ = try RequestDraft(request, &expansion) }
    }

    // MARK: A host that a response names

    private static func scope(
        _ url: String, _ variables: [String: String] = [:], captured: [String: FieldValue] = [:],
        answered: [String: FieldValue] = [:]
    ) throws -> CredentialScope {
        var scopes = VariableScopes()
        scopes.add(try variables.mapValues { VariableScopes.Value(try WorkspaceText($0), line: 1) })
        var expansion = VariableExpansion(
            scopes, captured: captured, outside: [ExternalReference(.env, "KEY"): Secret("geheim")])
        for (name, value) in answered { expansion.answer(name, value) }
        return try #require(try RequestDraft(try Self.request(.get, url), &expansion)).plan.credentialScope
    }

    @Test func aHostFromAResponseGetsNoSecretByItself() throws {
        let host: [String: FieldValue] = [
            "h": .plain("evil.example"), "u": .plain("http://evil.example/x"), "t": .secret(Secret("t")),
        ]
        for url in [
            "http://${h}/a", "http://api.${h}/a", "${u}/a", "${u}", "http://a${h}", "http://${v}/",
        ] {
            let scope = try Self.scope(url, ["v": "x.${h}"], captured: host)
            #expect(scope.home == [] && !scope.coversURL, "\(url)")
        }
        for url in ["http://${h}/${env:KEY}", "${u}?k=${env:KEY}", "http://${h}/${k}", "http://u:${env:KEY}@${h}/"] {
            #expect(try Self.scope(url, ["k": "${env:KEY}"], captured: host).coversURL, "\(url)")
        }
        for url in ["/a/${h}", "http://a.example/${h}", "http://a.example?x=${h}", "http://a.example#${h}", "${w}/${h}"] {
            #expect(try Self.scope(url, ["w": "http://a.example"], captured: host).home == nil, "\(url)")
        }
        #expect(
            try Self.scope("http://${h}/${t}", captured: host).coversURL == false, "what a response has brought is not the user's"
        )
        #expect(try Self.scope("http://${h}/", answered: ["h": .plain("mine.example")]).home == nil, "the user has named it")
        #expect(try Self.scope("http://${h}/", ["h": "mine.example"]).home == nil)
    }

    @Test func itGoesWithoutWhatTheWorkspaceHas() throws {
        var request = try Self.request(.get, "http://${h}/echo")
        request.auth = .bearer(try WorkspaceText("${p}"))
        let foreign = try Self.wire(request, ["h": .plain("evil.example:9102"), "p": .secret(Secret("pass"))])
        #expect(foreign.url.origin == "http://evil.example:9102" && foreign.headers["Authorization"] == nil)
        #expect(foreign.withheld?.names == ["Authorization"])
        request.target = .address(.get, try WorkspaceText("https://${h}/echo"))
        let own = try Self.wire(request, ["h": .plain("shop.example"), "p": .secret(Secret("pass"))])
        #expect(own.headers["Authorization"] == "Bearer pass" && own.withheld == nil, "the API's own service")
    }
}
