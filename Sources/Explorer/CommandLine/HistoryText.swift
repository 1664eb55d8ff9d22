// Entries of the history as text and as JSON.

import Document
import Foundation
import Glibc
import History

enum HistoryText {
    /// A line of fields; only the separators are tabs.
    static func line(_ entry: HistoryEntry) -> String {
        let fields = [
            String("\(entry.id)".prefix(12)), time(entry.started),
            entry.status.map(String.init) ?? entry.errorKind ?? entry.state.rawValue,
            entry.duration.map(String.init) ?? "", entry.method, entry.url.isEmpty ? entry.title : entry.url,
        ]
        return fields.map { Visible.text($0).replacing("\t", with: " ").replacing("\n", with: " ") }.joined(separator: "\t")
            + "\n"
    }

    /// `2026-11-22 10:57:40`, in local time.
    static func time(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return text(parts, between: " ")
    }

    /// `2026-11-22T10:57:40.123Z`.
    static func rfc3339(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return text(parts, between: "T") + "." + String(milliseconds % 1_000 + 1_000).dropFirst() + "Z"
    }

    private static func text(_ parts: tm, between: String) -> String {
        func two(_ number: Int32) -> String { String(number + 100).suffix(2).description }
        let day = "\(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return day + between + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }

    // MARK: JSON

    /// The members of every list entry, in this order; unknown values are `null`.
    static func members(_ entry: HistoryEntry) -> [(String, JSONText.Value)] {
        func text(_ value: String?) -> JSONText.Value { value.map { .string($0) } ?? .null }
        func number(_ value: (some BinaryInteger)?) -> JSONText.Value { value.map { .number("\($0)") } ?? .null }
        return [
            ("id", .string("\(entry.id)")), ("started", .string(rfc3339(entry.started))), ("ms", number(entry.duration)),
            ("state", .string(entry.state.rawValue)), ("status", number(entry.status)), ("method", .string(entry.method)),
            ("url", .string(entry.url)), ("title", .string(entry.title)), ("workspace", text(entry.workspace)),
            ("api", text(entry.api)), ("environment", text(entry.environment)), ("account", text(entry.account)),
            ("endpoint", text(entry.endpoint)), ("service", text(entry.service)), ("attempts", .number("\(entry.attempts)")),
            ("bytes_sent", .number("\(entry.bytesSent)")), ("bytes_received", .number("\(entry.bytesReceived)")),
            ("error", text(entry.errorKind)), ("error_text", text(entry.errorText)), ("group", text(entry.group)),
        ]
    }

    /// The whole entry.
    static func json(_ entry: HistoryEntry) -> String {
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
        .object([("head", message.head.map { .string($0) } ?? .null), ("body", message.body.map(body) ?? .null)])
    }

    private static func body(_ body: HistoryBody) -> JSONText.Value {
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
    static func story(_ entry: HistoryEntry) -> String {
        let status = entry.status.map(String.init) ?? entry.errorKind ?? entry.state.rawValue
        let facts: [String?] = [
            entry.title, status, entry.duration.map { "\($0) ms" }, entry.attempts > 1 ? "\(entry.attempts) attempts" : nil,
            entry.service, time(entry.started),
        ]
        let places: [String?] = [entry.api, entry.environment, entry.account, entry.workspace]
        var lines = [facts.compactMap(\.self).joined(separator: " · ")]
        if places.contains(where: { $0 != nil }) { lines.append(places.compactMap(\.self).joined(separator: " · ")) }
        if !entry.url.isEmpty { lines.append(entry.url) }
        if let error = entry.errorText, !error.isEmpty { lines.append(error) }
        let exchange = entry.exchange ?? HistoryExchange()
        for message in [exchange.request, exchange.response] where message.head != nil || message.body != nil {
            lines += ["", (message.head ?? "").trimmingSuffix(while: \.isNewline)]
            if let body = message.body { lines += ["", text(body)] }
        }
        let decisions = Self.decisions(exchange.trail)
        if !decisions.isEmpty { lines += [""] + decisions }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(_ body: HistoryBody) -> String {
        guard let bytes = body.bytes else { return "(\(body.size) bytes that are not kept: \(body.why))" }
        return String(validating: bytes, as: UTF8.self) ?? "(\(body.size) bytes that are no text; --body prints them)"
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
