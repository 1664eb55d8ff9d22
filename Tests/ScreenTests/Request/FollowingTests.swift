// Links of answers: what the docs show of them, and the form that they fill.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct FollowingTests {
    /// On the docs of an endpoint, the row selected that has this text.
    private func docs(_ endpoint: String, _ row: String, _ driver: inout Driver) throws {
        driver.select(endpoint)
        driver.keys(driver.model.view.isFullscreen ? "2" : "2 f")
        while driver.model.form?.tab != .docs { driver.keys(".") }
        driver.keys("g")
        let rows = try #require(driver.model.form?.docs.rows)
        let index = try #require(rows.firstIndex { $0.line.spans.map(\.text).joined().contains(row) }, "\(row)")
        for _ in 0..<index { driver.keys("j") }
    }

    private func text(_ name: String, _ driver: Driver) -> String? {
        driver.model.form?.fields.first { $0.name == name }?.input.text
    }

    @discardableResult
    private func join(_ driver: inout Driver, status: Int = 201) -> TaskID {
        driver.select("join")
        return driver.exchange(
            .json(
                "{\n  \"id\": \"m 7\",\n  \"card\": {\n    \"name\": \"Ann\"\n  }\n}", status: status, reason: "Created",
                headers: [HeaderField("X-Desk", "north")]))
    }

    @Test func docsShowLinksHeadersExamplesCallbacksAndWhatIsRelated() throws {
        var driver = try Guild.driver(.large)
        try docs("listMembers", "headers  1", &driver)
        driver.keys("space")
        let about = driver.text
        for part in [
            "The handbook: https://guild.example/docs", "▸ example two  Two members", "▸ example none", "▾ headers  1",
            "▸ X-Left  header · integer  Calls that are left.", "same path  POST /members  Join",
            "below      GET /members/{id}  One member",
        ] {
            #expect(about.contains(part), "\(part)")
        }
        try docs("listMembers", "example two", &driver)
        driver.keys("space")
        #expect(driver.text.contains("\"id\": 1"))
        try docs("join", "Links", &driver)
        let text = driver.text
        for part in [
            "▸ member → GET /members/{id}  after 201", "▸ lost → none  no operation here",
            "welcome  POST {$request.body#/url}  Says hello",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func spaceUnfoldsALinkAndEnterFollowsIt() throws {
        var driver = try Guild.driver(.large)
        try docs("join", "member →", &driver)
        driver.keys("space")
        #expect(driver.text.contains("path id ← $response.body#/id") && driver.text.contains("Who joined."))
        #expect(driver.lines.last?.contains("enter follow") == true)
        driver.keys("enter")
        #expect(driver.model.form?.endpoint.id == "getMember")
        #expect(driver.model.form?.tab == .params)
        #expect(text("id", driver) == "")
        #expect(driver.model.notices.shown?.text == "member: there is no response 201 of POST /members to fill this form from")
    }

    @Test func aTypedValueThatALinkReplacesComesBack() throws {
        var driver = try Guild.driver(.large)
        driver.select("getMember")
        driver.keys("2 enter 'mine' esc")
        join(&driver)
        driver.keys(": 'follow member' enter")
        #expect(text("id", driver) == "m 7" && driver.model.form?.linkTask != nil)
        #expect(driver.model.notices.shown?.text.hasSuffix("; U undoes") == true)
        driver.keys("U")
        #expect(text("id", driver) == "mine" && driver.model.form?.linkTask == nil)
    }

    @Test func theFormIsFilledFromTheNewestAnswer() throws {
        var driver = try Guild.driver(.large)
        join(&driver)
        let task = join(&driver)
        try docs("join", "member →", &driver)
        driver.keys("enter")
        #expect(driver.model.form?.endpoint.id == "getMember")
        #expect(text("id", driver) == "m 7")
        #expect(text("X-From", driver) == "north")
        #expect(
            driver.model.notices.shown?.text
                == "member: filled from #\(task): id, X-From; not filled: limit (the operation has no such parameter)")
        #expect(driver.model.notices.shown?.kind == .warning)
        driver.keys("s")
        #expect(driver.effects.last?.plan?.parameters.map(\.description) == ["path id=m 7", "header X-From=north"])
    }

    @Test func anAnswerOfAnotherStatusFillsNothing() throws {
        var driver = try Guild.driver(.large)
        join(&driver, status: 400)
        try docs("join", "member →", &driver)
        driver.keys("enter")
        #expect(text("id", driver) == "")
    }

    @Test func thePaletteFollowsLinksByName() throws {
        var driver = try Guild.driver(.large)
        join(&driver)
        driver.keys(": 'follow '")
        #expect(driver.text.contains("member") && driver.text.contains("GET /members/{id}, after 201"))
        #expect(driver.text.contains("listMembers") && driver.text.contains("same path: GET /members"))
        #expect(!driver.text.contains(" lost "))
        driver.keys("'rename' enter")
        let form = try #require(driver.model.form)
        #expect(form.endpoint.id == "rename" && text("id", driver) == "m 7")
        #expect(form.body?.area.text == "{\n  \"name\": \"Ann\"\n}")
        // The link's server takes the place of the description's.
        driver.keys("s")
        guard case .engine(.send(let order))? = driver.effects.last(where: \.isSend) else {
            Issue.record("nothing was sent")
            return
        }
        #expect(order.plan.destination.baseURL?.revealed == "https://desk.example")
        #expect(driver.text.contains("https://desk.example/"), "and that is said")
        driver.keys(": 'follow getMember' enter")
        #expect(driver.model.form?.endpoint.id == "getMember")
        driver.keys(": 'follow nowhere' enter")
        #expect(driver.text.contains("There is no link “nowhere”"))
        driver.keys("esc")
    }

    @Test func anAnswerOfASavedRequestIsFollowedToo() throws {
        var work = SavedWork()
        work.requests = [WorkspaceRequest(name: "mine", target: .endpoint("join"))]
        let workspace = WorkspaceWork(saved: work, variables: VariableScopes(), ofEnvironments: [:])
        var driver = Driver(loading: "explorer.yaml", width: 120, height: 40, workspace: workspace)
        driver.update(.source(.described(try Guild.description(), Guild.pool)))
        driver.select("mine saved")
        driver.exchange(.json("{\n  \"id\": 1\n}", status: 201, headers: [HeaderField("X-Desk", "north")]))
        driver.keys(": 'follow member' enter")
        #expect(driver.model.form?.endpoint.id == "getMember")
        #expect(text("id", driver) == "1" && text("X-From", driver) == "north")
    }

    @Test func relatedRowsLeadOnAndReadingGoesOn() throws {
        var driver = try Guild.driver(.large)
        // Filter and folds give way to where one goes.
        driver.keys("/ 'listMembers' enter")
        try docs("listMembers", "below", &driver)
        driver.keys("enter")
        #expect(driver.model.form?.endpoint.id == "getMember" && driver.model.form?.tab == .docs)
        #expect(driver.model.endpoints.filter.text.isEmpty)
        driver.select("listHalls")
        #expect(PaletteVerb.follow.whyUnavailable(in: driver.model) == "The description links no operations to this one")
    }

    @Test func secretsAreNotCarriedIntoAForm() throws {
        var driver = Driver(
            try Guild.description { $0.replacing("$response.header.X-Desk", with: "$response.header.Set-Cookie") }, Guild.pool,
            width: 120,
            height: 40)
        driver.select("join")
        driver.exchange(.json("{\n  \"id\": 1\n}", status: 201, headers: [HeaderField("Set-Cookie", "sid=hunter2")]))
        driver.keys(": 'follow member' enter")
        #expect(text("X-From", driver) == "" && text("id", driver) == "1")
        #expect(driver.model.notices.shown?.text.contains("X-From (a secret is not copied)") == true)
        #expect(!driver.text.contains("hunter2"))
    }
}
