// The plan that a saved request becomes: what it sends, what of it is secret, and who asks.

import Catalog
import Document
import NetLayer
import Testing

@Suite struct SavedPlanTests {
    private static let shop = Service(
        name: "shop", deployments: [Deployment(.standard, baseURL: URI("https://shop.example/v1"))])

    private static func wire(_ request: WorkspaceRequest, _ captured: [String: FieldValue] = [:]) throws -> WireRequest {
        var expansion = VariableExpansion(VariableScopes(), captured: captured)
        let plan = try #require(try request.plan(&expansion))
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
        let own = try #require(try request.plan(&expansion))
        #expect(try RequestGenerator().request(for: own, on: service.standing(in: .standard)).headers["X-Key"] == "own")
        request.auth = .none
        let none = try #require(try request.plan(&expansion))
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
}
