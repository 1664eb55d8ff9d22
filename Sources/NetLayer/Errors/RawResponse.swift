// An answer as it came, before anybody has made something else of it.

/// An answer as it came: head, decoded body, and how it travelled.
public struct RawResponse: Sendable, Hashable {
    public var head: ResponseHead
    /// The body after content decoding.
    public var body: [UInt8]
    /// The URL that answered, after redirects.
    public var url: URI
    public var metrics: TransferMetrics
    /// The redirects that were followed, oldest first.
    public var redirects: [Redirect]

    public init(
        head: ResponseHead, body: [UInt8], url: URI, metrics: TransferMetrics = TransferMetrics(), redirects: [Redirect] = []
    ) {
        self.head = head
        self.body = body
        self.url = url
        self.metrics = metrics
        self.redirects = redirects
    }

    /// One hop: the answer's status and where it pointed.
    public struct Redirect: Sendable, Hashable {
        public var status: Int
        public var from: URI
        public var to: URI

        public init(status: Int, from: URI, to: URI) {
            self.status = status
            self.from = from
            self.to = to
        }
    }
}
