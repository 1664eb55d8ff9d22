// What an HTTP/2 server hears, by its own record: of each end before its time, at once, alone on the connection and among others.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.serialized, .within(minutes: 3), .enabled(if: HTTP2Server.isPresent, HTTP2Server.whyAbsent))
struct HTTP2EndTests {
    enum Company: String, CaseIterable { case alone, amongOthers }

    private static let times = Thoroughness.count(5, nightly: 100)
    /// Seconds within which the server hears of an end.
    private static let limit = 0.05

    /// Seconds of the clock that the server's record has.
    private static var now: Double { Double(CurlClock.readMonotonicTime()) / 1e9 }

    private func client(_ server: HTTP2Server) -> (client: NetClient, pool: ServicePool) {
        var service = Service(name: "s", baseURL: URI(server.url("")))
        service.connection.caFile = server.certificateFile
        return (NetClient(transport: CurlTransport()), ServicePool([service]))
    }

    /// Requests that go on meanwhile on the same connection.
    private func begin(
        _ company: Company, _ server: HTTP2Server, _ client: NetClient, _ pool: ServicePool
    ) async throws -> [Handle<RawResponse>] {
        _ = try await client.send(Net.call("/warm"), on: pool)
        guard company == .amongOthers else { return [] }
        let others = (0..<3).map { client.dispatch(Net.call("/slow/other/\($0)"), on: pool) }
        #expect(await eventually { (0..<3).allSatisfy { !server.requests("/slow/other/\($0)").isEmpty } })
        return others
    }

    private func expectHeard(_ server: HTTP2Server, _ path: String, since end: Double, _ place: SourceLocation = #_sourceLocation)
        async
    {
        #expect(await eventually(within: .seconds(5)) { server.heardEnd(of: path) != nil }, "\(path)", sourceLocation: place)
        let late = (server.heardEnd(of: path) ?? .infinity) - end
        #expect(late < Self.limit, "\(path): heard \(Int(late * 1_000)) ms after the end", sourceLocation: place)
    }

    @Test(arguments: Company.allCases, ["/slow/mine", "/hang/mine"]) func aCancelIsHeard(_ company: Company, _ path: String)
        async throws
    {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        let others = try await begin(company, server, client, pool)
        for time in 0..<Self.times {
            let mine = "\(path)/\(time)"
            let handle = client.dispatch(Net.call(mine), on: pool)
            #expect(await eventually { !server.requests(mine).isEmpty })
            let end = Self.now
            handle.cancel()
            await expectHeard(server, mine, since: end)
        }
        #expect(others.allSatisfy { client.row($0.id)?.endedAt == nil }, "the others go on")
        others.forEach { $0.cancel() }
        #expect(await client.isDrained())
    }

    @Test(arguments: Company.allCases) func aTimeoutIsHeard(_ company: Company) async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        let others = try await begin(company, server, client, pool)
        for (time, limit) in [\Timeouts.total, \.idle].enumerated() {
            let mine = "/slow/mine/\(time)"
            let began = Self.now
            let handle = client.dispatch(
                Endpoint(
                    Net.plan(mine) {
                        $0.timeouts[keyPath: limit] = .milliseconds(300)
                        $0.policies.retry = .never
                    }), on: pool)
            await #expect(throws: NetError.self) { try await handle.value }
            await expectHeard(server, mine, since: Self.now)
            #expect(Self.now - began < 2)
        }
        others.forEach { $0.cancel() }
        #expect(await client.isDrained())
    }

