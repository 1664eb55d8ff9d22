// The loop: events in, one frame a batch, ticks only while needed, and an end.

import Canvas
import TestSupport
import Testing

@testable import NetLayer
@testable import Runtime
@testable import Screen

@MainActor
@Suite(.within(minutes: 2))
struct LoopTests {
    nonisolated private static let json = Headers([HeaderField("Content-Type", "application/json")])

    @Test func keyBecomesARequestAndItsAnswerIsShown() async throws {
        let transport = ScriptedTransport { _ in
            ScriptedTransport.Step.answer(200, headers: Self.json, body: Array(#"{"id":[1,2]}"#.utf8))
        }
        let stage = try Stage(transport)
        await stage.open()
        stage.press("s")
        #expect(await stage.until { stage.text.contains("200 OK") && stage.text.contains("▾ id: [2]") })
        #expect(transport.requests.map(\.url.revealed) == ["http://one.example/items"])
        #expect(stage.text.contains("✓ 200"))
        stage.press("Q")
        await stage.closed()
    }

    @Test func aGroupIsSentAndEachMembersAnswerCanBeSeen() async throws {
        let transport = ScriptedTransport { _ in [.enter(.waiting)] }
        let stage = try Stage(transport)
        await stage.open()
        stage.press(": r e p e a t space 3 space 2 enter 4 f")
        #expect(
            await stage.until { transport.inFlight.count == 2 && stage.text.contains("▾ group") && stage.text.contains("0/3") })
        for number in 1...3 {
            #expect(await stage.until { !transport.inFlight.isEmpty })
            transport.inFlight.first?.play(ScriptedTransport.Step.answer(200, body: Array("{\"id\": \(number)}".utf8)))
            #expect(await stage.until { stage.text.contains("\(number)/3") })
        }
        #expect(await stage.until { stage.loop.model.result.answers.count == 3 && stage.client.liveCount == 0 })
        stage.press("G enter")
        #expect(await stage.until { stage.text.contains("200 OK") && stage.text.contains("id: ") })
        stage.press("Q")
        await stage.closed()
    }

    @Test func hundredsOfTasksThatReportTogetherCostFewFrames() async throws {
        let transport = ScriptedTransport { _ in [.enter(.waiting)] }
        let stage = try Stage(transport)
        await stage.open()
        stage.press(String(repeating: "s ", count: 500))
        #expect(await stage.until { transport.inFlight.count == 500 && stage.text.contains("500 running") })
        let (frames, start) = (stage.display.frames, ContinuousClock.now)
        for transfer in transport.inFlight { transfer.play(ScriptedTransport.Step.answer(503, body: Array("no".utf8))) }
        #expect(await stage.until { stage.text.contains("500 failed") && !stage.text.contains("running") })
        #expect(stage.loop.model.tasks.counts.ended == 500)
        // Not more than a frame in each frame time, however long the machine takes, and one at either end.
        let elapsed = ContinuousClock.now - start
        #expect(stage.display.frames - frames <= Int(elapsed / Loop.frameTime) + 2)
        stage.press("Q")
        await stage.closed()
    }

    @Test func manyEventsAtOnceAreOneFrame() async throws {
        let stage = try Stage(ScriptedTransport { _ in [] })
        #expect(await stage.loop.step())
        let frames = stage.display.frames
        stage.press(String(repeating: "j k ", count: 1_000))
        #expect(await stage.loop.step())
        #expect(stage.display.frames == frames + 1)
    }

    @Test func idleProgramHasNothingToWakeItAndDrawsNothing() async throws {
        // Narrow: no column says how long ago something was.
        let stage = try Stage(ScriptedTransport { _ in ScriptedTransport.Step.answer(204) }, size: Size(width: 80, height: 24))
        await stage.open()
        stage.press("s")
        #expect(
            await stage.until {
                stage.text.contains("204 No Content") && stage.loop.model.tasks.counts.ended == 1 && stage.loop.tickAt == nil
            })
        #expect(stage.loop.model.nextDeadline == nil)
        // The last tick may be on its way still; when the key has been seen, it is over.
        stage.press("4")
        #expect(await stage.until { stage.loop.model.focus == .tasks })
        #expect(stage.loop.tickAt == nil)
        let frames = stage.display.frames
        stage.press("1")
        #expect(await stage.until { stage.loop.model.focus == .endpoints })
        #expect(stage.display.frames == frames + 1)
        #expect(stage.loop.tickAt == nil)
        stage.press("q")
        await stage.closed()
    }

    @Test func agesGoOnByThemselvesWhileSomethingRuns() async throws {
        let stage = try Stage(ScriptedTransport { _ in [.enter(.waiting)] })
        await stage.open()
        stage.press("s")
        #expect(await stage.until { stage.text.contains("1 running") })
        let text = stage.text
        #expect(await stage.until { stage.text != text })
        #expect(stage.loop.tickAt != nil)
        stage.press("Q")
        await stage.closed()
    }

    @Test func themeThatIsChosenReachesTheDisplayAndEscapeBringsTheOldOneBack() async throws {
        let stage = try Stage(ScriptedTransport { _ in [] })
        await stage.open()
        stage.press(": t h e m e space l i g h t")
        #expect(await stage.until { stage.themes == ["light"] })
        stage.press("esc")
        #expect(await stage.until { stage.themes == ["light", "dark"] })
        stage.press("Q")
        await stage.closed()
    }

