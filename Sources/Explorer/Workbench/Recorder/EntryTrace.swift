// The course of a call, as JSON for the history: the times of each exchange, the services, and the decisions
// with their reasons. Pure.

import Document
import NetLayer

enum EntryTrace {
    /// An array with one object per exchange, oldest first. Times are milliseconds: `started` counts from the
    /// opening of the call, the others from the beginning of the exchange.
    static func timings(_ row: TaskRow, _ secrets: KnownSecrets) -> [UInt8] {
        let exchanges = row.exchanges.map { exchange -> String in
            let metrics = exchange.metrics
            var members: [(key: String, json: String)] = [
                ("attempt", "\(exchange.attempt)"), ("started", milliseconds(exchange.startedAt - row.openedAt)),
                ("total", milliseconds(metrics.total)),
                ("phases", JSONLiteral.object(exchange.timeline.map { ($0.phase.rawValue, milliseconds($0.at)) })),
                ("reused", metrics.reusedConnection ? "true" : "false"), ("sent", "\(metrics.bytesSent)"),
                ("received", "\(metrics.bytesReceived)"),
            ]
            if let address = metrics.remoteAddress { members.append(("address", JSONLiteral.string(address))) }
            return JSONLiteral.object(members)
        }
        return Array(JSONLiteral.array(exchanges).utf8)
    }

    /// An object: the source of the response, the exchanges with their services and outcomes, and the
    /// decisions in words.
    static func trail(_ row: TaskRow, _ secrets: KnownSecrets) -> [UInt8] {
        let exchanges = row.exchanges.map { exchange -> String in
            var members: [(key: String, json: String)] = [
                ("attempt", "\(exchange.attempt)"), ("service", JSONLiteral.string(exchange.service)),
                ("url", JSONLiteral.string(secrets.redacted(exchange.request.url.description))),
            ]
            if let head = exchange.head { members.append(("status", "\(head.status)")) }
            if let failure = exchange.failure {
                members.append(("error", JSONLiteral.string(failure.kind.name)))
                members.append(("detail", JSONLiteral.string(secrets.redacted(failure.detail))))
            }
            return JSONLiteral.object(members)
        }
        let decisions = row.decisions.map { record in
            JSONLiteral.object([
                ("at", milliseconds(record.time - row.openedAt)),
                ("text", JSONLiteral.string(secrets.redacted(record.decision.description))),
            ])
        }
        let trail = JSONLiteral.object([
            ("source", JSONLiteral.string(row.source.name)), ("exchanges", JSONLiteral.array(exchanges)),
            ("decisions", JSONLiteral.array(decisions)),
        ])
        return Array(trail.utf8)
    }

    /// Milliseconds with one decimal place.
    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int(max(.zero, duration) / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
