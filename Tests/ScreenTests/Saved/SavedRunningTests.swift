// `:request` and `:run`: saved requests changed and run from the screen.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen
@testable import Workbench

@Suite struct SavedRunningTests {
    private static let chain = RunRow(1, .chain(0))
    private static let group = RunRow(1, .group)
    private static let reference = ExternalReference(.env, "SHOP_PASSWORD")

    private func driver(_ line: String = "") throws -> Driver {
        var driver = try SavedShop.driver()
        if !line.isEmpty { driver.keys(": '\(line)' enter") }
        return driver
    }

    private func titles(_ driver: inout Driver) -> [String] { driver.takeEffects().compactMap(\.plan).map(\.title) }

    // MARK: Changes

    @Test(arguments: [
        ("request copy items/again", SavedChange.copy("items/list", to: "items/again")),
        ("request move list", .move("items/list", to: "list")), ("request remove", .remove("items/list")),
    ])
    func theSelectedRequestIsChanged(_ line: String, _ change: SavedChange) throws {
        var driver = try driver()
        driver.select("list saved")
        driver.keys(": '\(line)' enter")
        #expect(driver.takeEffects() == [.workspace(.change(change))])
    }

    @Test(arguments: [
        ("request copy", "to which name"), ("request move login", "login already exists"),
        ("request fold", "There is no action"),
        ("run nothing", "There is no saved request"), ("request save checkout", "checkout already exists"),
    ])
    func whatIsTypedWrongIsSaid(_ line: String, _ said: String) throws {
        var driver = try driver()
        driver.select("list saved")
        driver.keys(": '\(line)' enter")
        #expect(driver.takeEffects().isEmpty)
        #expect(driver.text.contains(said), "\(driver.text)")
    }

    @Test func withoutAWorkspaceThereIsNothingToSaveInto() throws {
        var driver = try Driver()
        driver.keys(": 'request save x' enter")
        #expect(driver.text.contains("explorer init"))
    }

