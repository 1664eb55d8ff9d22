// Chains: each step made from the one before, a failure that says where, resumed, undone, cancelled.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RequestChainTests {
    /// A step that calls what it is given, and brings the path with a mark.
    private static func step(_ mark: String) -> Step<String, String> {
        .call(on: Net.pool) { Net.text($0 + mark) }
    }

    @Test(.rows("CT-C1", "CT-C2")) func eachStepIsMadeFromTheOneBefore() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let chain = RequestChain("three", Self.step("1").then(Self.step("2")).then(Self.step("3")).map(\.count))
        let handle = client.start(chain, "a")
        for (index, path) in ["a1", "a12", "a123"].enumerated() {
            #expect(await transport.isInFlight(path))
            #expect(client.members(of: handle.id).count == index + 1, "a step has a row when its turn has come, not before")
            #expect(client.row(handle.id)?.members == MemberCounts(total: 3).adding(ended: index))
            #expect(await transport.answer(path))
        }
        #expect(try await handle.value == 4)
        let row = try #require(client.row(handle.id))
        #expect(row.state == .succeeded && row.info.kind == .chain && row.info.title == "three")
        #expect(client.members(of: handle.id).allSatisfy { $0.info.kind == .call && $0.state == .succeeded })
        #expect(await client.isDrained())
    }

    @Test(.rows("CT-C2", "B-CT-16"), arguments: 0..<3) func aFailureSaysAtWhichStep(_ index: Int) async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let paths = (0..<3).map { $0 == index ? "fail" : "s\($0)" }
        let steps = paths.map { path in Step<String, String>.call(on: Net.pool) { _ in Net.text(path) } }
        let handle = client.start(RequestChain("c", steps[0].then(steps[1]).then(steps[2])), "")
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await handle.value })
        #expect(failure.step == index && failure.error.kind == .status(503) && failure.keptSteps == index)
        #expect(failure.error.response?.body == Array("fail".utf8))
        #expect(transport.requests.count == index + 1, "later ones never start")
        let row = try #require(client.row(handle.id))
        #expect(row.state == .failed && row.reason == "step \(index + 1): the server answered 503" && row.errorKind == "status")
        #expect(row.members == MemberCounts(total: 3).adding(ended: index + 1, failed: 1))
        #expect(await client.isDrained())
    }

    @Test(.rows("YT-6")) func aStepMayAppendFurtherSteps() async throws {
        let client = NetClient(transport: Net.mixed())
        // Asks for one page after the other, as many as the answers say.
        @Sendable func page(_ number: Int) -> Step<String, String> {
            Step<String, String>.call(on: Net.pool) { Net.text($0 + "\(number)") }
                .flatMap { number < 4 ? page(number + 1) : .value($0 + " end") }
        }
        let handle = client.start(RequestChain("pages", page(1).then(.work("count") { $0.count })), "p")
        #expect(try await handle.value == "p1234 end".count)
        #expect(client.members(of: handle.id).map(\.info.title) == ["p1", "p12", "p123", "p1234", "count"])
        #expect(client.row(handle.id)?.members == MemberCounts(total: 5).adding(ended: 5))
        #expect(await client.isDrained())
    }

    @Test(.rows("YT-6")) func theTotalGrowsWithWhatIsKnown() async throws {
        let client = NetClient(transport: Net.mixed())
        let events = client.events()
        let step = Self.step("1").flatMap { _ in Self.step("2").then(Self.step("3")) }
        _ = try await client.run(RequestChain("c", step), "a")
        #expect(await client.isDrained())
        events.finish()
        var counts: [String] = []
        for await case .events(let batch) in events {
            counts += batch.filter { $0.kind == .member }.compactMap { $0.row.members.map { "\($0.ended)/\($0.total)" } }
        }
        #expect(counts == ["0/1", "1/1", "1/3", "2/3", "3/3"])
    }

    @Test func manyStepsCostNoStack() async throws {
        let client = NetClient(transport: Net.mixed(), keepEnded: 0)
        @Sendable func count(_ left: Int) -> Step<Int, Int> {
            Step.work("w") { $0 + 1 }.flatMap { left > 1 ? count(left - 1) : .value($0) }
        }
        #expect(try await client.run(RequestChain("c", count(3_000)), 0) == 3_000)
        #expect(await client.isDrained())
    }

    @Test func whatCannotBeMadeFailsTheStep() async throws {
        let client = NetClient(transport: Net.mixed())
        let step = Self.step("1").then(Step<String, String>.call(on: Net.pool) { _ in throw Trouble() })
        let handle = client.start(RequestChain("c", step), "a")
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await handle.value })
        #expect(failure.step == 1 && failure.error.kind == .work && "\(failure)" == "step 2: request: work: Trouble()")
        #expect(client.members(of: handle.id).map(\.state) == [.succeeded, .failed])
        #expect(await client.isDrained())
    }

    @Test func aChainGoesOnWhereItFailed() async throws {
        let isUp = Mutex(false)
        let transport = ScriptedTransport { request in
            request.url.path == "/v1/a12" && !isUp.withLock { $0 }
                ? .answer(503) : .answer(200, body: Array(request.url.path.dropFirst(4).utf8))
        }
        let client = NetClient(transport: transport)
        let chain = RequestChain("c", Self.step("1").then(Self.step("2")).flatMap { _ in Self.step("3") })
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await client.run(chain, "a") })
        #expect(failure.step == 1 && failure.keptSteps == 1)
        let again = try #require(
            await #expect(throws: ChainFailure.self) { try await client.run(chain, "a", resuming: failure) })
        #expect(again.step == 1 && again.keptSteps == 1)
        isUp.withLock { $0 = true }
        let handle = client.start(chain, "a", resuming: again)
        #expect(try await handle.value == "a123")
        #expect(transport.requests.map(\.url.path) == ["/v1/a1", "/v1/a12", "/v1/a12", "/v1/a12", "/v1/a123"])
        #expect(client.members(of: handle.id).map(\.info.title) == ["a12", "a123"], "rows of its own, none for what is kept")
        #expect(client.row(handle.id)?.members == MemberCounts(total: 3).adding(ended: 3))
        #expect(await client.isDrained())
    }

    @Test func whatAnotherChainKeptIsNotTaken() async throws {
        let client = NetClient(transport: Net.mixed())
        let other = RequestChain("o", Step<String, Int>.work("w") { $0.count }.then(.work("x") { _ -> Int in throw Trouble() }))
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await client.run(other, "abc") })
        #expect(failure.keptSteps == 1)
        #expect(try await client.run(RequestChain("c", Self.step("1").then(Self.step("2"))), "a", resuming: failure) == "a12")
    }

    @Test func stepsAreUndoneInReverse() async throws {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let steps = Self.step("1").compensating("undo 1") { notes.note("undo \($0)") }
            .then(Self.step("2").compensating("undo 2") { _ in throw Trouble() })
            .then(Self.step("3").compensating("undo 3") { notes.note("undo \($0)") })
            .then(.call(on: Net.pool) { _ in Net.text("fail") })
            .compensating("never") { _ in notes.note("what failed is not undone") }
        let handle = client.start(RequestChain("saga", steps), "a")
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await handle.value })
        #expect(notes.all == ["undo a123", "undo a1"])
        #expect(failure.step == 3 && failure.error.kind == .status(503))
        #expect(failure.undoFailures.map(\.step) == [1] && failure.undoFailures.first?.error.detail == "Trouble()")
        #expect(failure.keptSteps == 0, "what was undone must be done again")
        let rows = client.members(of: handle.id)
        #expect(rows.map(\.info.title) == ["a1", "a12", "a123", "fail", "undo 3", "undo 2", "undo 1"])
        #expect(rows.suffix(3).map(\.state) == [.succeeded, .failed, .succeeded])
        #expect(client.row(handle.id)?.members == MemberCounts(total: 7).adding(ended: 7, failed: 2))
        #expect(await client.isDrained())
    }

    @Test func whatStandsBeforeTheUndoneIsKept() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let steps = Self.step("1").then(Self.step("2").then(Self.step("3")).compensating("undo 2 and 3") { _ in })
            .then(.call(on: Net.pool) { _ in Net.text("fail") })
        let failure = try #require(
            await #expect(throws: ChainFailure.self) { try await client.run(RequestChain("c", steps), "a") })
        #expect(failure.step == 3 && failure.keptSteps == 1)
    }

    @Test func aCancelEndsTheRunningStepOnlyAndUndoesNothing() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let events = client.events()
        let notes = Journal()
        let steps = Self.step("1").compensating("undo") { _ in notes.note("undone") }
            .then(.call(on: Net.pool) { _ in Net.text("hang") }).then(Self.step("3"))
        let handle = client.start(RequestChain("c", steps), "a")
        #expect(await transport.isInFlight("hang"))
        #expect(handle.cancel())
        #expect(!handle.cancel())
        #expect(await eventually { transport.inFlight.isEmpty })
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await handle.value })
        #expect(failure.step == 1 && failure.error.kind == .cancelled(.user) && failure.keptSteps == 1)
        #expect(await client.isDrained())
        #expect(client.members(of: handle.id).map(\.state) == [.succeeded, .cancelled(.group)])
        #expect(client.row(handle.id)?.state == .cancelled(.user))
        #expect(client.row(handle.id)?.members == MemberCounts(total: 3).adding(ended: 2, failed: 1, cancelled: 1))
        #expect(transport.requests.count == 2 && notes.all.isEmpty)
        #expect(client.snapshot().counters.late == 0)
        try await client.checkEnds(events)
    }

    @Test func aStepThatIsCancelledFailsTheChain() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let notes = Journal()
        let steps = Self.step("1").compensating("undo") { _ in notes.note("undone") }
            .then(.call(on: Net.pool) { _ in Net.text("hang") })
        let handle = client.start(RequestChain("c", steps), "a")
        #expect(await transport.isInFlight("hang"))
        client.cancel(try #require(client.members(of: handle.id).last).id)
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await handle.value })
        #expect(failure.step == 1 && failure.error.kind == .cancelled(.user))
        #expect(client.row(handle.id)?.state == .failed && client.row(handle.id)?.reason == "step 2: cancelled")
        #expect(notes.all == ["undone"])
        #expect(await client.isDrained())
    }

    @Test func aCancelWhileStepsAreUndoneStopsThat() async throws {
        let client = NetClient(transport: Net.mixed())
        let notes = Journal()
        let steps = Self.step("1").compensating("undo 1") { _ in notes.note("undo 1") }
            .then(
                Self.step("2").compensating("undo 2") { _ in
                    notes.note("undo 2")
                    await Gate.untilCancelled()
                }
            )
            .then(.call(on: Net.pool) { _ in Net.text("fail") })
        let handle = client.start(RequestChain("c", steps), "a")
        #expect(await eventually { notes.all == ["undo 2"] })
        #expect(handle.cancel())
        let failure = try #require(await #expect(throws: ChainFailure.self) { try await handle.value })
        #expect(failure.error.kind == .cancelled(.user) && failure.keptSteps == 1)
        #expect(await client.isDrained())
        #expect(notes.all == ["undo 2"])
    }

    @Test func theSwiftTaskThatWaitsTakesTheChainAlong() async throws {
        let transport = Net.mixed()
        let client = NetClient(transport: transport)
        let chain = RequestChain("c", Step<String, String>.call(on: Net.pool) { Net.text($0) })
        let waiting = Task { try await client.run(chain, "hang") }
        #expect(await transport.isInFlight("hang"))
        waiting.cancel()
        let failure = await #expect(throws: ChainFailure.self) { try await waiting.value }
        #expect(failure?.error.kind == .cancelled(.scope))
        #expect(await client.isDrained())
    }

    @Test func aGroupInAChainAndAChainInAGroup() async throws {
        let client = NetClient(transport: Net.mixed())
        let fanOut = Step<String, GroupOutcome<String>>.group(mode: .failFast) { Net.group($0 + "x", $0 + "y", "z") }
        let chain = RequestChain("c", Self.step("1").then(fanOut).map { $0.words.joined(separator: " ") })
        var group = Net.group("g")
        group.add(.chain(chain, "a"))
        let handle = client.start(group, mode: .collectAll)
        #expect(try await handle.value.words == ["g", "a1x a1y z"])
        let chainRow = try #require(client.members(of: handle.id).last)
        #expect(chainRow.info.kind == .chain && chainRow.state == .succeeded)
        let steps = client.members(of: chainRow.id)
        #expect(steps.map(\.info.kind) == [.call, .group])
        #expect(client.members(of: steps[1].id).map(\.info.title) == ["a1x", "a1y", "z"])
        #expect(await client.isDrained())
    }

    @Test func aGroupThatFailsInAChainInAGroupSaysWhere() async throws {
        let client = NetClient(transport: Net.mixed())
        let chain = RequestChain(
            "c", Self.step("1").then(.group(mode: .failFast) { _ in Net.group("fail", "hang") }).map(\.words))
        let handle = client.start(RequestGroup<[String]>("g", [.chain(chain, "a")]), mode: .collectAll)
        let outcome = try await handle.value
        #expect(outcome.error?.kind == .status(503))
        #expect(outcome.error?.detail == "1 of 1 failed: step 2: 1 of 2 failed: the server answered 503")
        #expect(await client.isDrained())
    }

    @Test(.rows("B-YT-6")) func aChainRunsAnyNumberOfTimes() async throws {
        let client = NetClient(transport: Net.mixed())
        let chain = RequestChain("c", Self.step("1").then(Self.step("2")))
        let first = client.start(chain, "a")
        let second = client.start(chain, "b")
        #expect(try await first.value == "a12")
        #expect(try await second.value == "b12")
        #expect(first.id != second.id && client.snapshot().counters.opened == 6)
        #expect(await client.isDrained(), "and nothing is kept of a chain that nobody holds")
    }

    @Test(arguments: 0..<40) func aCancelAtAnyMomentLeavesNothing(_ seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let client = NetClient(transport: Net.mixed(), limits: DispatchLimits(total: 2))
        let events = client.events()
        var steps = Self.step("0")
        for index in 1...6 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: steps = steps.then(.call(on: Net.pool) { _ in Net.text("hang") })
            case 1: steps = steps.then(.call(on: Net.pool) { _ in Net.text("fail") })
            case 2: steps = steps.then(.group(mode: .failFast) { Net.group($0, "b") }).map { $0.words.joined() }
            case 3: steps = steps.compensating("undo") { _ in await Task.yield() }
            default: steps = steps.then(Self.step("\(index)"))
            }
        }
        let handle = client.start(RequestChain("c", steps), "a")
        let wait = Int.random(in: 0..<60, using: &random)
        for _ in 0..<wait { await Task.yield() }
        let isCancelled = handle.cancel()
        let result = await handle.landing.value()
        if case .failure(let failure) = result { #expect((failure.error.kind == .cancelled(.user)) == isCancelled) }
        if isCancelled { #expect(!result.isSuccess) }
        #expect(await client.isDrained())
        try await client.checkEnds(events)
    }
}
