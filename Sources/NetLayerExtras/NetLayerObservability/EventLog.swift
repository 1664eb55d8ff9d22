// A client's events as entries of swift-log.

import Logging
import NetLayer
import Synchronization

/// Logs the calls of a client through a `Logger` of swift-log.
///
///     let log = EventLog(Logger(label: "net"))
///     Task { await log.follow(client.events(), network: client.network.changes()) }
///
/// | event | level |
/// | --- | --- |
/// | an attempt starts; a decision, such as a retry | debug |
/// | a call has succeeded, or was cancelled | info |
/// | a change of the network | notice |
/// | a call has failed or timed out | error |
///
/// Messages are the lines of ``LogSink`` and contain no headers, no bodies and no secrets. The metadata has
/// the facts as fields: `task`, `endpoint`, `method`, `service`, `attempt`, `status`, `error` and
/// `milliseconds`, each where it is known.
public struct EventLog: Sendable {
    private let logger: Logger

    /// Writes to this logger; its level decides which entries it takes.
    public init(_ logger: Logger) { self.logger = logger }

    /// Logs all events and network changes until both streams have ended.
    public func follow(_ events: EventStream, network: AsyncStream<NetworkChange>? = nil) async {
        await withTaskGroup { group in
            group.addTask { for await batch in events { log(batch) } }
            if let network { group.addTask { for await change in network { logger.notice("\(change)") } } }
        }
    }

    /// Logs the events of a batch; for a snapshot after the first event of the client, that events were left
    /// out.
    public func log(_ batch: EventBatch) {
        let lines = Lines()
        let sink = LogSink(.info, write: lines.append)
        switch batch {
        case .snapshot:
            sink.write(batch)
            lines.take().forEach { logger.notice("\($0)") }
        case .events(let events):
            for event in events {
                let level = Self.level(of: event)
                guard level >= logger.logLevel else { continue }
                sink.write(.events([event]))
                for line in lines.take() { logger.log(level: level, "\(line)", metadata: Self.metadata(of: event)) }
            }
        }
    }

    private static func level(of event: NetEvent) -> Logger.Level {
        guard event.kind == .ended else { return .debug }
        switch event.row.state {
        case .failed, .timedOut: return .error
        case .queued, .running, .retrying, .succeeded, .cancelled, .superseded: return .info
        }
    }

    private static func metadata(of event: NetEvent) -> Logger.Metadata {
        let row = event.row
        var metadata: Logger.Metadata = ["task": "\(row.id)", "method": "\(row.info.method)"]
        if !row.info.endpoint.isEmpty { metadata["endpoint"] = "\(row.info.endpoint)" }
        if !row.service.isEmpty { metadata["service"] = "\(row.service)" }
        if row.attempt > 0 { metadata["attempt"] = "\(row.attempt)" }
        metadata["status"] = row.status.map { "\($0)" }
        metadata["error"] = row.errorKind.map { "\($0)" }
        if event.kind == .ended { metadata["milliseconds"] = "\(row.age(at: event.time) / .milliseconds(1))" }
        return metadata
    }
}

/// Collects the lines of one event.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    @Sendable func append(_ line: String) { lines.withLock { $0.append(line) } }

    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
