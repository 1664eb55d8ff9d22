// The entries of an archive as exchanges: requests with their responses, as they were recorded.

import Document
import NetLayer

/// Reads the entries of an archive one at a time, because all bodies together may not fit into the memory.
///
/// ``HARReader/readCollection(_:file:)`` reads the same entries as requests to send.
package struct HARExchanges: Sendable {
    private let entries: [JSONNode]
    /// This program wrote the archive: comments of responses are its reasons.
    private let isOwn: Bool

    /// - Throws: ``ImportError`` if it is not JSON, or not an archive. A single request object has no entries.
    package init(_ bytes: [UInt8], file: String) throws(ImportError) {
        let log = try HARReader.readDocument(bytes, file: file).root["log"]
        let list = log?["entries"]
        entries = list.map { Array($0.elements) } ?? []
        isOwn = log?["creator"]?["name"]?.string == "explorer"
    }

    /// The number of entries.
    package var count: Int { entries.count }

    /// When a request began, as the archive says it.
    package func started(_ number: Int) -> String { entries[number]["startedDateTime"]?.string ?? "" }

    /// Whether an entry is a WebSocket: its messages are no response.
    package func isWebSocket(_ number: Int) -> Bool {
        let entry = entries[number]
        let url = entry["request"]?["url"]?.string?.lowercased() ?? ""
        return url.hasPrefix("ws:") || url.hasPrefix("wss:") || entry["_webSocketMessages"] != nil
            || entry["_resourceType"]?.string == "websocket" || entry["response"]?["status"]?.int == 101
    }

    /// An entry; `nil` where it has no request with a method and a URL, and for a request that this program exported
    /// without sending it.
    package func exchange(_ number: Int) -> RecordedExchange? {
        let entry = entries[number]
        guard let request = entry["request"], let method = request["method"]?.string, let url = request["url"]?.string else {
            return nil
        }
        var exchange = RecordedExchange(
            method: method, url: url, headers: HARMessage.headers(of: request, cookies: true),
            body: HARMessage.requestBody(request), response: entry["response"].flatMap(HARMessage.response),
            started: started(number))
        exchange.comment = entry["comment"]?.string ?? ""
        exchange.serverAddress = entry["serverIPAddress"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        exchange.bytesSent = HARMessage.wireSize(of: request)
        exchange.bytesReceived = entry["response"].flatMap(HARMessage.wireSize)
        readFailure(entry["response"], into: &exchange)
        readTimes(entry, into: &exchange)
        return exchange.response == nil && exchange.failure.isEmpty ? nil : exchange
    }

    /// Browsers write why a request has no response, or only a part of one. Of a whole response the status decides.
    private func readFailure(_ response: JSONNode?, into exchange: inout RecordedExchange) {
        let error = response?["_error"]?.string ?? ""
        let comment = response?["comment"]?.string ?? ""
        if isOwn {
            (exchange.errorKind, exchange.failure) = (error.isEmpty ? nil : error, comment)
            // Without a reason the status was as expected; without a status the request was never sent.
            if comment.isEmpty { return }
        } else {
            exchange.failure = error
        }
        guard let status = exchange.response?.status else {
            let text = [exchange.failure, comment, response?["statusText"]?.string ?? ""].first { !$0.isEmpty }
            exchange.failure = text ?? "the archive has no response"
            exchange.errorKind = exchange.errorKind ?? NetError.Kind.transport.name
            return
        }
        if status >= 400 {
            exchange.errorKind = exchange.errorKind ?? NetError.Kind.status(status).name
            if exchange.failure.isEmpty { exchange.failure = "the server answered \(status)" }
        } else if !exchange.failure.isEmpty {
            exchange.errorKind = exchange.errorKind ?? NetError.Kind.cut.name
        }
    }

    private func readTimes(_ entry: JSONNode, into exchange: inout RecordedExchange) {
        let timings = entry["timings"]
        // A phase that does not apply is -1.
        func time(_ name: String) -> Double? { timings?[name]?.double.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
        exchange.blocked = time("blocked") ?? 0
        let handshake = time("ssl")
        exchange.phases[.resolving] = time("dns")
        // An archive counts the TLS handshake as a part of the connecting, too; mitmproxy does not.
        exchange.phases[.connecting] = time("connect").map { $0 < handshake ?? 0 ? $0 : $0 - (handshake ?? 0) }
        exchange.phases[.tls] = handshake
        exchange.phases[.sending] = time("send")
        exchange.phases[.waiting] = time("wait")
        exchange.phases[.receiving] = time("receive")
        let isTimed = exchange.phases.values.contains { $0 > 0 }
        guard !isTimed, let whole = entry["time"]?.double, whole.isFinite, whole > exchange.blocked else { return }
        exchange.phases = [.waiting: whole - exchange.blocked]
    }
}
