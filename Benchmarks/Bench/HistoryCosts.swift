// The costs of a history with 100,000 requests: opening it, searching it while the user types, writing a
// request that has ended, and the delay of the program's start.

import FilterLanguage
import Foundation
import History

extension Measure {
    static let history = Measure(figures: [
        Figure(
            name: "history-open", limit: 50, unit: "ms",
            about: "opening a history of 100,000 requests until the newest 500 are listed"),
        Figure(
            name: "history-search", limit: 30, unit: "ms",
            about: "the slowest keystroke of words that are typed, until all that the dialog shows of them is there"),
        Figure(
            name: "history-nowhere", unit: "ms",
            about: "two letters that stand nowhere: all requests are looked at, in steps, unless another key comes"),
        Figure(
            name: "history-insert", limit: 1, unit: "ms",
            about: "p99 of the CPU, of all threads, that a request takes from handing it over until it is in the file"),
        Figure(
            name: "history-wall", unit: "ms", about: "p99 of the same on the clock, with what other programs take in that time"),
        Figure(
            name: "history-worst", unit: "ms",
            about: "the slowest of them on the clock: one in 160 waits for the upkeep, which alone waits for the disk"),
        Figure(
            name: "history-hand", unit: "ms",
            about: "p99 of handing it over, on the clock: all that the caller's thread does"),
    ]) { effort in
        let costs = HistoryCosts(made: try await MadeHistory.shared(HistoryCosts.rows(effort)), effort: effort)
        var values = ["history-open": try await costs.opening() * 1e3]
        values["history-search"] = try await costs.search(HistoryCosts.words) * 1e3
        values["history-nowhere"] = try await costs.search(["zy"]) * 1e3
        let inserts = try await costs.insert()
        values["history-insert"] = Series(inserts.map(\.cpu)) * 1e3
        values["history-wall"] = Series(inserts.map(\.wall)) * 1e3
        values["history-worst"] = Series(inserts.map(\.worst)) * 1e3
        values["history-hand"] = Series(inserts.map(\.handed)) * 1e3
        return values
    }

    static let historyStart = Measure(figures: [
        Figure(
            name: "history-start", limit: 1.2, unit: "ratio",
            about: "start of the program to its first full frame with that history, wall", anchor: "with an empty one")
    ]) { effort in
        let (explorer, description) = (try Place.explorer(), try Subject.json(effort))
        let (many, none) = (try await MadeHistory.shared(HistoryCosts.rows(effort)), try await MadeHistory(0))
        let list = try FullFrame.list(of: description)
        let pairs = try await Turns.pairs(effort.rounds) {
            try HistoryCosts.start(explorer, description, list, many)
        } _: {
            try HistoryCosts.start(explorer, description, list, none)
        }
        return ["history-start": pairs.ratios]
    }
}

private struct HistoryCosts {
    let made: MadeHistory
    let effort: Effort
    private let clock = ContinuousClock()

    /// The number of requests in the history.
    static func rows(_ effort: Effort) -> Int { effort.choose(100_000, smoke: 1_000) }

    /// The number of rows that the dialog lists.
    private static let shown = 500
    /// Typical searches: words, parts of URLs, two words, numbers.
    static let words = [
        "repositories", "/v1/orders/", "api.shop.example", "invoices 404", "page=17", "DELETE staging", "orders pulls",
    ]

    func opening() async throws -> Series {
        try await Turns.alone(effort.rounds) {
            let began = clock.now
            let store = try made.open()
            let page = try await store.listEntries(limit: Self.shown)
            let seconds = began.duration(to: clock.now).seconds
            guard page.entries.count == Self.shown else {
                throw MeasurementError.broken("the history lists \(page.entries.count) requests")
            }
            await store.close()
            return seconds
        }
    }

    /// The slowest keystroke of each round. Another program rarely disturbs the same one each time: for every
    /// keystroke the fastest of a round's tries counts.
    func search(_ words: [String]) async throws -> Series {
        let store = try made.open()
        let tries = effort.choose(3, smoke: 1)
        let series = try await Turns.alone(effort.rounds) {
            var worst = 0.0
            for word in words {
                for end in word.indices {
                    let typed = word[...end].split(separator: " ").map(String.init)
                    var best = Double.infinity
                    for _ in 0..<tries { best = min(best, try await keystroke(typed, store)) }
                    worst = max(worst, best)
                }
            }
            return worst
        }
        await store.close()
        return series
    }

    private func keystroke(_ words: [String], _ store: HistoryStore) async throws -> Double {
        let began = clock.now
        let filter = HistoryFilter(terms: try FilterExpression(words.joined(separator: " "), for: .history))
        var count = 0
        var cursor: HistoryCursor?
        repeat {
            let page = try await store.listEntries(filter, before: cursor, limit: Self.shown - count)
            count += page.entries.count
            cursor = page.next
        } while cursor != nil && count < Self.shown
        return began.duration(to: clock.now).seconds
    }

    /// The times of one round, in seconds.
    struct Insert {
        var cpu: Double
        var wall: Double
        var worst: Double
        var handed: Double
    }

    /// Every round works on a history that has grown by those before. No write of a request waits for the
    /// disk: the log is written without a sync, and only the upkeep, which copies it, waits.
    func insert() async throws -> [Insert] {
        let store = try made.open()
        // The requests end one after the other, without a pause between them.
        let inserted = effort.choose(1_600, smoke: 100)
        var rounds: [Insert] = []
        for round in 0..<effort.rounds.count {
            var (cpu, wall, handed) = ([Double](), [Double](), [Double]())
            for number in 0..<inserted {
                let entry = MadeHistory.entry(Self.rows(effort) + round * inserted + number)
                let (began, used) = (clock.now, ProcessFacts.ownCPU())
                store.record(entry)
                handed.append(began.duration(to: clock.now).seconds)
                await store.flush()
                wall.append(began.duration(to: clock.now).seconds)
                cpu.append(ProcessFacts.ownCPU() - used)
            }
            rounds.append(
                Insert(cpu: Self.p99(cpu), wall: Self.p99(wall), worst: wall.max() ?? .infinity, handed: Self.p99(handed)))
        }
        guard store.losses() == HistoryLosses() else { throw MeasurementError.broken("requests were lost: \(store.losses())") }
        await store.close()
        return rounds
    }

    private static func p99(_ values: [Double]) -> Double { values.sorted()[values.count * 99 / 100] }

    static func start(_ explorer: String, _ description: String, _ list: [String], _ made: MadeHistory) throws -> Double {
        let program = try PtyProgram(explorer, [description], environment: made.environment)
        return try program.wait(for: "the endpoints") { FullFrame.shows(list, $0) }.seconds
    }
}
