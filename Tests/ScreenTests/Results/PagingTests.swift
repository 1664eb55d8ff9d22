// Turning pages by the links of an answer.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct PagingTests {
    private static let all = [
        ("next", "?page=3"), ("prev", "/v1/items?page=1"), ("first", "https://api.shop.example/v1/items"), ("last", "?page=9"),
    ]

    @Test(arguments: [
        ("]", "https://api.shop.example/v1/items?page=3", "GET /items p.3"),
        ("[", "https://api.shop.example/v1/items?page=1", "GET /items p.1"),
        ("{", "https://api.shop.example/v1/items", "GET /items p.1"),
        ("}", "https://api.shop.example/v1/items?page=9", "GET /items p.9"),
    ])
    func linksAreFollowedAsTheyAre(_ key: String, _ target: String, _ title: String) throws {
        var driver = try Driver()
        driver.keys("2 enter '2' enter '20' C-r")
        driver.answer(driver.start(), .page(Self.all))
        driver.keys(key)
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.path == target)
        #expect("GET \(plan.title)" == title)
        #expect(plan.parameters == [])
    }

    @Test(arguments: [
        "https://evil.example/v1/items?page=2", "http://api.shop.example/v1/items?page=2",
        "https://api.shop.example:8443/v1/items", "//evil.example/",
    ])
    func linkToAnotherOriginIsNotFollowed(_ target: String) throws {
        var driver = try Driver()
        driver.exchange(.page([("next", target)]))
        driver.keys("]")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text.contains("another server") == true)
    }

    /// The links of the server that a redirect led to are followed, without the credentials for the first one.
    @Test func credentialsDoNotFollowARedirectToAnotherServer() throws {
        var driver = try Driver()
        driver.select("listOrders")
        driver.keys("2 enter 'hunter2' C-r")
        let id = driver.start()
        var reply = Reply.page([("next", "/list?page=2")])
        reply.url = URI("https://elsewhere.example/list")
        reply.redirects = 1
        driver.answer(id, reply)
        driver.keys("]")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.path == "https://elsewhere.example/list?page=2")
        #expect(plan.parameters == [])
    }

    @Test func headerParametersGoAlongToTheNextPageOfTheSameServer() throws {
        var driver = try Driver()
        driver.select("listOrders")
        driver.keys("2 enter 'hunter2' C-r")
        driver.answer(driver.start(), .page([("next", "?page=2")]))
        driver.keys("]")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.parameters.map(\.name) == ["X-Api-Key"])
    }

    /// A server repeats the key in its links, and nothing but the first request knows that it is one.
    @Test func aSecretOfTheQueryStaysMaskedOnLaterPages() throws {
        let text = """
            {"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "security": [{"key": []}],
             "components": {"securitySchemes": {"key": {"type": "apiKey", "name": "who", "in": "query"}}},
             "paths": {"/items": {"get": {"operationId": "list", "responses": {"200": {"description": "all"}}}}}}
            """
        var driver = Driver(try Shop.read(Array(text.utf8)), Shop.pool, width: 120, height: 40)
        driver.keys("2 l l enter 'hunter2' esc s")
        driver.answer(driver.start(), .page([("next", "?who=hunter2&page=2")]))
        for page in 2...3 {
            driver.keys("]")
            let plan = try #require(driver.effects.last?.plan)
            #expect(plan.path == "https://api.shop.example/v1/items?who=hunter2&page=\(page)")
            let request = try RequestGenerator().request(for: plan, on: nil)
            #expect("\(plan) \(plan.title) \(request.url)".contains("hunter2") == false)
            driver.answer(driver.start(), .page([("next", "?who=hunter2&page=\(page + 1)")]))
            driver.keys("3 t")
            let sent = driver.lines.first { $0.contains("→ GET") }
            #expect(sent?.contains("page=\(page)") == true && sent?.contains("hunter2") == false)
        }
    }

    /// Turning a page is moving, and moving must not change anything on a server.
    @Test func pagesOfAnUnsafeMethodAreNotTurned() throws {
        var driver = try Driver()
        driver.select("changeLine")
        driver.keys("2 enter '123e4567-e89b-12d3-a456-426614174000' enter '1' enter '2' C-r")
        driver.answer(driver.start(), .page([("next", "?page=2")]))
        driver.keys("]")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text.contains("PUT may change something") == true)
    }

    /// Most servers link the next page only.
    @Test func thePageBeforeIsAskedForAgainWhereNobodyLinksIt() throws {
        var driver = try Driver()
        driver.exchange(.page([("next", "?page=2")]))
        driver.keys("]")
        driver.answer(driver.start(), .page([]))
        driver.keys("[")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.path == "/items")
    }

    @Test(arguments: [
        ("]", "There is no next page"), ("[", "There is no previous page"),
        ("{", "The response does not say where the first page is"),
        ("}", "The response does not say where the last page is"),
    ])
    func missingLinkIsSaid(_ key: String, _ reason: String) throws {
        var driver = try Driver()
        driver.keys(key)
        #expect(driver.model.notices.shown?.text == "There is no response to page through")
        driver.exchange(.json(Scene.item))
        driver.keys(key)
        #expect(driver.model.notices.shown?.text == "The response does not say that there are more pages")
        driver.exchange(.json(Scene.item, headers: [HeaderField("Link", "<?page=2>; rel=\"up\"")]))
        driver.keys(key)
        #expect(driver.model.notices.shown?.text == "The response does not say that there are more pages")
        driver.exchange(.page(Self.all.filter { ["]": "next", "[": "prev", "{": "first", "}": "last"][key] != $0.0 }))
        driver.keys(key)
        #expect(driver.model.notices.shown?.text == reason)
        #expect(driver.takeEffects() == [])
    }

    @Test func pagesWithoutNumbersAreCountedAsFarAsTheyCanBe() throws {
        var driver = try Driver()
        driver.exchange(.page([("next", "?cursor=b"), ("last", "?cursor=z")]))
        #expect(driver.text.contains("page 1"))
        driver.keys("]")
        #expect(driver.effects.first?.plan?.title == "/items p.2")
        driver.answer(driver.start(), .page([("next", "?cursor=c"), ("last", "?cursor=z")]))
        driver.keys("}")
        #expect(driver.effects.first?.plan?.title == "/items p.last")
        driver.answer(driver.start(), .page([("prev", "?cursor=y"), ("first", "?cursor=a")]))
        #expect(driver.text.contains("the last page"))
        driver.keys("[")
        #expect(driver.effects.first?.plan?.title == "/items p.?")
        driver.answer(driver.start(), .page([("next", "?cursor=z"), ("first", "?cursor=a")]))
        driver.keys("{")
        #expect(driver.effects.first?.plan?.title == "/items p.1")
    }

    @Test func turningPagesFastKeepsEachAnswersNumber() throws {
        var driver = try Driver()
        driver.exchange(.page([("next", "?page=2")]))
        driver.keys("] s")
        let (page, fresh) = (driver.start(), driver.start())
        driver.answer(page, .page([("next", "?page=3"), ("prev", "?page=1")]))
        driver.answer(fresh, .page([("next", "?page=2")]))
        #expect(driver.model.result.task == fresh)
        #expect(driver.model.result.page == 1)
        driver.keys("4 j enter")
        #expect(driver.model.result.task == page)
        #expect(driver.model.result.page == 2)
    }
}
