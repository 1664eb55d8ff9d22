// What an answer means for what is stored: kept (RFC 9111 §3), renewed (§4.3.4, §4.3.5), outdated (§4.4), or replaced by a stale one.

extension CacheMachine {
    /// - Parameters:
    ///   - head: status line and fields of the answer.
    ///   - request: what was sent, without the conditions of `question`.
    ///   - question: what the request was sent with; `nil` when it was passed.
    ///   - requestTime: when the request was sent, since 1970-01-01 UTC.
    ///   - now: when the head came, since 1970-01-01 UTC.
    ///   - lifetime: wins over what the answer says (HH-K1, HD-5); `nil` leaves it to the answer.
    public func reaction(
        to head: ResponseHead, of request: WireRequest, asked question: CacheQuestion?, requestTime: Duration, now: Duration,
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
            reaction.changes = Self.outdated(by: head, request).map { .forget($0) }
            if Self.standsForItsURL(head, request) { reaction.keeps = entry(head) }
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
                // It has said meanwhile that it is for this request alone.
                reaction.changes = [.drop(confirmed.selection)]
                reaction.delivery = .confirmed(confirmed)
                return reaction
            }
            renewed.body = confirmed.body
            reaction.delivery = .confirmed(renewed)
            // Where another request's answer is this one's too, both are kept.
            let isMoved = confirmed == question.stored && renewed.selection != confirmed.selection
            reaction.changes = isMoved ? [.drop(confirmed.selection)] : []
            reaction.changes.append(renewed.control.noStore ? .drop(renewed.selection) : .keep(renewed))
        } else if StatusRules.isOutage(head.status), let stale = standIn(question, now: now) {
            reaction.delivery = .standIn(stale)
        } else if let whole = Self.whole(head), mayKeep(whole, lifetime), let kept = entry(whole) {
            reaction.keeps = kept
        } else if let stored = question.stored, head.status < 400, head.status != 206 {
            // What may not be kept has taken its place.
            reaction.changes = [.drop(stored.selection)]
        }
        return reaction
    }

    /// The stale answer in the place of an exchange that brought none (RFC 5861 §4); `nil` when it may not stand in.
    public func standIn(for failure: TransferFailure, _ question: CacheQuestion?, now: Duration) -> CacheEntry? {
        guard let question else { return nil }
        // What the certificate or the request itself is to blame for stays an error.
        if case .timedOut = failure.kind { return standIn(question, now: now) }
        return [.dns, .connect, .cut, .noNetwork].contains(failure.kind) ? standIn(question, now: now) : nil
    }

    private func standIn(_ question: CacheQuestion, now: Duration) -> CacheEntry? {
        question.fallback.flatMap { $0.staleness(at: now) <= question.patience ? $0 : nil }
    }

    /// §3: whether it may be stored at all. A private cache may store what `private` says, and answers to requests with credentials.
    private func mayKeep(_ head: ResponseHead, _ lifetime: Duration?) -> Bool {
        let control = CacheControl(head.headers.all("Cache-Control"))
        guard head.status >= 200, head.status != 304 else { return false }
        if control.mustUnderstand {
            guard StatusRules.isUnderstood(head.status) else { return false }
        } else if control.noStore {
            return false
        }
        return lifetime != nil || control.isStorable || control.maxAge != nil || head.headers.first("Expires") != nil
            || StatusRules.allowsGuess(head.status)
    }

    /// A part that is the whole counts as such; another part is nothing to keep (§3.3).
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

    /// §4.3.4: the stored answer that a 304 means. One without a tag means the only one that was asked about.
    private static func confirmed(by head: ResponseHead, _ candidates: [CacheEntry]) -> CacheEntry? {
        guard let tag = head.headers["ETag"], !tag.isEmpty else { return candidates.count == 1 ? candidates[0] : nil }
        return candidates.first { $0.entityTag == tag }
            ?? candidates.first { $0.entityTag.map(weak) == weak(tag) && isWeak(tag, $0) }
    }

    /// A strong tag means its own alone.
    private static func isWeak(_ tag: String, _ entry: CacheEntry) -> Bool {
        tag.hasPrefix("W/") || entry.entityTag?.hasPrefix("W/") == true
    }

    private static func weak(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

    /// §4.3.5: the answer to a HEAD renews the stored one, or shows that it is another by now.
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

    /// §4.4: what a method that changes something has changed, as far as the server may speak for it.
    private static func outdated(by head: ResponseHead, _ request: WireRequest) -> [URI] {
        let named = ["Location", "Content-Location"].compactMap { head.headers[$0] }.map { request.url.resolving(URI($0)) }
        return [request.url] + named.filter { $0.origin == request.url.origin }
    }

    /// RFC 9110 §9.3.3: the answer to a POST is kept for later GETs when it says that it is what they would get, and for how long.
    private static func standsForItsURL(_ head: ResponseHead, _ request: WireRequest) -> Bool {
        guard request.method == .post, head.status == 200, let place = head.headers["Content-Location"],
            !CacheControl(request: request.headers).noStore
        else { return false }
        let control = CacheControl(head.headers.all("Cache-Control"))
        return request.url.resolving(URI(place)).normalized.revealed == request.url.normalized.revealed && !control.noStore
            && (control.maxAge != nil || head.headers.first("Expires") != nil)
    }
}
