// The first line says when there is no way to other hosts, and a message says what changed.

import Testing

@testable import Screen

@Suite struct OfflineTests {
    @Test func theFirstLineShowsItForAsLongAsItLasts() throws {
        var driver = try Driver(width: 80, height: 24)
        func first() -> String { driver.text.split(separator: "\n").first.map(String.init) ?? "" }
        #expect(!first().contains("offline"))
        driver.update(.report(.offline(true)))
        #expect(first().contains("offline") && !driver.text.contains("Requests are still sent"), "no news")
        driver.update(.report(.offline(false, because: "a.example answered")))
        #expect(!first().contains("offline") && driver.text.contains("Online again: a.example answered"))
        driver.update(.report(.offline(true, because: "the system reports no network")))
        #expect(first().contains("offline"))
        #expect(driver.text.contains("Offline: the system reports no network. Requests are still sent."))
    }

    @Test func requestsAreSentAllTheSame() throws {
        var driver = try Driver(width: 80, height: 24)
        driver.update(.report(.offline(true)))
        driver.select("list items")
        driver.keys("s")
        #expect(driver.takeEffects().contains { if case .engine(.send) = $0 { true } else { false } })
    }
}
