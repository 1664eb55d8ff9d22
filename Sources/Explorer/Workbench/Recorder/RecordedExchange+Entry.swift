// An entry of the history as an exchange for an archive. Its secrets are dots already. Pure.

import Document
import History
import NetLayer
import RequestFiles

extension RecordedExchange {
    /// - Parameter entry: an entry with its exchange. `nil` when its request was never sent: an archive needs
    ///   the URL.
    package init?(_ entry: HistoryEntry) {
        guard URI(entry.url).isAbsoluteHTTP else { return nil }
        let exchange = entry.exchange ?? HistoryExchange()
        self.init(
            method: entry.method, url: entry.url, headers: Headers(StoredRequest.fields(exchange.request.head)),
            body: Body(exchange.request.body), response: Response(entry.status, exchange.response),
            started: MomentText.rfc3339(entry.started))
        failure = entry.errorText ?? (entry.status == nil ? entry.state.rawValue : "")
        errorKind = entry.state == .cancelled ? HistoryState.cancelled.rawValue : entry.errorKind
        let remarks = [entry.title, entry.attempts > 1 ? "\(entry.attempts) attempts" : nil, entry.service]
        comment = remarks.compactMap(\.self).joined(separator: " · ")
        readTimes(exchange.timings, duration: entry.duration ?? 0)
    }

    /// Reads the times of the last exchange of a call.
    /// - Parameter duration: of the whole call, in milliseconds.
    private mutating func readTimes(_ timings: [UInt8]?, duration: Int64) {
        let document = timings.flatMap { try? JSONDocument($0) }
        let exchange = document.flatMap { Array($0.root.elements).last }
        if let address = exchange?["address"]?.string { serverAddress = Self.withoutPort(address) }
        guard let last = exchange, let began = last["phases"], began.count > 0 else {
            // A response from the cache has no exchange, and a transport may report no phases.
            phases = [.waiting: Double(duration)]
            return
        }
        let times: [(phase: Phase, at: Double)] = Array(began.members).compactMap { member in
            guard let phase = Phase(rawValue: member.key), let at = member.value.double else { return nil }
            return (phase, at)
        }
        let total = last["total"]?.double ?? 0
        blocked = (last["started"]?.double ?? 0) + (times.first?.at ?? 0)
        for (index, time) in times.enumerated() {
            let end = index + 1 < times.count ? times[index + 1].at : total
            phases[time.phase] = max(0, end - time.at)
        }
    }

    /// `127.0.0.1` of `127.0.0.1:8080`, `::1` of `[::1]:8080`.
    private static func withoutPort(_ address: String) -> String {
        let host = address.lastIndex(of: ":").map { address[..<$0] } ?? address[...]
        return host.filter { $0 != "[" && $0 != "]" }
    }
}

extension RecordedExchange.Body {
    fileprivate init(_ body: HistoryBody?) {
        guard let body else {
            self = .empty
            return
        }
        self = body.bytes.map { .bytes($0) } ?? .absent(size: body.size, why: body.why)
    }
}

extension RecordedExchange.Response {
    /// `nil` without a status.
    fileprivate init?(_ status: Int?, _ message: HistoryMessage) {
        guard let status else { return nil }
        // The version, the status, and the reason if there is one.
        let line = message.head?.split(separator: "\n").first?.split(separator: " ", maxSplits: 2).map(String.init) ?? []
        self.init(
            status: status, reason: line.count > 2 ? line[2] : "", version: line.first ?? "HTTP/1.1",
            headers: Headers(StoredRequest.fields(message.head)), body: RecordedExchange.Body(message.body))
    }
}
