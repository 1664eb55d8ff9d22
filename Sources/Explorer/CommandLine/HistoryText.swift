// Entries of the history as text and as JSON.

import Document
import Foundation
import History
import Workbench

enum HistoryText {
    /// A line of fields; only the separators are tabs.
    static func formatLine(_ entry: HistoryEntry) -> String {
        let fields = [
            String("\(entry.id)".prefix(12)), MomentText.local(entry.started),
            entry.status.map(String.init) ?? entry.errorKind ?? entry.state.rawValue,
            entry.duration.map(String.init) ?? "", entry.method, entry.url.isEmpty ? entry.title : entry.url,
        ]
        return fields.map { Visible.escape($0).replacing("\t", with: " ").replacing("\n", with: " ") }.joined(separator: "\t")
            + "\n"
    }

    // MARK: JSON

    /// The members of every list entry, in this order; unknown values are `null`.
    static func members(_ entry: HistoryEntry) -> [(String, JSONText.Value)] {
        func textValue(_ value: String?) -> JSONText.Value { value.map { .string($0) } ?? .null }
        func numberValue(_ value: (some BinaryInteger)?) -> JSONText.Value { value.map { .number("\($0)") } ?? .null }
        return [
            ("id", .string("\(entry.id)")), ("started", .string(MomentText.rfc3339(entry.started))),
            ("ms", numberValue(entry.duration)),
            ("state", .string(entry.state.rawValue)), ("status", numberValue(entry.status)), ("method", .string(entry.method)),
            ("url", .string(entry.url)), ("title", .string(entry.title)), ("workspace", textValue(entry.workspace)),
            ("api", textValue(entry.api)), ("environment", textValue(entry.environment)), ("account", textValue(entry.account)),
            ("endpoint", textValue(entry.endpoint)), ("service", textValue(entry.service)),
            ("attempts", .number("\(entry.attempts)")),
            ("bytes_sent", .number("\(entry.bytesSent)")), ("bytes_received", .number("\(entry.bytesReceived)")),
            ("error", textValue(entry.errorKind)), ("error_text", textValue(entry.errorText)), ("group", textValue(entry.group)),
        ]
    }

    /// The whole entry.
    static func formatJSON(_ entry: HistoryEntry) -> String {
        let exchange = entry.exchange ?? HistoryExchange()
        // Timings and trail are JSON already.
        let story = [("timings", exchange.timings), ("trail", exchange.trail)].map { name, bytes in
            "\"\(name)\":" + (bytes.map { String(decoding: $0, as: UTF8.self) } ?? "null")
        }
        let messages: [(String, JSONText.Value)] = [
            ("request", message(exchange.request)), ("response", message(exchange.response)),
        ]
        return JSONText.object(members(entry) + messages).dropLast() + "," + story.joined(separator: ",") + "}\n"
    }

    private static func message(_ message: HistoryMessage) -> JSONText.Value {
        .object([("head", message.head.map { .string($0) } ?? .null), ("body", message.body.map(bodyValue) ?? .null)])
    }

    private static func bodyValue(_ body: HistoryBody) -> JSONText.Value {
        var members: [(String, JSONText.Value)] = [
            ("size", .number("\(body.size)")), ("type", body.contentType.map { .string($0) } ?? .null),
        ]
        if let bytes = body.bytes {
            if let text = String(validating: bytes, as: UTF8.self) {
                members.append(("text", .string(text)))
            } else {
                members.append(("base64", .string(Data(bytes).base64EncodedString())))
            }
        }
        if let absence = body.absence { members.append(("absent", .string(absence.rawValue))) }
        return .object(members)
    }

    // MARK: Text

    /// A line for the request, then request and response, then the course of the call.
    static func formatStory(_ entry: HistoryEntry) -> String {
        let status = entry.status.map(String.init) ?? entry.errorKind ?? entry.state.rawValue
        let facts: [String?] = [
            entry.title, status, entry.duration.map { "\($0) ms" }, entry.attempts > 1 ? "\(entry.attempts) attempts" : nil,
            entry.service, MomentText.local(entry.started),
        ]
        let places: [String?] = [entry.api, entry.environment, entry.account, entry.workspace]
        var lines = [facts.compactMap(\.self).joined(separator: " · ")]
        if places.contains(where: { $0 != nil }) { lines.append(places.compactMap(\.self).joined(separator: " · ")) }
        if !entry.url.isEmpty { lines.append(entry.url) }
        if let error = entry.errorText, !error.isEmpty { lines.append(error) }
        let exchange = entry.exchange ?? HistoryExchange()
        for message in [exchange.request, exchange.response] where message.head != nil || message.body != nil {
            lines += ["", (message.head ?? "").trimmingSuffix(while: \.isNewline)]
            if let body = message.body { lines += ["", formatBody(body)] }
        }
        let decisions = Self.decisions(exchange.trail)
        if !decisions.isEmpty { lines += [""] + decisions }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func formatBody(_ body: HistoryBody) -> String {
        guard let bytes = body.bytes else { return "(\(body.size) bytes that are not stored: \(body.why))" }
        return String(validating: bytes, as: UTF8.self) ?? "(\(body.size) bytes that are not text; --body prints them)"
    }

    /// The decisions, a line each.
    private static func decisions(_ trail: [UInt8]?) -> [String] {
        guard let trail, let root = try? JSONDocument(trail).root else { return [] }
        return root["decisions"]?.elements.compactMap { decision in
            decision["text"]?.string.map { "\(decision["at"]?.displayText ?? "") ms  \($0)" }
        } ?? []
    }
}

extension String {
    fileprivate func trimmingSuffix(while isLeft: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isLeft(last) { text.removeLast() }
        return String(text)
    }
}
