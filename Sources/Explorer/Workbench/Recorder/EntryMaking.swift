// Makes a history entry from the facts of a call that has ended, without its secrets. Pure.

import Foundation
import History
import NetLayer

extension HistoryEntry {
    /// The call was cancelled in the queue: it sent nothing and received nothing.
    static func wasNeverSent(_ landed: HistoryRecorder.LandedCall) -> Bool {
        guard case .failure(let error) = landed.outcome, error.isCancellation else { return false }
        return landed.row.map { $0.exchanges.isEmpty && $0.flight == nil } ?? true
    }

    /// - Parameters:
    ///   - run: identifies the program run, so that its groups differ from those of other runs.
    ///   - secrets: the secrets known so far; the initializer first adds those of this call.
    init(_ facts: EntryFacts, run: String, hiding secrets: inout KnownSecrets) {
        let row = facts.row
        let sent = row?.requests ?? []
        let head = facts.head ?? row?.exchanges.last?.head ?? row?.flight?.head
        for request in sent { secrets.learn(request) }
        for exchange in row?.exchanges ?? [] { if let head = exchange.head { secrets.learn(head) } }
        if let head { secrets.learn(head) }
        let names = sent.last.map { $0.maskedFields.union($0.url.secretNames) } ?? []
        if let bytes = facts.body?.bytes { secrets.learn(ResponseSecrets(in: bytes, names: names).values) }
        let request = sent.last
        let url = request?.url ?? facts.url
        let origin = facts.origin
        self.init(
            title: secrets.redacted("\(facts.method) \(facts.title)"), method: (request?.method ?? facts.method).rawValue,
            url: secrets.redacted(url?.description ?? ""), started: max(0, facts.started),
            duration: row.flatMap { row in row.endedAt.map { Int64(($0 - row.openedAt) / .milliseconds(1)) } },
            workspace: origin.workspace, api: origin.api, environment: origin.environment, account: origin.account,
            endpoint: origin.api == nil || facts.endpoint.isEmpty ? nil : facts.endpoint,
            service: row.flatMap { $0.service.isEmpty ? nil : $0.service }, status: head?.status, state: facts.state,
            errorKind: facts.errorKind, errorText: facts.errorText.map { secrets.redacted($0) }, attempts: facts.attempts,
            bytesSent: row?.bytesSent ?? 0, bytesReceived: row?.bytesReceived ?? 0,
            group: row?.info.parent.map { "\(run)-\($0)" })
        exchange = HistoryExchange(
            request: HistoryMessage(
                head: request.map { Self.formatHead($0, secrets) }, body: request.flatMap { Self.redactedBody($0, secrets) }),
            response: HistoryMessage(
                head: head.map { Self.formatHead($0, secrets) }, body: facts.body.map { Self.redactedBody($0, names, secrets) }),
            timings: row.map { EntryTrace.timings($0, secrets) }, trail: row.map { EntryTrace.trail($0, secrets) })
    }

    // MARK: Messages

    private static func formatHead(_ request: WireRequest, _ secrets: KnownSecrets) -> String {
        secrets.redacted("\(request.method) \(target(request.url.description)) HTTP/1.1\n" + fields(request.headers))
    }

    private static func formatHead(_ head: ResponseHead, _ secrets: KnownSecrets) -> String {
        let reason = head.reason.isEmpty ? "" : " \(head.reason)"
        return secrets.redacted("\(head.version) \(head.status)\(reason)\n" + fields(head.headers))
    }

    private static func fields(_ headers: Headers) -> String { headers.fields.map { "\($0)\n" }.joined() }

    /// Path and query of a URL for display.
    private static func target(_ url: String) -> Substring {
        guard let slashes = url.firstRange(of: "://") else { return url[...] }
        return url[slashes.upperBound...].firstIndex(where: { $0 == "/" || $0 == "?" }).map { url[$0...] } ?? "/"
    }

    private static func redactedBody(_ request: WireRequest, _ secrets: KnownSecrets) -> HistoryBody? {
        guard request.body.count > 0 else { return nil }
        let type = request.headers["Content-Type"]
        guard let bytes = request.maskedBody else {
            return HistoryBody(absent: .notGiven, size: request.body.count, contentType: type)
        }
        var body = HistoryBody(secrets.redacted(bytes), contentType: type)
        body.size = request.body.count
        return body
    }

    /// - Parameter names: fields that are secret in addition to the usual ones.
    private static func redactedBody(_ body: HistoryBody, _ names: Set<String>, _ secrets: KnownSecrets) -> HistoryBody {
        guard let bytes = body.bytes else { return body }
        // Values first: a field that seems to end too early would leave half of a secret, which no longer
        // matches its value.
        let masked = ResponseSecrets(in: secrets.redacted(bytes), names: names).masked
        var kept = HistoryBody(masked, contentType: body.contentType)
        kept.size = body.size
        return kept
    }
}
