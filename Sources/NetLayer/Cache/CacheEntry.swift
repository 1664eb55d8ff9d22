// One stored answer, with what follows from its fields, worked out once: a hit only compares numbers.

/// An answer as it is kept (RFC 9111 §3). Times count from 1970-01-01 UTC.
public struct CacheEntry: Sendable, Hashable {
    /// Status and fields, without those that belong to one connection (§3.1).
    public let head: ResponseHead
    /// After content decoding.
    public var body: [UInt8] = []
    /// When the request went out that brought it, or confirmed it.
    public let requestTime: Duration
    /// When its head came.
    public let responseTime: Duration
    /// Which requests it is for.
    public let selection: VarySelection
    /// What it says about caching.
    public let control: CacheControl
    /// How old it may be while it is fresh; negative when it came stale.
    public let lifetime: Duration
    /// How old it was when it came (§4.2.3).
    public let initialAge: Duration
    /// Its lifetime is not its server's word.
    public let hasOwnLifetime: Bool
    /// The name of the service that gave it: only that one knows its validators. Empty: that of its URL.
    public var service = ""

    /// - Parameters:
    ///   - head: status line and fields of the answer; fields that must not be kept are left out.
    ///   - request: the fields of the request that it answers.
    ///   - requestTime: when the request was sent, since 1970-01-01 UTC.
    ///   - responseTime: when the head came, since 1970-01-01 UTC.
    ///   - rules: say how long an answer is fresh that does not say so itself.
    ///   - lifetime: wins over what the answer says (HH-K1, HD-5); `nil` leaves it to the answer.
    /// - Returns: `nil` when no other request may be answered with it (`Vary: *`).
    public init?(
        head: ResponseHead, request: Headers, requestTime: Duration, responseTime: Duration, rules: CacheRules = CacheRules(),
        lifetime: Duration? = nil
    ) {
        guard let selection = VarySelection(answer: head.headers, request: request) else { return nil }
        self.selection = selection
        self.requestTime = requestTime
        self.responseTime = responseTime
        control = CacheControl(head.headers.all("Cache-Control"))
        let freshness = Freshness(head, control, requestTime: requestTime, responseTime: responseTime, rules)
        self.lifetime = lifetime ?? freshness.lifetime
        // Who says how long it is kept counts from its arrival (HH-K2).
        initialAge = lifetime == nil ? freshness.initialAge : .zero
        hasOwnLifetime = lifetime != nil
        self.head = StoredFields.kept(head, control)
    }

    /// One that was kept elsewhere.
    init(
        head: ResponseHead, body: [UInt8], selection: VarySelection, requestTime: Duration, responseTime: Duration,
        lifetime: Duration, initialAge: Duration, hasOwnLifetime: Bool, service: String
    ) {
        self.head = head
        self.body = body
        self.selection = selection
        self.requestTime = requestTime
        self.responseTime = responseTime
        control = CacheControl(head.headers.all("Cache-Control"))
        self.lifetime = lifetime
        self.initialAge = initialAge
        self.hasOwnLifetime = hasOwnLifetime
        self.service = service
    }

    /// The same with another lifetime.
    func living(_ lifetime: Duration) -> CacheEntry {
        CacheEntry(
            head: head, body: body, selection: selection, requestTime: requestTime, responseTime: responseTime,
            lifetime: lifetime, initialAge: initialAge, hasOwnLifetime: hasOwnLifetime, service: service)
    }

    /// How old it is (§4.2.3). When the clock was turned back behind its arrival nobody knows, and it counts as very old.
    public func age(at now: Duration) -> Duration {
        now >= responseTime ? initialAge + (now - responseTime) : .seconds(DeltaSeconds.largest)
    }

    /// How long it has been stale; negative while it is fresh.
    public func staleness(at now: Duration) -> Duration { age(at: now) - lifetime }

    /// Whether it may be used without a question (§4.2).
    public func isFresh(at now: Duration) -> Bool { age(at: now) < lifetime }

    /// Its entity tag as it came; `nil` when it has none.
    public var entityTag: String? { head.headers["ETag"].flatMap { $0.isEmpty ? nil : $0 } }

    /// Its `Last-Modified` as it came.
    public var lastModified: String? { head.headers["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 } }

    /// How many bytes it takes in memory, about: body, fields, what belongs to every entry, and what an allocator loses among bodies of all sizes.
    public var weight: Int { size + body.count / Self.loss }

    /// The same without what an allocator loses.
    var size: Int {
        body.count + head.headers.weight
            + selection.fields.reduce(512) { $0 + $1.name.utf8.count + ($1.value?.reveal().utf8.count ?? 0) + 64 }
    }

    /// One byte of so many is the allocator's.
    private static let loss = 16

    /// Gives back what its body took besides while it grew, which may be as much again: nobody counts that.
    mutating func trim() {
        guard body.capacity > body.count + body.count / Self.loss + 64 else { return }
        body = body.withUnsafeBufferPointer { Array($0) }
    }
}
