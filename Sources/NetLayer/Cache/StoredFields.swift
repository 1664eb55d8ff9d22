// Which fields of a response are stored (RFC 9111 §3.1), and what a confirmation changes in them (§3.2).

enum StoredFields {
    /// Fields of one connection.
    private static let connection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "proxy-authenticate",
        "proxy-authentication-info", "proxy-authorization",
    ]
    /// Fields that describe the stored body; a confirmation does not carry them.
    private static let ofBody: Set<String> = ["content-length", "content-encoding", "content-range"]

    /// The head as stored: without connection fields, fields that `Connection`
    /// names, and fields of `no-cache="…"`.
    static func storableHead(_ head: ResponseHead, _ control: CacheControl) -> ResponseHead {
        let left = unstorableNames(head.headers).union(control.unstoredFields.map { $0.lowercased() })
        var kept = head
        for name in left where head.headers.first(name) != nil { kept.headers.remove(name) }
        return kept
    }

    private static func unstorableNames(_ headers: Headers) -> Set<String> {
        connection.union(FieldList.members(headers.allValues("Connection")).map { $0.lowercased() })
    }

    /// The stored head, updated from a 304 or from the response to a HEAD.
    static func updated(_ stored: ResponseHead, by news: Headers) -> ResponseHead {
        let left = unstorableNames(news).union(ofBody)
        let fields = news.fields.filter { !left.contains($0.name.lowercased()) }
        var updated = stored
        for field in fields { updated.headers.remove(field.name) }
        // Without a new `Age`, the stored one belongs to an earlier moment.
        if news.first("Age") == nil { updated.headers.remove("Age") }
        for field in fields { updated.headers.add(field) }
        return updated
    }
}
