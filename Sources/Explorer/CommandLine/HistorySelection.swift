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
    @Option(help: ArgumentHelp("Only this status, or all of one kind: 404, 5xx.", valueName: "status")) var status: String?
    @Option(help: "Only entries with this outcome: succeeded, failed, cancelled.") var state: HistoryState?
    @Option(help: ArgumentHelp("Only this method.", valueName: "method")) var method: String?
    @Option(help: ArgumentHelp("Only this API.", valueName: "name")) var api: String?
    @Option(help: ArgumentHelp("Only this environment.", valueName: "name")) var env: String?
    @Option(help: ArgumentHelp("Only this endpoint, by its id.", valueName: "id")) var endpoint: String?

    func validate() throws {
        if let problem = FilterExpression.problem(in: search ?? "", for: .history) {
            throw ValidationError("--search, character \(problem.offset + 1): \(problem.text).")
        }
        guard status == nil || parsedStatus != nil else {
            throw ValidationError("--status takes a number from 100 to 599, or one like 4xx.")
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
            status: parsedStatus, method: method?.uppercased(), state: state, api: api, environment: env, endpoint: endpoint)
    }

    private var parsedStatus: HistoryFilter.Status? {
        guard let status = status?.lowercased() else { return nil }
        if status.count == 3, status.hasSuffix("xx"), let kind = Int(status.prefix(1)), (1...5).contains(kind) {
            return .hundred(kind)
        }
        return Int(status).flatMap { (100...599).contains($0) ? .exactly($0) : nil }
    }
}

extension HistoryState: ExpressibleByArgument {}
