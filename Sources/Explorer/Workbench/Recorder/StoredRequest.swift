// The request of a history entry, ready to be sent again by the screen and by commands. Pure.

import History
import NetLayer

/// An entry's request, ready to be sent again.
public struct StoredRequest: Sendable {
    /// The plan that sends it; `nil` when parts of the request were not stored.
    public private(set) var plan: RequestPlan?
    /// Why there is no plan, a sentence without its full stop; empty where there is one.
    public private(set) var reasonForAbsence = ""
    /// The names of the header fields that were secret. ``plan`` omits them; the caller authenticates anew.
    public private(set) var secretFields: [String] = []

    /// - Parameter entry: an entry with its exchange.
    public init(_ entry: HistoryEntry) { restore(entry) }

    private mutating func restore(_ entry: HistoryEntry) {
        let request = entry.exchange?.request ?? HistoryMessage()
        guard URI(entry.url).isAbsoluteHTTP, let head = request.head else {
            return reasonForAbsence = "Its request was never sent"
        }
        guard !entry.url.contains(Secret.mask) else {
            return reasonForAbsence = "Its URL had a secret, and secrets are not stored"
        }
        var draft = RequestDraft(.address(HTTPMethod(rawValue: entry.method), entry.url))
        (draft.id, draft.title) = (entry.endpoint ?? "by hand", Self.title(entry))
        if let body = request.body {
            guard let bytes = body.bytes else { return reasonForAbsence = "Its body is not stored" }
            guard String(decoding: bytes, as: UTF8.self).firstRange(of: Secret.mask) == nil else {
                return reasonForAbsence = "Its body had a secret, and secrets are not stored"
            }
            draft.body = .bytes(bytes, type: body.contentType ?? "")
        }
        for field in Self.fields(head) where !Self.own.contains(field.name.lowercased()) {
            if field.value.revealed.contains(Secret.mask) {
                secretFields.append(field.name)
            } else {
                draft.values.append(.header(field))
            }
        }
        plan = draft.plan
    }

    /// Fields that every request receives anew.
    private static let own: Set<String> = ["content-type", "content-length", "host", "user-agent"]

    /// The title without the method before it.
    private static func title(_ entry: HistoryEntry) -> String {
        let prefix = "\(entry.method) "
        return entry.title.hasPrefix(prefix) ? String(entry.title.dropFirst(prefix.count)) : entry.title
    }

    /// The fields after the first line of a head.
    public static func fields(_ head: String?) -> [HeaderField] {
        (head ?? "").split(separator: "\n").dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return HeaderField(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
        }
    }
}
