// Nothing unasked: what may change something goes out only when a person has typed it, or has said yes.

import Canvas
import Catalog
import Testing

@testable import NetLayer
@testable import Screen

/// An API whose every value is there before anybody types: examples, defaults, bodies made from schemas.
private enum Store {
    static let text = #"""
        {"openapi": "3.1.0", "info": {"title": "Store", "version": "1"}, "servers": [{"url": "https://store.example/v1"}],
         "paths": {
          "/items": {
           "get": {"operationId": "list"},
           "post": {"operationId": "add", "requestBody": {"required": true, "content": {"application/json": {"schema": {
             "type": "object", "required": ["name"], "properties": {"name": {"type": "string", "example": "lamp"}}}}}}},
           "delete": {"operationId": "removeAll"}},
          "/items/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "example": 42, "schema": {"type": "integer"}}],
           "get": {"operationId": "read"}, "delete": {"operationId": "remove"},
           "put": {"operationId": "count", "parameters": [
             {"name": "id", "in": "path", "required": true, "example": 42, "schema": {"type": "integer"}},
             {"name": "size", "in": "query", "required": true, "schema": {"type": "integer", "default": 20}}]}},
          "/shelves/{shelf}": {"parameters": [{"name": "shelf", "in": "path", "required": true, "schema": {"type": "string"}}],
           "delete": {"operationId": "removeShelf"}}}}
        """#

    static func driver(width: Int = 100, height: Int = 32) throws -> Driver {
        var driver = Driver(
            try Shop.read(Array(text.utf8)),
            ServicePool([Service(name: "store", baseURL: URI("https://store.example/v1"))]), width: width, height: height)
        driver.keys(": 'set confirm unsafe' enter")
        _ = driver.takeEffects()
        return driver
    }

    /// A POST was sent, with a yes, and is answered.
    static func afterPost() throws -> Driver {
        var driver = try driver()
        driver.select("post /items")
        driver.keys("s y")
        driver.answer(driver.start(), .json(#"{"id": 1}"#))
        driver.keys("1")
        _ = driver.takeEffects()
        return driver
    }
}

extension Driver {
    /// Requests that may change something and have gone out; they count as done.
    fileprivate mutating func takeUnsafe() -> [String] {
        takeEffects().flatMap { effect -> [String] in
            switch effect {
            case .engine(.send(let order)) where !order.plan.method.isSafe: ["\(order.plan.method) \(order.plan.path)"]
            case .engine(.sendGroup(let order)) where !order.plan.method.isSafe:
                order.members.map { _ in "\(order.plan.method) \(order.plan.path)" }
            case .engine(.allPages(let order)) where !order.plan.method.isSafe: ["\(order.plan.method) \(order.plan.path)"]
            case _: []
            }
        }
    }
}

@Suite struct ConfirmTests {
    // MARK: Forty ways

    @Test(
        "single keys and commands on a form that nobody has filled in",
        arguments: [
            "enter", "enter enter", "enter s", "enter C-r", "s", "C-r", "2 s", "2 C-r", "2 enter C-r", "2 enter esc s",
            "2 enter enter s", "2 . s", "2 , s", "2 space s", "2 E s", "3 s", "4 s", "f s", "2 f s", "3 C-r",
            ": 'send' enter", ": 'go' enter", ": 'repeat 3' enter", ": 'repeat 2 2' enter", ": 'watch 5s' enter",
            "enter : 'repeat 3' enter",
        ], ["delete /items/{", "post /items", "put /items/{", "delete /items removeAll"])
    func nothingUntypedGoesOut(_ keys: String, _ endpoint: String) throws {
        var driver = try Store.driver()
        driver.select(endpoint)
        let method = try #require(driver.model.form?.endpoint.method)
        #expect(!method.isSafe)
        driver.keys(keys)
        #expect(driver.takeUnsafe() == [])
        if driver.model.dialogs.open == nil { return }
        driver.keys("enter")
        #expect(driver.takeUnsafe() == [], "the usual answer is no")
        #expect(driver.model.sending.heldSends.isEmpty)
    }

    @Test(
        "single keys and commands after a POST",
        arguments: [
            "4 r", "3 r", "4 enter r", "4 t r", "4 space r", "4 G r", "s", "2 s", "2 C-r", ": 'resend' enter",
            "3 : 'resend' enter", ": 'repeat 2' enter", "3 : 'diff store' enter", "3 ]", "3 }", "3 a", "3 [", "3 {",
        ])
    func nothingGoesOutTwice(_ keys: String) throws {
        var driver = try Store.afterPost()
        driver.keys(keys)
        #expect(driver.takeUnsafe() == [])
        driver.keys("enter")
        #expect(driver.takeUnsafe() == [])
    }

    @Test("what a workspace has saved", arguments: ["run login", "run checkout", "run smoke", "run items/add"])
    func runsAsk(_ line: String) throws {
        var driver = try SavedShop.driver()
        driver.keys(": 'set confirm unsafe' enter : '\(line)' enter")
        driver.bring([ExternalReference(.env, "SHOP_PASSWORD"): Secret("pw")])
        #expect(driver.takeUnsafe() == [])
        #expect(driver.text.contains("POST https://api.shop.example/v1/"), "\(driver.text)")
        driver.keys("enter")
        #expect(driver.takeUnsafe() == [] && driver.model.workspace?.runs.isEmpty == true)
    }

    @Test func aRunIsAskedAboutOnceForAllOfIt() throws {
        var driver = try SavedShop.driver()
        driver.keys(": 'set confirm unsafe' enter : 'run smoke' enter")
        driver.bring([ExternalReference(.env, "SHOP_PASSWORD"): Secret("pw")])
        #expect(driver.text.contains("/login") && driver.text.contains("/items"))
        driver.keys("y")
        #expect(driver.takeUnsafe().count == 2)
    }

    @Test func aSavedRequestIsSentFromItsFormAfterAQuestion() throws {
        var driver = try SavedShop.driver()
        driver.keys(": 'set confirm unsafe' enter")
        driver.select("add saved")
        driver.keys("enter s")
        #expect(driver.takeUnsafe() == [] && driver.text.contains("You typed nothing in its form."))
        driver.keys("y")
        #expect(driver.takeUnsafe() == ["POST /items"])
    }

    @Test func aLinkFillsAFormAndThatIsNotTyping() throws {
        var driver = try Guild.driver(.large)
        driver.select("join")
        driver.exchange(
            .json(#"{"id": "m 7", "card": {"name": "Ann"}}"#, status: 201, headers: [HeaderField("X-Desk", "north")]))
        driver.keys(": 'set confirm unsafe' enter 1 : 'follow rename' enter")
        #expect(driver.model.form?.endpoint.id == "rename")
        driver.keys("s")
        #expect(driver.takeUnsafe() == [] && driver.text.contains("id (from a link)"), "\(driver.text)")
    }

    @Test func anUnsafeEntryOfTheHistoryAsks() throws {
        var driver = try Store.driver()
        driver.keys("H")
        let plan = RequestPlan(id: "remove", title: "/items/7", method: .delete, path: "https://store.example/v1/items/7")
        let past = PastExchange(
            task: TaskID(9), age: .zero, duration: nil, service: "", heads: [], plan: plan, whyNoPlan: "")
        let answer = Answer(task: past.task, head: ResponseHead(status: 204), url: nil, bytes: 0, kind: .empty)
        driver.update(.history(.opened(past, .resend, answer)))
        #expect(driver.takeUnsafe() == [])
        #expect(driver.text.contains("DELETE https://store.example/v1/items/7"))
        driver.keys("y")
        #expect(driver.takeUnsafe() == ["DELETE https://store.example/v1/items/7"])
    }

    @Test func twoClicksOpenTheForm() throws {
        var driver = try Store.driver()
        driver.select("delete /items/{")
        let list = driver.model.listArea(of: .endpoints)
        let point = Point(x: list.x + 4, y: list.y + driver.model.endpoints.list.selected - driver.model.endpoints.list.top)
        for _ in 0..<2 {
            driver.update(.user(.mouse(MouseEvent(.pressed(.left), at: point))))
            driver.update(.user(.mouse(MouseEvent(.released(.left), at: point))))
        }
        #expect(driver.takeUnsafe() == [] && driver.model.focus == .request)
    }

    // MARK: What goes out

    @Test func whatWasTypedAndSentFromItsFormGoesOutUnasked() throws {
        var driver = try Store.driver()
        driver.select("delete /items/{")
        driver.keys("enter enter C-u '7' esc s")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"] && driver.model.dialogs.open == nil)
        driver.keys("s")
        #expect(driver.takeUnsafe() == [] && driver.text.contains("The same request was sent before."))
        driver.keys("n enter C-u '8' esc s")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"])
    }

    @Test func oneTypedValueDoesNotMakeTheOthersTyped() throws {
        var driver = try Store.driver()
        driver.select("put /items/{")
        driver.keys("enter enter C-u '7' esc s")
        #expect(driver.takeUnsafe() == [] && driver.text.contains("You have not typed size (default)."))
    }

    @Test func theQuestionNamesMethodAddressAndHowOften() throws {
        var driver = try Store.driver()
        driver.select("delete /items/{")
        driver.keys("s")
        #expect(driver.text.contains("DELETE https://store.example/v1/items/42"))
        driver.keys("n")
        #expect(driver.model.notices.shown?.text == "DELETE https://store.example/v1/items/42 was not sent")
        driver.keys(": 'repeat 12' enter")
        #expect(driver.text.contains("Send this request 12 times?"))
        driver.keys("y")
        #expect(driver.takeUnsafe().count == 12)
    }

    @Test func alwaysAsksAndNeverDoesNot() throws {
        var driver = try Store.driver()
        driver.keys(": 'set confirm always' enter")
        driver.select("delete /items/{")
        driver.keys("enter enter C-u '7' esc s")
        #expect(driver.takeUnsafe() == [])
        driver.keys("y")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"])
        driver.keys(": 'set confirm never' enter s")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"])
    }

    @Test func anEnvironmentHasARuleOfItsOwn() throws {
        var description = try Shop.read(Array(Store.text.utf8))
        let pool = ServicePool([Service(name: "store", baseURL: URI("https://store.example/v1"))])
        description.confirmations = [pool.environment: .never]
        var driver = Driver(description, pool, width: 100, height: 32)
        driver.keys(": 'set confirm unsafe' enter")
        driver.select("delete /items/{")
        driver.keys("s")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"])
    }

    /// Wherever the user is: what counts is which environment's services get the request.
    @Test func theRuleIsThatOfTheEnvironmentThatIsAsked() throws {
        var description = try Shop.read(Array(Store.text.utf8))
        let (prod, dev, stage) = (Environment(rawValue: "prod"), Environment(rawValue: "dev"), Environment(rawValue: "stage"))
        let service = Service(
            name: "shop",
            deployments: [
                Deployment(prod, baseURL: URI("https://one.test/prod")), Deployment(dev, baseURL: URI("http://localhost:8080")),
                Deployment(stage, baseURL: URI("https://one.test/")),
            ])
        var pool = ServicePool([service])
        pool.selectEnvironment(dev)
        description.confirmations = [prod: .always, dev: .never]
        var driver = Driver(description, pool, width: 100, height: 32)
        driver.keys(": 'set confirm unsafe' enter")
        for (path, rule) in [
            ("/items/42", ConfirmRule.never), ("http://localhost:8080/items/42", .never),
            ("https://one.test/prod/items", .always),
            ("https://one.test/prod", .always), ("https://one.test/production/items", .unsafe),
            ("https://one.test/items", .unsafe),
            ("https://one.test:444/prod/items", .unsafe), ("http://localhost:8081/items/42", .unsafe),
            ("https://other.test/", .unsafe),
        ] {
            let plan = RequestPlan(id: "x", method: .delete, path: path)
            #expect(driver.model.confirmRule(of: plan) == rule, "\(path)")
        }
    }

    /// Environments may share a server. A path of the description goes to the one in use, wherever it may lead there.
    @Test func ofSeveralEnvironmentsAtOneAddressTheStrictestCounts() throws {
        var description = try Shop.read(Array(Store.text.utf8))
        let names = ["prod", "deep", "first", "second", "away"].map { Environment(rawValue: $0) }
        let service = Service(
            name: "shop",
            deployments: zip(
                names,
                ["https://one.test/", "https://one.test/v1", "https://two.test/", "https://two.test/", "https://three.test/"]
            ).map { Deployment($0, baseURL: URI($1)) })
        var pool = ServicePool([service])
        func rule(_ path: String, _ rules: [Environment: ConfirmRule], in environment: Environment) -> ConfirmRule {
            pool.selectEnvironment(environment)
            description.confirmations = rules
            var driver = Driver(description, pool, width: 100, height: 32)
            driver.keys(": 'set confirm unsafe' enter")
            return driver.model.confirmRule(of: RequestPlan(id: "x", method: .delete, path: path))
        }
        let deep = [names[0]: ConfirmRule.always, names[1]: .never]
        #expect(rule("/v1/items", deep, in: names[0]) == .always)
        #expect(rule("https://one.test/v1/items", deep, in: names[0]) == .never)
        #expect(rule("https://two.test/x", [names[2]: .never, names[3]: .unsafe], in: names[4]) == .unsafe)
        #expect(rule("https://two.test/x", [names[2]: .never], in: names[4]) == .unsafe, "the setting's, where nothing is said")
        #expect(rule("https://two.test/x", [names[2]: .never, names[3]: .always], in: names[4]) == .always)
        #expect(rule("https://two.test/x", [names[2]: .never, names[3]: .never], in: names[4]) == .never)
    }

    /// What is on the disk changes by itself: that another reading came between makes no form a new one.
    @Test func whatWasSentIsAskedAboutAfterAnotherReading() throws {
        var driver = try Store.driver()
        driver.select("delete /items/{")
        driver.keys("enter enter C-u '7' esc s")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"])
        let later = try Shop.read(Array(Store.text.replacing(#""operationId": "list""#, with: #""operationId": "all""#).utf8))
        let pool = ServicePool([Service(name: "store", baseURL: URI("https://store.example/v1"))])
        driver.update(.source(.reread(later, pool, later.changes(since: try #require(driver.model.description)))))
        driver.keys("s")
        #expect(driver.takeUnsafe() == [] && driver.text.contains("The same request was sent before."))
        driver.keys("n 2 enter C-u '8' esc s")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"], "another value was typed")
    }

    @Test func whatWasTypedAnotherTimeIsAskedAbout() throws {
        let pool = ServicePool([Service(name: "store", baseURL: URI("https://store.example/v1"))])
        var session = Session()
        (session.endpoint, session.pane) = ("remove", .request)
        session.forms = ["remove": Session.Form(tab: .params, texts: [.init(place: .parameter("id", .path), text: "42")])]
        var driver = Driver(
            try Shop.read(Array(Store.text.replacing("\"example\": 42, ", with: "").utf8)), pool, width: 100, height: 32,
            memory: SessionMemory(session))
        #expect(driver.model.form?.fields.first?.input.text == "42")
        driver.keys(": 'set confirm unsafe' enter 2 s")
        #expect(driver.takeUnsafe() == [] && driver.text.contains("It was typed before the program was opened."))
        driver.keys("n enter C-u '43' esc s")
        #expect(driver.takeUnsafe() == ["DELETE /items/{id}"])
    }

    @Test func whatIsSafeGoesOutAsBefore() throws {
        var driver = try Store.driver()
        driver.select("get /items/{")
        driver.keys("enter s 4 r")
        #expect(driver.takeEffects().filter(\.isSend).count >= 2 && driver.model.dialogs.open == nil)
    }

    // MARK: What is seen

    @Test func examplesAndDefaultsSayWhatTheyAre() throws {
        var driver = try Store.driver()
        driver.select("put /items/{")
        driver.keys("2")
        #expect(driver.text.contains("42 (example)") && driver.text.contains("20 (default)"))
        #expect(driver.text.contains("Params 0/2"))
        driver.keys("enter C-u '7' esc")
        #expect(driver.text.contains("Params 1/2") && !driver.text.contains("(example)"))
        driver.select("post /items")
        driver.keys("2")
        #expect(driver.text.contains("Body (example)"))
    }

    @Test func enterOpensTheFormAtWhatIsMissing() throws {
        var driver = try Store.driver()
        driver.select("removeShelf")
        driver.keys("enter")
        #expect(driver.model.focus == .request && driver.takeUnsafe() == [])
        #expect(driver.model.notices.shown?.text == "DELETE may change something: s sends it")
        driver.keys("enter 'a' esc s")
        #expect(driver.takeUnsafe() == ["DELETE /shelves/{shelf}"])
    }
}
