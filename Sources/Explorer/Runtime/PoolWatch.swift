// Reports the pool in use to the model: its decisions as they happen, and its state before each frame. The
// sources of directives for the pool are listened to in the environment in use.

import NetLayer
import Screen
import Synchronization

final class PoolWatch: Sendable {
    private struct State {
        var pool: ServicePool?
        var told: PoolStatus?
        var listener: Task<Void, Never>?
        var directives: DirectiveListener?
    }

    private let client: NetClient
    private let inbox: Inbox
    /// The name of the pool's API, where the screen has several.
    private let api: String?
    private let sources: [DirectiveSource]
    private let state = Mutex(State())
    /// Whether successful health checks wake the loop: only while the screen shows them.
    private let showsChecks = Atomic(false)

    /// - Parameters:
    ///   - sources: the sources of directives for the pool.
    ///   - api: the name of the pool's API, where the screen has several.
    init(client: NetClient, inbox: Inbox, directives sources: [DirectiveSource] = [], api: String? = nil) {
        self.client = client
        self.inbox = inbox
        self.api = api
        self.sources = sources
    }

    deinit { stop() }

    /// Ends the watch and all listeners.
    func stop() {
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        state.listener?.cancel()
        state.directives?.stop()
    }

    /// Watches this pool only from now on. Reports its state at once, because the next event may be far away.
    func follow(_ pool: ServicePool) {
        defer { inbox.post(news) }
        let isSame = state.withLock { state in
            defer { (state.pool, state.told) = (pool, nil) }
            return state.listener != nil && state.pool?.failover == pool.failover
        }
        guard !isSame else {
            state.withLock { $0.directives }?.selectEnvironment(pool.environment)
            return
        }
        let listener = pool.failover.map { failover in
            let events = failover.events { [weak self] event in
                !event.kind.isRoutine || self?.showsChecks.load(ordering: .relaxed) == true
            }
            let (inbox, api) = (inbox, api)
            return Task.detached {
                for await event in events { inbox.post(Event.services(.decided([event])).of(api)) }
            }
        }
        let old = state.withLock { state in
            defer { (state.listener, state.directives) = (listener, nil) }
            return (listener: state.listener, directives: state.directives)
        }
        old.listener?.cancel()
        old.directives?.stop()
        guard pool.failover != nil, !sources.isEmpty else { return }
        // After the event listener has started, so that a failure to listen to a source is reported.
        let directives = client.listen(to: sources, for: pool)
        state.withLock { $0.directives = directives }
    }

    /// Whether the screen shows each health check from now on.
    func follow(checks shown: Bool) { showsChecks.store(shown, ordering: .relaxed) }

    /// The state of the pool, if it differs from the last report.
    var news: [Event] {
        guard let pool = state.withLock({ $0.pool }), let status = client.status(of: pool) else { return [] }
        let isNew = state.withLock { state in
            defer { state.told = status }
            return state.told != status
        }
        return isNew ? [Event.services(.pool(status)).of(api)] : []
    }

    /// Performs an override of the user; reports a refusal.
    func grant(_ wish: ServiceWish) {
        do throws(ServiceError) {
            switch wish.deed {
            case .switchTo(let service): try client.switchTo(service, in: wish.pool, ifStill: wish.seen)
            case .switchToNext: try client.switchToNext(in: wish.pool, ifStill: wish.seen)
            case .pin(let service, let soft): try client.pin(service, in: wish.pool, soft: soft, ifStill: wish.seen)
            case .isolate(let service): try client.isolate(service, in: wish.pool, ifStill: wish.seen)
            case .release(let service): try client.release(service, in: wish.pool, ifStill: wish.seen)
            case .probe(let service): try client.probe(service, in: wish.pool)
            }
        } catch {
            inbox.post(Event.services(.refused(wish, "\(error)")).of(api))
        }
    }
}