    @Test(arguments: Company.allCases) func aDeadlineAndAHedgesLoserAreHeard(_ company: Company) async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        let others = try await begin(company, server, client, pool)
        let late = client.dispatch(Endpoint(Net.plan("/slow/deadline") { $0.policies.deadline = .milliseconds(300) }), on: pool)
        await #expect(throws: NetError.self) { try await late.value }
        await expectHeard(server, "/slow/deadline", since: Self.now)
        others.forEach { $0.cancel() }
        #expect(await client.isDrained())
    }

    @Test func aGroupsCancelIsHeardByAll() async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        _ = try await client.send(Net.call("/warm"), on: pool)
        let handles = (0..<8).map { client.dispatch(Net.call("/slow/\($0)"), on: pool) }
        #expect(await eventually { (0..<8).allSatisfy { !server.requests("/slow/\($0)").isEmpty } })
        let end = Self.now
        handles.forEach { $0.cancel() }
        for number in 0..<8 { await expectHeard(server, "/slow/\(number)", since: end) }
        #expect(await client.isDrained())
    }

    /// After an end alone on its connection, the next request opens another and works.
    @Test func theNextRequestWorks() async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        for time in 0..<Self.times {
            let handle = client.dispatch(Net.call("/slow/\(time)"), on: pool)
            #expect(await eventually { !server.requests("/slow/\(time)").isEmpty })
            handle.cancel()
            #expect(try await client.send(Net.call("/after/\(time)"), on: pool).body == Array("ok".utf8))
        }
        #expect(await client.isDrained())
    }

    /// libcurl before 8.0 fails with the second request on a connection without TLS.
    @Test func priorKnowledgeWorksAgainAndAgain() async throws {
        let server = try await HTTP2Server(tls: false)
        let client = NetClient(transport: CurlTransport())
        let pool = ServicePool([Service(name: "s", baseURL: URI(server.url("")))])
        for time in 0..<10 {
            let plan = Net.plan("/again/\(time)") { $0.connection.httpVersion = .http2PriorKnowledge }
            #expect(try await client.send(Endpoint(plan), on: pool).body == Array("ok".utf8))
        }
        #expect(await client.isDrained())
    }

    @Test(arguments: [10, 40, 60, 90]) func manyHeaderFieldsArrive(_ count: Int) async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        let plan = Net.plan("/headers/\(count)") { $0.timeouts.total = .seconds(5) }
        let response = try await client.send(Endpoint(plan), on: pool)
        #expect(response.head.headers.fields.filter { $0.name.hasPrefix("x-field") }.count == count)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 3 << 20]) func bodiesArriveWhole(_ size: Int) async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        for _ in 0..<Self.times { #expect(try await client.send(Net.call("/body/\(size)"), on: pool).body.count == size) }
    }

    /// A GET is sent again when its connection ends, whatever the server says of it, or was refused.
    @Test(arguments: ["/refuse/", "/goaway/", "/die/"]) func aGetIsSentAgain(_ path: String) async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        for time in 0..<Self.times {
            _ = try await client.send(Net.call("/warm"), on: pool)
            let plan = Net.plan("\(path)\(time)") { $0.policies.retry = .never }
            #expect(try await client.send(Endpoint(plan), on: pool).body == Array("ok".utf8), "\(time)")
            #expect(server.requests("\(path)\(time)").count == 2)
        }
        #expect(await client.isDrained())
    }

    /// A reset is an answer: it is not asked for again.
    @Test func aResetStreamIsNotSentAgain() async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        _ = try await client.send(Net.call("/warm"), on: pool)
        await #expect(throws: NetError.self) {
            try await client.send(Endpoint(Net.plan("/calm") { $0.policies.retry = .never }), on: pool)
        }
        #expect(server.requests("/calm").count == 1)
        #expect(await client.isDrained())
    }

    /// libcurl 7.88 does not tell which of these the server has not processed: a POST is sent once, and may have been received.
    @Test(arguments: ["/refuse/", "/goaway/", "/die/"]) func aPostIsSentOnce(_ path: String) async throws {
        let server = try await HTTP2Server()
        let (client, pool) = client(server)
        _ = try await client.send(Net.call("/warm"), on: pool)
        let error = await #expect(throws: NetError.self) {
            try await client.send(Endpoint(Net.plan("\(path)1") { $0.method = .post }), on: pool)
        }
        #expect(error?.kind == .cut && error?.isPerhapsReceived == true)
        #expect(server.requests("\(path)1").count == 1)
        #expect(await client.isDrained())
    }
}
