// An answer as it came, before anybody has made something else of it.

/// An answer as it came: head, decoded body, and how it travelled.
public struct RawResponse: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var head: ResponseHead
        var body: [UInt8]
        var url: URI
        var metrics: TransferMetrics
        var redirects: [Redirect]
        var service: String
        var taker: Taken?
        var source = AnswerSource.network
    }

    /// Equal to itself alone.
    private struct Taken: Sendable, Hashable {
        let taker: any BodyTaker

        static func == (one: Taken, other: Taken) -> Bool { one.taker === other.taker }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(taker)) }
    }

    /// One element. An array, because its copies share it until one changes: an answer goes through many hands.
    private var shared: [Parts]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
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
    /// The URL that answered, after redirects.
    public var url: URI {
        get { parts.url }
        _modify { yield &parts.url }
    }
    /// What was measured of the exchange that brought it.
    public var metrics: TransferMetrics {
        get { parts.metrics }
        _modify { yield &parts.metrics }
    }
    /// The redirects that were followed, oldest first.
    public var redirects: [Redirect] {
        get { parts.redirects }
        _modify { yield &parts.redirects }
    }

    /// The name of the service that was asked; empty for an absolute URL.
    public var service: String { parts.service }
    /// Who has the body in place of ``body``; see ``CallBehaviour/takesBody``.
    public var taker: (any BodyTaker)? { parts.taker?.taker }
    /// Somebody else has the body.
    mutating func give(to taker: any BodyTaker) { parts.taker = Taken(taker: taker) }

    /// Where it came from: stored answers look like any other.
    public internal(set) var source: AnswerSource {
        get { parts.source }
        _modify { yield &parts.source }
    }

    /// An answer as a transport brings it; for tests too.
    public init(
        head: ResponseHead, body: [UInt8], url: URI, metrics: TransferMetrics = TransferMetrics(), redirects: [Redirect] = [],
        service: String = "", taker: (any BodyTaker)? = nil
    ) {
        shared = [
            Parts(
                head: head, body: body, url: url, metrics: metrics, redirects: redirects, service: service,
                taker: taker.map(Taken.init))
        ]
    }

    /// One hop: the answer's status and where it pointed.
    public struct Redirect: Sendable, Hashable {
        /// 301, 302, 303, 307 or 308.
        public var status: Int
        /// The URL that answered with it.
        public var from: URI
        /// The URL that was asked then.
        public var to: URI

        /// A hop from one URL to another.
        public init(status: Int, from: URI, to: URI) {
            self.status = status
            self.from = from
            self.to = to
        }
    }
}
