// A recorded exchange as an entry of an archive: request, response and timings.

import Document
import NetLayer

extension RecordedExchange {
    /// The entry as JSON, on one line.
    var entry: String {
        let times = HARTimes(self)
        return HARText.entry(
            started: started, time: times.total, request: requestText, response: responseText, timings: times.members,
            serverAddress: serverAddress ?? "", comment: comment)
    }

    private var requestText: String {
        let fields = headers.fields.map(Self.pair)
        var members = HARText.requestHead(method: method, url: url, version: response?.version ?? "HTTP/1.1", fields)
        if let data = postData { members.append(("postData", HARText.object(data))) }
        return HARText.object(members + [("headersSize", "-1"), ("bodySize", "\(body.size)")])
    }

    private var responseText: String {
        guard let response else { return HARText.response(comment: failure, errorKind: errorKind) }
        var content = [
            ("size", "\(response.body.size)"), ("mimeType", HARText.string(response.headers["Content-Type"] ?? "x-unknown")),
        ]
        content += response.body.text
        return HARText.response(
            status: response.status, reason: response.reason, version: response.version, response.headers.fields.map(Self.pair),
            content: content, redirect: response.headers.first("Location").map { "\($0.value)" } ?? "", comment: failure,
            errorKind: errorKind)
    }

    /// The members of `postData`; `nil` without a body.
    private var postData: [(String, String)]? {
        guard body != .empty else { return nil }
        let type = headers["Content-Type"] ?? ""
        var members = [("mimeType", HARText.string(type))]
        if case .bytes(let bytes) = body, type.lowercased().hasPrefix("application/x-www-form-urlencoded"),
            let form = String(validating: bytes, as: UTF8.self)
        {
            members.append(("params", ExportJSON.array(HARText.pairs(form))))
        }
        return members + body.text
    }

    /// The description of a value has dots for what its name calls a secret.
    private static func pair(_ field: HeaderField) -> String { HARText.makePair(field.name, "\(field.value)") }
}

extension RecordedExchange.Body {
    /// The length in bytes.
    fileprivate var size: Int {
        switch self {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .absent(let size, _): size
        }
    }

    /// The members that hold the bytes: a text; base64 where the bytes are no text.
    fileprivate var text: [(String, String)] {
        switch self {
        case .empty: return []
        case .bytes(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return [("text", HARText.string(Base64.encode(bytes))), ("encoding", HARText.string("base64"))]
            }
            return [("text", HARText.string(text))]
        case .absent(let size, let why):
            let comment = "The body (\(size) bytes) is not in this archive: \(why)."
            return [("text", HARText.string("")), ("comment", HARText.string(comment))]
        }
    }
}

/// The times of an exchange as an archive has them, counted in tenths of milliseconds so that they add up.
private struct HARTimes {
    /// The time of the whole call.
    let total: String
    let members: [(String, String)]

    init(_ exchange: RecordedExchange) {
        let phases = exchange.phases.mapValues(Self.tenths)
        let blocked = Self.tenths(exchange.blocked)
        let optional = { (tenths: Int?) in tenths.map(Self.text) ?? "-1" }
        total = Self.text(phases.values.reduce(blocked, +))
        // An archive counts the TLS handshake as a part of the connecting, too.
        let hasConnected = phases[.connecting] != nil || phases[.tls] != nil
        let connect = hasConnected ? (phases[.connecting] ?? 0) + (phases[.tls] ?? 0) : nil
        members = [
            ("blocked", Self.text(blocked)), ("dns", optional(phases[.resolving])), ("connect", optional(connect)),
            ("ssl", optional(phases[.tls])), ("send", Self.text(phases[.sending] ?? 0)),
            ("wait", Self.text(phases[.waiting] ?? 0)), ("receive", Self.text(phases[.receiving] ?? 0)),
        ]
    }

    private static func tenths(_ milliseconds: Double) -> Int {
        milliseconds.isFinite ? Int((min(max(0, milliseconds), longest) * 10).rounded()) : 0
    }

    private static func text(_ tenths: Int) -> String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }

    /// Longer than any call, and short enough for arithmetic. Milliseconds.
    private static let longest = 1e12
}
