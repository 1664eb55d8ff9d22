// A program that is started for a few requests and ends keeps the limits too, in proportion to what it has written.

import GRDB
import TestSupport
import Testing

@testable import History

@Suite struct EndingTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("history.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// One command that sends so many requests. Its end may take no time but what its own writing makes.
    private func command(
        _ number: Int, entries: Int, bodies: Int = 0, _ limits: HistoryLimits, at now: Int64 = HistoryFill.start + 10_000_000
    ) async throws {
        let store = try HistoryStore.open(path: path, limits: limits, now: { now }).store
        for entry in HistoryFill.entries(
            entries, seed: UInt64(number) + 1, from: HistoryFill.start + Int64(number) * 1_000, bodies: bodies)
        {
            store.record(entry)
        }
        await store.close(within: .zero)
    }

    /// What is in the file, without an upkeep that begins.
    private func state() throws -> (tally: Tally, pages: Pages) {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { (try Tally.fetch($0), try Pages.fetch($0)) }
    }

    @Test func repeatedCommandsKeepTheLimitOfBytes() async throws {
        let limits = HistoryLimits(bytes: 2_000_000, age: .max)
        for number in 0..<12 {
            try await command(number, entries: 60, bodies: 20_000, limits)
            let (tally, pages) = try state()
            #expect(tally.bytes <= limits.bytes, "run \(number)")
            #expect(pages.fileBytes < 2 * limits.bytes, "run \(number): the file has \(pages.fileBytes) bytes")
        }
        #expect(try state().tally.entries > 0)
    }

    @Test func repeatedCommandsKeepTheLimitOfRows() async throws {
        let limits = HistoryLimits(age: .max, rows: 300)
        for number in 0..<10 {
            try await command(number, entries: 130, limits)
            #expect(try state().tally.entries <= 300, "run \(number)")
        }
        #expect(try state().tally.entries > 200)
    }

    @Test func repeatedCommandsRemoveWhatIsOld() async throws {
        let store = try HistoryStore.open(path: path, limits: HistoryLimits(age: .max), now: { HistoryFill.start }).store
        // The newest says that the clock is right.
        try await store.insert((0..<900).map { .simple("old \($0)", at: Int64($0) - 200 * 86_400_000) } + [.simple("new")])
        await store.close()
        let limits = HistoryLimits()
        for number in 0..<5 { try await command(number, entries: 100, limits) }
        #expect(try state().tally.entries == 501)
    }

    /// A history that is far over its limits becomes smaller with each command, and no command pays for all of it.
    @Test func whatIsFarOverGoesInSteps() async throws {
        try await command(0, entries: 2_000, HistoryLimits(age: .max))
        let limits = HistoryLimits(age: .max, rows: 100)
        var last = try state().tally.entries
        #expect(last == 2_000)
        for number in 1...3 {
            try await command(number, entries: 50, limits)
            let entries = try state().tally.entries
            // Within its limit a history need not shrink.
            #expect(entries < last || last <= 100, "command \(number)")
            last = entries
        }
    }

    @Test func aProgramThatOnlyReadsIsNotHeldUp() {
        var plan = UpkeepPlan(limits: HistoryLimits(rows: 100))
        var facts = UpkeepPlan.Facts(
            tally: Tally(entries: 5_000), oldest: Place.first(of: HistoryFill.start), clock: TrustedClock(time: HistoryFill.start)
        )
        #expect(plan.nextToSettle(facts, now: HistoryFill.start, isLate: true) == nil)
        plan.counted()
        #expect(plan.nextToSettle(facts, now: HistoryFill.start, isLate: false) == .deleteRows(16))
        plan.wrote(rows: 16, bytes: 0)
        facts.tally.entries -= 16
        #expect(plan.nextToSettle(facts, now: HistoryFill.start, isLate: true) == .deleteRows(16))
        facts.tally.entries -= 16
        #expect(plan.nextToSettle(facts, now: HistoryFill.start, isLate: true) == nil)
    }

    @Test func aStepThatRemovedNothingIsNotTakenAgain() {
        var plan = UpkeepPlan(limits: HistoryLimits(rows: 100))
        plan.counted()
        let facts = UpkeepPlan.Facts(
            tally: Tally(entries: 5_000), oldest: Place.first(of: HistoryFill.start), clock: TrustedClock(time: HistoryFill.start)
        )
        #expect(plan.nextStep(facts, now: HistoryFill.start) == .deleteRows(16))
        #expect(plan.nextStep(facts, now: HistoryFill.start) == nil)
    }
}
