// The result pane: which lines it asks for, tabs, scrolling, and answers that come and go.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ResultTests {
    private let lines = (1...1_000).map { "line \($0)." }

    @Test func onlyWhatTheScreenNeedsIsAskedFor() throws {
        var driver = try Driver()
        driver.bringsLines = false
        let id = driver.exchange(.text(lines))
        let height = driver.model.listHeight(of: .result)
        #expect(driver.effects == [.body(.window(id, .raw, 0..<2 * height))])
        driver.keys("3 j k tab S-tab")
        #expect(driver.effects.count == 1)
        driver.update(window(driver.takeEffects()[0], try #require(driver.bodies[id])))
        driver.keys("j k C-d C-u")
        #expect(driver.effects == [])
        driver.keys("pgdn pgdn")
        #expect(driver.effects.count == 1)
    }

    @Test func emptyBodyIsNotAskedFor() throws {
        var driver = try Driver()
        driver.keys("s")
        _ = driver.takeEffects()
        driver.update(
            .engine(
                .answered(
                    Answer(task: TaskID(1), head: ResponseHead(status: 204), url: nil, bytes: 0, kind: .empty))))
        #expect(driver.takeEffects() == [])
    }

    /// Walk a18.
    @Test func aResponseThatWasCutIsNotTitledAsOne() throws {
        var driver = try Driver()
        var reply = Reply.json("{}")
        reply.failure = TransferFailure(.cut, "transfer closed with 512 bytes remaining to read")
        driver.exchange(reply)
        let title = ResultTitle.parts(driver.model).map(\.text)
        #expect(title.prefix(2) == ["GET /items", "✗ cut · 200"], "\(title)")
        #expect(!driver.text.contains("200 OK"))
    }

    /// Walk a14.
    @Test(arguments: [("get", true), ("head", false)]) func aHeadHasNoPages(_ method: String, _ hasPages: Bool) throws {
        let json = """
            {"openapi": "3.0.3", "info": {"title": "t", "version": "1"},
             "paths": {"/items": {"\(method)": {"operationId": "items", "responses": {"200": {"description": "ok"}}}}}}
            """
        var driver = Driver(try Shop.read(Array(json.utf8)), Shop.pool, width: 100, height: 30)
        driver.select("items")
        let id = driver.exchange(.page([("next", "?page=2"), ("last", "?page=12"), ("first", "?page=1")]))
        #expect(driver.model.result.answers[id]?.links.isEmpty == !hasPages)
        #expect(ResultTitle.parts(driver.model).contains { $0.text.hasPrefix("page 1") } == hasPages)
    }

    @Test func whatIsToBeKnownOfABodyStandsAboveIt() throws {
        var driver = try Driver()
        let id = driver.exchange(.text(["{"]))
        driver.note("This is not valid JSON: line 1, column 2: expected a key", of: id)
        #expect(driver.text.contains("This is not valid JSON: line 1, column 2"), "\(driver.text)")
    }

    @Test func scrollingReachesEveryLineAndStopsAtTheEnds() throws {
        var driver = try Driver()
        driver.exchange(.text(lines))
        driver.keys("3")
        #expect(driver.text.contains("line 1."))
        driver.keys("G")
        #expect(driver.text.contains("line 1000."))
        driver.keys("j pgdn")
        #expect(driver.text.contains("line 1000."))
        driver.keys("k")
        #expect(!driver.text.contains("line 1000."))
        driver.keys("home k C-u")
        #expect(driver.text.contains("line 1."))
        for _ in 1...60 { driver.keys("C-d") }
        let height = driver.model.listHeight(of: .result)
        let top = 60 * (height / 2)
        #expect(driver.text.contains("line \(top + 1)."))
        #expect(driver.text.contains("line \(top + height)."))
    }

    @Test func eachTabKeepsItsPlace() throws {
        var driver = try Driver()
        driver.exchange(.text(lines))
        driver.keys("3 C-d C-d")
        let raw = driver.text
        driver.keys("l")
        #expect(driver.text.contains("Content-Type"))
        driver.keys("l l l h h h h")
        #expect(driver.text == raw)
    }

    @Test func tabsEndAtTheFirstAndTheLast() throws {
        var driver = try Driver()
        driver.exchange(.json(Scene.item))
        driver.keys("3 , ,")
        #expect(driver.model.result.tab == .tree)
        driver.keys(". l l h h h h h")
        #expect(driver.model.result.tab == .raw)
        driver.keys(". . . . . .")
        #expect(driver.model.result.tab == .trace)
    }

    /// Windows are cut at the same time by several workers: the one that was asked for last counts, whenever it comes.
    @Test func lateWindowDoesNotReplaceANewerOne() throws {
        var driver = try Driver()
        driver.bringsLines = false
        let id = driver.exchange(.text(lines))
        let body = try #require(driver.bodies[id])
        let first = try #require(driver.takeEffects().last)
        driver.update(window(first, body))
        driver.keys("3 G")
        let last = try #require(driver.takeEffects().last)
        driver.keys("g C-d C-d C-d C-d C-d C-d C-d C-d")
        let middle = try #require(driver.takeEffects().last)
        driver.update(window(middle, body))
        let text = driver.text
        driver.update(window(last, body))
        driver.update(window(first, body))
        #expect(driver.text == text)
        #expect(text.contains("line \(driver.model.result.top + 1)."))
    }

    private func window(_ effect: Effect, _ body: Reply.Body) -> Event {
        guard case .body(.window(let task, let mode, let range)) = effect else { return .user(.terminated) }
        return .body(.window(body.window(task, mode, range)))
    }

    @Test func windowOfAnotherTaskIsNotShown() throws {
        var driver = try Driver()
        driver.exchange(.text(lines))
        let text = driver.text
        driver.update(.body(.window(BodyWindow(task: TaskID(77), mode: .raw, total: 1, start: 0, lines: ["intruder"]))))
        driver.update(.body(.window(BodyWindow(task: TaskID(1), mode: .pretty, total: 1, start: 0, lines: ["intruder"]))))
        #expect(driver.text == text)
    }

    @Test func evictedBodyLeavesHeadersAndTiming() throws {
        var driver = try Driver()
        let id = driver.exchange(.text(lines))
        driver.update(.body(.evicted([id])))
        #expect(driver.model.result.answer == nil)
        #expect(!driver.text.contains("line 1."))
        driver.keys("3 l")
        #expect(driver.text.contains("Content-Type: text/plain"))
        driver.keys("r")
        #expect(driver.takeEffects().map(\.isSend) == [true])
    }

    @Test func wrappingShowsTheWholeLine() throws {
        var driver = try Driver(height: 27)
        let words = (1...40).map { "word\($0)" }.joined(separator: " ")
        driver.exchange(.text([words, "after"]))
        driver.keys("3")
        #expect(driver.text.contains("›") && !driver.text.contains("word40"))
        driver.keys("w")
        #expect(!driver.text.contains("›") && driver.text.contains("after"))
        let joined = driver.lines.compactMap { $0.split(separator: "│").last.map { $0.trimmingPrefix(while: { $0 == " " }) } }
            .joined()
        #expect(joined.replacing(" ", with: "").contains(words.replacing(" ", with: "")))
    }

    @Test func headersAreMaskedCutAndWrapped() throws {
        var driver = try Driver(height: 27)
        let long = String(repeating: "x", count: 200) + "zzz"
        driver.exchange(
            .json(
                "{}",
                headers: [HeaderField("X-Long", long), HeaderField("Set-Cookie", "sid=hunter2"), HeaderField("X-After", "yes")]))
        driver.keys("3 . .")
        #expect(!driver.text.contains("hunter2"))
        #expect(driver.text.contains("›") && !driver.text.contains("zzz"))
        driver.keys("w f")
        #expect(driver.text.contains("zzz") && driver.text.contains("X-After: yes"))
    }

    @Test func enterInTheTaskTableOpensThatTask() throws {
        var driver = try Driver()
        let first = driver.exchange(.text(["first"]))
        driver.exchange(.text(["second"]))
        driver.keys("4 j enter")
        #expect(driver.model.focus == .result)
        #expect(driver.model.result.task == first)
        #expect(driver.text.contains("│ first"))
    }

    @Test func runningTaskShowsItsPhaseAgeAndBytes() throws {
        var driver = try Driver()
        driver.keys("s")
        let id = driver.start(.connecting)
        driver.wait(.milliseconds(1_500))
        #expect(driver.text.contains("▶ connecting · 1.5s"))
        driver.progress(id, received: 87_000)
        #expect(driver.text.contains("▶ receiving · 1.5s") && driver.text.contains("87 kB so far"))
        #expect(driver.model.nextDeadline != nil)
        driver.answer(id, .text(["done"]))
        #expect(driver.model.nextDeadline == nil)
    }
}
