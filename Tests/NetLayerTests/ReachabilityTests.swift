// What is known of the network: told, or read from requests; and that only what was told stops a call.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ReachabilityTests {
    // MARK: The machine

    @Test(.rows("HD-15"))
    func whatIsToldHoldsAndEachChangeIsToldOnce() {
        var machine = ReachabilityMachine()
        #expect(machine.status == .unknown && machine.assumedStatus == .unknown)
        let gone = machine.applyReport(.notReachable, at: .seconds(1))
        #expect(gone == NetworkChange(time: .seconds(1), status: .notReachable, isSuspected: false, reason: "reported"))
        #expect(machine.applyReport(.notReachable, at: .seconds(2)) == nil)
        #expect(machine.applyReport(.reachable, at: .seconds(3))?.status == .reachable)
        #expect(machine.applyReport(.unknown, at: .seconds(4))?.status == .unknown)
    }

    @Test func anyAnswerMeansThatTheNetworkIsThere() {
        var machine = ReachabilityMachine()
        let change = machine.succeeded("a.test", at: .seconds(1))
        #expect(change == NetworkChange(time: .seconds(1), status: .reachable, isSuspected: false, reason: "a.test answered"))
        #expect(machine.succeeded("a.test", at: .seconds(2)) == nil)
        _ = machine.applyReport(.notReachable, at: .seconds(3))
        #expect(machine.succeeded("b.test", at: .seconds(4))?.status == .reachable)
        #expect(machine.status == .reachable)
    }

    @Test func twoHostsWithoutASuccessInBetweenAreASuspicionAndNoMore() {
        var machine = ReachabilityMachine()
        #expect(machine.failedLocally("a.test", at: .seconds(1)) == nil)
        #expect(machine.failedLocally("a.test", at: .seconds(2)) == nil)
        let change = machine.failedLocally("b.test", at: .seconds(3))
        #expect(
            change == NetworkChange(time: .seconds(3), status: .unknown, isSuspected: true, reason: "no way to a.test, b.test"))
        #expect(machine.isSuspected && machine.status == .unknown && machine.assumedStatus == .notReachable)
        #expect(machine.failedLocally("c.test", at: .seconds(4)) == nil)
        #expect(machine.succeeded("a.test", at: .seconds(5))?.isSuspected == false)
        #expect(!machine.isSuspected && machine.assumedStatus == .reachable)
    }

    @Test func aSuccessInBetweenForgetsTheFailures() {
        var machine = ReachabilityMachine()
        _ = machine.succeeded("a.test", at: .seconds(0))
        #expect(machine.failedLocally("b.test", at: .seconds(1)) == nil)
        #expect(machine.succeeded("a.test", at: .seconds(2)) == nil)
        #expect(machine.failedLocally("c.test", at: .seconds(3)) == nil)
        #expect(machine.failedLocally("d.test", at: .seconds(4))?.isSuspected == true)
        #expect(machine.succeeded("a.test", at: .seconds(5))?.status == .reachable)
    }

    @Test(arguments: [(60, true), (61, false)])
    func whatFailedLongAgoIsForgotten(_ second: Int, _ isSuspected: Bool) {
        var machine = ReachabilityMachine()
        _ = machine.failedLocally("a.test", at: .zero)
        #expect((machine.failedLocally("b.test", at: .seconds(second)) != nil) == isSuspected)
    }

    @Test func whatIsKnownToBeGoneIsNotSuspectedBesides() {
        var machine = ReachabilityMachine()
        _ = machine.applyReport(.notReachable, at: .zero)
        #expect(machine.failedLocally("a.test", at: .zero) == nil)
        #expect(machine.failedLocally("b.test", at: .zero) == nil)
        #expect(!machine.isSuspected)
        var suspected = ReachabilityMachine()
        _ = suspected.failedLocally("a.test", at: .zero)
        _ = suspected.failedLocally("b.test", at: .zero)
        #expect(suspected.applyReport(.notReachable, at: .zero)?.isSuspected == false)
        #expect(!suspected.isSuspected)
    }

    @Test(arguments: [
        ("http://localhost/", true), ("http://LOCALHOST:80/", true), ("http://a.localhost/", true), ("http://127.0.0.1:8/", true),
        ("http://127.9.9.9/", true), ("http://[::1]:8/", true), ("http://me:pw@localhost:1/", true), ("http://127.0.0.1", true),
        ("http://notlocalhost/", false), ("http://127.example.test/", false), ("http://localhost.test/", false),
        ("http://127.0.0.1@a.test/", false), ("http://", false), ("http://128.0.0.1/", false),
        ("http://[::2]/", false), ("/items", false),
    ])
    func thisMachineNeedsNoNetwork(_ url: String, _ isLoopback: Bool) { #expect(URI(url).isLoopback == isLoopback) }

    // MARK: In a client

    private func client(_ transport: any Transport, _ source: NetworkStatusSource = .none) -> NetClient {
        NetClient(transport: transport, network: source)
    }

    @Test(.rows("CT-P7", "BA-5", "HH-F4"))
    func onlyWhatIsSaidToBeGoneStopsACall() async throws {
        let transport = Net.answering()
        let client = client(transport)
        #expect(client.network.status == .unknown)
        client.network.report(.notReachable)
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let error = try #require(await handle.error)
        #expect(error.kind == .noNetwork && error.attempts == 0 && error.attempted == "GET http://api.test/v1/items")
        #expect(error.detail == "the system reports no network; nothing was sent")
        #expect(transport.requests.isEmpty)
        let row = try #require(client.row(handle.id))
        #expect(row.attempt == 0 && row.exchanges.isEmpty && row.state == .failed && row.errorKind == "no_network")
        #expect(row.decisions.map(\.decision) == [.offline])
        for status in [NetworkStatus.unknown, .reachable] {
            client.network.report(status)
            #expect(try await client.send(Net.call(), on: Net.pool).head.status == 200)
        }
        #expect(transport.requests.count == 2)
    }

    @Test func thisMachineIsReachedWithoutANetwork() async throws {
        let client = client(Net.answering())
        client.network.report(.notReachable)
        #expect(try await client.send(Net.call("http://127.0.0.1:8080/"), on: Net.pool).head.status == 200)
        #expect(client.network.status == .notReachable)
        var plan = Net.plan()
        plan.connection.unixSocket = "a.sock"
        #expect(try await client.send(Endpoint(plan), on: Net.pool).head.status == 200)
        #expect(client.network.status == .notReachable)
    }

    @Test(.rows("HD-15"))
    func theStatusIsKeptByAReportOfItsSource() async throws {
        let report = Landing<@Sendable (NetworkStatus) -> Void>()
        let client = client(
            Net.answering(),
            NetworkStatusSource { tell in
                report.land(tell)
                return .notReachable
            })
        #expect(client.network.status == .notReachable)
        let changes = client.network.changes()
        await report.value()(.reachable)
        await report.value()(.reachable)
        await report.value()(.notReachable)
        #expect(client.network.status == .notReachable)
        var seen: [NetworkStatus] = []
        for await change in changes {
            seen.append(change.status)
            if seen.count == 2 { break }
        }
        #expect(seen == [.reachable, .notReachable])
    }

    @Test func answersAndLocalFailuresAreEvidence() async {
        let client = client(
            ScriptedTransport { request in
                request.url.host == "up.test"
                    ? .answer(500) : [.fail(TransferFailure(.dns, "no address", isLocal: request.url.host != "refused.test"))]
            })
        for host in ["refused.test", "a.test", "a.test"] {
            _ = await client.dispatch(Net.call("http://\(host)/"), on: Net.pool).error
        }
        #expect(!client.network.isSuspected)
        _ = await client.dispatch(Net.call("http://b.test/"), on: Net.pool).error
        #expect(client.network.isSuspected && client.network.status == .unknown)
        // Suspected is not gone: this is sent, and its answer, a failure by status, is proof of a network.
        _ = await client.dispatch(Net.call("http://up.test/"), on: Net.pool).error
        #expect(!client.network.isSuspected && client.network.status == .reachable)
    }

    @Test func whatALoopbackOrAProxySaysIsNoEvidence() async throws {
        let client = client(Net.answering())
        _ = try await client.send(Net.call("http://localhost/"), on: Net.pool)
        var plan = Net.plan()
        plan.connection.proxy = Secret("http://proxy.test:3128")
        _ = try await client.send(Endpoint(plan), on: Net.pool)
        #expect(client.network.status == .unknown)
        _ = try await client.send(Net.call(), on: Net.pool)
        #expect(client.network.status == .reachable)
    }

    @Test(.rows("HD-14"))
    func theTextOfAFailureKnowsWhatIsBelievedOfTheNetwork() async {
        var behaviour = ClientBehaviour()
        behaviour.texts = ErrorTexts { _, status in UserText(code: status.rawValue, message: "-") }
        let client = NetClient(
            transport: ScriptedTransport { _ in [.fail(TransferFailure(.dns, isLocal: true))] }, behaviour: behaviour)
        #expect(await client.dispatch(Net.call("http://a.test/"), on: Net.pool).error?.userText.code == "unknown")
        #expect(await client.dispatch(Net.call("http://b.test/"), on: Net.pool).error?.userText.code == "not_reachable")
    }

    @Test func changesEndWithTheirClientAndAListenerThatLeavesIsForgotten() async {
        var client: NetClient? = client(Net.answering())
        let changes = client?.network.changes()
        client?.network.report(.reachable)
        client = nil
        var seen: [String] = []
        if let changes { for await change in changes { seen.append("\(change)") } }
        #expect(seen == ["network: reachable: reported"])
        #expect(
            "\(NetworkChange(time: .zero, status: .notReachable, isSuspected: false, reason: "r"))" == "network: not reachable: r"
        )
        #expect(
            "\(NetworkChange(time: .zero, status: .unknown, isSuspected: true, reason: "r"))"
                == "network: suspected to be down: r")
    }
}
