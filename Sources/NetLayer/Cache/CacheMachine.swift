// Decides whether a stored response can be used (RFC 9111 §4): a value without a clock.
// CacheMachine+Answers.swift handles the responses.
//
//   request ─► pass                      not cacheable: unsafe methods, no-store, conditions of the caller
//           ─► serve                     fresh
//           ─► serveStale                max-stale, or stale-while-revalidate: then revalidated meanwhile
//           ─► send ─► 304               confirmed: the stored body with a renewed head
//                   ─► 200 …             forwarded, stored if allowed
//                   ─► 5xx, no response  the stale response, where stale-if-error allows it
//           ─► unavailable (504)         only-if-cached

/// The decisions of a private cache: one that serves one user.
public struct CacheMachine: Sendable {
    /// The rules for the choices that HTTP leaves to a cache.
    public var rules: CacheRules

    /// A machine that decides by these rules.
    public init(rules: CacheRules = CacheRules()) { self.rules = rules }

    /// - Parameters:
    ///   - request: the request to send, as the caller made it.
    ///   - stored: the variants of the request's key, the newest first.
    ///   - now: the time since 1970-01-01 UTC.
    public func decide(_ request: WireRequest, stored: [CacheEntry], now: Duration) -> CacheDecision {
        guard Self.isCacheable(request) else { return .pass }
        let asked = CacheControl(request: request.headers)
        guard !asked.noStore else { return .pass }
        let entry = stored.first { $0.selection.matches(request.headers) }
        let question = question(about: entry, among: stored, request, asked)
        if let entry, Self.canServe(entry, request) {
            switch usability(of: entry, asked, now) {
            case .fresh: return .serve(entry)
            case .accepted: return .serveStale(entry, asking: nil)
            case .revalidating where !asked.onlyIfCached: return .serveStale(entry, asking: question)
            case .revalidating: return .serveStale(entry, asking: nil)
            case .unusable: break
            }
        }
        return asked.onlyIfCached ? .unavailable : .send(question)
    }

    private enum Usability { case fresh, accepted, revalidating, unusable }

    private func usability(of entry: CacheEntry, _ asked: CacheControl, _ now: Duration) -> Usability {
        let control = entry.control
        guard !control.noCache, !asked.noCache else { return .unusable }
        let staleness = entry.staleness(at: now)
        let isFresh = staleness < .zero
        if let minFresh = asked.minFresh, staleness + minFresh > .zero { return .unusable }
        if let maxAge = asked.maxAge, maxAge == .zero || entry.age(at: now) > maxAge {
            // A reload sends `max-age=0`; an immutable response needs no validation (RFC 8246 §2).
            return isFresh && control.isImmutable && maxAge == .zero ? .fresh : .unusable
        }
        if isFresh { return .fresh }
        guard !control.mustRevalidate else { return .unusable }
        if let maxStale = asked.maxStale, staleness <= maxStale { return .accepted }
        // A request that limits a response's age does not accept a stale one.
        guard asked.maxAge == nil, asked.minFresh == nil, let window = control.staleWhileRevalidate, staleness <= window else {
            return .unusable
        }
        return .revalidating
    }

    /// Excludes requests with a body, because some servers interpret the body of a `GET`, and requests with
    /// the caller's own conditions, which are meant for the server, not for a cache.
    private static func isCacheable(_ request: WireRequest) -> Bool {
        guard request.method == .get || request.method == .head, request.body == .none else { return false }
        return !request.headers.fields.contains { field in conditions.contains(where: field.name.isSameFieldName) }
    }

    private static let conditions = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]

    private func question(about entry: CacheEntry?, among stored: [CacheEntry], _ request: WireRequest, _ asked: CacheControl)
        -> CacheValidation
    {
        var question = CacheValidation()
        question.stored = entry
        if let entry, !asked.noCache, !entry.control.noCache, !entry.control.mustRevalidate, Self.canServe(entry, request),
            let patience = [rules.staleIfError, entry.control.staleIfError, asked.staleIfError].compactMap({ $0 }).max()
        {
            (question.fallback, question.patience) = (entry, patience)
        }
        guard request.method == .get, request.headers.first("If-Range") == nil else { return question }
        // Where no variant fits the request's fields, the server may still confirm that one of
        // them is the response (§4.3.1).
        let candidates = entry.map { [$0] } ?? stored.filter { $0.entityTag != nil }
        var tags: [String] = []
        for tag in candidates.compactMap(\.entityTag) where !tags.contains(tag) { tags.append(tag) }
        if !tags.isEmpty { question.conditions.append(HeaderField("If-None-Match", tags.joined(separator: ", "))) }
        if request.headers.first("Range") == nil, let date = entry?.lastModified {
            question.conditions.append(HeaderField("If-Modified-Since", date))
        }
        question.candidates = question.conditions.isEmpty ? [] : candidates
        return question
    }

    // MARK: the stored response for a request

    /// Whether the entry contains the range that the request wants.
    private static func canServe(_ entry: CacheEntry, _ request: WireRequest) -> Bool {
        guard let range = request.headers["Range"], request.method == .get, entry.head.status == 200, appliesRange(request, entry)
        else { return true }
        return ByteRange(range, count: entry.body.count) != nil
    }

    /// RFC 9110 §13.1.5: `If-Range` requests a part only of the exact response that the caller has.
    private static func appliesRange(_ request: WireRequest, _ entry: CacheEntry) -> Bool {
        guard let condition = request.headers["If-Range"] else { return true }
        if condition.hasPrefix("\"") { return condition == entry.entityTag }
        return !condition.hasPrefix("W/") && condition == entry.lastModified
    }

    /// The stored response for this request: with its age (§5.1), without a body for `HEAD`, and only the
    /// range that `Range` requests.
    public func response(_ entry: CacheEntry, to request: WireRequest, now: Duration) -> (head: ResponseHead, body: [UInt8]) {
        var head = entry.head
        head.headers.set(HeaderField("Age", String(min(entry.age(at: now).components.seconds, Int64(DeltaSeconds.largest)))))
        guard request.method != .head else { return (head, []) }
        guard let text = request.headers["Range"], head.status == 200, Self.appliesRange(request, entry),
            let range = ByteRange(text, count: entry.body.count)?.bytes
        else { return (head, entry.body) }
        (head.status, head.reason) = (206, "Partial Content")
        head.headers.set(HeaderField("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(entry.body.count)"))
        head.headers.set(HeaderField("Content-Length", String(range.count)))
        return (head, Array(entry.body[range]))
    }
}
