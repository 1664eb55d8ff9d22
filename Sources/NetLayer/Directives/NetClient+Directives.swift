// How directives reach a pool: by hand, from sources that are listened to, and in the answers of its own services.

extension NetClient {
    /// Follows a signal whose origin was checked.
    /// - Returns: why it was not followed; the pool's events say it too.
    @discardableResult
    public func follow(_ directive: Directive, in pool: ServicePool) -> DirectiveRefusal? {
        follow(directive, isOfAnswer: false, in: pool)
    }

    private func follow(_ directive: Directive, isOfAnswer: Bool, in pool: ServicePool) -> DirectiveRefusal? {
        guard let failover = pool.failover else { return .noFailover }
        guard directive.pool == pool.id else { return refuse(.otherPool(directive.pool), epoch: directive.epoch, in: pool) }
        return failover.follow(directive, isOfAnswer: isOfAnswer, in: pool.environment, wallClock: wallClock(), at: now)
    }

    /// Reads what somebody has written and follows it; see ``DirectiveReader``.
    /// - Parameters:
    ///   - text: a directive in either of its forms.
    ///   - isVouched: where it comes from only those write who may, as on the program's own standard input.
    ///   - pool: who is to follow it, in its environment; one without failover refuses (``DirectiveRefusal/noFailover``).
    /// - Returns: why it was not followed; the pool's events say it too.
    @discardableResult
    public func follow(_ text: String, isVouched: Bool, in pool: ServicePool) -> DirectiveRefusal? {
        follow(text, isVouched: isVouched, isOfAnswer: false, in: pool)
    }

    private func follow(_ text: String, isVouched: Bool, isOfAnswer: Bool, in pool: ServicePool) -> DirectiveRefusal? {
        guard let failover = pool.failover else { return .noFailover }
        let written: WrittenDirective
        do throws(DirectiveRefusal) {
            written = try WrittenDirective(text)
        } catch {
            return refuse(error, in: pool)
        }
        let reader = DirectiveReader(key: failover.options.directives.key)
        if let refusal = reader.doubt(written, isVouched: isVouched) {
            return refuse(refusal, epoch: written.directive.epoch, in: pool)
        }
        return follow(written.directive, isOfAnswer: isOfAnswer && failover.options.directives.key == nil, in: pool)
    }

    /// Listens for directives until the listener is stopped or let go.
    public func listen(to sources: [DirectiveSource], for pool: ServicePool) -> DirectiveListener {
        DirectiveListener(sources, pool: pool, client: self)
    }

    /// What an answer of a pool's own service says besides.
    func heed(_ answer: RawResponse, to request: WireRequest, in pool: ServicePool, _ environment: Environment) {
        guard let failover = pool.failover, let header = failover.options.directives.header else { return }
        var pool = pool
        pool.use(environment)
        let isVouched = request.url.scheme == "https" && !request.connection.insecure
        for text in answer.head.headers.all(header) {
            let heard = FailoverController.Heard(text: text, isVouched: isVouched)
            guard failover.isNews(heard, in: pool.environment) else { continue }
            // A clock that is set right makes it good.
            if follow(text, isVouched: isVouched, isOfAnswer: true, in: pool) == .expired {
                failover.forget(heard, in: pool.environment)
            }
        }
    }

    /// - Parameter epoch: 0 where it could not be read.
    @discardableResult
    func refuse(_ refusal: DirectiveRefusal, epoch: UInt64 = 0, in pool: ServicePool) -> DirectiveRefusal {
        pool.failover?.refuse(epoch, refusal, in: pool.environment, at: now)
        return refusal
    }
}
