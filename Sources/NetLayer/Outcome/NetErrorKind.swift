// The closed list of failures of a call. A `switch` over it finds every place that must handle each of them.

extension NetError {
    /// Why a call brought no usable response. Its ``name`` is the word in events and JSON.
    public enum Kind: Sendable, Hashable {
        // Before anything is sent.

        /// The request could not be built: a missing path parameter, a bad URL or header.
        case badRequest
        /// The endpoint's own check refused the parameters.
        case badParameters
        /// The network was reported as unreachable: nothing was sent.
        case noNetwork
        /// An equal call is running, and the duplicate policy refused this one.
        case duplicate
        /// A hook refused it.
        case rejected
        /// The client's ``RequestGate`` refused a request of it: that request was not sent.
        case notAllowed
        /// This build of the transport does not support the requested feature.
        case unsupported

        // In transit.

        /// The host name has no address.
        case dns
        /// No connection: refused, unreachable, proxy refused.
        case connect
        /// No secure connection: the handshake failed, or the certificate is not trusted.
        case tls
        /// The connection ended before the response was complete.
        case cut
        /// The received bytes are not HTTP, or violate its framing or content coding.
        case protocolViolation
        /// It exceeded that time limit.
        case timedOut(Timeout)
        /// The response exceeded that size limit.
        case tooLarge(Limit)
        /// More redirects than allowed, a loop, or a target that cannot be followed.
        case redirect
        /// A redirect was not followed by our own decision: from https to http, by a ``RedirectPolicy``, or
        /// to protect a body. The redirecting response is in ``NetError/response``.
        case redirectRefused
        /// The transport itself failed: no memory, no descriptors, an invalid state.
        case transport

        // The response is not a success.

        /// The response's status means failure (4xx, 5xx); the response itself is in ``NetError/response``.
        case status(Int)
        /// The response could not be decoded into the endpoint's response type.
        case decode
        /// The body reports a failure by its own code, whatever the status; see ``NetError/business``.
        /// Empty: the body has no code.
        case business(String)
        /// The endpoint's own check refused the response.
        case validation
        /// The first page of a list is empty.
        case noData
        /// There is no page after the last one. If that was known before, nothing was sent.
        case noMoreData
        /// The next page would repeat a page that was already read.
        case paginationLoop
        /// The next page is on a server to which the list's credentials do not belong.
        case foreignHost
        /// A file could not be read or written: no space, no permission, no such folder.
        case file
        /// Work of a group or chain that is not a request failed.
        case work
        /// Only a cached response was acceptable (``FetchPolicy/cacheOnly``), and no fresh one
        /// is stored: nothing was sent.
        case cacheMiss
        /// There is no credential that the service accepts.
        case authentication(AuthFailure)

        /// The call was cancelled; it did not fail. No other kind stands for a cancellation.
        case cancelled(CancelReason)

        /// The word in events and JSON.
        public var name: String {
            switch self {
            case .badRequest: "bad_request"
            case .badParameters: "bad_parameters"
            case .noNetwork: "no_network"
            case .duplicate: "duplicate"
            case .rejected: "rejected"
            case .notAllowed: "not_allowed"
            case .unsupported: "unsupported"
            case .dns: "dns"
            case .connect: "connect"
            case .tls: "tls"
            case .cut: "cut"
            case .protocolViolation: "protocol"
            case .timedOut: "timed_out"
            case .tooLarge: "too_large"
            case .redirect: "redirect"
            case .redirectRefused: "redirect_refused"
            case .transport: "transport"
            case .status: "status"
            case .decode: "decode"
            case .business: "business"
            case .validation: "validation"
            case .noData: "no_data"
            case .noMoreData: "no_more_data"
            case .paginationLoop: "pagination_loop"
            case .foreignHost: "foreign_host"
            case .file: "file"
            case .work: "work"
            case .cacheMiss: "cache_miss"
            case .authentication(let failure): failure.rawValue
            case .cancelled: "cancelled"
            }
        }
    }

    /// The limit that ran out: one of ``Timeouts``, or the deadline over all attempts,
    /// ``CallPolicies/deadline``.
    public enum Timeout: String, Sendable, Hashable { case connect, idle, total, deadline }
    /// The limit of ``ResponseLimits`` that was exceeded.
    public enum Limit: String, Sendable, Hashable { case headers, body, decodedBody = "decoded body" }
}
