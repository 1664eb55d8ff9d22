// The description is read again: what survives, what is said, what becomes of a reading that fails.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen
@testable import Workbench

@Suite struct RereadingTests {
    private func text(_ name: String, _ driver: Driver) -> String? {
        driver.model.form?.fields.first { $0.name == name }?.input.text
    }

    @Test func whatWasTypedStaysWithItsEndpoint() throws {
        var driver = try Guild.driver()
        driver.select("rename")
        driver.keys("2 enter 'ann' esc j enter 'note=1' esc 2 .")
        driver.keys("enter 'X-Own: 2' esc")
        driver.select("listMembers")
        driver.keys("2 enter '50' esc")
        Guild.reread(&driver, try Guild.later())
        #expect(driver.model.form?.endpoint.id == "listMembers" && driver.model.endpoints.selectedEndpoint == 1)
        #expect(text("limit", driver) == "50")
        driver.select("rename")
        #expect(text("id", driver) == "ann")
        let plan = try #require(driver.model.form?.requestDraft().plan)
        #expect(plan.parameters.map(\.description) == ["path id=ann", "query note=1"])
        #expect(plan.headers.fields.map(\.description) == ["X-Own: 2"])
        #expect(driver.model.form?.operation.summary == "Give another name")
    }

    @Test func whoIsTypingGoesOn() throws {
        var driver = try Guild.driver()
        driver.select("getMember")
        driver.keys("2 enter 'an'")
        Guild.reread(&driver, try Guild.description { $0.replacing("\"One member\"", with: "\"A member\"") })
        driver.keys("'n'")
        #expect(driver.model.isEditing && text("id", driver) == "ann")
        // In a body, at the cursor.
        driver.keys("esc")
        driver.select("join")
        driver.keys("2 enter A-< down end left left 'X'")
        let before = try #require(driver.model.form?.body?.area)
        Guild.reread(&driver, try Guild.later())
        #expect(driver.model.form?.body?.area.cursor == before.cursor)
        driver.keys("'Y'")
        #expect(driver.model.form?.body?.area.text.contains("XY") == true)
    }

    @Test func aBodyOfAMediaTypeThatIsGoneIsKept() throws {
        var driver = try Guild.driver()
        driver.select("rename")
        driver.keys("2 . . enter down enter 'plain words' esc")
        #expect(driver.model.form?.body?.contentType == "text/plain")
        #expect(driver.model.form?.body?.area.text == "plain words")
        Guild.reread(
            &driver,
            try Guild.description { $0.replacing("\"application/json\": {}, \"text/plain\": {}", with: "\"text/csv\": {}") })
        #expect(driver.model.form?.body?.contentType == "text/csv")
        #expect(driver.model.form?.body?.area.text == "plain words")
    }

    /// Also through a reading in which the operation was missing: files are saved in the middle of work.
    @Test func whatHasNoPlaceForAWhileComesBack() throws {
        var driver = try Guild.driver()
        driver.select("getMember")
        driver.keys("2 enter 'ann' esc")
        driver.select("listMembers")
        driver.keys("2 enter '7' esc")
        Guild.reread(
            &driver,
            try Guild.description {
                $0.replacing("\"name\": \"limit\"", with: "\"name\": \"most\"").replacing(
                    "\"/members/{id}\"", with: "\"/others/{id}\""
                ).replacing("\"operationId\": \"getMember\"", with: "\"operationId\": \"other\"")
            })
        #expect(text("most", driver) == "")
        Guild.reread(&driver, try Guild.description())
        #expect(text("limit", driver) == "7")
        driver.select("getMember")
        #expect(text("id", driver) == "ann")
    }

