// Requests that are remembered are the ones that would be made.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite struct RequestMemoryTests {
    private static let service = Service(name: "s", baseURL: URI("http://a.test/v1"), headers: ["X-Service": "1"])

    private func plan(_ path: String = "/items", _ change: (inout RequestPlan) -> Void = { _ in }) -> RequestPlan {
        var plan = RequestPlan(id: "x", path: path)
        change(&plan)
        return plan
    }

    /// Gives the same as the generator, for each in turn.
    private func expectTheSame(_ uses: [(RequestPlan, Service?)], _ place: SourceLocation = #_sourceLocation) throws {
        let generator = RequestGenerator(commonHeaders: ["User-Agent": "test"])
        let memory = RequestCache(generator)
        for (plan, service) in uses {
            let made = try generator.request(for: plan, on: service)
            let given = try memory.request(for: plan, on: service)
            #expect(given == made, sourceLocation: place)
            #expect(given.url.revealed.utf8.elementsEqual(made.url.revealed.utf8), sourceLocation: place)
            let fields = zip(given.headers.fields, made.headers.fields)
            #expect(
                fields.allSatisfy { $0.value.revealed.utf8.elementsEqual($1.value.revealed.utf8) }, sourceLocation: place)
        }
    }

    @Test func theSamePlanOnTheSameServiceIsMadeOnce() throws {
        let memory = RequestCache(RequestGenerator())
        let plan = plan { $0.parameters = [Parameter("q", "1", in: .query)] }
        let first = try memory.request(for: plan, on: Self.service)
        #expect(try memory.request(for: plan, on: Self.service).isCopy(of: first))
        var changed = plan
        changed.parameters = [Parameter("q", "2", in: .query)]
        #expect(try memory.request(for: changed, on: Self.service).url.query == "q=2")
        #expect(try memory.request(for: plan, on: Self.service).url.query == "q=1", "the newest of an id is known, and no other")
    }

    @Test func whatDiffersInAnythingIsMadeAnew() throws {
        let base = plan { $0.parameters = [Parameter("id", "7", in: .path), Parameter("q", "1", in: .query)] }
        var (header, method, limits, own, body) = (base, base, base, base, base)
        header.headers = ["X-A": "1"]
        method.method = .put
        limits.limits.body = 5
        own.destination.baseURL = URI("http://b.test/")
        body.body = .bytes([1, 2], contentType: "a/b")
        var other = Self.service
        other.headers = ["X-Service": "2"]
        var elsewhere = Self.service
        elsewhere.deployments.append(Deployment(Environment(rawValue: "test"), baseURL: URI("http://test.test/")))
        try expectTheSame(
            [
                (base, Self.service), (header, Self.service), (base, Self.service), (method, Self.service),
                (limits, Self.service),
                (own, Self.service), (body, Self.service), (base, other), (base, elsewhere),
                (base, elsewhere.standing(in: Environment(rawValue: "test"))), (base, Self.service),
            ])
        try expectTheSame([(plan("http://c.test/"), nil), (plan("http://c.test/"), Self.service)])
    }

    /// Swift takes two spellings of a character for equal; on the wire they are not.
    @Test func anotherSpellingOfACharacterIsAnotherRequest() throws {
        let spellings = ["\u{e9}", "e\u{301}", "\u{e9}"]
        for place in [Parameter.Place.query, .path, .header, .cookie] {
            let plans = spellings.map { text in
                plan("/items/{q}") { plan in
                    plan.parameters = [Parameter("q", "x", in: .path), Parameter("q", .plain(text), in: place)].suffix(
                        place == .path ? 1 : 2)
                }
            }
            try expectTheSame(plans.map { ($0, Self.service) })
        }
        try expectTheSame(spellings.map { (plan("/" + $0), Self.service) })
        try expectTheSame(
            spellings.map { (plan(), Service(name: "s", baseURL: URI("http://a.test/"), headers: ["X-Word": $0])) })
    }

    /// A sign that is equal to a letter is no letter: what was refused once is refused again.
    @Test func whatCannotBeSentIsRefusedThoughItsLikeWasSent() throws {
        let memory = RequestCache(RequestGenerator())
        _ = try memory.request(for: plan { $0.headers = ["K": "1"] }, on: Self.service)
        let error = #expect(throws: NetError.self) {
            try memory.request(for: plan { $0.headers = ["\u{212a}": "1"] }, on: Self.service)
        }
        #expect(error?.kind == .badRequest)
        for _ in 0..<2 {
            #expect(throws: NetError.self) { try memory.request(for: plan("/{missing}"), on: Self.service) }
        }
    }

    @Test func bodiesAreNotKept() throws {
        let memory = RequestCache(RequestGenerator())
        let body = plan { $0.body = .bytes([1], contentType: "a/b") }
        let first = try memory.request(for: body, on: Self.service)
        let second = try memory.request(for: body, on: Self.service)
        #expect(first == second && !second.isCopy(of: first))
        let form = plan { $0.parameters = [Parameter("name", "a", in: .form)] }
        let filled = try memory.request(for: form, on: Self.service)
        #expect(filled.body.count == 6)
        #expect(try !memory.request(for: form, on: Self.service).isCopy(of: filled), "a form is a body")
    }

    @Test func itForgetsWhatIsTooMuch() throws {
        let memory = RequestCache(RequestGenerator())
        let plans = (0...64).map { RequestPlan(id: "\($0)", path: "/\($0)") }
        let made = try plans.prefix(64).map { try memory.request(for: $0, on: Self.service) }
        #expect(try memory.request(for: plans[0], on: Self.service).isCopy(of: made[0]), "64 are known")
        _ = try memory.request(for: plans[64], on: Self.service)
        let again = try memory.request(for: plans[0], on: Self.service)
        #expect(again == made[0] && !again.isCopy(of: made[0]))
    }

    /// What is asked of a call, and what its URL has then.
    private static let askers: [(query: String, isKnown: Bool, ask: @Sendable (inout RequestBehaviour) -> Void)] = [
        ("q=%C3%A9", true, { $0.adapters = [seen] }), ("q=%C3%A9", true, { $0.parameters = { _ in [] } }),
        ("q=%C3%A9&p=1", false, { $0.parameters = { _ in [Parameter("p", "1", in: .query)] } }),
        ("q=%C3%A9", true, { $0.reform = { $0 } }),
        // Swift takes the two spellings for equal; a server does not.
        ("q=e%CC%81", false, { $0.reform = { _ in [Parameter("q", "e\u{301}", in: .query)] } }),
        ("q=%C3%A9", true, { $0.signature = { _, _ in [] } }),
        ("q=%C3%A9&s=1", true, { $0.signature = { all, _ in [Parameter("s", .plain("\(all.count)"), in: .query)] } }),
    ]
    private static let seen = ClosureAdapter { $0.headers.add(HeaderField("X-Seen", "\($1.parameters.count)")) }

    /// A known request is asked for where the plan is as it was, also before a signature; and never changed by those who are asked.
    @Test func whoIsAskedBeginsFromTheSame() async throws {
        let generator = RequestGenerator(commonHeaders: ["User-Agent": "test"])
        let memory = RequestCache(generator)
        let plan = plan { $0.parameters = [Parameter("q", "\u{e9}", in: .query)] }
        let lease = try ServicePool([Self.service]).pickService(for: plan.destination)
        let plain = try memory.request(for: plan, on: lease?.service)
        // In turns, so that each finds what those before it have left.
        for (query, isKnown, ask) in Self.askers + Self.askers {
            var layer = RequestBehaviour()
            ask(&layer)
            let asked = Mutex(0)
            let request = try await generator.request(
                for: plan, layers: [layer], on: lease?.service, context: RequestContext(task: TaskID(1)), credential: nil
            ) { plan, service throws(NetError) in
                asked.withLock { $0 += 1 }
                return try memory.request(for: plan, on: service)
            }
            #expect(request.url.query == query)
            #expect(request.headers["X-Seen"] == (layer.adapters.isEmpty ? nil : "1"))
            #expect((asked.withLock { $0 } > 0) == isKnown, "\(query)")
            #expect(try memory.request(for: plan, on: lease?.service).isCopy(of: plain))
        }
    }

    /// A service's code may hold the client that holds the memory.
    @Test func servicesWithCodeAreNotKept() throws {
        let memory = RequestCache(RequestGenerator())
        var service = Self.service
        service.behaviour = RequestBehaviour(adapters: [Self.seen])
        let first = try memory.request(for: plan(), on: service)
        #expect(try !memory.request(for: plan(), on: service).isCopy(of: first))
    }

    @Test func manyAskAtOnceAndEachGetsItsOwn() async throws {
        let memory = RequestCache(RequestGenerator())
        let plans = (0..<4).map { number in plan("/\(number)") }
        let isRight = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<4 {
                group.addTask {
                    (0..<200).allSatisfy { _ in
                        (try? memory.request(for: plans[number], on: Self.service))?.url.path == "/v1/\(number)"
                    }
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(isRight)
    }
}
