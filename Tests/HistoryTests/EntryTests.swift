// An entry comes back as it was written, within the bounds of what is kept.

import TestSupport
import Testing

@testable import History

@Suite struct EntryTests {
    @Test func anIdIsTheSameAsItsText() throws {
        var chance = SplitMix64(seed: 7)
        for _ in 0..<100 {
            let id = HistoryID(using: &chance)
            #expect(id.description.utf8.count == 32)
            #expect(HistoryID(id.description) == id)
            #expect(HistoryID(id.description.uppercased()) == id)
            #expect(HistoryID(bytes: id.bytes) == id)
        }
        #expect(HistoryID() != HistoryID())
    }

    @Test(arguments: [
        "", "00", String(repeating: "g", count: 32), "+" + String(repeating: "0", count: 31), String(repeating: "0", count: 33),
    ])
    func whatIsNoIdIsNone(_ text: String) { #expect(HistoryID(text) == nil) }

    @Test func aWholeEntryComesBack() async throws {
        let history = try OpenedHistory()
        let entry = HistoryEntry(
            title: "POST /items \u{1F600}", method: "POST", url: "https://example.com/items?a=%20&b=ü",
            started: HistoryFill.start,
            duration: 1_234, workspace: "work", api: "shop", environment: "staging", account: "ann", endpoint: "createItem",
            service: "eu-1", status: 201, state: .failed, errorKind: "decode", errorText: "not \"JSON\"\nat line 1", attempts: 3,
            bytesSent: 1 << 40, bytesReceived: 5, savedName: "New item", group: "g1",
            exchange: HistoryExchange(
                request: HistoryMessage(
                    head: "POST /items HTTP/1.1\na: b", body: HistoryBody(Array("{}".utf8), contentType: "application/json")),
                response: HistoryMessage(head: "HTTP/1.1 201 Created", body: HistoryBody([0, 255, 10], contentType: nil)),
                timings: Array("{\"dns\":1}".utf8), trail: Array("[]".utf8)))
        try await history.store.insert(entry)
        #expect(try await history.store.entry(entry.id) == entry)
        var listed = entry
        listed.exchange = nil
        #expect(try await history.all() == [listed])
        #expect(try await history.store.entry(HistoryID()) == nil)
    }

    @Test func whatIsLeftOutStaysLeftOut() async throws {
        let history = try OpenedHistory()
        var entry = HistoryEntry(title: "GET /", method: "GET", url: "https://example.com", started: 0)
        try await history.store.insert(entry)
        entry.exchange = HistoryExchange()
        #expect(try await history.store.entry(entry.id) == entry)
    }

    @Test func anEmptyBodyIsABody() async throws {
        let history = try OpenedHistory()
        let entry = HistoryEntry.simple("empty", body: [])
        try await history.store.insert(entry)
        #expect(try await history.store.entry(entry.id)?.exchange?.response.body == HistoryBody([]))
        #expect(try await history.store.entry(entry.id)?.exchange?.request.body == nil)
    }

    @Test func aBodyAboveTheLimitIsOnlySpokenOf() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(body: 100))
        let (fits, large) = (
            HistoryEntry.simple("fits", body: Array(repeating: 1, count: 100)),
            HistoryEntry.simple("large", body: Array(repeating: 1, count: 101))
        )
        try await history.store.insert([fits, large])
        #expect(try await history.store.entry(fits.id) == fits)
        let kept = try #require(try await history.store.entry(large.id))
        #expect(kept.exchange?.response.body == HistoryBody(absent: .tooLarge, size: 101))
        #expect(kept.hasLostBody)
        #expect(try await history.all().map(\.hasLostBody).count { $0 } == 1)
    }

    @Test func aBodyThatTheCallerLeavesOutIsNotLost() async throws {
        let history = try OpenedHistory()
        var entry = HistoryEntry.simple("large")
        entry.exchange = HistoryExchange(
            response: HistoryMessage(body: HistoryBody(absent: .notGiven, size: 1 << 33, contentType: "video/mp4")))
        try await history.store.insert(entry)
        #expect(try await history.store.entry(entry.id) == entry)
    }

    @Test func aLongTextIsCutBetweenCharacters() async throws {
        let history = try OpenedHistory()
        var entry = HistoryEntry.simple("a")
        entry.url = String(repeating: "ü", count: HistoryEntry.longestText)
        entry.errorText = "before\0after"
        try await history.store.insert(entry)
        let kept = try #require(try await history.store.entry(entry.id))
        #expect(kept.url == String(repeating: "ü", count: HistoryEntry.longestText / 2) + "…")
        #expect(kept.errorText == "before")
    }

    @Test func anIdThatIsThereIsNotWrittenAgain() async throws {
        let history = try OpenedHistory()
        let entry = HistoryEntry.simple("first")
        var again = entry
        again.title = "second"
        try await history.store.insert(entry)
        try await history.store.insert([again, again])
        #expect(try await history.titles() == ["first"])
        #expect(try await history.isSound())
    }
}
