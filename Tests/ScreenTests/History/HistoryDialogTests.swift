// The history in the screen: listed, searched while somebody types, shown like any answer, sent again, compared, deleted.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct HistoryDialogTests {
    private static func line(_ id: String, _ path: String, status: Int? = 200, ago: Int) -> PastRequest {
        PastRequest(
            id: id, started: .seconds(100_000 - ago), method: "GET", url: "https://api.shop.example\(path)", status: status,
            outcome: status == nil ? "connect" : "succeeded", hasSucceeded: status == 200, duration: .milliseconds(41),
            api: "shop",
            environment: "release")
    }

    private static let lines = [
        line("a1", "/items?page=2", ago: 60), line("b2", "/orders/7", status: 503, ago: 3_600),
        line("c3", "/slow", status: nil, ago: 90_000),
    ]

    private func listed(_ text: String, _ number: Int, _ lines: [PastRequest] = lines, isWhole: Bool = true) -> Event {
        .history(.listed(HistoryQuery(text: text, number: number), lines, isWhole: isWhole, now: .seconds(100_000)))
    }

    /// The dialog with its three entries.
    private func opened() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("H")
        #expect(driver.takeEffects() == [.history(.list(HistoryQuery(text: "", number: 1)))])
        #expect(driver.text.contains("Looking …"))
        driver.update(listed("", 1))
        _ = driver.takeEffects()
        return driver
    }

    private func past(_ driver: inout Driver, _ use: PastUse, plan: RequestPlan?, body: Bool = true) throws -> PastExchange {
        guard case .history(.open(_, let task, _))? = driver.takeEffects().last else {
            Issue.record("nothing is opened")
            return PastExchange(task: TaskID(0), age: .zero, duration: nil, service: "", heads: [], plan: nil, whyNoPlan: "")
        }
        let past = PastExchange(
            task: task, age: .seconds(3 * 3_600), duration: .milliseconds(41), service: "api-1",
            heads: ["GET /items HTTP/1.1\nAccept: text/html\n", "HTTP/1.1 200 OK\nX-Kept: yes\n"], plan: plan,
            whyNoPlan: "Its URL had a secret")
        var answer = Answer(
            task: task, head: ResponseHead(status: 200, reason: "OK"), url: URI("https://api.shop.example/items"), bytes: 12,
            kind: .text)
        answer.isPast = true
        driver.update(.history(.opened(past, use, answer)))
        return past
    }

    private let plan = RequestPlan(id: "listItems", title: "/items", path: "https://api.shop.example/items")

    @Test func itIsListedAndMovedIn() throws {
        var driver = try opened()
        #expect(driver.text.contains("History · 3") && driver.text.contains("GET https://api.shop.example/orders/7"))
        for text in ["1m00s", "1h00m", "1d01h", "503", "connect", "41ms"] {
            #expect(driver.text.contains(text), "\(text)\n\(driver.text)")
        }
        driver.keys("j enter")
        #expect(driver.takeEffects() == [.history(.open("b2", as: PastExchange.task(1), .show))])
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil)
        driver.keys("H")
        driver.update(listed("", 1, isWhole: false))
        #expect(driver.text.contains("History · 3 newest"))
    }

    @Test func whatIsTypedIsLookedForAndOldAnswersAreDropped() throws {
        var driver = try opened()
        driver.keys("/ 'or'")
        #expect(
            driver.takeEffects() == ["o", "or"].enumerated().map { .history(.list(HistoryQuery(text: $1, number: $0 + 2))) })
        driver.update(listed("o", 2, []))
        #expect(driver.text.contains("History · 3"), "an answer to an older question was taken")
        driver.update(listed("or", 3, [Self.lines[1]]))
        #expect(driver.text.contains("History · 1") && driver.text.contains("/ or"))
        driver.keys("enter j q")
        #expect(driver.model.dialogs.open == nil && driver.takeEffects().isEmpty)
        driver.keys("H / 'zz'")
        _ = driver.takeEffects()
        driver.update(listed("zz", 3, []))
        #expect(driver.text.contains("No entry matches “zz”."))
        driver.keys("esc")
        #expect(driver.takeEffects() == [.history(.list(HistoryQuery(text: "", number: 4)))])
    }

    /// The entries stay those of the last filter that could be read.
    @Test func aWrongFilterSaysWhatAndWhere() throws {
        var driver = try opened()
        driver.keys("/")
        #expect(driver.text.contains("status:5xx time:>1s"))
        driver.keys("'x ti'")
        _ = driver.takeEffects()
        driver.keys("'me:1'")
        let queries = driver.takeEffects()
        #expect(queries.count == 2)
        #expect(queries.first == .history(.list(HistoryQuery(text: "x tim", number: 6))))
        #expect(queries.last == .history(.list(HistoryQuery(text: "x time", number: 7))), "a wrong filter asks for nothing")
        #expect(driver.text.contains("/ x time:1▏  time: takes a comparison with a unit"), "\(driver.text)")
        #expect(driver.text.contains("(character 3)"))
        driver.keys("enter")
        #expect(driver.text.contains("time: takes"))
        driver.keys("/ C-u '(a'")
        #expect(driver.text.contains("This “(” is not closed (character 1)"))
        driver.keys("C-u 'a or '")
        #expect(driver.text.contains("A term is missing after “or” (at the end)"))
        driver.keys("C-u 'group:4'")
        #expect(driver.text.contains("the history has no numbers of tasks"))
        driver.keys("esc")
        #expect(driver.takeEffects().contains { if case .history(.list(let query)) = $0 { query.text.isEmpty } else { false } })
        #expect(driver.text.contains("Secrets are masked"))
    }

    @Test func anEntryIsShownLikeAnAnswerAndSaysWhatItIs() throws {
        var driver = try opened()
        driver.keys("enter")
        let past = try past(&driver, .show, plan: plan)
        #expect(driver.model.dialogs.open == nil && driver.model.result.task == past.task && driver.model.focus == .result)
        #expect(driver.text.contains("200 OK · from history, 3h00m ago"), "\(driver.text)")
        driver.keys(".")
        #expect(driver.text.contains("X-Kept: yes") && driver.text.contains("GET /items HTTP/1.1"))
        #expect(!driver.text.contains("Timing") && !driver.text.contains("Trace"))
        driver.keys("t")
        #expect(driver.text.contains("This response is from the history"))
        _ = driver.takeEffects()
        driver.keys("r")
        guard case .engine(.send(let order))? = driver.takeEffects().first else {
            return #expect(Bool(false), "nothing was sent")
        }
        let sent = order.sentPlan
        #expect(sent.path == plan.path && sent.method == .get)
    }

    @Test func theNextOneLetsTheLastOneGo() throws {
        var driver = try opened()
        driver.keys("enter")
        let first = try past(&driver, .show, plan: plan)
        driver.keys("H")
        driver.update(listed("", 1))
        driver.keys("enter")
        let second = try past(&driver, .show, plan: plan)
        #expect(driver.takeEffects().contains(.body(.forget([first.task]))))
        #expect(first.task != second.task && driver.model.result.answers[first.task] == nil)
    }

    @Test func sendingAgainSendsAndShowsTheNewAnswer() throws {
        var driver = try opened()
        driver.keys("r")
        _ = try past(&driver, .resend, plan: plan)
        let effects = driver.takeEffects()
        #expect(effects.contains { if case .engine(.send(let sent)) = $0 { sent.plan.path == plan.path } else { false } })
        #expect(driver.model.dialogs.open == nil && driver.model.result.past == nil)
    }

    @Test func comparingSendsAndWaitsForTheAnswer() throws {
        var driver = try opened()
        driver.keys("d")
        let past = try past(&driver, .compare, plan: plan)
        #expect(
            driver.takeEffects().contains { if case .engine(.send(let sent)) = $0 { sent.plan.path == plan.path } else { false } }
        )
        #expect(driver.model.result.awaitedDiff?.old == past.task && driver.model.result.task == past.task)
    }

    /// What may change something is not sent to look at a difference.
    @Test func comparingSendsNothingThatIsNotSafe() throws {
        var driver = try opened()
        driver.keys("d")
        var unsafe = plan
        unsafe.method = .post
        _ = try past(&driver, .compare, plan: unsafe)
        #expect(!driver.takeEffects().contains { if case .engine(.send) = $0 { true } else { false } })
        #expect(driver.text.contains("POST may change something"))
    }

    @Test(arguments: ["r", "d"]) func whatWasNotKeptWholeIsNotSent(_ key: String) throws {
        var driver = try opened()
        driver.keys(key)
        let past = try past(&driver, key == "r" ? .resend : .compare, plan: nil)
        #expect(driver.takeEffects() == [.body(.forget([past.task]))])
        #expect(driver.model.dialogs.open != nil && driver.text.contains("Its URL had a secret"))
    }

    @Test func deletingAsks() throws {
        var driver = try opened()
        driver.keys("j x")
        #expect(driver.takeEffects().isEmpty && driver.text.contains("Delete GET https://api.shop.example/orders/7"))
        driver.keys("n")
        #expect(driver.text.contains("History · 3"))
        driver.keys("x y")
        #expect(driver.takeEffects() == [.history(.delete("b2", HistoryQuery(text: "", number: 2), as: 1))])
        driver.update(listed("", 2, [Self.lines[0], Self.lines[2]]))
        driver.keys("enter")
        #expect(driver.takeEffects() == [.history(.open("c3", as: PastExchange.task(1), .show))], "the next one is selected")
        driver.keys("D y")
        #expect(driver.takeEffects() == [.history(.clear(HistoryQuery(text: "", number: 3), as: 2))])
    }

    /// In the dialog, and anywhere else later on.
    @Test func whatWasDeletedComesBack() throws {
        var driver = try opened()
        driver.keys("j x y")
        driver.update(.history(.deleted(1, count: 1)))
        driver.update(listed("", 2, [Self.lines[0], Self.lines[2]]))
        #expect(driver.text.contains("1 history entry is deleted: U undoes"))
        _ = driver.takeEffects()
        driver.keys("U")
        #expect(driver.takeEffects() == [.history(.restore(1, HistoryQuery(text: "", number: 3)))])
        #expect(driver.model.dialogs.open is HistoryBox && driver.text.contains("Undone: 1 history entry is back"))
        driver.update(listed("", 3))
        driver.keys("D y")
        driver.update(.history(.deleted(2, count: 3)))
        driver.keys("esc")
        _ = driver.takeEffects()
        driver.keys("U")
        #expect(driver.takeEffects() == [.history(.restore(2, nil))])
        #expect(driver.model.notices.shown?.text == "Undone: 3 history entries are back")
        driver.keys("U")
        #expect(driver.takeEffects() == [] && driver.model.notices.shown?.text == "There is nothing to undo")
    }

    @Test func whereNothingIsRecordedItSaysSo() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("H")
        driver.update(.history(.off("History is off")))
        #expect(driver.text.contains("History is off"))
        driver.keys("enter x D r d")
        #expect(driver.takeEffects() == [.history(.list(HistoryQuery(text: "", number: 1)))])
    }

    /// News that come when the dialog is closed open nothing.
    @Test func lateNewsAreDropped() throws {
        var driver = try opened()
        driver.keys("enter esc")
        let past = try past(&driver, .show, plan: plan)
        #expect(driver.model.result.task != past.task && driver.takeEffects() == [.body(.forget([past.task]))])
    }
}
