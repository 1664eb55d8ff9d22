// explorer.yaml is read again: what was saved by hand appears, what the program has written itself is not told twice, and new needs are asked for.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct WorkspaceRereadingTests {
    /// As the runtime tells it.
    private func reread(_ driver: inout Driver, _ work: WorkspaceWork?, isAsked: Bool = false) throws {
        let own = try Shop.description()
        driver.update(.source(.reread(own, driver.model.api.pool, own.changes(since: own), workspace: work, isAsked: isAsked)))
    }

    @Test func aRequestThatWasWrittenByHandAppears() throws {
        var driver = try SavedShop.driver()
        driver.select("listItems")
        driver.keys("2 enter C-u '7' esc 1")
        var work = try SavedShop.work()
        work.saved.requests.append(WorkspaceRequest(name: "items/all", target: .endpoint("listItems")))
        try reread(&driver, work)
        #expect(driver.model.notices.shown?.text == "Reloaded: 1 saved request added")
        #expect(driver.model.description?.place(of: "items/all") != nil)
        driver.select("listItems")
        #expect(driver.text.contains("7"), "what was typed stays")
    }

    @Test func aRequestThatIsGoneIsGoneAndOthersKeepTheirForms() throws {
        var driver = try SavedShop.driver()
        var work = try SavedShop.work()
        let first = try #require(work.saved.requests.first)
        work.saved.requests.removeFirst()
        let rest = try #require(work.saved.requests.first)
        try reread(&driver, work)
        #expect(driver.model.description?.place(of: first.name) == nil && driver.model.description?.place(of: rest.name) != nil)
        #expect(driver.model.notices.shown?.text == "Reloaded: 1 saved request removed")
    }

    /// The program's own writing is told when it happens.
    @Test func whatIsAsBeforeIsSaidOnlyWhenSomebodyAsked() throws {
        var driver = try SavedShop.driver()
        let before = driver.model.notices.shown
        try reread(&driver, try SavedShop.work())
        #expect(driver.model.notices.shown == before)
        try reread(&driver, try SavedShop.work(), isAsked: true)
        #expect(driver.model.notices.shown?.text == "Reloaded: nothing has changed")
    }

    @Test func otherServicesAreUsed() throws {
        var driver = try SavedShop.driver()
        let own = try Shop.description()
        let pool = ServicePool([Service(name: "other", baseURL: URI("https://other.example"))])
        driver.update(
            .source(.reread(own, pool, own.changes(since: own), workspace: try SavedShop.work(), isAsked: false)))
        #expect(driver.model.notices.shown?.text == "Reloaded: other services")
        #expect(driver.model.api.pool.services.map(\.name) == ["other"])
    }

    // MARK: New needs

    private static let wish = TrustRequest(
        "explorer.yaml", open: [TrustNeed(.command, "runs the command 'date'", file: "explorer.yaml", line: 7)],
        all: [
            TrustNeed(.command, "runs the command 'date'", file: "explorer.yaml", line: 7),
            TrustNeed(.secret, "reads the variable HOME", file: "explorer.yaml", line: 3),
        ])

    @Test func whatIsNewIsShownAndAgreedTo() throws {
        var driver = try SavedShop.driver()
        driver.update(.source(.wantsTrust(Self.wish)))
        #expect(
            driver.text.contains("explorer.yaml wants something new")
                && driver.text.contains("explorer.yaml:7: runs the command 'date'"))
        #expect(!driver.text.contains("HOME"), "it was agreed to before")
        _ = driver.takeEffects()
        driver.keys("y")
        #expect(driver.takeEffects().filter(\.isOfDescription) == [.description(.agree(Self.wish))])
        #expect(driver.model.dialogs.open == nil)
    }

    @Test(arguments: ["n", "enter", "esc", "q"]) func everyOtherKeyAgreesToNothing(_ key: String) throws {
        var driver = try SavedShop.driver()
        driver.update(.source(.wantsTrust(Self.wish)))
        _ = driver.takeEffects()
        driver.keys(key)
        #expect(driver.takeEffects().filter(\.isOfDescription).isEmpty && driver.model.dialogs.open == nil)
        #expect(driver.model.notices.shown?.text == "Not reloaded: the workspace is used as before")
    }

    /// What cannot be shown whole is not asked: somebody would agree to what he has not seen.
    @Test func moreThanTheScreenHoldsIsNotAsked() throws {
        var driver = try SavedShop.driver()
        let needs = (0..<60).map { TrustNeed(.command, "runs the command '\($0 as Int)'", file: "explorer.yaml", line: $0) }
        driver.update(.source(.wantsTrust(TrustRequest("explorer.yaml", open: needs, all: needs))))
        #expect(driver.model.dialogs.open == nil)
        #expect(
            driver.model.notices.shown?.text == "explorer.yaml wants 60 new things: explorer trust explorer.yaml, then :reload")
        driver.update(.source(.wantsTrust(Self.wish)))
        driver.update(.user(.resized(Size(width: 30, height: 6))))
        _ = driver.takeEffects()
        driver.keys("y")
        #expect(driver.takeEffects().filter(\.isOfDescription).isEmpty)
    }
}

extension Effect {
    fileprivate var isOfDescription: Bool { if case .description = self { true } else { false } }
}
