// The closed list of ways in which a call fails: a `switch` over it leads to every place that must say something of each (B-HH-E1).

extension NetError {
    /// Why a call brought no usable answer. Its ``name`` is the word in events and JSON.
    public enum Kind: Sendable, Hashable {
        // Before anything is sent.

        /// The request could not be built: a missing path parameter, a bad URL or header.
        case badRequest
        /// The endpoint's own check refused the parameters (CT-P4).
        case badParameters
        /// There is said to be no network: nothing was sent (CT-P7, BA-5).
        case noNetwork
        /// One like it is under way, and the duplicate policy refused this one.
        case duplicate
        /// A hook refused it.
        case rejected
        /// This build of the transport cannot do what was asked.
        case unsupported

        // On the way.

        /// The host name has no address.
        case dns
        /// No connection: refused, unreachable, proxy refused.
        case connect
        /// No secure connection: the handshake failed, or the certificate is not trusted.
        case tls
        /// The connection ended before the answer was complete.
        case cut
        /// What came is not HTTP, or breaks its framing or content coding.
        case protocolViolation
        /// It took too long, by that limit.
        case timedOut(Timeout)
        /// More came than that limit allows.
        case tooLarge(Limit)
        /// More redirects than allowed, a loop, or a target that cannot be followed.
        case redirect
        /// The transport itself is in trouble: no memory, no descriptors, a state that must not be.
        case transport

        // What came is no success.

        /// The answer's status says failure (4xx, 5xx); the answer itself is in ``NetError/response``.
        case status(Int)
        /// The answer could not be decoded into the endpoint's response type.
        case decode
        /// The body says failure in its own code, the status notwithstanding; see ``NetError/business``. Empty: it says no code at all.
        case business(String)
        /// The endpoint's own check refused the answer (CT-S4, YT-4).
        case validation
        /// The first page of a list is empty (HH-P5).
        case noData
        /// There is no page after the last one; when that was known, nothing was sent (HH-P4).
        case noMoreData
        /// The next page would be one that was read already.
        case paginationLoop
        /// The next page is on a server that the list's credentials are not for.
        case foreignHost
        /// A file could not be read or written: no space, no permission, no such folder.
        case file
        /// Work of a group or chain that is no request failed.
        case work
        /// Only a stored answer was wanted, and none that is fresh is there (``FetchPolicy/cacheOnly``): nothing was sent (HD-10).
        case cacheMiss
        /// There is no credential that the service takes.
        case authentication(AuthFailure)

        /// Nobody failed: somebody ended it. No other kind stands for that.
        case cancelled(CancelReason)

        /// The word in events and JSON.
        public var name: String {
            switch self {
            case .badRequest: "bad_request"
            case .badParameters: "bad_parameters"
            case .noNetwork: "no_network"
            case .duplicate: "duplicate"
            case .rejected: "rejected"
            case .unsupported: "unsupported"
            case .dns: "dns"
            case .connect: "connect"
            case .tls: "tls"
            case .cut: "cut"
            case .protocolViolation: "protocol"
            case .timedOut: "timed_out"
            case .tooLarge: "too_large"
            case .redirect: "redirect"
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

    /// Which limit of ``Timeouts`` ran out, or that of all attempts together, ``CallPolicies/deadline``.
    public enum Timeout: String, Sendable, Hashable { case connect, idle, total, deadline }
    /// Which limit of ``ResponseLimits`` was passed.
    public enum Limit: String, Sendable, Hashable { case headers, body, decodedBody = "decoded body" }
}
