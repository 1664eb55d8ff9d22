// The Trace tab: reached from the table and from the result, live while the task runs, without secrets, and gone when room is needed.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct TraceTests {
    @Test func keyShowsTheTraceOfTheSelectedTask() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(Scene.item))
        driver.keys("s")
        let second = driver.start(.waiting)
        driver.keys("4 j t")
        #expect(driver.model.focus == .result && driver.model.result.tab == .trace)
        #expect(driver.model.result.task == TaskID(1) && driver.text.contains("✓ succeeded"))
        driver.keys("4 k t")
        #expect(driver.model.result.task == second)
        driver.keys("3 h h t")
        #expect(driver.model.result.tab == .trace)
    }

    @Test func traceOfARunningTaskGrowsWithItsEvents() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s")
        let id = driver.queue()
        driver.keys("4 t f")
        #expect(driver.text.contains("· queued  place 1"))
        driver.run(id, .connecting)
        #expect(driver.text.contains("→ GET /v1/items") && driver.text.contains("connecting  0.0ms"))
        driver.wait(.milliseconds(50))
        #expect(driver.text.contains("connecting  50ms"))
        driver.run(id, .waiting)
        driver.wait(.milliseconds(7))
        #expect(driver.text.contains("connecting  50ms") && driver.text.contains("waiting     7.0ms"))
        driver.answer(id, .empty(404, "Not Found"))
        #expect(driver.text.contains("← HTTP/2 404 Not Found") && driver.text.contains("✗ failed  status"))
    }

    @Test func redirectNamesWhatWasLeftBehindAndNoSecret() throws {
        var driver = try Driver(width: 160, height: 60)
        driver.select("lines")
        driver.keys("2 enter 'a-1' enter '7' enter '3' enter 'hunter2' C-r C-r")
        let id = driver.start(.sending)
        var moved = Reply.empty(307)
        moved.head?.headers.add(HeaderField("Location", "https://u:hunter2@other.example/?token=hunter2"))
        driver.redirect(id, moved, to: "https://u:hunter2@other.example/?token=hunter2")
        driver.cancel([id])
        driver.keys("4 t f")
        #expect(driver.text.contains("redirected  307: PUT https://u:\(Secret.mask)@other.example/?token=\(Secret.mask)"))
        #expect(driver.text.contains("Host: other.example"))
        #expect(driver.text.contains("⊘ cancelled  by user"))
        #expect(!driver.text.contains("hunter2"))
    }

    @Test func failedTaskSaysWhy() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s")
        driver.answer(driver.start(.resolving), .failed(.dns, "Could not resolve host"))
        driver.keys("4 t")
        #expect(driver.text.contains("failed      dns: Could not resolve host"))
        #expect(driver.text.contains("✗ failed  dns: Could not resolve host"))
    }

    /// Who was asked, and what may be sent there, is known from the exchanges only.
    @Test func droppedTraceSaysSoAndItsPagesAreNotTurned() throws {
        var driver = try Driver(width: 120, height: 40)
        let first = driver.exchange(.page([("next", "?page=2")]))
        let long = String(repeating: "x", count: TraceKeeper.capacity)
        driver.exchange(.json(Scene.item, headers: [HeaderField("X-Long", long)]))
        #expect(driver.model.tasks.row(first)?.isTraceDropped == true)
        driver.keys("4 j t")
        #expect(driver.text.contains("The exchanges are no longer stored"))
        _ = driver.takeEffects()
        driver.keys("]")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "The request is no longer stored: r sends it again")
    }

    @Test func fieldsBeyondAHundredAreCounted() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(Scene.item, headers: (1...300).map { HeaderField("X-\($0)", "v") }))
        driver.keys("4 t f")
        #expect(TraceLines.lines(driver.model, width: 80).count < 130)
        driver.keys("G")
        #expect(driver.text.contains("(201 more fields: see the Headers tab)"))
    }

    // MARK: The little bars

    @Test func barsShowWhereTheTimeWent() {
        var row = TaskRow(
            id: TaskID(1), info: TaskInfo(endpoint: "e", title: "/", method: .get), state: .running(.waiting), openedAt: .zero)
        #expect(PhaseSpark.text(row, at: .milliseconds(100)) == "█      ")
        row.startedAt = .milliseconds(100)
        row.flight = Flight(
            Launch(attempt: 1, service: "", request: WireRequest(url: URI("http://a/")), startedAt: .milliseconds(100)))
        row.flight?.phases.enter(.connecting, at: .zero)
        row.flight?.phases.enter(.waiting, at: .milliseconds(100))
        #expect(PhaseSpark.text(row, at: .milliseconds(400)) == "▂ ▂  ▄ ")
        row.endedAt = .milliseconds(200)
        #expect(PhaseSpark.text(row, at: .seconds(9)) == "▄ ▄  ▁ ")
    }

    @Test func barsOfATaskWithoutTimeAreBlank() {
        let row = TaskRow(id: TaskID(1), info: TaskInfo(endpoint: "e", title: "/", method: .get), openedAt: .seconds(5))
        #expect(PhaseSpark.text(row, at: .seconds(5)) == "       ")
        var skipped = row
        (skipped.state, skipped.endedAt) = (.cancelled(.skipped), .seconds(6))
        #expect(PhaseSpark.text(skipped, at: .seconds(9)).isEmpty, "it was never sent")
    }
}
