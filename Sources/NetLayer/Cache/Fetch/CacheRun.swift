// One call between cache and network: the stored responses it found, the validation it sent,
// and the response it stores.

/// Belongs to one call. Decides by ``FetchMachine`` and ``CacheMachine``, and changes the stored responses.
final class CacheRun {
    let cache: ResponseCache
    let policy: FetchPolicy
    let subject: CacheSubject
    let options: CacheOptions
    let tiers: CacheTiers
    /// Where the call looks up responses: nowhere if its lifetime is zero.
    let readTiers: CacheTiers
    /// The position of the call's start in the log of clearings.
    private let mark: ClearingLog.Mark
    private let machine: FetchMachine
    private(set) var found = ResponseCache.Found()
    /// The stored response for this very request.
    private(set) var entry: CacheEntry?
    /// For ``FetchPolicy/http``: the validation to send; `nil` passes the request through.
    var question: CacheValidation?
    private var requestTime = Duration.zero
    /// The network's response as received, including a body that went to a `BodyTaker`; `nil` when
    /// the body is too long.
    private(set) var raw: RawResponse?
    /// The entry to store by HTTP's rules after the response has passed the checks.
    private var draft: CacheEntry?
    var source = ResponseSource.network
    /// The failure that a stored response replaces.
    var failure: NetError?

    init(_ cache: ResponseCache, _ policy: FetchPolicy, _ subject: CacheSubject, _ options: CacheOptions) {
        self.cache = cache
        self.policy = policy
        self.subject = subject
        self.options = options
        tiers = cache.availableTiers(options.tiers, for: subject.key)
        readTiers = policy != .http && options.lifetime?.isZero == true ? .none : tiers
        mark = cache.mark
        machine = FetchMachine(policy: policy, maxAge: options.maxAge)
    }

    var isHTTP: Bool { policy == .http }

    /// Looks up stored responses and returns the first step.
    func lookUp(isRefresh: Bool) async -> FetchMachine.Step {
        if policy.reads, !isRefresh || isHTTP {
            found = await cache.findVariants(subject.key, for: subject.request.headers, in: readTiers)
            entry = found.variants.first { $0.selection.matches(subject.request.headers) }
        }
        let now = cache.now()
        requestTime = now
        guard isHTTP else { return isRefresh ? .ask(nil) : removingStale(machine.firstStep(entry, now: now)) }
        return httpStep(now, isRefresh: isRefresh)
    }

    /// Removes a stale entry when ``FetchPolicy/cacheElseNetwork`` misses, so that the miss leaves
    /// nothing stored.
    private func removingStale(_ step: FetchMachine.Step) -> FetchMachine.Step {
        if policy == .cacheElseNetwork, case .ask = step, let entry, !entry.isFresh(at: cache.now()) {
            cache.removeEntry(entry, of: subject.key)
        }
        return step
    }

    private func httpStep(_ now: Duration, isRefresh: Bool) -> FetchMachine.Step {
        switch cache.machine.decide(subject.request, stored: found.variants, now: now) {
        case .pass: return .ask(nil)
        case .send(let question):
            self.question = question
            guard let entry else { return .ask(.missed) }
            return .ask(
                question.conditions.isEmpty ? .expired(ago: max(.zero, entry.staleness(at: now))) : .asks(age: entry.age(at: now))
            )
        case .serve(let entry): return .serve(entry)
        case .serveStale(let entry, nil): return .serve(entry)
        case .serveStale(let entry, let question?):
            guard isRefresh else { return .serveAndRefresh(entry) }
            self.question = question
            return .ask(nil)
        case .unavailable: return .miss
        }
    }

    /// The service that sent the responses to validate; `nil` when there are several, so that none
    /// of them can be asked.
    var questionedService: String? {
        guard let question, let first = question.candidates.first?.service,
            question.candidates.allSatisfy({ $0.service == first })
        else { return nil }
        return first
    }

    // MARK: stored responses

