// All pages of a list: what is asked for, what is said while they come in, what can be asked for again.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct AllPagesTests {
    private func listed(_ reply: Reply = .items(page: 1, of: 13)) throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(reply)
        driver.keys("3")
        return driver
    }

    @Test func theReasonStandsBesideThePage() throws {
        let driver = try listed()
        #expect(driver.text.contains("page 1 of 13"))
        #expect(ResultTitle.parts(driver.model).contains { $0.text.hasPrefix("Link rel=next") })
        #expect(driver.lines.last?.contains("a all pages") == true)
    }

    @Test func firstPageThatIsThereIsNotAskedForAgain() throws {
        var driver = try listed()
        let shown = try #require(driver.model.result.task)
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        #expect(list.order.first?.task == shown)
        #expect(list.order.limit == 100)
        #expect(list.order.paging.reason == "Link rel=next")
        #expect(list.order.plan.path == "/items")
        driver.pages(7, of: 13, in: list)
        #expect(driver.text.contains("all pages · 7 of 13 · 70 rows"))
    }

    @Test func fromALaterPageTheListBeginsAtItsFirst() throws {
        var driver = try listed()
        let first = try #require(driver.model.result.task)
        driver.keys("]")
        driver.answer(driver.start(), .items(page: 2, of: 13))
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        #expect(list.order.first?.task == first)
        #expect(list.order.plan.path == "/items")
        #expect(list.order.title == "all pages of /items")
    }

    @Test func limitIsSet() throws {
        var driver = try listed()
        driver.keys(": 'set pages 7' enter a")
        let list = try driver.startPages(members: 6)
        #expect(list.order.limit == 7)
        driver.pages(7, of: 13, in: list, end: .cut)
        #expect(driver.text.contains("the first 7 pages · 70 rows"))
        #expect(driver.text.contains("there are more pages · :set pages N, then a"))
        driver.keys(": 'set pages many' enter")
        #expect(driver.text.contains("pages is a number from 1 to 100000, not “many”"))
    }

    @Test func rowsGrowUnderTheCursorAndKeepTheirOrder() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(2, of: 13, in: list)
        driver.keys("G")
        #expect(driver.model.result.table.list.selected == 19)
        driver.pages(7, of: 13, in: list)
        #expect(driver.model.result.table.list.selected == 19)
        #expect(driver.model.result.table.total == 70)
        driver.keys("S o")
        let order = try #require(driver.model.result.table.order)
        driver.pages(13, of: 13, in: list, end: .whole)
        #expect(driver.model.result.table.order == order)
        #expect(driver.model.result.table.window?.lines.first?.cells.first?.text == "130")
    }

    /// What the title says is there can be gone to, before its rows have come.
    @Test func endOfAListThatHasGrownIsItsNewEnd() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(2, of: 13, in: list)
        driver.bringsLines = false
        driver.pages(13, of: 13, in: list, end: .whole)
        driver.keys("G")
        #expect(driver.model.result.table.list.selected == 129)
        let asked = driver.takeEffects().compactMap { if case .body(.table(let request)) = $0 { request } else { nil } }
        #expect(asked.last?.range.contains(129) == true)
    }

    @Test func searchGoesOnInWhatCameLater() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(2, of: 13, in: list)
        driver.keys("/ 'lamp 1' enter")
        #expect(driver.model.result.search.found?.total == 11)
        driver.pages(13, of: 13, in: list, end: .whole)
        #expect(driver.model.result.search.found?.total == 42)
    }

    @Test func missingPageIsNamedAndAskedForAlone() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(12, of: 13, in: list, gaps: [7: 503], end: .whole)
        driver.end(list.group, .failed, reason: "")
        #expect(driver.text.contains("page 7 is missing: 503 Service Unavailable · r requests it again"))
        driver.keys("j j j r")
        let again = try driver.startPages(members: 1)
        #expect(again.order.missingOf == list.group)
        // The table stays where it is while the page is on its way.
        #expect(driver.model.result.task == again.group)
        #expect(driver.model.result.table.list.selected == 3)
        driver.pages(13, of: 13, in: again, end: .whole)
        driver.end(again.group, .succeeded, reason: "")
        #expect(driver.text.contains("all pages · 13 · 130 rows"))
        #expect(!driver.text.contains("is missing"))
        driver.keys("r")
        #expect(driver.model.notices.shown?.text == "No page is missing: a loads the list again")
        driver.keys("a")
        let anew = try driver.startPages(members: 13)
        #expect(anew.order.first == nil && anew.order.missingOf == nil)
    }

    /// The runtime may find no page to load, or no page that it still has: no group begins then.
    @Test func aListWhoseGroupNeverBeginsLeavesTheShownOne() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(12, of: 13, in: list, gaps: [7: 503], end: .whole)
        driver.end(list.group, .succeeded, reason: "")
        driver.keys("r")
        #expect(driver.takeEffects().contains { if case .engine(.allPages) = $0 { true } else { false } })
        driver.update(.report(.warned("The pages are no longer stored: a loads the list again")))
        #expect(driver.model.result.task == list.group)
        driver.keys("a")
        let anew = try driver.startPages(members: 13)
        #expect(driver.model.result.task == anew.group && anew.order.missingOf == nil)
    }

    @Test func cancelledListSaysSoAndGoesOn() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(7, of: 13, in: list)
        driver.keys("r")
        #expect(driver.model.notices.shown?.text == "The pages are still loading")
        driver.keys("esc")
        #expect(driver.effects == [.engine(.cancel([list.group]))])
        driver.cancelAsAsked()
        driver.pages(7, of: 13, in: list, end: .cancelled)
        #expect(driver.text.contains("cancelled after 7 pages · 70 rows"))
        driver.keys("r")
        let rest = try driver.startPages(members: 6)
        #expect(rest.order.missingOf == list.group)
    }

    @Test func whyThereAreNoPages() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("a")
        #expect(driver.model.notices.shown?.text == "There is no response to load all pages of")
        driver.exchange(.json(Scene.item))
        driver.keys("a")
        #expect(driver.model.notices.shown?.text == "The response does not say that there are more pages")
        driver.exchange(.items(page: 1, of: 1))
        driver.keys("a")
        #expect(driver.model.notices.shown?.text == "This page is the whole list")
        #expect(driver.takeEffects() == [])
    }

    @Test func pagesOfAWholeListAreNotTurned() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(13, of: 13, in: list, end: .whole)
        driver.keys("]")
        #expect(driver.model.notices.shown?.text == "This table already has all pages")
        #expect(driver.takeEffects() == [])
    }

    /// A row is opened as a tree; more pages leave it as it is.
    @Test func openedItemStaysOpenWhileMoreComes() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(2, of: 13, in: list)
        driver.keys("j j enter")
        #expect(driver.text.contains("lamp 3"))
        driver.pages(7, of: 13, in: list)
        #expect(driver.model.result.tab == .tree && driver.text.contains("lamp 3"))
        driver.keys("esc esc")
        #expect(driver.model.result.table.list.selected == 2)
    }

    /// What only one group of a list can be asked: its body is there to be saved, its request is not.
    @Test func bodyOfAListCanBeSaved() throws {
        var driver = try listed()
        driver.keys("a")
        let list = try driver.startPages(members: 12)
        driver.pages(13, of: 13, in: list, end: .whole)
        #expect(driver.model.whyUnavailable(.save) == nil)
        #expect(driver.model.whyUnavailable(.copyCurl) != nil)
    }
}
