// What the history costs with 100,000 requests in it: to open it, to search it while somebody types, to write what has just ended, and
// whether the program starts slower for it.

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
        let many = try await HistoryCosts.made.value
        var values = ["history-open": try await HistoryCosts.opening(many, effort.rounds) * 1e3]
        values["history-search"] = try await HistoryCosts.search(HistoryCosts.words, many, effort.rounds) * 1e3
        values["history-nowhere"] = try await HistoryCosts.search(["zy"], many, effort.rounds) * 1e3
        let insert = try await HistoryCosts.insert(many, effort.rounds)
        values["history-insert"] = insert.cpu * 1e3
        values["history-wall"] = insert.wall * 1e3
        values["history-worst"] = insert.worst * 1e3
        values["history-hand"] = insert.handed * 1e3
        return values
    }

    static let historyStart = Measure(figures: [
        Figure(
            name: "history-start", limit: 1.2, unit: "ratio",
            about: "start of the program to its first full frame with that history / with an empty one, wall")
    ]) { effort in
        let (explorer, description) = (try Place.explorer(), try Place.largeDescription())
        let (many, none) = (try await HistoryCosts.made.value, try await MadeHistory(0))
        let list = try FullFrame.list(of: description)
        let ratio = try await Turns.smallest(of: effort.rounds) {
            try HistoryCosts.start(explorer, description, list, many)
        } _: {
            try HistoryCosts.start(explorer, description, list, none)
        }
        return ["history-start": ratio.a / ratio.b]
    }
}

private enum HistoryCosts {
    static let rows = 100_000
    /// Made when it is first needed, once for all measures.
    static let made = Task { try await MadeHistory(rows) }
    /// As many as the dialog lists.
    private static let shown = 500
    private static let clock = ContinuousClock()
    /// What somebody types who looks for what was there: words, parts of URLs, two words, numbers.
    static let words = [
        "repositories", "/v1/orders/", "api.shop.example", "invoices 404", "page=17", "DELETE staging", "orders pulls",
    ]

    /// The smallest of all rounds: other programs only ever add to it.
    static func opening(_ made: MadeHistory, _ rounds: Int) async throws -> Double {
        var best = Double.infinity
        for _ in 0...rounds {
            let began = clock.now
            let store = try made.open()
            let page = try await store.list(limit: shown)
            best = min(best, began.duration(to: clock.now).seconds)
            guard page.entries.count == shown else { throw Obstacle.broken("the history lists \(page.entries.count) requests") }
            await store.close()
        }
        return best
    }

    /// Of each keystroke the smallest of all rounds, of those the largest.
    static func search(_ words: [String], _ made: MadeHistory, _ rounds: Int) async throws -> Double {
        let store = try made.open()
        var worst = 0.0
        for word in words {
            for end in word.indices {
                let typed = word[...end].split(separator: " ").map(String.init)
                var best = Double.infinity
                for _ in 0..<rounds { best = min(best, try await keystroke(typed, store)) }
                worst = max(worst, best)
            }
        }
        await store.close()
        return worst
    }

    private static func keystroke(_ words: [String], _ store: HistoryStore) async throws -> Double {
        let began = clock.now
        var count = 0
        var cursor: HistoryCursor?
        repeat {
            let page = try await store.list(HistoryFilter(words: words), before: cursor, limit: shown - count)
            count += page.entries.count
            cursor = page.next
        } while cursor != nil && count < shown
        return began.duration(to: clock.now).seconds
    }

    /// So many requests end one after the other, without a rest between them.
    private static let inserted = 1_600

    /// Of all rounds the smallest of each, every round on a history that has grown by those before. No write of a request waits for the
    /// disk: the log is written without a sync, and only the upkeep, which copies it, waits.
    static func insert(
        _ made: MadeHistory, _ rounds: Int
    ) async throws -> (cpu: Double, wall: Double, worst: Double, handed: Double) {
        let store = try made.open()
        var best = (cpu: Double.infinity, wall: Double.infinity, worst: Double.infinity, handed: Double.infinity)
        for round in 0..<rounds {
            var (cpu, wall, handed) = ([Double](), [Double](), [Double]())
            for number in 0..<inserted {
                let entry = MadeHistory.entry(rows + round * inserted + number)
                let (began, used) = (clock.now, ProcessFacts.ownCPU())
                store.record(entry)
                handed.append(began.duration(to: clock.now).seconds)
                await store.flush()
                wall.append(began.duration(to: clock.now).seconds)
                cpu.append(ProcessFacts.ownCPU() - used)
            }
            best = (
                min(best.cpu, p99(cpu)), min(best.wall, p99(wall)), min(best.worst, wall.max() ?? .infinity),
                min(best.handed, p99(handed))
            )
        }
        guard store.losses() == HistoryLosses() else { throw Obstacle.broken("requests were lost: \(store.losses())") }
        await store.close()
        return best
    }

    private static func p99(_ values: [Double]) -> Double { values.sorted()[values.count * 99 / 100] }

    static func start(_ explorer: String, _ description: String, _ list: [String], _ made: MadeHistory) throws -> Double {
        let program = try PtyProgram(explorer, [description], environment: made.environment)
        return try program.wait(for: "the endpoints") { $0.lines(columns: FullFrame.columns) == list }.seconds
    }
}
