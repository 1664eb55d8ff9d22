// The ways of directives to a pool: direct calls, sources with a listener, and responses of its own services.

extension NetClient {
    /// Follows a directive whose origin was checked.
    /// - Returns: why it was not followed; the pool's events report it too.
    @discardableResult
    public func follow(_ directive: Directive, in pool: ServicePool) -> DirectiveRefusal? {
        follow(directive, isOfAnswer: false, in: pool)
    }

    private func follow(_ directive: Directive, isOfAnswer: Bool, in pool: ServicePool) -> DirectiveRefusal? {
        guard let failover = pool.failover else { return .noFailover }
        guard directive.pool == pool.id else { return refuse(.otherPool(directive.pool), epoch: directive.epoch, in: pool) }
        return failover.follow(directive, isOfAnswer: isOfAnswer, in: pool.environment, wallClock: wallClock(), at: now)
    }

    /// Reads a directive from text and follows it; see ``DirectiveReader``.
    /// - Parameters:
    ///   - text: a directive in either format.
    ///   - isVouched: only authorized users can write to the source, such as the
    ///     program's own standard input.
    ///   - pool: the pool that follows it, in its environment; a pool without failover refuses
    ///     (``DirectiveRefusal/noFailover``).
    /// - Returns: why it was not followed; the pool's events report it too.
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
        if let refusal = reader.reasonToDistrust(written, isVouched: isVouched) {
            return refuse(refusal, epoch: written.directive.epoch, in: pool)
        }
        return follow(written.directive, isOfAnswer: isOfAnswer && failover.options.directives.key == nil, in: pool)
    }

    /// Follows the directives in a response of the pool's own service.
    func followDirectives(_ answer: RawResponse, to request: WireRequest, in pool: ServicePool, _ environment: Environment) {
        guard let failover = pool.failover, let header = failover.options.directives.header else { return }
        var pool = pool
        pool.selectEnvironment(environment)
        let isVouched = request.url.scheme == "https" && !request.connection.insecure
        for text in answer.head.headers.allValues(header) {
            let heard = FailoverController.ReceivedDirective(text: text, isVerified: isVouched)
            guard failover.isNewDirective(heard, in: pool.environment) else { continue }
            // A corrected clock can make it valid.
            if follow(text, isVouched: isVouched, isOfAnswer: true, in: pool) == .expired {
                failover.forget(heard, in: pool.environment)
            }
        }
    }

    /// - Parameter epoch: 0 if it could not be read.
    @discardableResult
    func refuse(_ refusal: DirectiveRefusal, epoch: UInt64 = 0, in pool: ServicePool) -> DirectiveRefusal {
        pool.failover?.refuse(epoch, refusal, in: pool.environment, at: now)
        return refusal
    }
}
