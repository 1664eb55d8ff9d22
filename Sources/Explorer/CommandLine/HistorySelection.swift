// The options that select entries of the history, for the commands that read several of them.

import ArgumentParser
import FilterLanguage
import History

struct HistorySelection: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only entries that match: words in URL, title, API, error; status:5xx time:>1s size:>1MB body:text header:text; and, or, not.",
            valueName: "filter")) var search: String?
    @Flag(help: "Search the words in bodies too.") var bodies = false
    @Option(help: ArgumentHelp("Only these statuses: 404, 5xx, >=500.", valueName: "status")) var status: String?
    @Option(help: "Only entries with this outcome: succeeded, failed, cancelled.") var state: HistoryState?
    @Option(help: ArgumentHelp("Only this method.", valueName: "method")) var method: String?
    @Option(help: ArgumentHelp("Only this API.", valueName: "name")) var api: String?
    @Option(help: ArgumentHelp("Only this environment.", valueName: "name")) var env: String?
    @Option(help: ArgumentHelp("Only this endpoint, by its id.", valueName: "id")) var endpoint: String?

    func validate() throws {
        if let problem = FilterExpression.problem(in: search ?? "", for: .history) {
            throw ValidationError("--search, character \(problem.offset + 1): \(problem.text).")
        }
        guard status == nil || statuses != nil else {
            throw ValidationError("--status takes \(FilterNumbers.statuses).")
        }
    }

    /// Reads the selected entries page by page, newest first, without their exchanges.
    /// - Parameter limit: the most entries; 0: all.
    /// - Throws: the exit code, after reporting the error.
    func readEntries(of store: HistoryStore, limit: Int, _ take: ([HistoryEntry]) -> Void) async throws {
        var cursor: HistoryCursor?
        var count = 0
        repeat {
            let page = try await OpenHistory.reportingErrors {
                () async throws(HistoryError) in
                try await store.listEntries(filter, before: cursor, limit: limit == 0 ? Self.step : min(Self.step, limit - count))
            }
            take(page.entries)
            count += page.entries.count
            cursor = page.next
        } while cursor != nil && (limit == 0 || count < limit)
    }

    private static let step = 500

    private var filter: HistoryFilter {
        HistoryFilter(
            terms: (try? FilterExpression(search ?? "", for: .history)) ?? FilterExpression(), inBodies: bodies,
            status: statuses, method: method?.uppercased(), state: state, api: api, environment: env, endpoint: endpoint)
    }

    private var statuses: ClosedRange<Int64>? { status.flatMap { FilterNumbers.readStatuses($0.lowercased()) } }
}

extension HistoryState: ExpressibleByArgument {}
