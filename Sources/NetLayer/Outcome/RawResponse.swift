// A response as received, before any processing.

/// A response as received: head, decoded body, and transfer facts.
public struct RawResponse: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var head: ResponseHead
        var body: [UInt8]
        var url: URI
        var metrics: TransferMetrics
        var redirects: [Redirect]
        var service: String
        var taker: Taken?
        var source = ResponseSource.network
        var excerpt: [UInt8] = []
    }

    /// Equal only to itself.
    private struct Taken: Sendable, Hashable {
        let taker: any BodyTaker

        static func == (one: Taken, other: Taken) -> Bool { one.taker === other.taker }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(taker)) }
    }

    private var shared: Shared<Parts>
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// Status line and header fields.
    public var head: ResponseHead {
        get { parts.head }
        _modify { yield &parts.head }
    }
    /// The body after content decoding.
    public var body: [UInt8] {
        get { parts.body }
        _modify { yield &parts.body }
    }
    /// The URL that responded, after redirects.
    public var url: URI {
        get { parts.url }
        _modify { yield &parts.url }
    }
    /// The measurements of its exchange.
    public var metrics: TransferMetrics {
        get { parts.metrics }
        _modify { yield &parts.metrics }
    }
    /// The redirects that were followed, oldest first.
    public var redirects: [Redirect] {
        get { parts.redirects }
        _modify { yield &parts.redirects }
    }

    /// The name of the service; empty for an absolute URL.
    public var service: String { parts.service }
    /// The object that holds the body in place of ``body``; see ``CallBehaviour/takesBody``.
    public var taker: (any BodyTaker)? { parts.taker?.taker }
    /// Records that `taker` holds the body.
    mutating func moveBody(to taker: any BodyTaker) { parts.taker = Taken(taker: taker) }

    /// The source of the response. Cached responses otherwise look like any other.
    public internal(set) var source: ResponseSource {
        get { parts.source }
        _modify { yield &parts.source }
    }

    /// The beginning of a body that is not in ``body``, for the row.
    var excerpt: [UInt8] {
        get { parts.excerpt }
        _modify { yield &parts.excerpt }
    }

    /// Creates a response as a transport delivers it; also for tests.
    public init(
        head: ResponseHead, body: [UInt8], url: URI, metrics: TransferMetrics = TransferMetrics(), redirects: [Redirect] = [],
        service: String = "", taker: (any BodyTaker)? = nil
    ) {
        shared = Shared(
            Parts(
                head: head, body: body, url: url, metrics: metrics, redirects: redirects, service: service,
                taker: taker.map(Taken.init))
        )
    }

    /// One hop: the response's status and its target.
    public struct Redirect: Sendable, Hashable {
        /// 301, 302, 303, 307 or 308.
        public var status: Int
        /// The URL that responded with it.
        public var from: URI
        /// The URL of the next request.
        public var to: URI

        /// Creates a hop from one URL to another.
        public init(status: Int, from: URI, to: URI) {
            self.status = status
            self.from = from
            self.to = to
        }
    }
}
