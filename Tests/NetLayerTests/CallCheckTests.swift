// The endpoint's own checks: parameters before anything is sent, status and answer after; without a check everything is accepted.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct CallCheckTests {
    private struct Refusal: Error { var why: String }

    private func endpoint(_ change: (inout CallBehaviour) -> Void) -> Endpoint<RawResponse> {
        var endpoint = Net.call()
        change(&endpoint.behaviour)
        return endpoint
    }

    @Test(.rows("CT-P4", "CT-R3", "BA-17"))
    func refusedParametersAreNotSent() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        var endpoint = endpoint { $0.checkParameters = { if $0.first?.name == "page" { throw Refusal(why: "no page") } } }
        endpoint.plan.parameters = [Parameter("page", "1", in: .query)]
        let handle = client.dispatch(endpoint, on: Net.pool)
        let error = try #require(await handle.error)
        #expect(
            error.kind == .badParameters && error.underlying == #"Refusal(why: "no page")"# && error.attempted == "GET /items")
        #expect(transport.requests.isEmpty)
        #expect(client.row(handle.id)?.attempt == 0)
        endpoint.plan.parameters = [Parameter("size", "1", in: .query)]
        #expect(try await client.send(endpoint, on: Net.pool).head.status == 200)
    }

    @Test(.rows("CT-S4", "CT-R3", "BA-9"))
    func aRefusedAnswerIsAFailureThatKeepsIt() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(200, body: [7]) })
        let error = try #require(
            await client.dispatch(endpoint { $0.checkAnswer = { throw Refusal(why: "\($0.body)") } }, on: Net.pool).error)
        #expect(error.kind == .validation && error.response?.body == [7] && error.underlying == #"Refusal(why: "[7]")"#)
        #expect(error.attempted == "GET http://api.test/v1/items")
        #expect(ClassicType(error.kind) == .noContent)
    }

    @Test(.rows("B-CT-1"))
    func withoutAnyCheckEveryCallIsAccepted() async throws {
        let client = NetClient(transport: Net.answering())
        #expect(try await client.send(Endpoint(Net.plan()) { $0.body.count }, on: Net.pool) == 9)
    }

    @Test(.rows("YT-4"))
    func whichStatusIsASuccessIsTheEndpointsWord() async throws {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(404, body: [1]) })
        #expect(try await client.send(endpoint { $0.acceptsStatus = { $0 == 404 } }, on: Net.pool).body == [1])
        let found = NetClient(transport: ScriptedTransport { _ in .answer(302) })
        let error = await found.dispatch(endpoint { $0.acceptsStatus = { $0 < 300 } }, on: Net.pool).error
        #expect(error?.kind == .status(302) && error?.response?.head.status == 302)
    }

    @Test(.rows("YT-4"))
    func anAnswerOfAnotherShapeIsRefused() async {
        let client = NetClient(transport: ScriptedTransport { _ in .answer(200, body: Array(#"{"id": "x"}"#.utf8)) })
        let error = await client.dispatch(endpoint { $0.shape = ["id": .number] }, on: Net.pool).error
        #expect(error?.kind == .validation && error?.detail == "/id should be a number and is a string")
        #expect(await client.dispatch(endpoint { $0.shape = ["id": .string] }, on: Net.pool).error == nil)
    }

    @Test func theShapeIsLookedAtBeforeTheCheck() async {
        let client = NetClient(transport: Net.answering())
        let error = await client.dispatch(
            endpoint {
                $0.shape = ["id": .number]
                $0.checkAnswer = { _ in throw Refusal(why: "second") }
            }, on: Net.pool
        ).error
        #expect(error?.detail.hasPrefix("the body should be an object") == true)
    }

    @Test(.rows("CT-R7", "CT-S3", "YB-13", "B-YT-8"))
    func oneAnswerHasSeveralViewsAndStaysTheCallersOwn() async throws {
        let client = NetClient(
            transport: ScriptedTransport { .answer(200, headers: ["X-Path": $0.url.path], body: Array($0.url.path.utf8)) })
        let counted = Endpoint(Net.plan("/a")) { $0.body.count }.keepingRawResponse
        async let first = client.send(counted, on: Net.pool)
        async let second = client.send(Endpoint(Net.plan("/bcd")) { $0.body.count }.keepingRawResponse, on: Net.pool)
        let (a, b) = try await (first, second)
        #expect(a.value == 5 && b.value == 7)
        #expect(a.raw.head.headers["X-Path"] == "/v1/a" && b.raw.head.headers["X-Path"] == "/v1/bcd")
        #expect(try a.makeView(Reformer { String(decoding: $0.body, as: UTF8.self) }) == "/v1/a")
        #expect(try a.makeView(Reformer { $0.body.last }) == UInt8(ascii: "a"))
        let error = #expect(throws: NetError.self) { try b.makeView(Reformer<Int> { _ in throw Refusal(why: "no view") }) }
        #expect(error?.kind == .decode && error?.response?.body == b.raw.body)
    }

    @Test func keepingTheAnswerKeepsTheBehaviour() async {
        let client = NetClient(transport: Net.answering())
        let kept = endpoint { $0.acceptsStatus = { _ in false } }.keepingRawResponse
        #expect(await client.dispatch(kept, on: Net.pool).error?.kind == .status(200))
    }

    @Test(.rows("CT-R3"))
    func aDecodedResponseCanBeChecked() async throws {
        let client = NetClient(transport: Net.answering())
        let counted = Endpoint(Net.plan()) { $0.body.count }
        #expect(try await client.send(counted.checking { _ in }, on: Net.pool) == 9)
        let error = await client.dispatch(counted.checking { throw Refusal(why: "\($0)") }, on: Net.pool).error
        #expect(error?.kind == .validation && error?.underlying == #"Refusal(why: "9")"# && error?.response != nil)
        let broken = Endpoint<Int>(Net.plan()) { _ in throw Refusal(why: "decode") }.checking { _ in }
        #expect(await client.dispatch(broken, on: Net.pool).error?.kind == .decode)
    }

    /// What an application's layer for one API looks like: parameters, signature and meaning of the answer stand in it and nowhere else.
    private struct Topics: EndpointConvertible {
        var page: Int

        var endpoint: Endpoint<[String]> {
            var plan = Net.plan("/topics")
            plan.parameters = [Parameter("page", .plain(String(page)), in: .query)]
            var endpoint = Endpoint<[String]>(plan) {
                String(decoding: $0.body, as: UTF8.self).split(separator: ",").map(String.init)
            }
            endpoint.behaviour.request = RequestBehaviour(adapters: [
                ClosureAdapter { request, _ in request.headers.set(HeaderField("X-Sign", "s")) }
            ])
            endpoint.behaviour.acceptsStatus = { $0 == 200 }
            return endpoint
        }
    }

    @Test(.rows("HH-D9"))
    func whoCallsAnAPIKnowsItsPageAndItsTopicsAndNothingElse() async throws {
        let transport = ScriptedTransport { _ in .answer(200, body: Array("a,b".utf8)) }
        let topics = try await NetClient(transport: transport).dispatch(Topics(page: 3), on: Net.pool).value
        #expect(topics == ["a", "b"])
        #expect(transport.requests.map { $0.url.revealed } == ["http://api.test/v1/topics?page=3"])
        #expect(transport.requests.first?.headers["X-Sign"] == "s")
    }
}
