// What sends the request of an entry of the history again, for the screen and for commands. Pure.

import History
import NetLayer

/// An entry's request as it can be sent again.
public struct StoredRequest: Sendable {
    /// What sends it; `nil` when not all of it was kept.
    public private(set) var plan: RequestPlan?
    /// Why there is none, a sentence without its full stop; empty where there is one.
    public private(set) var whyNot = ""
    /// The names of the header fields that were secret: ``plan`` is without them, and who proves who asks does so anew.
    public private(set) var secretFields: [String] = []

    /// - Parameter entry: with its exchange.
    public init(_ entry: HistoryEntry) { read(entry) }

    private mutating func read(_ entry: HistoryEntry) {
        let request = entry.exchange?.request ?? HistoryMessage()
        guard URI(entry.url).isAbsoluteHTTP, let head = request.head else { return whyNot = "Its request was never sent" }
        guard !entry.url.contains(Secret.mask) else { return whyNot = "Its URL had a secret, which is not kept" }
        var draft = Draft(.address(HTTPMethod(rawValue: entry.method), entry.url))
        (draft.id, draft.title) = (entry.endpoint ?? "by hand", Self.title(entry))
        if let body = request.body {
            guard let bytes = body.bytes else { return whyNot = "Its body is not kept" }
            guard String(decoding: bytes, as: UTF8.self).firstRange(of: Secret.mask) == nil else {
                return whyNot = "Its body had a secret, which is not kept"
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

    /// What every request is given anew.
    private static let own: Set<String> = ["content-type", "content-length", "host", "user-agent"]

    /// Without the method, which stands before it.
    private static func title(_ entry: HistoryEntry) -> String {
        let prefix = "\(entry.method) "
        return entry.title.hasPrefix(prefix) ? String(entry.title.dropFirst(prefix.count)) : entry.title
    }

    /// Those behind the first line of a head.
    public static func fields(_ head: String?) -> [HeaderField] {
        (head ?? "").split(separator: "\n").dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return HeaderField(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
        }
    }
}
