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
        if statuses.contains(head.status) { return true }
        let isJSON = MediaType.isJSON(head.headers["Content-Type"] ?? "")
        return longestBody > 0 && isJSON && head.contentLength ?? 0 <= Int64(longestBody)
    }
}
