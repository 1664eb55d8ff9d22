// The history keeps within its limits: what goes first, what stays, and that the file becomes shorter.

import GRDB
import TestSupport
import Testing

@testable import History

@Suite struct UpkeepTests {
    @Test func bodiesGoBeforeRowsAndTheOldestFirst() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(bytes: 150_000))
        let entries = HistoryFill.entries(60, bodies: 5_000)
        for entry in entries { try await history.store.insert(entry) }
        await history.store.enforceLimits()
        let usage = try await history.store.usage()
        #expect(usage.rows == 60)
        #expect((10..<30).contains(usage.bodies))
        #expect(usage.bytes <= 150_000)
        let listed = try await history.all()
        #expect(listed.map(\.hasLostBody) == listed.indices.map { $0 >= usage.bodies })
        let old = try #require(try await history.store.entry(entries[0].id)?.exchange)
        #expect(old.response.body == HistoryBody(absent: .letGo, size: 5_000, contentType: "application/json"))
        #expect(old.request.head == entries[0].exchange?.request.head)
        #expect(try await history.store.entry(entries[59].id) == entries[59])
        #expect(try await history.isSound())
    }

    @Test(arguments: [(upload: 1, download: 2), (upload: 2, download: 1)] as [(upload: Int64, download: Int64)])
    func theOlderOfTwoBodiesGoesFirstWhicheverSideItIsOf(_ times: (upload: Int64, download: Int64)) async throws {
        let history = try OpenedHistory(limits: HistoryLimits(bytes: 17_000))
        var upload = HistoryEntry.simple("upload", at: times.upload)
        upload.exchange = HistoryExchange(request: HistoryMessage(body: HistoryBody(Array(repeating: 1, count: 10_000))))
        let download = HistoryEntry.simple("download", at: times.download, body: Array(repeating: 1, count: 10_000))
        try await history.store.insert([download, upload])
        await history.store.enforceLimits()
        let lost = try await history.all().filter(\.hasLostBody).map(\.title)
        #expect(lost == [times.upload < times.download ? "upload" : "download"])
    }

    @Test func rowsGoWhenNoBodyIsLeft() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(bytes: 20_000))
        let entries = HistoryFill.entries(200, bodies: 100)
        try await history.store.insert(entries)
        await history.store.enforceLimits()
        let usage = try await history.store.usage()
        #expect(usage.bodies == 0)
        #expect((10..<50).contains(usage.rows))
        #expect(usage.bytes <= 20_000)
        #expect(try await history.all().map(\.id) == entries.suffix(usage.rows).reversed().map(\.id))
        #expect(try await history.isSound())
    }

    @Test func moreRowsThanAllowedGo() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(rows: 50))
        let entries = HistoryFill.entries(130)
        for entry in entries { history.store.record(entry) }
        await history.store.flush()
        await history.store.enforceLimits()
        #expect(try await history.all().map(\.id) == entries.suffix(50).reversed().map(\.id))
        #expect(try await history.isSound())
    }

    @Test func rowsGoWhenTheyAreOld() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(age: 1_000), now: HistoryFill.start)
        try await history.store.insert((0..<100).map { .simple("\($0)", at: $0 * 20) })
        await history.store.enforceLimits()
        #expect(try await history.titles().count == 100)
        history.moveClock(by: 2_000)
        await history.store.enforceLimits()
        // 1,000 ms old are those of 1,000 ms and later: numbers 50 to 99.
        #expect(try await history.titles() == (50..<100).reversed().map(String.init))
        history.moveClock(by: 1_000_000)
        await history.store.enforceLimits()
        #expect(try await history.titles().isEmpty)
    }

    @Test func writingAloneKeepsTheLimits() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(rows: 50))
        // Steps stand in line between the writes, so each write finds those before it done.
        for entry in HistoryFill.entries(800) { try await history.store.insert(entry) }
        #expect(try await history.store.usage().rows < 50 + 2 * UpkeepPlan.rowsBeforeMerge)
    }

    @Test func theFileBecomesShorter() async throws {
        let history = try OpenedHistory()
        try await history.store.insert(HistoryFill.entries(40, bodies: 100_000))
        await history.store.enforceLimits()
        let before = try await history.store.usage().fileBytes
        #expect(before > 4_000_000)
        try await history.store.deleteAll()
        await history.store.enforceLimits()
        #expect(try await history.store.usage().fileBytes < before / 4)
        try await history.store.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        #expect(try HistoryFile(history.store.path).readSize() < before / 4)
    }

    @Test func theIndexForgetsWhatIsGone() async throws {
        let history = try OpenedHistory(limits: HistoryLimits(rows: 200))
        func indexBytes() async throws -> Int {
            try await history.store.pool.read { db in try Int.fetchOne(db, sql: "SELECT sum(length(block)) FROM search_data") ?? 0
            }
        }
        try await history.store.insert(HistoryFill.entries(200))
        let small = try await indexBytes()
        for round in 0..<20 as Range<UInt64> {
            let entries = HistoryFill.entries(200, seed: round + 5, from: HistoryFill.start + Int64(round + 1) * 4_000_000)
            for entry in entries { history.store.record(entry) }
            await history.store.flush()
            await history.store.enforceLimits()
        }
        // 200 rows, and at most 1,000 that are gone and stand there twice: 11 times. Without forgetting it would be 39.
        #expect(try await indexBytes() < small * 20)
        #expect(try await history.store.pool.read { try Tally.fetch($0) }.deletions <= 1_000)
        #expect(try await history.isSound())
    }

    @Test func thePlanStopsWhenNothingIsLeft() {
        var plan = UpkeepPlan(limits: HistoryLimits())
        #expect(plan.nextStep(UpkeepPlan.Facts(), now: HistoryFill.start) == nil)
        plan.wrote(rows: UpkeepPlan.rowsBeforeMerge, bytes: UpkeepPlan.bytesBeforeCheckpoint)
        #expect(plan.isDue)
        var facts = UpkeepPlan.Facts(hasUnindexed: true)
        #expect(plan.nextStep(facts, now: HistoryFill.start) == .indexEntries)
        facts.hasUnindexed = false
        #expect(plan.nextStep(facts, now: HistoryFill.start) == .mergeIndex)
        plan.merged(isAll: false)
        #expect(plan.nextStep(facts, now: HistoryFill.start) == .checkpoint)
        #expect(plan.nextStep(facts, now: HistoryFill.start) == nil)
        #expect(!plan.isDue)
    }

    /// One write in a hundred may wait: index and log have their turn together.
    @Test func aTurnComesOnceInSoManyRowsOfTheUsualSize() {
        var plan = UpkeepPlan(limits: HistoryLimits())
        var turns = 0
        for _ in 0..<10 * UpkeepPlan.rowsBeforeMerge {
            plan.wrote(rows: 1, bytes: 16 << 10)
            guard plan.isDue else { continue }
            turns += 1
            var steps: [UpkeepStep] = []
            while let step = plan.nextStep(UpkeepPlan.Facts(), now: HistoryFill.start) {
                steps.append(step)
                if step == .mergeIndex { plan.merged(isAll: false) }
            }
            #expect(steps == [.mergeIndex, .checkpoint])
        }
        #expect(turns == 10)
        plan.wrote(rows: 2, bytes: UpkeepPlan.bytesOfOwnTurn)
        #expect(plan.isDue)
        #expect(plan.nextStep(UpkeepPlan.Facts(), now: HistoryFill.start) == .checkpoint)
    }

    @Test func aThoroughPlanMergesToTheEnd() {
        var plan = UpkeepPlan(limits: HistoryLimits())
        plan.isThorough = true
        plan.wrote(rows: 1, bytes: 0)
        #expect(plan.nextStep(UpkeepPlan.Facts(), now: HistoryFill.start) == .mergeIndex)
        plan.merged(isAll: false)
        #expect(plan.nextStep(UpkeepPlan.Facts(), now: HistoryFill.start) == .mergeIndex)
        plan.merged(isAll: true)
        #expect(plan.nextStep(UpkeepPlan.Facts(), now: HistoryFill.start) == nil)
    }

    @Test func thePlanGoesALittleBelowTheLimitThatWasPassed() {
        var plan = UpkeepPlan(limits: HistoryLimits(bytes: 64_000, rows: 6_400))
        func next(entries: Int = 1, bytes: Int64 = 0, bodies: Int = 0) -> UpkeepStep? {
            plan.nextStep(
                UpkeepPlan.Facts(
                    tally: Tally(entries: entries, bodies: bodies, bodyBytes: bytes), oldest: Place.first(of: HistoryFill.start),
                    clock: TrustedClock(time: HistoryFill.start)),
                now: HistoryFill.start)
        }
        #expect(next(entries: 6_400) == nil)
        #expect(next(entries: 6_401) == .count)
        plan.counted()
        #expect(next(entries: 6_401) == .deleteRows(16))
        #expect(next(entries: 6_310) == .deleteRows(10))
        #expect(next(entries: 6_300) == nil)
        #expect(next(entries: 6_310) == nil)
        #expect(next(bytes: 64_000, bodies: 1) == nil)
        #expect(next(bytes: 64_001, bodies: 1) == .letGoBodies(bytes: 1_001))
        #expect(next(bytes: 63_001, bodies: 1) == .letGoBodies(bytes: 1))
        #expect(next(bytes: 63_000, bodies: 1) == nil)
        #expect(next(entries: 3, bytes: 64_001) == .deleteRows(3))
        #expect(next(entries: 3, bytes: 64_001) == nil, "a step that removed nothing is not done again")
    }

    /// A bit of the disk turned in the tally says that there is far more than there is.
    @Test(arguments: ["entries", "bodies, bodyBytes", "bodyBytes"]) func aDamagedTallyDeletesNothing(_ columns: String)
        async throws
    {
        let history = try OpenedHistory(limits: HistoryLimits(bytes: 1 << 20, rows: 1_000))
        for number in 0..<20 { try await history.store.insert(.simple("\(number)", at: HistoryFill.start + Int64(number))) }
        let more = columns.split(separator: ",").map { "\($0) = \($0) + \(1 << 30)" }.joined(separator: ", ")
        try await history.store.pool.write { try $0.execute(sql: "UPDATE tally SET \(more)") }
        await history.store.enforceLimits()
        #expect(try await history.store.count().number == 20)
        let tally = try await history.store.pool.read { try Tally.fetch($0) }
        #expect(tally.entries == 20 && tally.bodyBytes < 1 << 20)
    }
}
