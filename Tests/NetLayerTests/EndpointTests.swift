// Endpoints as values and as types: defaults, fields of one's own, families, copies for one call.

import Document
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

// MARK: one type an API

/// The least that an API must say.
private struct Least: EndpointDefinition {
    typealias Response = RawResponse
    var path: String { "/least" }
}

/// A server's family: what all its APIs have in common, and may override.
private protocol Family: EndpointDefinition {
    var version: Int { get }
}

extension Family {
    var version: Int { 2 }
    var headers: Headers { ["X-Family": "\(version)"] }
    var destination: Destination { Destination(environment: .test) }
}

private struct Login: Family {
    typealias Response = String
    /// A field that no other API has (HH-C4).
    var device: String
    var asked = Counter()

    var path: String {
        asked.count()
        return "/login"
    }
    var method: HTTPMethod { .post }
    var body: RequestBody { .json(["device": .string(device)]) }

    func decode(_ response: RawResponse) throws -> String { String(decoding: response.body, as: UTF8.self) }
}

private struct Old: Family {
    typealias Response = RawResponse
    var path: String { "/old" }
    // Both override their family, each in its way: by type, and instance by instance.
    var version = 1
    var destination: Destination { Destination() }
}

/// Says everything that can be said.
private struct Everything: EndpointDefinition {
    typealias Response = RawResponse

    static var plan: RequestPlan {
        var connection = ConnectionOptions()
        connection.insecure = true
        var plan = RequestPlan(
            id: "every", title: "Everything", method: .put, path: "/all", parameters: [Parameter("a", "b", in: .query)],
            headers: ["X-A": "1"], body: .json([1]), timeouts: Timeouts(total: .seconds(3)), limits: ResponseLimits(body: 7),
            connection: connection, followsRedirects: false)
        plan.isBodySecret = true
        plan.maskedNames = ["m"]
        plan.maskedTexts = [Secret("t")]
        plan.isForThirdParty = true
        plan.kind = .download
        plan.destination = Destination(service: "s", environment: .test)
        plan.policies = CallPolicies(retry: .never, deadline: .seconds(9))
        plan.policies.priority = .high
        return plan
    }

    var id: String { Self.plan.id }
    var title: String { Self.plan.title }
    var method: HTTPMethod { Self.plan.method }
    var path: String { Self.plan.path }
    var parameters: [Parameter] { Self.plan.parameters }
    var headers: Headers { Self.plan.headers }
    var body: RequestBody { Self.plan.body }
    var isBodySecret: Bool { Self.plan.isBodySecret }
    var maskedNames: Set<String> { Self.plan.maskedNames }
    var maskedTexts: Set<Secret> { Self.plan.maskedTexts }
    var isForThirdParty: Bool { Self.plan.isForThirdParty }
    var timeouts: Timeouts { Self.plan.timeouts }
    var kind: RequestKind? { Self.plan.kind }
    var destination: Destination { Self.plan.destination }
    var limits: ResponseLimits { Self.plan.limits }
    var connection: ConnectionOptions { Self.plan.connection }
    var followsRedirects: Bool { Self.plan.followsRedirects }
    var policies: CallPolicies { Self.plan.policies }
}

/// Sends JSON, reads JSON, and adds what is no business of who asks: the page.
private struct Search: EndpointDefinition {
    struct Unexpected: Error {}

    var word: String
    var page: Int

    var path: String { "/search" }
    var method: HTTPMethod { .post }
    var parameters: [Parameter] { [Parameter("word", .plain(word), in: .query)] }
    var body: RequestBody { .json(["page": .integer(page)]) }
    var behaviour: CallBehaviour {
        var behaviour = CallBehaviour()
        behaviour.request.reform = { [page] in $0 + [Parameter("page", .plain("\(page)"), in: .query)] }
        return behaviour
    }

    func decode(_ response: RawResponse) throws -> Int {
        guard let number = try JSONDocument(response.body).root["got"]?["page"]?.number.flatMap(Int.init) else {
            throw Unexpected()
        }
        return number
    }
}

private final class Counter: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func count() { number.withLock { $0 += 1 } }
}

// MARK: one namespace for many APIs

private enum Topics {
    static func list(page: Int) -> Endpoint<Int> {
        Endpoint(RequestPlan(id: "topics.list", path: "/topics", parameters: [Parameter("page", .plain("\(page)"), in: .query)]))
        {
            $0.body.count
        }
    }
    static func remove(_ id: String) -> Endpoint<RawResponse> {
        Endpoint(
            RequestPlan(
                id: "topics.remove", method: .delete, path: "/topics/{id}", parameters: [Parameter("id", .plain(id), in: .path)]))
    }
}

