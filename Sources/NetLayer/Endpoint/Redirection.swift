// The next request after a redirect (RFC 9110 §15.4). Pure; the attempt loop performs it.

enum Redirection {
    static func isRedirect(_ head: ResponseHead) -> Bool {
        isRedirect(head.status) && !(head.headers["Location"] ?? "").isEmpty
    }

    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// The next request, or `nil` when the response is final.
    ///
    /// Credentials never follow to another origin: secret headers, a password in the URL and a client
    /// certificate are removed. So is every trust setting for the previous server, except the authorities
    /// that were given for its host. Within an origin all of them stay.
    /// - Parameter policies: those of client, service and call.
    /// - Throws: ``NetError/Kind/redirect`` for a target that is not an http(s) URL, which is the fault of
    ///   the service. ``NetError/Kind/redirectRefused``, which is our own decision: a policy refuses it, it
    ///   leads from https to http, another origin would receive a body with secrets, or the body is spent.
    static func nextRequest(
        after head: ResponseHead, of request: WireRequest, by policies: [RedirectPolicy] = []
    ) throws(NetError) -> WireRequest? {
        guard isRedirect(head), let location = head.headers["Location"] else { return nil }
        var next = request
        next.url = request.url.resolving(URI(location))
        if next.url.path.isEmpty { next.url.path = "/" }
        if next.url.origin == request.url.origin { next.url.keepUser(of: request.url) }
        if next.url.fragment == nil { next.url.fragment = request.url.fragment }
        guard next.url.isAbsoluteHTTP else {
            throw NetError(
                .redirect, attempted: "\(request)",
                detail: "\(head.status) points to '\(next.url)', which is not an http or https URL")
        }
        let becomesGet = head.status == 303 ? request.method != .head : (head.status <= 302 && request.method == .post)
        if becomesGet {
            next.method = .get
            next.body = .none
            ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"].forEach { next.headers.remove($0) }
        }
        let hop = RedirectHop(from: request.url, to: next.url, status: head.status, method: next.method)
        if let reason = RedirectPolicy.refusal(of: hop, by: policies) {
            throw refusal(request, hop, reason)
        }
        guard !next.isBodySpent else {
            throw refusal(request, hop, "its body comes from a sequence that was read, and can be sent only once")
        }
        if next.url.origin != request.url.origin {
            guard !next.hasSecretBody else {
                throw refusal(
                    request, hop,
                    "it is another server, and the body has secrets in it; "
                        + "send it there in a call of its own if it is meant for it")
            }
            next.headers = Headers(next.headers.fields.filter { !$0.value.isSecret })
            next.headers.remove("Host")
            next.connection = next.connection.elsewhere(onSameHost: next.url.host == request.url.host)
        }
        return next
    }

    private static func refusal(_ request: WireRequest, _ hop: RedirectHop, _ reason: String) -> NetError {
        let status = hop.status.map { "\($0)" } ?? "the response"
        return NetError(
            .redirectRefused, attempted: "\(request)",
            detail: "\(status) points to '\(hop.to)', which was not requested: \(reason)")
    }
}
