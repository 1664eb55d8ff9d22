// An entry of an archive as a task that has ended: its row, its body, and why a part of it is missing. Pure.

import NetLayer
import RequestFiles

/// A recorded exchange, as the task table and the result pane show it.
public struct ArchivedTask: Sendable {
    /// The row to add.
    package let ended: EndedTask
    /// The head of the response; `nil` without a response.
    public let head: ResponseHead?
    /// The address of the request.
    public let url: URI
    /// The body of the response, decoded; empty where the archive has none.
    public let body: [UInt8]
    /// Why there is no response, or no whole body.
    public let failure: Failure?

    /// - Parameters:
    ///   - endpoint: the id of the request among the endpoints of the archive.
    ///   - start: the wall clock's time when the client started.
    ///   - now: the client's time: no task ends later.
    init(_ exchange: RecordedExchange, endpoint: String, clientStart start: Duration, now: Duration) {
        let url = URI(exchange.url)
        let head = exchange.response.map {
            ResponseHead(status: $0.status, reason: $0.reason, version: $0.version, headers: $0.headers)
        }
        var body: [UInt8] = []
        if case .bytes(let bytes)? = exchange.response?.body { body = bytes }
        let failed = Self.transferFailure(exchange)
        var metrics = Self.metrics(exchange, port: url.port)
        metrics.bytesReceived = exchange.bytesReceived ?? Int64(body.count)
        let blocked = Self.span(exchange.blocked)
        let whole = blocked + metrics.total
        // A wrong clock, or a missing time, makes no task of the future.
        let opened = min(HTTPDate.time(rfc3339: exchange.started).map { $0 - start } ?? now, now - whole)
        var record = ExchangeRecord(
            attempt: 1, service: url.host ?? "", request: Self.request(exchange, url), head: head, failure: failed,
            metrics: metrics, startedAt: opened + blocked)
        if let sending = metrics.sendingBegan, exchange.phases[.waiting] != nil {
            record.phases = PhaseTimes([.waiting: sending + Self.span(exchange.phases[.sending] ?? 0)])
        }
        let info = TaskInfo(
            endpoint: endpoint, title: Self.title(url), method: HTTPMethod(rawValue: exchange.method), tag: .archive)
        var ended = EndedTask(
            info, state: Self.state(exchange), openedAt: opened, endedAt: opened + whole, exchanges: [record])
        ended.reason = exchange.errorKind == nil ? "" : exchange.failure
        ended.errorKind = exchange.errorKind == Self.cancelled.name ? nil : exchange.errorKind
        (self.ended, self.head, self.url, self.body) = (ended, head, url, body)
        failure = Self.failure(exchange, failed)
    }

    /// The head by which the body is read. Archives have text as Unicode, whatever the charset of the response was:
    /// their body then is UTF-8.
    public var readableHead: ResponseHead? {
        guard let type = head?.headers["Content-Type"], isUnicode(type) else { return head }
        let parts = type.split(separator: ";").filter { !$0.lowercased().contains("charset") }
        var readable = head
        readable?.headers.set(HeaderField("Content-Type", parts.joined(separator: ";") + "; charset=utf-8"))
        return readable
    }

    private func isUnicode(_ type: String) -> Bool {
        let type = type.lowercased()
        guard !type.contains("multipart/"), ["text/", "html", "xml", "charset"].contains(where: { type.contains($0) }) else {
            return false
        }
        // UTF-16 and ISO 2022 look like UTF-8.
        return !body.contains { $0 == 0 || $0 == 0x1b } && String(validating: body, as: UTF8.self) != nil
    }

    /// Path and query, secrets masked: the table names the host beside it.
    private static func title(_ url: URI) -> String {
        var target = url
        (target.scheme, target.authority) = (nil, nil)
        let text = "\(target)"
        return text.isEmpty ? "/" : text
    }

    private static func request(_ exchange: RecordedExchange, _ url: URI) -> WireRequest {
        var request = WireRequest(method: HTTPMethod(rawValue: exchange.method), url: url, headers: exchange.headers)
        if case .bytes(let bytes) = exchange.body { request.body = .bytes(bytes) }
        return request
    }

    // MARK: The end

    private static let cancelled = NetError.Kind.cancelled(.user)
    private static let timedOut = NetError.Kind.timedOut(.total)
    /// The kinds that concern the transfer. Of the others the response came whole.
    private static let ofTransfer: [NetError.Kind] = [
        .dns, .connect, .tls, .cut, .protocolViolation, .redirect, .transport, timedOut, cancelled,
    ]

    private static func state(_ exchange: RecordedExchange) -> TaskState {
        switch exchange.errorKind {
        case nil: .succeeded
        case cancelled.name: .cancelled(.user)
        case timedOut.name: .timedOut(.total)
        default: .failed
        }
    }

    private static func transferFailure(_ exchange: RecordedExchange) -> TransferFailure? {
        let kind = ofTransfer.first { $0.name == exchange.errorKind }
        if let kind { return TransferFailure(kind, exchange.failure) }
        return exchange.response == nil ? TransferFailure(.transport, exchange.failure) : nil
    }

    private static func failure(_ exchange: RecordedExchange, _ failed: TransferFailure?) -> Failure? {
        let hint = "r sends the request again."
        guard let response = exchange.response else {
            return Failure(title: "There was no response", detail: exchange.failure, hint: hint)
        }
        if case .absent(let size, let why) = response.body {
            return Failure(
                title: "The body is not in the archive", detail: "Its \(size) bytes are not stored: \(why)", hint: hint)
        }
        return failed.map { Failure(title: "The response is not complete", detail: $0.detail, hint: hint) }
    }

    // MARK: Times

    private static func metrics(_ exchange: RecordedExchange, port: Int?) -> TransferMetrics {
        let phases = exchange.phases
        var at = Duration.zero
        func end(of phase: Phase) -> Duration? {
            guard let time = phases[phase] else { return nil }
            at += span(time)
            return at
        }
        var metrics = TransferMetrics()
        metrics.resolved = end(of: .resolving)
        metrics.connected = end(of: .connecting)
        // A connecting without a lookup begins at once.
        if metrics.connected != nil, metrics.resolved == nil { metrics.resolved = .zero }
        metrics.secured = end(of: .tls)
        if phases[.sending] != nil || phases[.waiting] != nil { metrics.sendingBegan = at }
        _ = end(of: .sending)
        _ = end(of: .waiting)
        if exchange.response != nil { metrics.firstByte = at }
        _ = end(of: .receiving)
        metrics.total = at
        metrics.bytesSent = exchange.bytesSent ?? 0
        metrics.version = exchange.response?.version
        metrics.remoteAddress = exchange.serverAddress.map { address($0, port: port) }
        metrics.reusedConnection = phases[.resolving] == nil && phases[.connecting] == nil
        return metrics
    }

    /// `address:port`, with brackets around IPv6.
    private static func address(_ text: String, port: Int?) -> String {
        let host = text.filter { $0 != "[" && $0 != "]" }
        return (host.contains(":") ? "[\(host)]" : host) + ":\(port ?? 0)"
    }

    /// - Parameter milliseconds: at most thirty years count.
    private static func span(_ milliseconds: Double) -> Duration {
        guard milliseconds.isFinite else { return .zero }
        return .microseconds(Int64((min(max(0, milliseconds), 1e12) * 1_000).rounded()))
    }
}
