// Hooks around a call: in which order they are asked, what each answer of theirs does, and that who was told of a beginning is told of the end.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct HooksTests {
    private let diary = Diary()

    private func hook(_ name: String, _ change: (inout DiaryHook) -> Void = { _ in }) -> DiaryHook {
        var hook = DiaryHook(name: name, diary: diary)
        change(&hook)
        return hook
    }

    private func client(_ hooks: [any Hooks]) -> NetClient { client(Net.answering(), hooks) }

    private func client(_ transport: any Transport, _ hooks: [any Hooks]) -> NetClient {
        var behaviour = ClientBehaviour()
        behaviour.hooks = hooks
        return NetClient(transport: transport, behaviour: behaviour)
    }

    private func endpoint(_ hooks: [any Hooks]) -> Endpoint<RawResponse> {
        var endpoint = Net.call()
        endpoint.behaviour.hooks = hooks
        return endpoint
    }

    // MARK: Order

    @Test(.rows("CT-R4", "CT-R5", "CT-S8", "YT-7", "HH-D10"))
    func theWayOutIsInTheOrderOfTheListAndTheWayBackInReverse() async throws {
        let client = client([hook("outer"), hook("middle")])
        _ = try await client.send(endpoint([hook("inner")]), on: Net.pool)
        #expect(await client.isDrained())
        #expect(
            diary.lines == [
                "outer willCall", "middle willCall", "inner willCall", "outer didCall", "middle didCall", "inner didCall",
                "inner didReceive 200", "middle didReceive 200", "outer didReceive 200", "inner willLand 200",
                "middle willLand 200",
                "outer willLand 200", "inner didLand 200", "middle didLand 200", "outer didLand 200",
            ])
    }

    /// Everything that a call asks its endpoint and client, in the order of the pipeline.
    @Test(.rows("HH-D10", "CT-P4", "CT-F4", "BA-9"))
    func theWholeWayOfACallIsInThisOrder() async throws {
        let diary = diary
        var behaviour = ClientBehaviour()
        behaviour.hooks = [hook("hook")]
        behaviour.policy = ResponsePolicy("service") { outcome, _ in
            diary.write("service policy"); return .unchanged(outcome)
        }
        let transport = ScriptedTransport { _ in
            diary.write("sent")
            return .answer(200, body: Array(#"{"errcode": 200}"#.utf8))
        }
        let client = NetClient(transport: transport, behaviour: behaviour)
        var endpoint = Endpoint<Int>(Net.plan()) {
            diary.write("decode"); return $0.body.count
        }
        endpoint.behaviour.checkParameters = { _ in diary.write("parameters") }
        endpoint.behaviour.acceptsStatus = {
            diary.write("status"); return $0 == 200
        }
        endpoint.behaviour.business = BusinessRule { _ in
            diary.write("business"); return .success
        }
        endpoint.behaviour.policy = ResponsePolicy("endpoint") { outcome, _ in
            diary.write("endpoint policy"); return .unchanged(outcome)
        }
        endpoint.behaviour.checkAnswer = { _ in diary.write("answer") }
        let handle = client.dispatch(endpoint, on: Net.pool)
        _ = try await handle.value
        #expect(await client.isDrained())
        #expect(
            diary.lines == [
                "hook willCall", "parameters", "hook didCall", "sent", "hook didReceive 200", "business", "status",
                "service policy", "endpoint policy", "decode", "answer", "hook willLand 200", "hook didLand 200",
            ])
    }

    @Test(.rows("BA-10", "CT-F3", "HH-D10"))
    func aFailureIsCompleteBeforeItIsDeliveredAndTheTipComesAfterTheCaller() async throws {
        let diary = diary
        let hook = hook("tip") { hook in
            hook.after = { outcome, context in
                guard case .failure(let error) = outcome else { return .proceed }
                diary.write("\(error.kind.name): \(error.userText.message) \(context.attempts) \(context.service)")
                return .proceed
            }
        }
        let client = client(Net.failing(.timedOut(.total)), [hook])
        let handle = client.dispatch(Net.call(), on: Net.pool)
        _ = await handle.error
        #expect(await client.isDrained())
        #expect(
            diary.lines == [
                "tip willCall", "tip didCall", "tip didReceive timed_out", "tip willLand timed_out",
                "timed_out: The server took too long. 1 main", "tip didLand timed_out",
            ])
    }

    @Test func aHookSeesHowManyAttemptsWereMade() async throws {
        let diary = diary
        let hook = hook("counter") { hook in
            hook.before = { context in
                diary.write("\(context.attempts) before")
                return .proceed
            }
            hook.after = { _, context in
                diary.write("\(context.attempts) after")
                return .proceed
            }
        }
        let client = client([hook])
        _ = try await client.dispatch(Net.call(), on: Net.pool).value
        #expect(await client.isDrained())
        #expect(diary.lines.filter { !$0.hasPrefix("counter") } == ["0 before", "1 after"])
    }

    @Test(.rows("CT-S1"))
    func aSuccessIsOutOfTheTableLoggedAndWrapped() async throws {
        let transport = ScriptedTransport { _ in .answer(201, headers: ["X-A": "b"], body: [1, 2]) }
        let client = client(transport, [])
        let events = client.events()
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let answer = try await handle.value
        #expect(client.snapshot().live.isEmpty && client.row(handle.id)?.state == .succeeded)
        #expect(!client.cancel(handle.id), "its number means nobody any more")
        #expect(answer.head.status == 201 && answer.head.headers["X-A"] == "b" && answer.body == [1, 2])
        #expect("\(answer.url)" == "http://api.test/v1/items" && answer.metrics.bytesReceived == 2)
        #expect(await client.isDrained())
        events.finish()
        let diary = diary
        await LogSink(.info) { diary.write($0) }.follow(events)
        #expect(diary.lines.count == 2 && diary.lines.last?.hasPrefix("#1 201 GET http://api.test/v1/items [") == true)
    }

    @Test(.rows("CT-S1")) func anAnswerSaysWhetherItWasStored() async throws {
        let stage = FetchStage([FetchStage.text("one")])
        let call = FetchStage.call(.cacheElseNetwork).keepingRawResponse
        let first = try await stage.client.send(call, on: Net.pool).raw.source
        #expect(first == .network && !first.isFromCache)
        let again = try await stage.client.send(call, on: Net.pool).raw.source
        #expect(again == .memory(age: .zero) && again.isFromCache)
        #expect(stage.sent == 1)
    }

    @Test(.rows("BA-10", "HH-D10"))
    func theRowHasEndedAndTheHandleHasLandedWhenTheLastHookIsTold() async throws {
        final class Watcher: Hooks {
            let diary: Diary
            /// Taken away at the end: the client holds its hooks.
            let client = Mutex<NetClient?>(nil)
            init(_ diary: Diary) { self.diary = diary }
            func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict {
                diary.write("before \(client.withLock { $0 }?.row(context.id)?.state.isEnded == true)")
                return .proceed
            }
            func didLand(_ outcome: CallOutcome, _ context: CallContext) async {
                diary.write("after \(client.withLock { $0 }?.row(context.id)?.state.name ?? "")")
            }
        }
        let watcher = Watcher(diary)
        let client = client([watcher])
        watcher.client.withLock { $0 = client }
        defer { watcher.client.withLock { $0 = nil } }
        _ = try await client.send(Net.call(), on: Net.pool)
        #expect(await client.isDrained())
        #expect(diary.lines == ["before false", "after succeeded"])
    }

    @Test(.rows("CT-R5"))
    func anObjectThatStandsInBothListsIsAskedOnce() async throws {
        final class Once: Hooks {
            let diary: Diary
            init(_ diary: Diary) { self.diary = diary }
            func willCall(_ context: CallContext) async throws -> HookVerdict {
                diary.write("asked")
                return .proceed
            }
        }
        let (once, other) = (Once(diary), Once(diary))
        let client = client([once, other])
        _ = try await client.send(endpoint([once, hook("value"), hook("value")]), on: Net.pool)
        #expect(await client.isDrained())
        #expect(diary.lines.filter { $0 == "asked" }.count == 2)
        #expect(diary.lines.filter { $0 == "value willCall" }.count == 2)
    }

    // MARK: Before the call

    @Test(.rows("CT-P3", "B-BA-9"))
    func whoIsSkippedBeforeTheCallSendsNothingAndEndsQuietly() async throws {
        let transport = Net.answering()
        let skipper = hook("skipper") { $0.before = { _ in .skip } }
        let client = client(transport, [hook("outer"), skipper, hook("inner")])
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let diary = diary
        await handle.onLanding { _, _ in diary.write("callback") }.value
        let error = try #require(await handle.error)
        #expect(error.kind == .cancelled(.hook) && error.isCancellation)
        #expect(error.detail == "skipped by the hook skipper before it was sent")
        #expect(await client.isDrained())
        #expect(transport.requests.isEmpty)
        let row = try #require(client.row(handle.id))
        #expect(row.state == .cancelled(.hook))
        #expect(row.reason == "skipped by the hook skipper before it was sent")
        #expect(row.decisions.map(\.decision) == [.skipped(hook: "skipper"), .cancelled(.hook)])
        // Hooks that were never asked hear nothing of the end either.
        #expect(
            diary.lines == [
                "outer willCall", "skipper willCall", "skipper didLand cancelled unheard", "outer didLand cancelled unheard",
            ])
    }

    @Test(.rows("CT-P3", "CT-F1"))
    func whoIsRefusedBeforeTheCallFailsOnTheCommonWay() async throws {
        let transport = Net.answering()
        let refuser = hook("refuser") { $0.before = { _ in .fail(NetError(.rejected, detail: "not today")) } }
        let client = client(transport, [refuser])
        let error = try #require(await client.dispatch(Net.call(), on: Net.pool).error)
        #expect(
            error.kind == .rejected && error.detail == "not today" && error.attempted == "GET /items" && error.endpoint == "call")
        #expect(await client.isDrained())
        #expect(transport.requests.isEmpty)
        #expect(diary.lines == ["refuser willCall", "refuser willLand rejected", "refuser didLand rejected"])
    }

    @Test func aHookThatThrowsFailsTheCallAndOneThatIsCancelledCancelsIt() async throws {
        let thrower = hook("thrower") { $0.before = { _ in throw DiaryHook.Refusal() } }
        let failing = client([thrower])
        let handle = failing.dispatch(Net.call(), on: Net.pool)
        #expect(await handle.error?.kind == .rejected)
        #expect(await handle.error?.underlying == "Refusal()")
        #expect(failing.row(handle.id)?.decisions.map(\.decision) == [.changed(by: "thrower", to: "rejected")])
        let quitter = hook("quitter") { $0.before = { _ in throw CancellationError() } }
        let cancelled = client([quitter])
        #expect(await cancelled.dispatch(Net.call(), on: Net.pool).error?.kind == .cancelled(.scope))
        let late = hook("late") { $0.after = { _, _ in throw DiaryHook.Refusal() } }
        let refused = client([late])
        #expect(await refused.dispatch(Net.call(), on: Net.pool).error?.kind == .rejected)
    }

    // MARK: After the call

    @Test(.rows("CT-S6", "CT-S8"))
    func aSuccessThatIsSkippedIsUnheardAndStillEndsForTheHooks() async throws {
        let skipper = hook("skipper") { $0.after = { _, _ in .skip } }
        let client = client([hook("outer"), skipper])
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let diary = diary
        await handle.onLanding { _, _ in diary.write("callback") }.value
        #expect(await handle.error?.kind == .cancelled(.hook))
        #expect(await client.isDrained())
        #expect(client.row(handle.id)?.state == .cancelled(.hook))
        #expect(
            diary.lines.suffix(3) == ["skipper willLand 200", "skipper didLand 200 unheard", "outer didLand 200 unheard"])
        #expect(!diary.lines.contains("callback"), "the caller's own is skipped")
    }

    @Test(.rows("CT-F3", "B-CT-8"))
    func aFailureThatIsSkippedReachesNobodyAndAllHooksHearTheSameOnBothWays() async throws {
        let skipper = hook("skipper") { $0.after = { _, _ in .skip } }
        let client = client(Net.failing(.cut), [skipper])
        #expect(await client.dispatch(Net.call(), on: Net.pool).error?.kind == .cancelled(.hook))
        #expect(await client.isDrained())
        #expect(
            diary.lines == [
                "skipper willCall", "skipper didCall", "skipper didReceive cut", "skipper willLand cut",
                "skipper didLand cut unheard",
            ])
    }

    @Test func aSuccessThatAHookFailsIsAFailureForTheOuterOnes() async throws {
        let refuser = hook("inner") { $0.after = { _, _ in .fail(NetError(.validation, detail: "no")) } }
        let client = client([hook("outer"), refuser])
        let handle = client.dispatch(Net.call(), on: Net.pool)
        let error = try #require(await handle.error)
        #expect(error.kind == .validation && error.attempts == 1 && error.service == "main")
        #expect(await client.isDrained())
        #expect(
            diary.lines.suffix(4) == [
                "inner willLand 200", "outer willLand validation", "inner didLand validation", "outer didLand validation",
            ])
        #expect(client.row(handle.id)?.decisions.last?.decision == .changed(by: "inner", to: "validation"))
    }

    // MARK: Cancellation

    @Test(.rows("YT-7", "CT-S8"))
    func aCancelledCallEndsForItsHooksWithTheReason() async throws {
        let client = client(Net.hanging(), [hook("spinner")])
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { diary.lines.contains("spinner didCall") })
        client.cancel(handle.id, because: .group)
        #expect(await client.isDrained())
        #expect(diary.lines.last == "spinner didLand cancelled")
        #expect(diary.lines.filter { $0.contains("didLand") }.count == 1)
        #expect(!diary.lines.contains { $0.contains("willLand") })
    }

    @Test func aHookThatHangsHoldsUpItsCallAloneAndACancelFreesIt() async throws {
        let gate = Landing<Void>()
        let hanging = hook("hanging") { hook in
            hook.before = { context in
                if context.plan.path == "/slow" { await gate.value() }
                return .proceed
            }
        }
        let client = client([hanging])
        let slow = client.dispatch(Net.call("/slow"), on: Net.pool)
        #expect(try await client.send(Net.call("/fast"), on: Net.pool).head.status == 200)
        #expect(client.row(slow.id)?.state == .queued)
        #expect(slow.cancel())
        #expect(await slow.error?.kind == .cancelled(.user))
        gate.land(())
        #expect(await client.isDrained())
    }

    // MARK: Streams

    @Test(.rows("B-HD-10"))
    func streamsAndUploadsHaveTheSameHooks() async throws {
        let client = client([hook("hook")])
        var upload = endpoint([hook("own")])
        upload.plan.method = .post
        upload.plan.body = .bytes([1, 2, 3], contentType: "application/octet-stream")
        _ = try await client.send(upload, on: Net.pool)
        #expect(await client.isDrained())
        #expect(diary.lines.filter { $0.hasPrefix("own") }.count == 5)
        let before = diary.lines.count
        var bytes = 0
        for try await piece in try await client.stream(Net.plan(), on: Net.pool).value.body { bytes += piece.count }
        #expect(await client.isDrained())
        #expect(bytes == 9)
        #expect(diary.lines.dropFirst(before) == ["hook willCall", "hook didCall", "hook didReceive 200", "hook didLand 200"])
    }

    @Test func aStreamThatIsSkippedOrFailsEndsForItsHooks() async throws {
        let skipping = client([hook("skipper") { $0.before = { _ in .skip } }])
        #expect(
            await skipping.failure { (client: NetClient) throws(NetError) in
                _ = try await client.stream(Net.plan(), on: Net.pool).value
            }?.kind == .cancelled(.hook))
        #expect(await skipping.isDrained())
        #expect(diary.lines == ["skipper willCall", "skipper didLand cancelled unheard"])
        let failing = client(Net.failing(.tls), [hook("hook")])
        let error = await failing.failure { (client: NetClient) throws(NetError) in
            _ = try await client.stream(Net.plan(), on: Net.pool).value
        }
        #expect(error?.kind == .tls && error?.endpoint == "call" && error?.attempts == 1)
        #expect(await failing.isDrained())
        #expect(diary.lines.last == "hook didLand tls")
        let refused = client(ScriptedTransport { _ in .answer(500) }, [hook("refused")])
        let answer = try await refused.stream(Net.plan(), on: Net.pool).value
        // Dropped unread, it might be cancelled before its end.
        for try await _ in answer.body {}
        #expect(await refused.isDrained())
        #expect(diary.lines.last == "refused didLand status")
    }

    @Test(.rows("YT-7"))
    func aCancelledStreamEndsForItsHooksWithTheReason() async throws {
        let reasons = Diary()
        struct Reason: Hooks {
            let diary: Diary
            func didLand(_ outcome: CallOutcome, _ context: CallContext) async {
                if case .failure(let error) = outcome { diary.write("\(error.kind)") }
            }
        }
        let client = client(Net.hanging(), [Reason(diary: reasons)])
        let task = Task { try await client.stream(Net.plan(), on: Net.pool).value }
        #expect(await eventually { !client.snapshot().live.isEmpty })
        client.cancelAll(because: .quit)
        _ = await task.result
        #expect(await client.isDrained())
        #expect(reasons.lines == ["cancelled(NetLayer.CancelReason.quit)"])
    }

    @Test func theDefaultsDoNothing() async throws {
        struct Plain: Hooks {}
        #expect(Plain().name == "Plain")
        #expect(try await client([Plain()]).send(Net.call(), on: Net.pool).head.status == 200)
    }

    @Test(.rows("YB-15"))
    func nothingOfALandedCallKeepsItsClosuresAlive() async throws {
        final class Screen: Sendable {}
        weak var seen: Screen?
        let client = client(Net.answering(), [hook("outer")])
        func call() async throws {
            let screen = Screen()
            seen = screen
            var endpoint = Endpoint<Int>(Net.plan()) { [screen] _ in
                withExtendedLifetime(screen) { 1 }
            }
            endpoint.behaviour.hooks = [hook("inner") { $0.before = { [screen] _ in withExtendedLifetime(screen) { .proceed } } }]
            endpoint.behaviour.checkAnswer = { [screen] _ in withExtendedLifetime(screen) {} }
            _ = try await client.dispatch(endpoint, on: Net.pool).value
        }
        try await call()
        #expect(await client.isDrained())
        #expect(await eventually { seen == nil })
    }
}
