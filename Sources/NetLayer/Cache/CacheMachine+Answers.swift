// What a response means for the stored responses: it is stored (RFC 9111 §3), renews one (§4.3.4, §4.3.5),
// invalidates some (§4.4), or a stale one replaces it.

extension CacheMachine {
    /// - Parameters:
    ///   - head: status line and fields of the response.
    ///   - request: the request that was sent, without the conditions of `question`.
    ///   - question: the validation that the request carried; `nil` when the cache passed it through.
    ///   - requestTime: when the request was sent, since 1970-01-01 UTC.
    ///   - now: when the head arrived, since 1970-01-01 UTC.
    ///   - lifetime: overrides the lifetime that the response gives; `nil` leaves it to the response.
    public func reaction(
        to head: ResponseHead, of request: WireRequest, asked question: CacheValidation?, requestTime: Duration, now: Duration,
        lifetime: Duration? = nil
    ) -> CacheReaction {
        var reaction = CacheReaction()
        func entry(_ head: ResponseHead) -> CacheEntry? {
            CacheEntry(
                head: head, request: request.headers, requestTime: requestTime, responseTime: now, rules: rules,
                lifetime: lifetime)
        }
        guard let question else {
            guard !request.method.isSafe, (200..<400).contains(head.status) else { return reaction }
            reaction.changes = Self.invalidatedURLs(by: head, request).map { .forget($0) }
            if Self.standsForItsURL(head, request) { reaction.entryToStore = entry(head) }
            return reaction
        }
        if request.method == .head {
            reaction.changes = headChanges(head, question.stored, entry)
        } else if head.status == 304, !question.conditions.isEmpty {
            guard let confirmed = Self.confirmed(by: head, question.candidates) else {
                reaction.delivery = .askAgain
                return reaction
            }
            guard var renewed = entry(StoredFields.updated(confirmed.head, by: head.headers)) else {
                // The 304 now says that the response is for this request alone.
                reaction.changes = [.drop(confirmed.selection)]
                reaction.delivery = .confirmed(confirmed)
                return reaction
            }
            renewed.body = confirmed.body
            reaction.delivery = .confirmed(renewed)
            // Where another request's response is also this request's, both stay stored.
            let isMoved = confirmed == question.stored && renewed.selection != confirmed.selection
            reaction.changes = isMoved ? [.drop(confirmed.selection)] : []
            reaction.changes.append(renewed.control.noStore ? .drop(renewed.selection) : .keep(renewed))
        } else if StatusRules.isOutage(head.status), let stale = standIn(question, now: now) {
            reaction.delivery = .standIn(stale)
        } else if let whole = Self.whole(head), mayStore(whole, lifetime), let kept = entry(whole) {
            reaction.entryToStore = kept
        } else if let stored = question.stored, head.status < 400, head.status != 206 {
            // A response that may not be stored has replaced it.
            reaction.changes = [.drop(stored.selection)]
        }
        return reaction
    }

    /// The stale response that replaces a failed exchange (RFC 5861 §4); `nil` when none may.
    public func standIn(for failure: TransferFailure, _ question: CacheValidation?, now: Duration) -> CacheEntry? {
        guard let question else { return nil }
        // Failures caused by the certificate or by the request itself stay errors.
        if case .timedOut = failure.kind { return standIn(question, now: now) }
        return [.dns, .connect, .cut, .noNetwork].contains(failure.kind) ? standIn(question, now: now) : nil
    }

    private func standIn(_ question: CacheValidation, now: Duration) -> CacheEntry? {
        question.fallback.flatMap { $0.staleness(at: now) <= question.patience ? $0 : nil }
    }

    /// §3: whether the response may be stored at all. A private cache may store `private` responses, and
    /// responses to requests with credentials.
    private func mayStore(_ head: ResponseHead, _ lifetime: Duration?) -> Bool {
        let control = CacheControl(head.headers.allValues("Cache-Control"))
        guard head.status >= 200, head.status != 304 else { return false }
        if control.mustUnderstand {
            guard StatusRules.isUnderstood(head.status) else { return false }
        } else if control.noStore {
            return false
        }
        return lifetime != nil || control.isStorable || control.maxAge != nil || head.headers.first("Expires") != nil
            || StatusRules.allowsGuess(head.status)
    }

    /// A partial response that covers the whole body counts as complete; other partial
    /// responses are not stored (§3.3).
    private static func whole(_ head: ResponseHead) -> ResponseHead? {
        guard head.status == 206 else { return head }
        guard let range = ContentRange(head.headers["Content-Range"]), let bytes = range.bytes, bytes.lowerBound == 0,
            bytes.upperBound + 1 == range.total
        else { return nil }
        var whole = head
        (whole.status, whole.reason) = (200, "OK")
        whole.headers.remove("Content-Range")
        return whole
    }

    /// §4.3.4: the stored response that a 304 confirms. A 304 without a tag confirms the only candidate, if
    /// there is exactly one.
    private static func confirmed(by head: ResponseHead, _ candidates: [CacheEntry]) -> CacheEntry? {
        guard let tag = head.headers["ETag"], !tag.isEmpty else { return candidates.count == 1 ? candidates[0] : nil }
        return candidates.first { $0.entityTag == tag }
            ?? candidates.first { $0.entityTag.map(weakTag) == weakTag(tag) && isWeak(tag, $0) }
    }

    /// A strong tag matches only the identical tag.
    private static func isWeak(_ tag: String, _ entry: CacheEntry) -> Bool {
        tag.hasPrefix("W/") || entry.entityTag?.hasPrefix("W/") == true
    }

    private static func weakTag(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

    /// §4.3.5: the response to a HEAD renews the stored response, or shows that it has changed.
    private func headChanges(_ head: ResponseHead, _ stored: CacheEntry?, _ entry: (ResponseHead) -> CacheEntry?) -> [CacheChange]
    {
        guard let stored, head.status < 500 else { return [] }
        let isSame = ["ETag", "Last-Modified", "Content-Length"].allSatisfy { name in
            head.headers[name].map { $0 == stored.head.headers[name] } ?? true
        }
        guard head.status == stored.head.status, isSame,
            var renewed = entry(StoredFields.updated(stored.head, by: head.headers)), !renewed.control.noStore
        else { return [.drop(stored.selection)] }
        renewed.body = stored.body
        return (renewed.selection == stored.selection ? [] : [.drop(stored.selection)]) + [.keep(renewed)]
    }

    /// §4.4: the URLs that an unsafe method has invalidated, as far as the server has authority over them.
    private static func invalidatedURLs(by head: ResponseHead, _ request: WireRequest) -> [URI] {
        let named = ["Location", "Content-Location"].compactMap { head.headers[$0] }.map { request.url.resolving(URI($0)) }
        return [request.url] + named.filter { $0.origin == request.url.origin }
    }

    /// RFC 9110 §9.3.3: a POST's response is stored for later GETs when it says that they would get the same
    /// response, and for how long.
    private static func standsForItsURL(_ head: ResponseHead, _ request: WireRequest) -> Bool {
        guard request.method == .post, head.status == 200, let place = head.headers["Content-Location"],
            !CacheControl(request: request.headers).noStore
        else { return false }
        let control = CacheControl(head.headers.allValues("Cache-Control"))
        return request.url.resolving(URI(place)).normalized.revealed == request.url.normalized.revealed && !control.noStore
            && (control.maxAge != nil || head.headers.first("Expires") != nil)
    }
}
