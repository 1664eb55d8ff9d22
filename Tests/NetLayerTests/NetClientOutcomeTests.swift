// How calls end: every kind of error, statuses, decoding, and what is kept of an answer that came too late or in part.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct NetClientOutcomeTests {
    private struct Broken: Error {}

    static let kinds: [(NetError.Kind, TaskState)] = [
        (.badRequest, .failed), (.dns, .failed), (.connect, .failed), (.tls, .failed), (.cut, .failed),
        (.protocolViolation, .failed),
        (.timedOut(.connect), .timedOut(.connect)), (.timedOut(.idle), .timedOut(.idle)), (.timedOut(.total), .timedOut(.total)),
        (.tooLarge(.headers), .failed), (.tooLarge(.body), .failed), (.tooLarge(.decodedBody), .failed), (.redirect, .failed),
        (.redirectRefused, .failed),
        (.status(500), .failed), (.decode, .failed), (.cancelled(.quit), .cancelled(.quit)), (.unsupported, .failed),
    ]

    @Test(arguments: kinds)
    func everyKindOfErrorHasItsState(_ kind: NetError.Kind, _ state: TaskState) async throws {
        let client = NetClient(transport: Net.failing(kind))
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let error = try #require(await handle.error)
        #expect(error.kind == kind)
        #expect(error.detail == "as told")
        #expect(error.attempted == "GET http://api.test/v1/items")
        #expect(error.description == "GET http://api.test/v1/items: \(kind.name): as told")
        let row = try #require(client.row(handle.id))
        #expect(row.state == state)
        #expect(row.errorKind == kind.name)
        #expect(row.reason == "as told")
        #expect(row.exchanges.first?.failure?.kind == kind)
        #expect(await client.isDrained())
    }

    @Test(arguments: [400, 404, 429, 500, 503, 599])
    func aStatusFrom400FailsAndKeepsTheAnswer(_ status: Int) async throws {
        let client = NetClient(
            transport: ScriptedTransport { _ in .answer(status, headers: ["X-Why": "because"], body: [1, 2, 3]) })
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let error = try #require(await handle.error)
        #expect(error.kind == .status(status))
        #expect(error.response?.head.status == status)
        #expect(error.response?.head.headers["x-why"] == "because")
        #expect(error.response?.body == [1, 2, 3])
        #expect(client.row(handle.id)?.state == .failed)
        #expect(client.row(handle.id)?.status == status)
        #expect(client.row(handle.id)?.errorKind == "status")
    }

    @Test(arguments: [200, 204, 304, 399])
    func aStatusBelow400Succeeds(_ status: Int) async throws {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(status) })
        #expect(try await client.send(Net.call(), on: Net.pool).head.status == status)
    }

    @Test func aBodyThatDoesNotDecodeIsKept() async throws {
        let client = NetClient(transport: Net.answering())
        let handle = client.dispatch(Endpoint<Int>(Net.plan()) { _ in throw Broken() }, on: Net.pool)
        let error = try #require(await handle.error)
        #expect(error.kind == .decode)
        #expect(error.response?.body == Array("/v1/items".utf8))
        #expect(error.attempted == "GET http://api.test/v1/items")
        #expect(error.detail == "Broken()")
        #expect(client.row(handle.id)?.state == .failed)
        #expect(client.row(handle.id)?.errorKind == "decode")
    }

    @Test func aDecoderDoesNotSeeAFailedAnswer() async {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(500) })
        let handle = client.dispatch(Endpoint<Int>(Net.plan()) { _ in throw Broken() }, on: Net.pool)
        #expect(await handle.error?.kind == .status(500))
    }

    @Test func whatArrivedBeforeAFailureIsKept() async throws {
        let client = NetClient(
            transport: ScriptedTransport { _ in
                [.head(ResponseHead(status: 200)), .body([1, 2]), .body([3]), .fail(TransferFailure(.cut, "closed early"))]
            })
        let error = try #require(await client.dispatch(Net.call(), on: Net.pool).error)
        #expect(error.kind == .cut)
        #expect(error.response?.head.status == 200)
        #expect(error.response?.body == [1, 2, 3])
    }

    @Test func anEndWithoutAHeadIsNoHTTP() async {
        let client = NetClient(transport: ScriptedTransport { _ in [.finish(TransferMetrics())] })
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await handle.error?.kind == .protocolViolation)
    }

    @Test func whatFollowsTheEndOfAnExchangeIsIgnored() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(200, body: [1]) + .answer(500, body: [2]) })
        let response = try await client.send(Net.call(), on: Net.pool)
        #expect(response.head.status == 200)
        #expect(response.body == [1])
    }

    @Test(arguments: [
        (TaskState.queued, "queued", false), (.running(.tls), "running", false), (.retrying, "retrying", false),
        (.succeeded, "succeeded", true),
        (.failed, "failed", true), (.timedOut(.idle), "timed_out", true), (.cancelled(.group), "cancelled", true),
        (.superseded, "superseded", true),
    ])
    func everyStateHasItsWord(_ state: TaskState, _ name: String, _ isEnded: Bool) {
        #expect(state.name == name)
        #expect(state.isEnded == isEnded)
    }

    @Test func phasesAreInTheOrderOfAnExchange() {
        #expect(Phase.allCases.shuffled().sorted() == [.resolving, .connecting, .tls, .sending, .waiting, .receiving])
    }

    @Test func errorsWithTheSamePartsAreEqual() {
        #expect(
            NetError(.dns, attempted: "GET x", detail: "no such host")
                == NetError(.dns, attempted: "GET x", detail: "no such host"))
        #expect(NetError(.dns) != NetError(.connect))
        #expect("\(NetError(.tooLarge(.body)))" == "too_large")
        #expect("\(TransferFailure(.dns))" == "dns")
        #expect("\(TransferFailure(.dns, "no such host"))" == "dns: no such host")
    }
}
