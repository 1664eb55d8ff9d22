// Which responses to a stream are collected before the reader gets any data, because another attempt may
// bring a better one.

struct HeldStatuses: Sendable {
    /// A retry may follow.
    var retried: Set<Int> = []
    /// Another working service may get the request.
    var elsewhere: Set<Int> = []
    /// The account may log in again.
    var gated = GatedResponses()
}

/// Responses that the gate judges before the reader of a stream gets any data.
struct GatedResponses: Sendable {
    /// Responses with these statuses are collected whatever their size.
    var statuses: Set<Int> = []
    /// A code in the body may refuse the credential too: JSON up to this length, in bytes, is collected. A
    /// longer body goes to the reader, and its code is not read. 0: no body is collected for its code.
    var longestBody = 0

    func holds(_ head: ResponseHead) -> Bool {
        statuses.contains(head.status) || longestBody > 0 && head.isJSON && head.length ?? 0 <= longestBody
    }
}

extension ResponseHead {
    /// The body is JSON (RFC 8259, RFC 6839 §3.1).
    fileprivate var isJSON: Bool {
        let name = (headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        return name.hasSuffix("/json") || name.hasSuffix("+json")
    }

    /// The length of the body as sent, where the server says it.
    fileprivate var length: Int? { headers["Content-Length"].flatMap { Int($0) } }
}