    /// The origin of an entry that the call serves.
    func source(of entry: CacheEntry) -> ResponseSource {
        let now = cache.now()
        let age = entry.age(at: now)
        let isFresh = isHTTP ? entry.isFresh(at: now) : machine.isFresh(entry, now)
        guard isFresh else {
            if case .cacheThenNetwork = policy { return .stale(age: age, because: .accepted) }
            return .stale(age: age, because: isHTTP && question == nil && !allowsRefresh(entry, now) ? .accepted : .revalidating)
        }
        return isOnDisk(entry) ? .disk(age: age) : .memory(age: age)
    }

    private func allowsRefresh(_ entry: CacheEntry, _ now: Duration) -> Bool {
        entry.control.staleWhileRevalidate.map { entry.staleness(at: now) <= $0 } ?? false
    }

    private func isOnDisk(_ entry: CacheEntry) -> Bool { found.isFromDisk && found.variants.first == entry }

    func freshness(of entry: CacheEntry) -> CacheFreshness { CacheFreshness(staleness: entry.staleness(at: cache.now())) }

    /// The stored response as this call's response.
    func response(_ entry: CacheEntry, _ source: ResponseSource) -> RawResponse {
        let (head, body) = cache.machine.response(entry, to: subject.request, now: cache.now())
        var response = RawResponse(head: head, body: body, url: subject.request.url, service: entry.service)
        response.source = source
        return response
    }

    func removeEntry(_ entry: CacheEntry) {
        cache.removeEntry(entry, of: subject.key)
        if self.entry == entry { self.entry = nil }
        found.variants.removeAll { $0 == entry }
    }

    /// The stored response that replaces that failure.
    func standIn(for error: NetError) -> CacheEntry? {
        guard let entry, !isHTTP else { return nil }
        return machine.standsIn(entry, for: error, now: cache.now()) ? entry : nil
    }

    // MARK: network responses

    /// How the call treats a response.
    enum Reaction {
        case forward
        /// Serve this stored response.
        case serve(CacheEntry, ResponseSource)
        /// Send the request again without conditions.
        case askAgain
    }

    /// Records a received response.
    func record(_ answer: RawResponse) {
        raw = answer
        draft = nil
        (source, failure) = (.network, nil)
    }

    /// Records a received response whose body was delivered separately.
    func record(_ answer: RawResponse, body: [UInt8]?) {
        raw = body.map {
            RawResponse(head: answer.head, body: $0, url: answer.url, redirects: answer.redirects, service: answer.service)
        }
        draft = nil
        (source, failure) = (.network, nil)
    }

    /// Reacts by HTTP's rules.
    func react(to answer: RawResponse, _ conditions: RequestConditions?, canonical: (URI) -> URI) -> Reaction {
        guard let question else { return .forward }
        // A response of another URL says nothing about this one.
        guard answer.redirects.isEmpty else {
            return answer.head.status == 304 && conditions?.wereSent == true ? .askAgain : .forward
        }
        let now = cache.now()
        var asked = question
        // A server that did not receive the conditions cannot have evaluated them.
        if conditions?.wereSent != true { (asked.conditions, asked.candidates) = ([], []) }
        let reaction = cache.machine.reaction(
            to: answer.head, of: subject.request, asked: asked, requestTime: requestTime, now: arrival(of: answer, now),
            lifetime: options.lifetime?.override)
        for change in reaction.changes {
            switch change {
            case .keep(var entry):
                entry.service = answer.service
                _ = cache.keep(entry, for: subject.key, in: tiers, isCommon: false, since: mark)
            case .drop(let selection): cache.removeVariant(selection, of: subject.key)
            case .forget(let url): cache.invalidate(.parameters(canonical(url)))
            }
        }
        switch reaction.delivery {
        case .forward:
            draft = reaction.entryToStore
            return .forward
        case .confirmed(let renewed): return .serve(renewed, .revalidated(age: entry?.age(at: now) ?? renewed.age(at: now)))
        case .standIn(let stale):
            return .serve(stale, .fallback(age: stale.age(at: now), because: .status(answer.head.status)))
        case .askAgain: return .askAgain
        }
    }