    @Test func readerModeSpeaksAndDrawsNoFrameUntilItIsOff() async throws {
        let transport = ScriptedTransport { _ in ScriptedTransport.Step.answer(204) }
        let stage = try Stage(transport)
        await stage.open()
        stage.press(": s e t space r e a d e r space o n enter")
        #expect(await stage.until { stage.spoken.contains("reader is on") })
        #expect(stage.readers == [true])
        let frames = stage.display.frames
        stage.press("s")
        #expect(await stage.until { stage.spoken.contains { $0.contains("204 No Content") } })
        #expect(stage.display.frames == frames)
        #expect(zip(stage.spoken, stage.spoken.dropFirst()).allSatisfy { $0 != $1 })
        let spoken = stage.spoken.count
        stage.press(": s e t space r e a d e r space o f f enter")
        #expect(await stage.until { stage.readers == [true, false] && stage.text.contains("reader is off") })
        stage.press("j")
        #expect(await stage.until { stage.display.frames > frames + 1 })
        #expect(!stage.spoken.dropFirst(spoken).contains("reader is off"))
        stage.press("Q")
        await stage.closed()
    }

    @Test func nearerDeadlineReplacesAFarOne() async throws {
        let stage = try Stage(ScriptedTransport { _ in [.enter(.waiting)] })
        stage.inbox.post(.report(.warned("something that stays for seconds")))
        #expect(await stage.loop.step())
        let far = try #require(stage.loop.tickAt)
        #expect(far > .seconds(7))
        let id = TaskID(1)
        let row = TaskRow(id: id, info: TaskInfo(endpoint: "e", title: "/e", method: .get), openedAt: .zero)
        let snapshot = TaskSnapshot(seq: 0, time: .zero, live: [row], ended: [], counters: TaskCounters())
        stage.inbox.post(.engine(.network(.snapshot(snapshot), at: stage.client.now)))
        #expect(await stage.loop.step())
        let near = try #require(stage.loop.tickAt)
        #expect(near < far && near <= stage.client.now + .milliseconds(100))
    }

    /// After an hour without events the model's time is an hour old: a notice must not be over before it is seen.
    @Test func noticeAfterALongRestStaysAsLongAsAnyOther() async throws {
        let clock = VirtualClock()
        let stage = try Stage(ScriptedTransport { _ in [] }, time: clock.source)
        #expect(await stage.loop.step())
        clock.advance(by: .seconds(3_600) - clock.now)
        stage.press("C-c")
        #expect(await stage.loop.step())
        #expect(stage.loop.model.notices.shown?.until == .seconds(3_604))
        #expect(stage.loop.tickAt == .seconds(3_604))
        clock.advance(by: .seconds(3_601) - clock.now)
        stage.press("C-c")
        #expect(await stage.loop.step() == false)
    }

    @Test func cancellingReachesTheTransportAndTheScreen() async throws {
        let transport = ScriptedTransport { _ in [.enter(.connecting)] }
        let stage = try Stage(transport)
        await stage.open()
        stage.press("s s s")
        #expect(await stage.until { transport.inFlight.count == 3 && stage.text.contains("3 running") })
        stage.press("X y")
        #expect(await stage.until { transport.inFlight.isEmpty && stage.text.contains("Cancelled by user") })
        #expect(stage.loop.model.tasks.counts.live == 0)
        stage.press("q")
        await stage.closed()
    }

    @Test(arguments: ["q", "Q", "C-c C-c", "s q y", "s Q"])
    func quittingEndsTheProgram(_ keys: String) async throws {
        let stage = try Stage(ScriptedTransport { _ in [] })
        await stage.open()
        for key in keys.split(separator: " ") {
            stage.press(String(key))
            if key == "s" { #expect(await stage.until { stage.loop.model.isLive }) }
        }
        await stage.closed()
    }

    @Test func endOfTheTerminalEndsTheProgram() async throws {
        let stage = try Stage(ScriptedTransport { _ in [] })
        await stage.open()
        stage.inbox.post(.user(.terminated))
        await stage.closed()
    }

    @Test func redrawingAndSuspendingAreTheTerminalsWork() async throws {
        let stage = try Stage(ScriptedTransport { _ in [] })
        stage.press("C-l C-l C-z")
        #expect(await stage.loop.step())
        #expect(stage.display.orders == [.redraw, .redraw])
        #expect(stage.suspensions == 1)
    }

    @Test func newSizeIsDrawnAtOnce() async throws {
        let stage = try Stage(ScriptedTransport { _ in [] })
        stage.inbox.post(.user(.resized(Size(width: 33, height: 7))))
        #expect(await stage.loop.step())
        #expect(stage.display.last.size == Size(width: 33, height: 7))
    }

    @Test func bodiesThatHadToGoAreGoneFromTheScreenToo() async throws {
        let transport = ScriptedTransport { _ in
            ScriptedTransport.Step.answer(200, body: Array(repeating: UInt8(ascii: "x"), count: 60))
        }
        let stage = try Stage(transport, bodies: BodyStore(capacity: 100))
        await stage.open()
        stage.press("s")
        #expect(await stage.until { stage.text.contains("xxxx") })
        stage.press("s")
        #expect(await stage.until { stage.loop.model.result.answers.keys.map(\.number) == [2] })
        stage.press("Q")
        await stage.closed()
    }
}
