// One stored response, with the values derived from its fields at creation, so that
// a hit only compares numbers.

/// A response as stored (RFC 9111 §3). Times count from 1970-01-01 UTC.
public struct CacheEntry: Sendable, Hashable {
    /// Status and fields, without the fields that belong to one connection (§3.1).
    public let head: ResponseHead
    /// After content decoding.
    public var body: [UInt8] = []
    /// When the request that fetched or confirmed it was sent.
    public let requestTime: Duration
    /// When its head arrived.
    public let responseTime: Duration
    /// The requests to which it applies.
    public let selection: VarySelection
    /// Its caching directives.
    public let control: CacheControl
    /// The age up to which it is fresh; negative if it was stale on arrival.
    public let lifetime: Duration
    /// Its age on arrival (§4.2.3).
    public let initialAge: Duration
    /// The lifetime comes from the caller, not from the server.
    public let hasOwnLifetime: Bool
    /// The name of the service that sent it: only that service knows its validators. Empty:
    /// the service of its URL.
    public var service = ""

    /// - Parameters:
    ///   - head: status line and fields of the response; fields that must not be stored are left out.
    ///   - request: the fields of the response's request.
    ///   - requestTime: when the request was sent, since 1970-01-01 UTC.
    ///   - responseTime: when the head arrived, since 1970-01-01 UTC.
    ///   - rules: how long a response is fresh that does not say so itself.
    ///   - lifetime: overrides the lifetime that the response gives; `nil` leaves it to the response.
    /// - Returns: `nil` when the response fits no other request (`Vary: *`).
    public init?(
        head: ResponseHead, request: Headers, requestTime: Duration, responseTime: Duration, rules: CacheRules = CacheRules(),
        lifetime: Duration? = nil
    ) {
        guard let selection = VarySelection(answer: head.headers, request: request) else { return nil }
        self.selection = selection
        self.requestTime = requestTime
        self.responseTime = responseTime
        control = CacheControl(head.headers.allValues("Cache-Control"))
        let freshness = Freshness(head, control, requestTime: requestTime, responseTime: responseTime, rules)
        self.lifetime = lifetime ?? freshness.lifetime
        // A lifetime that the caller gives counts from the response's arrival.
        initialAge = lifetime == nil ? freshness.initialAge : .zero
        hasOwnLifetime = lifetime != nil
        self.head = StoredFields.storableHead(head, control)
    }

    /// Restores an entry from another store.
    init(
        head: ResponseHead, body: [UInt8], selection: VarySelection, requestTime: Duration, responseTime: Duration,
        lifetime: Duration, initialAge: Duration, hasOwnLifetime: Bool, service: String
    ) {
        self.head = head
        self.body = body
        self.selection = selection
        self.requestTime = requestTime
        self.responseTime = responseTime
        control = CacheControl(head.headers.allValues("Cache-Control"))
        self.lifetime = lifetime
        self.initialAge = initialAge
        self.hasOwnLifetime = hasOwnLifetime
        self.service = service
    }

    /// Returns the same entry with another lifetime.
    func withLifetime(_ lifetime: Duration) -> CacheEntry {
        CacheEntry(
            head: head, body: body, selection: selection, requestTime: requestTime, responseTime: responseTime,
            lifetime: lifetime, initialAge: initialAge, hasOwnLifetime: hasOwnLifetime, service: service)
    }

    /// Its age (§4.2.3). After the clock went back behind its arrival the age is unknown,
    /// and counts as very large.
    public func age(at now: Duration) -> Duration {
        now >= responseTime ? initialAge + (now - responseTime) : .seconds(DeltaSeconds.largest)
    }

    /// How long it has been stale; negative while it is fresh.
    public func staleness(at now: Duration) -> Duration { age(at: now) - lifetime }

    /// Whether it may be used without validation (§4.2).
    public func isFresh(at now: Duration) -> Bool { age(at: now) < lifetime }

    /// Its entity tag as received; `nil` when it has none.
    public var entityTag: String? { head.headers["ETag"].flatMap { $0.isEmpty ? nil : $0 } }

    /// Its `Last-Modified` as received.
    public var lastModified: String? { head.headers["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 } }

    /// About how many bytes it takes in memory: body, fields, the overhead of each entry, and the allocator's
    /// loss among bodies of all sizes.
    public var weight: Int { size + body.count / Self.loss }

    /// The same without the allocator's loss.
    var size: Int {
        body.count + head.headers.weight
            + selection.fields.reduce(512) { $0 + $1.name.utf8.count + ($1.value?.reveal().utf8.count ?? 0) + 64 }
    }

    /// The allocator loses one byte in this many.
    private static let loss = 16

    /// Frees the spare capacity that the body got while it grew. It can equal the body's size, and ``weight``
    /// does not include it.
    mutating func trimCapacity() {
        guard body.capacity > body.count + body.count / Self.loss + 64 else { return }
        body = body.withUnsafeBufferPointer { Array($0) }
    }
}