    /// The stored response that replaces a missing one (RFC 5861 §4).
    func react(to error: NetError) -> CacheEntry? {
        guard isHTTP, !error.isCancellation else { return nil }
        return cache.machine.standIn(for: TransferFailure(error.kind), question, now: cache.now())
    }

    func forgetConditions() {
        question?.conditions = []
        question?.candidates = []
    }

    /// When the response's head arrived.
    private func arrival(of answer: RawResponse, _ now: Duration) -> Duration {
        guard let firstByte = answer.metrics.firstByte else { return now }
        return max(requestTime, now - max(.zero, answer.metrics.total - firstByte))
    }

    // MARK: storing

    /// Stores the network's response as received, if all rules allow it.
    /// - Returns: the note for the call's row; `nil` when no response arrived that could be stored.
    func storeResponse(shouldStore: (@Sendable (RawResponse) -> Bool)?, refusal: (RawResponse) -> String?) -> CacheNote? {
        guard source == .network else { return nil }
        guard let raw else { return .notStored(because: "its body is longer than \(cache.options.rules.longestBody) bytes") }
        guard policy.stores else { return nil }
        guard !tiers.isEmpty else { return .notStored(because: "the call stores nothing") }
        guard var entry = isHTTP ? draft : self.draft(of: raw) else { return .notStored(because: refusalReason(raw)) }
        if let reason = refusal(raw) { return .notStored(because: reason) }
        guard raw.body.count <= cache.options.rules.longestBody else {
            return .notStored(because: "its body is longer than \(cache.options.rules.longestBody) bytes")
        }
        if let shouldStore, !shouldStore(raw) { return .notStored(because: "the endpoint forbids it") }
        entry.body = raw.body
        entry.service = raw.service
        guard cache.keep(entry, for: subject.key, in: tiers, isCommon: isCommon(raw), since: mark) else {
            return .notStored(because: "it was cleared, or changed, during the request")
        }
        return .stored(tiers, lifetime: max(.zero, entry.lifetime))
    }

    /// The lifetime is the cache's own default: neither the server nor the call set one.
    private func isCommon(_ raw: RawResponse) -> Bool {
        options.lifetime?.override == nil && !isHTTP && !Self.saysHowLong(raw.head)
    }

    /// The entry by the call's own rules.
    private func draft(of raw: RawResponse) -> CacheEntry? {
        guard subject.request.method != .head, !CacheControl(request: subject.request.headers).noStore else { return nil }
        let lifetime = lifetime(of: raw.head)
        guard !lifetime.isZero else { return nil }
        let now = cache.now()
        return cache.machine.reaction(
            to: raw.head, of: subject.request, asked: CacheValidation(), requestTime: requestTime, now: arrival(of: raw, now),
            lifetime: lifetime.override
        ).entryToStore
    }

    /// The lifetime by the call's own rules.
    private func lifetime(of head: ResponseHead) -> CacheLifetime {
        let own = options.lifetime ?? .byHeaders
        return own == .byHeaders && !Self.saysHowLong(head) ? .fixed(cache.options.lifetime) : own
    }

    private static func saysHowLong(_ head: ResponseHead) -> Bool {
        let control = CacheControl(head.headers.allValues("Cache-Control"))
        return control.maxAge != nil || control.noCache || head.headers.first("Expires") != nil
    }

    private func refusalReason(_ raw: RawResponse) -> String {
        let control = CacheControl(raw.head.headers.allValues("Cache-Control"))
        if control.noStore { return "no-store" }
        if CacheControl(request: subject.request.headers).noStore { return "the request says no-store" }
        if subject.request.method == .head { return "the response to a HEAD has no body" }
        if isHTTP, !raw.redirects.isEmpty { return "it came over a redirect" }
        if !isHTTP, let own = options.lifetime, own.isZero, let time = own.override { return "its lifetime is \(time)" }
        if VarySelection(answer: raw.head.headers, request: subject.request.headers) == nil { return "Vary: *" }
        if question == nil, isHTTP { return "the request is not cacheable" }
        return "a response of status \(raw.head.status) without a lifetime"
    }
}