@Suite(.within(minutes: 1)) struct EndpointTests {
    private static let pool = ServicePool([
        Service(
            name: "s",
            deployments: [.init(.standard, baseURL: URI("http://api.test")), .init(.test, baseURL: URI("http://test.test"))])
    ])

    @Test(.rows("HH-C1", "HH-C2", "CT-R1", "B-BA-15", "YT-1")) func aTypeSaysOnlyWhatIsItsOwn() async throws {
        let plan = Least().endpoint.plan
        #expect(plan == RequestPlan(id: "Least", path: "/least"))
        let transport = Net.answering()
        let answer = try await NetClient(transport: transport).dispatch(Least(), on: Self.pool).value
        #expect(answer.body == Array("/least".utf8))
        #expect(transport.requests.map(\.description) == ["GET http://api.test/least"])
    }

    @Test(.rows("HH-C2")) func aTypeCanSayAllThatAValueCan() {
        #expect(Everything().endpoint.plan == Everything.plan)
        #expect(Least().endpoint.plan.title == "Least" && Least().endpoint.plan.policies == CallPolicies())
    }

    @Test(.rows("BA-2", "YT-1")) func aTypeMayReformParametersAndAnswers() async throws {
        let transport = ScriptedTransport { request in
            .answer(200, body: Array(#"{"got":\#(String(decoding: (try? request.body.collected()) ?? [], as: UTF8.self))}"#.utf8))
        }
        let count = try await NetClient(transport: transport).dispatch(Search(word: "x", page: 3), on: Self.pool).value
        #expect(count == 3, "JSON both ways")
        #expect(transport.requests.map(\.url.revealed) == ["http://api.test/search?word=x&page=3"])
        let broken = NetClient(transport: ScriptedTransport { _ in .answer(200, body: Array("[]".utf8)) })
        #expect(await broken.dispatch(Search(word: "x", page: 3), on: Self.pool).error?.kind == .decode)
    }

    @Test(.rows("BA-2")) func jsonIsDecodedWithoutADecoder() async throws {
        struct Item: EndpointDefinition {
            var path: String { "/items" }
            var parameters: [Parameter] { [Parameter("id", json: 7)] }
            var method: HTTPMethod { .post }
            typealias Response = JSONDocument
        }
        let transport = ScriptedTransport { .answer(200, body: (try? $0.body.collected()) ?? []) }
        let client = NetClient(transport: transport)
        #expect(try await client.dispatch(Item(), on: Self.pool).value.root["id"]?.int == 7)
        let plan = RequestPlan(id: "x", method: .post, path: "/x", parameters: [Parameter("id", json: [1, 2])])
        #expect(try await client.send(Endpoint<JSONDocument>(plan), on: Self.pool).root["id"]?[1]?.int == 2)
        let broken = NetClient(transport: ScriptedTransport { _ in .answer(200, body: Array("{".utf8)) })
        #expect(await broken.dispatch(Item(), on: Self.pool).error?.kind == .decode)
        #expect(await broken.dispatch(Endpoint<JSONDocument>(plan), on: Self.pool).error?.kind == .decode)
    }

    @Test(.rows("HH-C4", "YB-2", "HH-C2")) func aFamilyHasDefaultsAndItsMembersOverrideThem() throws {
        let login = Login(device: "d7").endpoint
        let request = try RequestGenerator().request(
            for: login.plan, on: try Self.pool.pickService(for: login.plan.destination)?.service)
        #expect(request.url.revealed == "http://test.test/login" && request.headers["X-Family"] == "2")
        #expect(request.body == .bytes(Array(#"{"device":"d7"}"#.utf8)))
        var old = Old()
        func header() throws -> String? {
            try RequestGenerator().request(for: old.endpoint.plan, on: Self.pool.pickService()?.service).headers["X-Family"]
        }
        #expect(try header() == "1")
        old.version = 7
        #expect(try header() == "7")
        #expect(old.endpoint.plan.destination == Destination())
    }

    @Test(.rows("B-YT-2")) func whatATypeSaysIsAskedOnceACall() async throws {
        let login = Login(device: "d")
        let client = NetClient(
            transport: ScriptedTransport { $0.url.path == "/login" ? .redirect(307, to: "/there") : .answer(200) })
        let first = client.dispatch(login, on: Self.pool)
        #expect(login.asked.value == 1)
        _ = try await first.value
        #expect(login.asked.value == 1, "not for the redirect, nor for the answer")
        _ = try await client.dispatch(login, on: Self.pool).value
        #expect(login.asked.value == 2)
    }

    @Test(.rows("HD-18", "HH-C2")) func bothStylesOfCallingWork() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        #expect(try await client.send(Topics.list(page: 3), on: Self.pool) == 7)
        #expect(try await client.send(Topics.remove("a/b"), on: Self.pool).head.status == 200)
        #expect(try await client.dispatch(Login(device: "x"), on: Self.pool).value == "/login")
        #expect(
            transport.requests.map(\.description) == [
                "GET http://api.test/topics?page=3", "DELETE http://api.test/topics/a%2Fb", "POST http://test.test/login",
            ])
    }

    @Test(.rows("HD-2", "B-HD-1", "B-YT-2")) func oneCallMayChangeAnyFieldOfACopy() throws {
        let shared = Endpoint(RequestPlan(id: "x", path: "/x", timeouts: Timeouts(total: .seconds(9))))
        let own = shared.with {
            $0.plan.destination.environment = .test
            $0.plan.timeouts.total = .seconds(3)
            $0.plan.headers = ["X-Own": "1"]
            $0.behaviour.request.adapters = [ClosureAdapter { _, _ in }]
        }
        #expect(own.plan.timeouts == Timeouts(total: .seconds(3)), "what is not changed is copied")
        #expect(own.plan.destination.environment == .test && own.behaviour.request.adapters.count == 1)
        #expect(shared.plan == RequestPlan(id: "x", path: "/x", timeouts: Timeouts(total: .seconds(9))))
        #expect(shared.behaviour.request.adapters.isEmpty)

        var generator = RequestGenerator(commonHeaders: ["X-Common": "1"])
        generator.timeouts.data.total = .seconds(5)
        var copy = generator
        copy.commonHeaders = [:]
        let plan = Net.plan()
        #expect(try copy.request(for: plan, on: Net.service).timeouts.total == .seconds(5), "the copy has everything")
        #expect(try generator.request(for: plan, on: Net.service).headers["X-Common"] == "1", "the shared one stays")
        #expect(try copy.request(for: plan, on: Net.service).headers["X-Common"] == nil)
    }

    @Test(.rows("YB-1", "YB-20", "HH-C3")) func aCallIsHeldByItsHandleOrByNobody() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let endpoint = Topics.list(page: 1)
        let one = client.dispatch(endpoint, on: Self.pool)
        let two = client.dispatch(endpoint, on: Self.pool)
        let alone = client.dispatch(Topics.list(page: 2), on: Self.pool).id
        #expect(await eventually { transport.inFlight.count == 3 })
        let heard = Mutex<[TaskID]>([])
        var landings: [Task<Void, Never>] = []
        for handle in [one, two] { landings.append(handle.onLanding { id, _ in heard.withLock { $0.append(id) } }) }
        one.cancel()
        #expect(await one.error?.kind == .cancelled(.user))
        transport.inFlight.forEach { $0.play(.answer(200, body: [1, 2])) }
        #expect(try await two.value == 2, "the same endpoint's other call goes on")
        #expect(await eventually { client.row(alone)?.state == .succeeded }, "nobody holds it, and it lands")
        for landing in landings { await landing.value }
        #expect(heard.withLock { $0.sorted() } == [one.id, two.id], "one endpoint, a callback for each call")
    }

    /// Who made a call may be gone before it lands: a call holds values only.
    @Test(.rows("B-YT-4")) func aCallDoesNotHoldWhoMadeIt() async throws {
        final class Screen: Sendable {
            let query = "q"
            func load(_ client: NetClient) -> Handle<Int> {
                client.dispatch(Endpoint(RequestPlan(id: "x", path: "/" + query)) { $0.body.count }, on: EndpointTests.pool)
            }
        }
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        var screen: Screen? = Screen()
        weak let seen = screen
        let handle = try #require(screen?.load(client))
        #expect(await eventually { transport.inFlight.count == 1 })
        screen = nil
        #expect(seen == nil)
        transport.inFlight.forEach { $0.play(.answer(200, body: [1])) }
        #expect(try await handle.value == 1)
    }
}