    @Test func aNewRequestIsShownAndWhatWasTypedElsewhereStays() throws {
        var driver = try driver()
        driver.select("listItems")
        driver.keys("2 enter C-u '7' esc 1")
        var work = try SavedShop.work()
        let request = WorkspaceRequest(name: "items/all", target: .endpoint("listItems"))
        work.saved.requests.append(request)
        driver.update(.workspace(.changed(work, .made(.put(request)), note: "")))
        #expect(
            driver.model.endpoints.selectedEndpoint.flatMap { driver.model.description?.savedRequest($0)?.name } == "items/all")
        #expect(driver.text.contains("items/all is saved"))
        driver.select("listItems")
        #expect(driver.model.form?.fields.first?.input.text == "7")
    }

    @Test func aRenamedRequestKeepsWhatWasTypedAndARemovedOneGoes() throws {
        var driver = try driver()
        driver.select("list saved")
        driver.keys("2 enter C-u '7' esc 1")
        var work = try SavedShop.work()
        work.saved.requests[1].name = "all"
        driver.update(.workspace(.changed(work, .made(.move("items/list", to: "all")), note: "")))
        #expect(driver.model.form?.endpoint.title == "all")
        #expect(driver.model.form?.fields.first?.input.text == "7")
        driver.update(.workspace(.changed(try SavedShop.work(), .takenBack(.move("items/list", to: "all")), note: "")))
        #expect(driver.model.form?.given?.name == "items/list" && driver.model.form?.fields.first?.input.text == "7")
        #expect(driver.text.contains("Undone: all is called items/list again"))
        driver.update(.workspace(.changed(work, .made(.move("items/list", to: "all")), note: "")))
        work.saved.requests.remove(at: 1)
        driver.update(.workspace(.changed(work, .made(.remove("all")), note: "trust it")))
        #expect(driver.model.description?.place(of: "all") == nil)
        #expect(driver.text.contains("all is removed: U undoes; trust it"))
    }

    @Test func aSavedFormBeginsAnew() throws {
        var driver = try driver()
        driver.select("list saved")
        driver.keys("2 enter C-u '7' esc : 'request save' enter")
        guard case .workspace(.change(.put(let request)))? = driver.takeEffects().last else {
            Issue.record("it is not saved")
            return
        }
        #expect(request.name == "items/list")
        #expect(request.assertions.count == 1, "what it expects stays")
        var work = try SavedShop.work()
        work.saved.requests[1] = request
        driver.update(.workspace(.changed(work, .made(.put(request)), note: "")))
        let form = try #require(driver.model.form)
        #expect(form.fields.first?.input.text == "7")
        #expect(form.draft.texts.isEmpty, "nothing differs from what is saved")
    }

    // MARK: Runs

    @Test func aChainGoesOnWithWhatItHasCaptured() throws {
        var driver = try driver("run checkout")
        #expect(driver.takeEffects().compactMap(\.lookup) == [[Self.reference]])
        driver.bring([Self.reference: Secret("pw")])
        let login = driver.queue()
        #expect(titles(&driver).isEmpty, "the second waits for the first")
        driver.answer(login, .json(#"{"token": "t-1"}"#))
        let judged = try #require(Self.judged(driver.takeEffects()))
        #expect(judged.request.name == "login")
        driver.update(.workspace(.judged(judged.task, ResponseVerdict(captured: ["token": .secret(Secret("t-1"))]))))
        let plan = try #require(driver.takeEffects().compactMap(\.plan).first)
        #expect(plan.title == "items/list")
        #expect(plan.headers.first("Authorization")?.value == .secret(Secret("Bearer t-1")))
    }

    @Test func whoJudgesKnowsWhatWasSent() throws {
        var driver = try driver("run login")
        driver.bring([Self.reference: Secret("pw")])
        driver.answer(driver.queue(), .json("{}"))
        #expect(Self.judged(driver.takeEffects())?.sent.map(\.method) == [.post])
    }

    /// The check needs the description: the order names the endpoint, and what is described.
    @Test(arguments: [("listA", true), ("listA", false), ("listNothing", true)])
    func anExpectedContractGoesToWhoJudges(_ endpoint: String, _ isExpected: Bool) throws {
        let api =
            #"{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"operationId": "listA", "responses": {"200": {"description": ""}}}}, "/b": {"get": {"operationId": "listNothing"}}}}"#
        var work = try SavedShop.work()
        var request = WorkspaceRequest(name: "mine", target: .endpoint(endpoint))
        if isExpected { request.assertions = [ResponseAssertion(.contract, .asDescribed)] }
        work.saved.requests.append(request)
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: work)
        driver.update(.source(.described(try Shop.read(Array(api.utf8)), Shop.pool)))
        driver.keys(": 'run mine' enter")
        driver.answer(driver.queue(), .json("{}"))
        let judged = try #require(Self.judged(driver.takeEffects()))
        let contract = judged.contract.flatMap { $0.book.contract(of: $0.endpoint) }
        #expect((contract != nil) == (isExpected && endpoint == "listA"))
    }

    @Test func aChainStopsAtWhatIsNotAsExpected() throws {
        var driver = try driver("run checkout")
        driver.bring([Self.reference: Secret("pw")])
        _ = driver.takeEffects()
        let task = try #require(driver.model.workspace?.sent.keys.first)
        driver.update(.workspace(.judged(task, ResponseVerdict(statusProblem: "the server answered 401"))))
        #expect(titles(&driver).isEmpty)
        #expect(driver.text.contains("login: the server answered 401; 1 more of checkout was not sent"))
        #expect(driver.model.workspace?.runs.isEmpty == true)
    }

    private static let checks = [
        ResponseCheck("status is 200", found: "200"),
        ResponseCheck("$.price is 13", found: "12.5", problem: "$.price is 12.5, not 13"),
    ]

    /// Walk a4.
    @Test func aFailedExpectationIsAFailedRow() throws {
        var driver = try driver("run items/add")
        let id = driver.queue()
        driver.answer(id, .json(#"{"price": 12.5}"#))
        let judged = try #require(Self.judged(driver.takeEffects()))
        #expect(driver.model.tasks.row(id)?.state == .succeeded)
        driver.update(.workspace(.judged(judged.task, ResponseVerdict(checks: Self.checks))))
        let row = try #require(driver.model.tasks.row(id))
        #expect(row.state == .failed)
        #expect(row.reason == "$.price is 12.5, not 13")
        #expect(driver.model.tasks.counts.failed == 1)
        #expect(driver.text.contains("✗ 1 of 2 checks failed · 200 OK"), "\(driver.text)")
        driver.keys("3")
        #expect(driver.model.result.tabs.contains(.checks))
        while driver.model.result.tab != .checks, driver.model.result.tab != driver.model.result.tabs.last { driver.keys(".") }
        #expect(driver.text.contains("✓ status is 200  found 200"), "\(driver.text)")
        #expect(driver.text.contains("✗ $.price is 13  found 12.5"), "\(driver.text)")
    }

    @Test func aStatusThatIsExpectedIsNoFailure() throws {
        var driver = try driver("run items/add")
        let id = driver.queue()
        driver.answer(id, .json("{}", status: 404))
        let judged = try #require(Self.judged(driver.takeEffects()))
        driver.update(.workspace(.judged(judged.task, ResponseVerdict(checks: [ResponseCheck("status is 404", found: "404")]))))
        #expect(driver.model.tasks.row(id)?.state == .succeeded)
        #expect(driver.model.tasks.counts.failed == 0)
    }

    @Test func whatWasCancelledIsNoAnswer() throws {
        var driver = try driver("run checkout")
        driver.bring([Self.reference: Secret("pw")])
        let login = driver.start(.receiving)
        driver.arrive(login, .json(#"{"token": "t-1"}"#))
        driver.cancel([login])
        #expect(Self.judged(driver.takeEffects()) == nil)
        #expect(driver.model.workspace?.runs.isEmpty == true)
        #expect(driver.text.contains("1 more of checkout was not sent"))
    }

    @Test func aRunStaysInItsEnvironment() throws {
        var driver = try driver("run checkout")
        driver.bring([Self.reference: Secret("pw")])
        _ = driver.takeEffects()
        let task = try #require(driver.model.workspace?.sent.keys.first)
        driver.update(.workspace(.judged(task, ResponseVerdict(captured: ["token": .plain("t")]))))
        #expect(driver.model.workspace?.captured.keys.first == Shop.pool.environment.rawValue)
        #expect(driver.model.workspace?.captured["sandbox"] == nil)
    }

    @Test func anEarlierLookupIsForNobody() throws {
        var driver = try driver("run checkout")
        let first = driver.model.workspace?.lookup ?? 0
        driver.keys(": 'run login' enter")
        _ = driver.takeEffects()
        driver.update(.workspace(.lookedUp([Self.reference: Secret("old")], number: first)))
        #expect(titles(&driver).isEmpty)
        driver.bring([Self.reference: Secret("new")])
        #expect(titles(&driver) == ["login"])
        #expect(driver.model.workspace?.brought.outside.isEmpty == true)
    }

    @Test func aGroupIsSentAtOnce() throws {
        var driver = try driver("run smoke")
        driver.bring([Self.reference: Secret("pw")])
        #expect(titles(&driver) == ["login", "items/add"])
    }

    // MARK: Rows of chains and groups

    private func judged(_ driver: inout Driver, _ name: String, _ verdict: ResponseVerdict) throws {
        let task = try #require(driver.model.workspace?.sent.first { $0.value.request.name == name }?.key)
        driver.update(.workspace(.judged(task, verdict)))
    }

    private func rows(_ driver: inout Driver) -> [RunOrder] {
        driver.takeEffects().compactMap { if case .engine(.run(let order)) = $0 { order } else { nil } }
    }

    /// The rows whose members are sent.
    private func sentRows(_ effects: [Effect]) -> [RunRow?] {
        effects.compactMap { if case .engine(.send(let order)) = $0 { order.row } else { nil } }
    }

    @Test func aChainIsARowWithItsRequestsAsMembers() throws {
        var driver = try driver("run checkout")
        driver.bring([Self.reference: Secret("pw")])
        let effects = driver.takeEffects()
        let orders = effects.compactMap { if case .engine(.run(let order)) = $0 { order } else { nil } }
        #expect(orders == [.open(Self.chain, .chain, "checkout", count: 2, in: nil)])
        #expect(sentRows(effects) == [Self.chain])
        #expect(effects.last?.isSend == true, "its row is there before it is sent")
        try judged(&driver, "login", ResponseVerdict(captured: ["token": .plain("t")]))
        #expect(sentRows(driver.takeEffects()) == [Self.chain])
        try judged(&driver, "items/list", ResponseVerdict())
        #expect(rows(&driver) == [.close(Self.chain, failure: nil)])
    }

    @Test func whatFollowsAFailureIsASkippedRow() throws {
        var driver = try driver("run checkout")
        driver.bring([Self.reference: Secret("pw")])
        _ = driver.takeEffects()
        try judged(&driver, "login", ResponseVerdict(statusProblem: "the server answered 401"))
        #expect(
            rows(&driver) == [
                .skip("items/list", .get, of: Self.chain), .close(Self.chain, failure: "step 1: login: the server answered 401"),
            ])
    }

    /// With the method that it would have been sent with, whether it names an endpoint or an address.
    @Test func aSkippedRowHasItsMethod() throws {
        var work = try SavedShop.work()
        work.saved.chains[0].members = ["login", "items/add", "tags"]
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: work)
        driver.update(.source(.described(try Shop.description(), Shop.pool)))
        driver.keys(": 'run checkout' enter")
        driver.bring([Self.reference: Secret("pw")])
        _ = driver.takeEffects()
        try judged(&driver, "login", ResponseVerdict(statusProblem: "the server answered 401"))
        #expect(rows(&driver).dropLast() == [.skip("items/add", .post, of: Self.chain), .skip("tags", .post, of: Self.chain)])
    }

    /// The step that could not be sent is skipped too.
    @Test func aStepThatCannotBeSentIsSkipped() throws {
        var driver = try driver("run checkout")
        driver.bring([Self.reference: Secret("pw")])
        _ = driver.takeEffects()
        try judged(&driver, "login", ResponseVerdict())
        let orders = rows(&driver)
        #expect(orders.first == .skip("items/list", .get, of: Self.chain), "there is no token")
        guard orders.count == 2, case .close(Self.chain, .some) = orders[1] else {
            Issue.record("\(orders)")
            return
        }
    }

    @Test func aGroupEndsWithItsLastMember() throws {
        var driver = try driver("run smoke")
        driver.bring([Self.reference: Secret("pw")])
        #expect(sentRows(driver.effects) == [Self.chain, Self.group])
        #expect(
            rows(&driver) == [
                .open(Self.group, .group, "smoke", count: 2, in: nil),
                .open(Self.chain, .chain, "checkout", count: 2, in: Self.group),
            ])
        try judged(&driver, "items/add", ResponseVerdict(statusProblem: "the server answered 500"))
        #expect(rows(&driver).isEmpty)
        try judged(&driver, "login", ResponseVerdict(statusProblem: "the server answered 401"))
        #expect(
            rows(&driver) == [
                .skip("items/list", .get, of: Self.chain), .close(Self.chain, failure: "step 1: login: the server answered 401"),
                .close(Self.group, failure: "2 of 2 failed"),
            ])
    }

    @Test func aRunThatIsNotAgreedToHasNoRow() throws {
        var driver = try SavedShop.driver()
        driver.keys(": 'set confirm unsafe' enter : 'run smoke' enter")
        driver.bring([Self.reference: Secret("pw")])
        driver.keys("n")
        #expect(rows(&driver).isEmpty)
        #expect(driver.model.workspace?.runs.isEmpty == true)
    }

    @Test func theLastAnswerEndsTheRun() throws {
        var driver = try driver("run items/add")
        let task = try #require(driver.model.workspace?.sent.keys.first)
        driver.update(.workspace(.judged(task, ResponseVerdict())))
        #expect(driver.model.workspace?.runs.isEmpty == true)
        #expect(driver.model.workspace?.sent.isEmpty == true)
    }

    /// The API's login is that of its saved requests: only one that says itself who asks, or that nobody does, goes without it.
    @Test func aSavedRequestAsksAsTheAPIDoes() throws {
        var work = try SavedShop.work()
        let targets: [(String, String, WorkspaceRequest.Auth)] = [
            ("me", "/me", .inherited), ("open", "/open", .none), ("away", "http://other.example/x", .inherited),
        ]
        for (name, url, auth) in targets {
            var request = WorkspaceRequest(name: name, target: .address(.get, try WorkspaceText(url)))
            request.auth = auth
            work.saved.requests.append(request)
        }
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: work)
        driver.update(.source(.described(try Shop.description(), Shop.pool)))
        for (name, _, auth) in targets {
            driver.keys(": 'run \(name)' enter")
            let sends = driver.takeEffects().filter(\.isSend)
            guard case .engine(.send(let order))? = sends.first else {
                Issue.record("\(name) is not sent")
                continue
            }
            #expect(order.pool.family == Shop.pool.family && order.plan.bypassesAuth == (auth == .none), "\(name)")
        }
    }

    private static func judged(_ effects: [Effect]) -> JudgedAnswer? {
        effects.compactMap { if case .workspace(.judge(let answer)) = $0 { answer } else { nil } }.first
    }

    // MARK: Questions

    /// A run that needs a yes, whose values came after these keys.
    private func asking(after keys: String) throws -> Driver {
        var driver = try driver()
        driver.keys(": 'set confirm unsafe' enter : 'run checkout' enter \(keys)")
        driver.bring([Self.reference: Secret("pw")])
        return driver
    }

    /// What an answer from outside brings up takes no key that was pressed for something else.
    @Test func aQuestionWaitsForWhoIsTyping() throws {
        var driver = try asking(after: ": 'histor'")
        driver.keys("y")
        #expect(titles(&driver).isEmpty && driver.text.contains("history"))
        driver.keys("esc")
        #expect(driver.text.contains("Run checkout? It sends:"))
        // It opened with a key that was meant for something else.
        driver.keys("y")
        #expect(titles(&driver).isEmpty && driver.text.contains("Run checkout? It sends:"))
        driver.wait(Model.questionPause)
        driver.keys("y")
        #expect(titles(&driver) == ["login"])
    }

    /// A second `y` does not answer the question that has just opened.
    @Test func theNextQuestionTakesNoYesAtOnce() throws {
        var driver = try SavedShop.driver()
        driver.keys(": 'set confirm unsafe' enter : 'run smoke' enter")
        driver.bring([Self.reference: Secret("pw")])
        // Its requests go to another server by now, so that the yes to the run is none to them.
        let description = try Shop.description()
        let pool = ServicePool([Service(name: "api.shop.example", baseURL: URI("https://other.example/v1"))])
        driver.update(.source(.reread(description, pool, description.changes(since: description))))
        driver.keys("y")
        #expect(titles(&driver).isEmpty && driver.text.contains("https://other.example/v1/login"))
        driver.keys("y")
        #expect(titles(&driver).isEmpty)
        driver.wait(Model.questionPause)
        driver.keys("y")
        #expect(titles(&driver) == ["login"] && driver.text.contains("https://other.example/v1/items"))
        driver.keys("y")
        #expect(titles(&driver).isEmpty)
    }

    @Test func aQuestionThatOpensByItselfTakesNoYesAtOnce() throws {
        var driver = try asking(after: "j")
        #expect(driver.text.contains("Run checkout? It sends:"))
        driver.keys("y")
        #expect(titles(&driver).isEmpty && driver.text.contains("Run checkout? It sends:"))
        driver.wait(.milliseconds(500))
        driver.keys("y")
        #expect(titles(&driver) == ["login"])
    }

    @Test func aQuestionWaitsForTheEndOfALine() throws {
        var driver = try asking(after: "/ 'ke'")
        driver.keys("y")
        #expect(titles(&driver).isEmpty && driver.model.endpoints.isFiltering)
        driver.keys("esc")
        #expect(driver.text.contains("Run checkout? It sends:"))
    }

    /// A run that a person has agreed to, up to its second step: `tags`, whose address is changed meanwhile.
    private func agreed(
        _ target: String, _ change: (inout WorkspaceWork) throws -> Void = { _ in }
    ) throws -> Driver {
        var work = try SavedShop.work()
        work.saved.chains[0].members = ["login", "tags"]
        work.saved.requests[3].target = .address(.post, try WorkspaceText(target))
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: work)
        driver.update(.source(.described(try Shop.description(), Shop.pool)))
        driver.keys(": 'set confirm unsafe' enter : 'run checkout' enter")
        driver.bring([Self.reference: Secret("pw")])
        driver.keys("y")
        let login = driver.queue()
        #expect(titles(&driver).isEmpty, "the second waits for the first")
        try change(&work)
        driver.update(.workspace(.changed(work, .made(.put(work.saved.requests[0])), note: "")))
        driver.answer(login, .json(#"{"token": "t-1"}"#))
        let judged = try #require(Self.judged(driver.takeEffects()))
        driver.update(.workspace(.judged(judged.task, ResponseVerdict(captured: ["token": .plain("t-1")]))))
        return driver
    }

    @Test(arguments: ["/tags/${tenant}/{id}", "/tags/${token}/{id}"])
    func aYesHoldsForEachStepThatWasShown(_ target: String) throws {
        var driver = try agreed(target)
        #expect(titles(&driver) == ["tags"])
    }

    /// What a variable or an answer makes of a step is asked about, where it is not what the question has shown.
    @Test func aYesHoldsForNothingElse() throws {
        var driver = try agreed("/tags/${tenant}/{id}") { work in
            var variables = work.variables(in: "")
            variables.add(["tenant": .init(WorkspaceText(literal: "other"), line: 2)])
            work = WorkspaceWork(saved: work.saved, variables: variables)
        }
        #expect(titles(&driver).isEmpty && driver.text.contains("Send this request?"))
        driver = try agreed("https://${token}.example/tags/{id}")
        #expect(titles(&driver).isEmpty && driver.text.contains("Send this request?"))
    }

    @Test func aStepThatOnlyMovedInItsFileIsSent() throws {
        var driver = try agreed("/tags/${tenant}/{id}") { work in
            for index in work.saved.requests.indices { work.saved.requests[index].line += 3 }
        }
        #expect(titles(&driver) == ["tags"])
    }

    /// The question has shown another request, and its answer would be held against what is expected of that one.
    @Test func aStepThatHasChangedIsNotSent() throws {
        var driver = try driver("run checkout")
        driver.bring([Self.reference: Secret("pw")])
        _ = driver.takeEffects()
        var work = try SavedShop.work()
        work.saved.requests[1].target = .address(.delete, try WorkspaceText("/orders"))
        driver.update(.workspace(.changed(work, .made(.put(work.saved.requests[1])), note: "")))
        if driver.model.workspace?.runs.isEmpty == false {
            try judged(&driver, "login", ResponseVerdict(captured: ["token": .plain("t")]))
        }
        #expect(titles(&driver).isEmpty)
    }
}