    @Test func filterFoldsRulesCredentialsTasksAndServiceStay() throws {
        var driver = try Library.driver(.medium)
        driver.select("addBook")
        driver.keys("2")
        while driver.model.form?.tab != .auth { driver.keys(".") }
        driver.keys("enter 'hunter2' esc : 'dupes join' enter")
        driver.keys("1 s")
        let before = driver.model
        let description = try #require(driver.model.description)
        driver.keys("/ C-u 'book'")
        let pool = ServicePool(driver.model.api.pool.services)
        driver.update(.source(.reread(description, pool, description.changes(since: description))))
        #expect(driver.model.endpoints.filter.text == "book" && driver.model.endpoints.isFiltering)
        #expect(
            driver.model.sending.credentials == before.sending.credentials
                && driver.model.sending.rules.duplicates == before.sending.rules.duplicates)
        #expect(!driver.model.sending.rules.duplicates.isEmpty)
        #expect(driver.model.tasks.count == before.tasks.count && driver.model.result.task == before.result.task)
        #expect(driver.model.notices.shown?.text == "Reloaded: nothing has changed")
    }

    @Test func rulesMoveAlongWithTheirEndpoints() throws {
        var driver = try Guild.driver()
        driver.select("rename")
        driver.keys(": 'dupes join' enter")
        let old = try #require(driver.model.endpoints.selectedEndpoint)
        Guild.reread(&driver, try Guild.later())
        let new = try #require(driver.model.endpoints.selectedEndpoint)
        #expect(new == old + 1 && driver.model.sending.rules.duplicates == [new: .join])
    }

    @Test func foldedGroupsStayFolded() throws {
        var driver = try Guild.driver()
        driver.keys("g j z")
        #expect(driver.text.contains("▸ members (4)"))
        Guild.reread(&driver, try Guild.later())
        #expect(driver.text.contains("▸ members (5)"))
        #expect(driver.model.endpoints.selectedEndpoint == nil)
    }

    @Test func whatIsAnotherIsCountedAndListed() throws {
        var driver = try Guild.driver()
        Guild.reread(&driver, try Guild.later())
        #expect(driver.model.notices.shown?.text == "Reloaded: 2 added, 1 removed, 2 changed, see :messages")
        driver.keys(": 'messages' enter")
        for part in [
            "+ GET /news  news", "+ HEAD /members/{id}  look", "− GET /members/{id}  getMember", "~ PUT /members/{id}  rename",
            "~ GET /halls  halls",
        ] {
            #expect(driver.text.contains(part), "\(part)")
        }
    }

    @Test func manyAreNotAllNamed() throws {
        func paths(_ count: Int) throws -> APIDescription {
            let paths = (0..<count).map { "\"/p\($0)\": {\"get\": {}}" }.joined(separator: ",")
            return try Shop.read(
                Array(#"{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {\#(paths)}}"#.utf8))
        }
        var driver = Driver(try paths(1), Guild.pool, width: 120, height: 60)
        Guild.reread(&driver, try paths(101))
        driver.keys(": 'messages' enter")
        #expect(driver.text.contains("100 added") && driver.text.contains("+ GET /p20") && !driver.text.contains("+ GET /p21"))
        #expect(driver.text.contains("+ and 80 more added"))
    }

    @Test func aReadingThatFailsLeavesTheOldOne() throws {
        var driver = try Guild.driver()
        driver.select("getMember")
        driver.keys("2 enter 'ann' esc")
        driver.update(
            .source(
                .failedToReread(Failure(title: "line 12: the YAML is broken", detail: "guild.yaml", hint: "correct it there"))))
        #expect(driver.model.notices.shown?.text == "Reload failed: line 12: the YAML is broken")
        #expect(
            driver.model.notices.log.all.last?.text
                == "Reload failed: line 12: the YAML is broken (guild.yaml; correct it there). The old description stays in use.")
        #expect(driver.model.notices.shown?.kind == .error && text("id", driver) == "ann")
    }

    @Test func aReadingAfterAFirstThatFailedIsTheFirst() throws {
        var driver = Driver(loading: "guild.json", width: 120, height: 40)
        driver.update(.source(.failedToDescribe(Failure(title: "No", detail: "", hint: ""))))
        driver.update(.source(.described(try Guild.description(), Guild.pool)))
        #expect(driver.text.contains("/members"))
    }

    @Test func otherServersTakeThePlaceOfTheOld() throws {
        var driver = try Guild.driver()
        let moved = try Guild.description { $0.replacing("https://guild.example\"}]", with: "https://new.example\"}]") }
        let description = try #require(driver.model.description)
        driver.update(.source(.reread(moved, ServicePool(moved.servers), moved.changes(since: description))))
        #expect(driver.model.api.pool.services.first?.deployments.first?.baseURL.revealed == "https://new.example")
    }

    @Test func theServiceThatWasChosenStaysChosen() throws {
        let services = ["a", "b"].map { Service(name: $0, baseURL: URI("https://\($0).example")) }
        var pool = ServicePool(services)
        try pool.switchTo(1)
        let description = try Guild.description()
        var driver = Driver(description, pool, width: 120, height: 40)
        driver.update(.source(.reread(description, ServicePool(services), description.changes(since: description))))
        #expect(driver.model.api.pool.active == 1)
        let more = ServicePool([Service(name: "c", baseURL: URI("https://c.example"))] + services)
        driver.update(.source(.reread(description, more, description.changes(since: description))))
        #expect(driver.model.api.pool.active == 2)
    }

    @Test func referencesToTheNetworkAreAllowedAndReadAtOnce() throws {
        var driver = try Driver()
        driver.keys(": 'set remote-refs on' enter")
        #expect(driver.takeEffects().contains(.description(.network(true))))
        #expect(driver.model.notices.shown?.text == "remote-refs is on")
        driver.keys(": 'set remote-refs off' enter")
        #expect(driver.takeEffects().contains(.description(.network(false))))
    }

    @Test func reloadingAndWatchingAreAskedFor() throws {
        var driver = try Guild.driver()
        driver.keys(": 'reload' enter")
        #expect(driver.takeEffects().contains(.description(.reload)))
        driver.keys(": 'set watch off' enter")
        #expect(driver.takeEffects().contains(.description(.watch(false))))
        #expect(driver.model.notices.shown?.text == "watch is off")
        driver.keys(": 'set watch on' enter")
        #expect(driver.takeEffects().contains(.description(.watch(true))))
        driver.keys(": 'set wrap on' enter")
        #expect(!driver.takeEffects().contains(.description(.watch(true))))
        let loading = Driver(loading: "x", width: 80, height: 24)
        #expect(PaletteVerb.reload.whyUnavailable(in: loading.model) == "The description is still loading")
    }

    @Test func foldsOfTheDocsStayOpen() throws {
        var driver = try Guild.driver(.large)
        driver.select("listMembers")
        driver.keys("2")
        while driver.model.form?.tab != .docs { driver.keys(".") }
        driver.keys("j j j j space")
        let rows = try #require(driver.model.form?.docs.rows)
        #expect(rows.contains { $0.key == "parameter query limit" && $0.isOpen })
        Guild.reread(&driver, try Guild.later())
        #expect(driver.model.form?.tab == .docs)
        #expect(driver.model.form?.docs.rows.contains { $0.key == "parameter query limit" && $0.isOpen } == true)
    }

    /// A login that needs no person would fetch a token for any server that a description names.
    @Test func aLoginThatBeginsByItselfIsNotForAnotherServer() throws {
        var description = try Guild.description()
        description.login = LoginPlan(
            client: OAuthClient(id: "admin", tokenURL: URI("https://id.example/token")), grant: .clientCredentials)
        var driver = Driver(description, Guild.pool, width: 100, height: 30)
        _ = driver.takeEffects()
        let family = driver.model.api.pool.family
        var other = Guild.pool.replacing(services: [Service(name: "new.example", baseURL: URI("https://new.example"))])
        other.family = family
        driver.update(.source(.reread(description, other, description.changes(since: description))))
        #expect(driver.model.api.pool.family != family, "its tokens and cookies are those of the server before")
        #expect(!driver.takeEffects().contains { if case .login(.use) = $0 { true } else { false } })
        #expect(driver.model.notices.log.all.contains { $0.text.contains(":login") })
    }

    /// Who logs in is the workspace's word, and holds from the reading on that brings it.
    @Test func anotherLoginIsUsedAtOnce() throws {
        func login(_ id: String?) -> LoginPlan? {
            id.map {
                LoginPlan(client: OAuthClient(id: $0, tokenURL: URI("https://id.example/token")), grant: .clientCredentials)
            }
        }
        func described(_ id: String?) throws -> APIDescription {
            var description = try Guild.description()
            description.login = login(id)
            return description
        }
        var driver = Driver(try described("admin"), Guild.pool, width: 100, height: 30)
        _ = driver.takeEffects()
        for id in ["readonly", nil, "other"] as [String?] {
            Guild.reread(&driver, try described(id))
            let used = driver.takeEffects().compactMap { effect -> LoginPlan?? in
                if case .login(.use(let plan, _)) = effect { .some(plan) } else { nil }
            }
            #expect(used == [login(id)])
            Guild.reread(&driver, try described(id))
            #expect(!driver.takeEffects().contains { if case .login(.use) = $0 { true } else { false } })
        }
    }
}
