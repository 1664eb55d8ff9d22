// Forms of a workspace: what was saved, variables in the place of values, and the way back.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

/// The shop with a workspace around it.
enum SavedShop {
    static func work() throws -> WorkspaceWork {
        var login = WorkspaceRequest(name: "login", target: .address(.post, try WorkspaceText("/login")))
        login.body = .json(try WorkspaceText(#"{"tenant": "${tenant}", "password": "${env:SHOP_PASSWORD}"}"#))
        login.captures = [ResponseCapture("token", .json(try .init("$.token")))]
        var list = WorkspaceRequest(name: "items/list", target: .endpoint("listItems"))
        list.parameters = [.init("size", try WorkspaceText("${size}"))]
        list.headers = [.init("X-Trace", WorkspaceText(literal: "on"))]
        list.auth = .bearer(try WorkspaceText("${token}"))
        list.timeout = .seconds(2)
        list.assertions = [ResponseAssertion(.status, .statuses([200...200]), line: 9)]
        var add = WorkspaceRequest(name: "items/add", target: .endpoint("addItem"))
        add.body = .json(WorkspaceText(literal: #"{"name":"pen"}"#))
        var tags = WorkspaceRequest(name: "tags", target: .address(.post, try WorkspaceText("/tags/${tenant}/{id}")))
        tags.parameters = [
            .init("tag", WorkspaceText(literal: "a,b")), .init("tag", WorkspaceText(literal: "c")),
            .init("id", WorkspaceText(literal: "5")), .init("tenant", WorkspaceText(literal: "t")),
        ]
        tags.body = .form([.init("pw", try WorkspaceText("${env:SHOP_PASSWORD}")), .init("item", WorkspaceText(literal: "a&b"))])
        var saved = SavedWork()
        saved.requests = [login, list, add, tags]
        saved.chains = [WorkspaceSeries(name: "checkout", members: ["login", "items/list"])]
        saved.groups = [WorkspaceSeries(name: "smoke", members: ["checkout", "items/add"])]
        var variables = VariableScopes()
        variables.add([
            "size": .init(WorkspaceText(literal: "25"), line: 1), "tenant": .init(WorkspaceText(literal: #"a"b"#), line: 2),
        ])
        var sandbox = variables
        sandbox.add(["size": .init(WorkspaceText(literal: "many"), line: 3)])
        variables.add([
            "code": .init(WorkspaceText(literal: ""), line: 4, prompt: .init("One-time code", isSecret: true)),
            "who": .init(WorkspaceText(literal: "me"), line: 5, prompt: .init("Your name", hasDefault: true)),
        ])
        return WorkspaceWork(saved: saved, variables: variables, ofEnvironments: ["sandbox": sandbox])
    }

    static func driver(width: Int = 100, height: Int = 30) throws -> Driver {
        var driver = Driver(loading: "explorer.yaml", width: width, height: height, workspace: try work())
        driver.update(.source(.described(try Shop.description(), Shop.pool)))
        return driver
    }
}

extension Driver {
    /// What was asked for last is brought from outside.
    mutating func bring(_ values: [ExternalReference: Secret]) {
        update(.workspace(.lookedUp(values, number: model.workspace?.lookup ?? 0)))
    }
}

extension Effect {
    var lookup: Set<ExternalReference>? { if case .workspace(.lookUp(let references, _)) = self { references } else { nil } }
}

@Suite struct WorkspaceFormTests {
    private func plan(_ driver: inout Driver) throws -> RequestPlan {
        try #require(driver.takeEffects().compactMap(\.plan).first)
    }

    @Test func theFormBeginsWithWhatWasSaved() throws {
        var driver = try SavedShop.driver()
        driver.select("list saved")
        let form = try #require(driver.model.form)
        #expect(form.given?.name == "items/list")
        #expect(form.tabs == [.params, .headers, .auth, .policies, .docs])
        let texts = Dictionary(uniqueKeysWithValues: form.fields.filter { !$0.isEmpty }.map { ($0.name, $0.input.text) })
        #expect(texts == ["size": "${size}", "X-Trace": "on", "auth": "bearer", "token": "${token}", "timeout": "2s"])
        #expect(form.fields.allSatisfy { !$0.isSecret || $0.isEmpty }, "what stands for a secret is none")
        driver.keys("2 . .")
        #expect(driver.text.contains("${token}"))
    }

    @Test func variablesAreSentWithTheirValuesAndCheckedAsThem() throws {
        var driver = try SavedShop.driver()
        driver.select("list saved")
        driver.keys("2 . . j enter C-u 'tok-${size}' esc s")
        let plan = try plan(&driver)
        #expect(plan.id == "listItems", "what the workspace says of the endpoint counts for it")
        #expect(plan.title == "items/list")
        #expect(plan.parameters.map(\.value) == [.plain("25"), .plain("on")])
        #expect(plan.parameters.map(\.place) == [.query, .header])
        #expect(plan.headers.first("Authorization")?.value == .secret(Secret("Bearer tok-25")))
        #expect(plan.timeouts.total == .seconds(2))
        #expect(plan.bypassesAuth)
    }

    @Test func aNameThatNothingDefinesIsNamedBeforeAnythingIsSent() throws {
        var driver = try SavedShop.driver()
        driver.select("list saved")
        driver.keys("s")
        #expect(driver.takeEffects().isEmpty)
        #expect(driver.text.contains("nothing defines ${token}"))
        driver.keys("esc 1")
        driver.select("listItems")
        driver.keys("2 enter C-u '${sise}' esc s")
        #expect(driver.takeEffects().compactMap(\.plan).isEmpty)
        #expect(driver.text.contains("nothing defines ${sise}"))
    }

    @Test func whatStandsOutsideIsLookedUpAndIsASecret() throws {
        var driver = try SavedShop.driver()
        driver.select("login")
        driver.keys("s")
        let reference = ExternalReference(.env, "SHOP_PASSWORD")
        #expect(driver.takeEffects().compactMap(\.lookup) == [[reference]])
        driver.bring([reference: Secret(#"p"w"#)])
        let plan = try plan(&driver)
        #expect(plan.path == "/login")
        #expect(plan.method == .post)
        #expect(plan.isBodySecret)
        guard case .bytes(let bytes, let type) = plan.body else { throw Missing() }
        #expect(type == "application/json")
        // Within a string of JSON, whatever the value is.
        #expect(
            String(decoding: bytes, as: UTF8.self).filter { $0 != " " && $0 != "\n" } == #"{"tenant":"a\"b","password":"p\"w"}"#)
        driver.keys("s")
        #expect(driver.takeEffects().compactMap(\.lookup) == [[reference]], "the next time it may be another one")
    }

    @Test func whatCannotBeLookedUpIsSaidAndNothingIsSent() throws {
        var driver = try SavedShop.driver()
        driver.select("login")
        driver.keys("s")
        driver.update(.workspace(.notLookedUp("SHOP_PASSWORD is not set", number: driver.model.workspace?.lookup ?? 0)))
        #expect(driver.text.contains("SHOP_PASSWORD is not set"))
        #expect(driver.takeEffects().compactMap(\.plan).isEmpty)
    }

    @Test func whatAPersonHasToSayIsAskedForEachTime() throws {
        var driver = try SavedShop.driver()
        driver.select("status")
        driver.keys("2 enter C-u '${code}${who}' esc s")
        #expect(driver.takeEffects().isEmpty)
        #expect(driver.text.contains("code: One-time code"))
        driver.keys("'55' enter")
        #expect(driver.text.contains("who: Your name"))
        #expect(driver.text.contains("me"), "what is usual stands there")
        driver.keys("C-u '7' enter")
        #expect(try plan(&driver).parameters.map(\.value) == [.secret(Secret("557"))])
        driver.keys("s")
        #expect(driver.text.contains("code: One-time code"))
        #expect(!driver.text.contains("55"))
        driver.keys("'56' enter")
        #expect(driver.text.contains("7"), "what was said the last time")
        driver.keys("esc")
        #expect(driver.takeEffects().isEmpty)
        #expect(driver.text.contains("Nothing was sent"))
    }

    @Test func aSecretAnswerIsNotSeenWhileItIsTyped() throws {
        var driver = try SavedShop.driver()
        driver.select("status")
        driver.keys("2 enter C-u '${code}' esc s 's3cret'")
        #expect(driver.text.contains("••••••"))
        #expect(!driver.text.contains("s3cret"))
    }

    @Test func theCurlLineHasValuesAndASecretThatIsNotThereYet() throws {
        var driver = try SavedShop.driver()
        driver.select("list saved")
        driver.keys("2 . . j enter C-u '${env:T}' esc Y")
        let copied = driver.takeEffects().compactMap { effect in
            if case .outside(.copy(let clip)) = effect, case .text(let text) = clip.content { text } else { nil }
        }
        #expect(copied.first?.contains("size=25") == true)
        #expect(copied.first?.contains("${") == false)
        #expect(copied.first?.contains("Authorization: Bearer $TOKEN") == true, "\(copied)")
    }

    @Test func anotherSourceKnowsNoVariables() throws {
        var driver = try Driver()
        driver.select("listItems")
        driver.keys("2 j j enter C-u '${x}' esc s")
        #expect(driver.text.contains("${x}"))
        #expect(driver.model.form?.takesVariables == false)
    }

    struct Missing: Error {}

    @Test func aValueIsWrittenAsAFormNeedsIt() throws {
        var driver = try SavedShop.driver()
        driver.select("tags")
        driver.keys("s")
        let reference = ExternalReference(.env, "SHOP_PASSWORD")
        driver.bring([reference: Secret("p&w=1")])
        let plan = try plan(&driver)
        #expect(plan.parameters.filter { $0.place == .form }.map(\.value) == [.secret(Secret("p&w=1")), .plain("a&b")])
        #expect(
            plan.parameters.filter { $0.place == .path }.map(\.name) == ["id"], "what stands in ${tenant} is no place in the path"
        )
        #expect(plan.parameters.filter { $0.place == .query }.map(\.name).contains("tenant"))
        #expect(plan.maskedTexts.contains(Secret("p&w=1")), "an answer may say it again")
    }

    @Test func whatAStrangerHasWrittenRefersToNothing() throws {
        let description = try Shop.read(
            Array(
                #"""
                {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "http://a.example"}], "paths": {"/x": {"post": {
                 "operationId": "x", "parameters": [{"name": "q", "in": "query", "required": true, "example": "${command: id}"}],
                 "requestBody": {"required": true, "content": {"application/json": {"example": {"a": "${env:HOME}"}}}}}}}}
                """#.utf8))
        var driver = Driver(loading: "explorer.yaml", width: 100, height: 30, workspace: try SavedShop.work())
        driver.update(.source(.described(description, ServicePool(description))))
        driver.select("POST /x")
        #expect(driver.model.form?.referringTexts.isEmpty == true)
        driver.keys("s")
        let plan = try plan(&driver)
        #expect(plan.parameters.first?.value.revealed.contains("command") == true, "it is text")
        // Typed by a person it counts.
        driver.keys("2 enter 'x' esc")
        #expect(driver.model.form?.referringTexts.count == 1)
    }

    @Test func anotherWayToAskIsTheOnlyOneThatIsSent() throws {
        var driver = try SavedShop.driver()
        driver.select("list saved")
        driver.keys("2 . . enter C-u 'berer' esc s")
        #expect(driver.takeEffects().compactMap(\.plan).isEmpty)
        #expect(driver.text.contains("berer"))
        driver.keys("esc enter C-u 'none' esc s")
        let plan = try plan(&driver)
        #expect(plan.isForThirdParty)
        #expect(plan.headers.first("Authorization") == nil)
    }

    // MARK: The way back

    @Test func whatWasNotTouchedIsSavedAsItWas() throws {
        let work = try SavedShop.work()
        for request in work.saved.requests {
            var driver = try SavedShop.driver()
            let place = try #require(driver.model.description?.place(of: request.name))
            let made = driver.form(place)
            let form = try #require(made)
            #expect(try form.request(named: request.name) == request)
        }
    }

    @Test func theFormOfAnEndpointBecomesARequest() throws {
        var driver = try SavedShop.driver()
        driver.select("listItems")
        driver.keys("2 enter C-u '3' esc")
        driver.keys(": 'request save pages/third' enter")
        guard case .workspace(.change(.put(let request)))? = driver.takeEffects().last else { throw Missing() }
        #expect(request.name == "pages/third")
        #expect(request.target == .endpoint("listItems"))
        #expect(request.parameters.first == .init("page", WorkspaceText(literal: "3")))
        #expect(request.auth == .inherited)
    }

    @Test func aSecretIsNotSaved() throws {
        var driver = try SavedShop.driver()
        driver.select("listOrders")
        driver.keys("2 enter 'k-123456' esc")
        driver.keys(": 'request save orders' enter")
        #expect(driver.takeEffects().isEmpty)
        #expect(driver.text.contains("is a secret, and a workspace is shared"))
    }

    @Test func theKindOfAuthenticationDecidesWhatIsAsked() throws {
        var driver = try SavedShop.driver()
        driver.select("list saved")
        driver.keys("2 . .")
        #expect(driver.model.form?.rows.count == 2)
        driver.keys("g space")
        let kind = driver.model.form?.fields.first { $0.role == .option(.auth) }?.input.text
        #expect(kind == "basic")
        #expect(driver.model.form?.rows.count == 3)
    }
}
