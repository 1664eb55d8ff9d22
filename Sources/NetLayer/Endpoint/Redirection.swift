// The next request after a redirect (RFC 9110 §15.4). Pure; the attempt loop performs it.

enum Redirection {
    static func isRedirect(_ head: ResponseHead) -> Bool {
        isRedirect(head.status) && !(head.headers["Location"] ?? "").isEmpty
    }

    /// Whether a redirect that is not followed is the fault of its service: it has no valid target, or the
    /// redirects form a loop. It is our own decision not to send a request over plain http, and not to send
    /// secrets to another origin.
    static func isFault(_ head: ResponseHead, of request: WireRequest) -> Bool {
        guard let location = head.headers["Location"] else { return false }
        let target = request.url.resolving(URI(location))
        guard target.isAbsoluteHTTP else { return true }
        return !request.hasSecretBody && !losesTLS(target, after: request.url)
    }

    /// Such a redirect would send the request readable for every party on the network path.
    private static func losesTLS(_ target: URI, after url: URI) -> Bool { url.scheme == "https" && target.scheme != "https" }

    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// The next request, or `nil` when the response is final.
    ///
    /// Credentials never follow to another origin: secret headers, a password in the URL and a client
    /// certificate are removed. So is every trust setting for the previous server, except the authorities
    /// that were given for its host. Within an origin all of them stay.
    /// - Throws: ``NetError/Kind/redirect`` for a target that is not an http(s) URL, for http after https,
    ///   and for a body with secrets that another origin would receive.
    static func nextRequest(after head: ResponseHead, of request: WireRequest) throws(NetError) -> WireRequest? {
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
        guard !losesTLS(next.url, after: request.url) else {
            throw NetError(
                .redirect, attempted: "\(request)",
                detail: "\(head.status) points from https to '\(next.url)', where the network could read the request; "
                    + "send it there in a call of its own if you mean to")
        }
        let becomesGet = head.status == 303 ? request.method != .head : (head.status <= 302 && request.method == .post)
        if becomesGet {
            next.method = .get
            next.body = .none
            ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"].forEach { next.headers.remove($0) }
        }
        if next.url.origin != request.url.origin {
            guard !next.hasSecretBody else {
                throw NetError(
                    .redirect, attempted: "\(request)",
                    detail: "\(head.status) points to '\(next.url)', another server, and the body has secrets in it; "
                        + "send it there in a call of its own if it is meant for it")
            }
            next.headers = Headers(next.headers.fields.filter { !$0.value.isSecret })
            next.headers.remove("Host")
            next.connection = next.connection.elsewhere(onSameHost: next.url.host == request.url.host)
        }
        return next
    }
}
