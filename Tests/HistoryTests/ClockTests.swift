// A wrong clock deletes nothing: ages are counted from a time that the clock has agreed to for a day.

import TestSupport
import Testing

@testable import History

@Suite struct ClockTests {
    private static let day: Int64 = 86_400_000
    private static let year = 365 * day
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What one command does on a day: it sends a request, and ends.
    /// - Returns: the titles of all entries afterwards.
    private func command(_ title: String, at time: Int64) async throws -> Set<String> {
        let store = try HistoryStore.open(path: folder.path("history.sqlite"), now: { time }).store
        store.record(
            HistoryEntry(title: title, method: "GET", url: "https://example.com", started: time))
        await store.flush()
        await store.enforceLimits()
        let titles = Set(try await store.listEntries(limit: 1_000).entries.map(\.title))
        await store.close()
        return titles
    }

    @Test(arguments: [30, 91, 3_650] as [Int64])
    func aClockThatIsAheadForAWhileDeletesNothing(_ days: Int64) async throws {
        var expected: Set<String> = []
        let start = HistoryFill.start
        func send(_ title: String, at time: Int64) async throws {
            expected.insert(title)
            #expect(try await command(title, at: time) == expected, "\(title)")
        }
        for number in 0..<80 as Range<Int64> where number % 4 == 0 {
            try await send("day \(number)", at: start + number * Self.day)
        }
        let now = start + 80 * Self.day
        // Wrong for hours, right again, and wrong once more days later.
        for hour in 0..<5 as Range<Int64> { try await send("ahead \(hour)", at: now + days * Self.day + hour * 3_600_000) }
        try await send("right", at: now + 1_000)
        try await send("right again", at: now + 3 * Self.day)
        try await send("ahead again", at: now + (days + 4) * Self.day)
        try await send("right at last", at: now + 4 * Self.day)
    }

    @Test func aClockThatIsBehindDeletesNothing() async throws {
        var expected: Set<String> = []
        for number in 0..<10 as Range<Int64> {
            expected.insert("day \(number)")
            #expect(try await command("day \(number)", at: HistoryFill.start + number * Self.day) == expected)
        }
        expected.formUnion(["behind", "right"])
        _ = try await command("behind", at: HistoryFill.start - 20 * Self.year)
        #expect(try await command("right", at: HistoryFill.start + 10 * Self.day) == expected)
    }

    @Test func aRightClockDeletesWhatIsOldAfterADayOfAgreement() async throws {
        _ = try await command("old", at: HistoryFill.start)
        let later = HistoryFill.start + 100 * Self.day
        #expect(try await command("after a pause", at: later) == ["old", "after a pause"])
        #expect(try await command("an hour later", at: later + 3_600_000).contains("old"))
        #expect(try await command("a day later", at: later + Self.day) == ["after a pause", "an hour later", "a day later"])
    }

    @Test func whoeverUsesItDailyLosesWhatIsOldAtOnce() async throws {
        for number in 0..<95 as Range<Int64> where number % 5 == 0 || number > 90 {
            _ = try await command("\(number)", at: HistoryFill.start + number * Self.day)
        }
        let titles = try await command("95", at: HistoryFill.start + 95 * Self.day)
        #expect(!titles.contains("0") && titles.contains("5"))
    }

    /// A history of the version before knows the time of its newest entry only.
    @Test func theFirstLookCountsFromTheNewestEntry() {
        var plan = UpkeepPlan(limits: HistoryLimits())
        let newest = HistoryFill.start
        let facts = UpkeepPlan.Facts(oldest: Place.first(of: newest - 80 * Self.day), newest: newest)
        let doubt = TrustedClock(time: newest, doubted: newest + Self.year)
        #expect(plan.nextStep(facts, now: newest + Self.year) == .storeClock(doubt))
        #expect(plan.nextStep(facts, now: newest + 1) == .storeClock(TrustedClock(time: newest + 1)))
    }

    @Test func aClockIsDoubtedUntilItHasAgreedForADay() {
        let day = Self.day
        let clock = TrustedClock(time: 100 * day)
        #expect(clock.seeing(101 * day) == TrustedClock(time: 101 * day))
        #expect(clock.seeing(50 * day) == TrustedClock(time: 50 * day))
        let doubting = clock.seeing(200 * day)
        #expect(doubting == TrustedClock(time: 100 * day, doubted: 200 * day))
        #expect(doubting.seeing(200 * day + day / 2) == doubting)
        #expect(doubting.seeing(201 * day) == TrustedClock(time: 201 * day))
        #expect(doubting.seeing(300 * day) == TrustedClock(time: 200 * day, doubted: 300 * day))
        #expect(doubting.seeing(150 * day) == TrustedClock(time: 100 * day, doubted: 150 * day))
        #expect(doubting.seeing(100 * day + 1) == TrustedClock(time: 100 * day + 1))
    }

    @Test func onlyNewsIsStored() {
        let clock = TrustedClock(time: 0)
        #expect(clock.isNews(to: nil))
        #expect(!TrustedClock(time: 1_000).isNews(to: clock))
        #expect(TrustedClock(time: 3_600_000).isNews(to: clock))
        #expect(TrustedClock(time: 0, doubted: 5).isNews(to: clock))
    }
}
