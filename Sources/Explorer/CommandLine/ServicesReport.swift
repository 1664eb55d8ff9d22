// The state of a pool's services after a check of each: a table for people, an object for scripts.

import Canvas
import NetLayer

struct ServicesReport {
    /// A service's response to its check.
    struct CheckResult {
        var isGood: Bool
        var latency: Duration
        var detail: String
    }

    let pool: ServicePool
    private(set) var results: [Int: CheckResult] = [:]

    init(_ pool: ServicePool) { self.pool = pool }

    /// Whether every service with an address was checked.
    var isComplete: Bool { pool.present.allSatisfy { results[$0] != nil } }

    var hasHealthyService: Bool { results.values.contains { $0.isGood } }

    /// - Returns: whether the event is news: a check is news only if its result differs from the last one.
    mutating func receive(_ event: FailoverEvent) -> Bool {
        guard case .probed(let service, let isGood, let latency, let detail) = event.kind else { return true }
        let answer = CheckResult(isGood: isGood, latency: latency, detail: detail)
        return results.updateValue(answer, forKey: service)?.isGood != isGood
    }

    /// The columns name, state, latency, response, address.
    func formatTable(_ status: PoolStatus) -> String {
        let cells = status.services.indices.map { index -> [String] in
            let mark = status.active == index ? "* " : "  "
            let answer = results[index]
            let latency = answer.map { $0.isGood ? FailoverLines.formatMilliseconds($0.latency) : "-" } ?? "-"
            let address = address(of: index).map(\.description) ?? "no address in \(status.environment)"
            return [
                mark + status.services[index].name, state(status.services[index], \.word), latency, answer?.detail ?? "-",
                address,
            ]
            .map(Visible.escape)
        }
        let rows = [["  SERVICE", "STATE", "LATENCY", "ANSWER", "ADDRESS"]] + cells
        let widths = rows[0].indices.map { column in rows.map { TextWidth.measure($0[column]) }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).dropLast().map { TextWidth.pad($0, $1) }.joined(separator: "  ") + "  " + (row.last ?? "") + "\n"
        }.joined()
    }

    /// One line, in the format of an event.
    func formatJSON(_ status: PoolStatus, at now: Duration) -> String {
        let services = status.services.indices.map { index -> JSONText.Value in
            let service = status.services[index]
            let answer = results[index]
            return .object([
                ("name", .string(service.name)), ("url", address(of: index).map { .string($0.description) } ?? .null),
                ("state", .string(state(service, \.name))), ("ok", answer.map { .bool($0.isGood) } ?? .null),
                ("ms", answer.map { FailoverLines.milliseconds($0.latency) } ?? .null),
                ("detail", answer.map { .string($0.detail) } ?? .null),
            ])
        }
        return JSONText.object([
            ("t", .number(EventPrinter.thousandths(now / .milliseconds(1)))), ("event", .string("status")),
            ("pool", .string(pool.id)),
            ("environment", .string(status.environment.rawValue)), ("generation", .number(String(status.generation))),
            ("active", status.services.indices.contains(status.active) ? .string(status.services[status.active].name) : .null),
            ("offline", .bool(status.isOffline)), ("services", .array(services)),
        ]) + "\n"
    }

    /// - Parameter word: the word for a breaker's state in this format.
    private func state(_ service: PoolStatus.Service, _ word: KeyPath<BreakerState, String>) -> String {
        service.isAbsent ? "absent" : service.isIsolated ? "isolated" : service.state[keyPath: word]
    }

    private func address(of index: Int) -> URI? { pool.services[index].address(in: pool.environment) }
}
