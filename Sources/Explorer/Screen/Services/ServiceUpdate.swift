// Receives events of the services of the pool in use.

extension Model {
    mutating func receive(_ event: ServiceEvent) -> [Effect] {
        switch event {
        case .demoChanged(let status): return receive(status)
        case .pool(let status):
            guard status.environment == api.pool.environment, status.services.count == api.pool.services.count else { return [] }
            poolView.take(status, height: listHeight(of: .services))
        case .decided(let events): receive(events)
        case .refused(let wish, let reason): refused(wish, because: reason)
        }
        return []
    }
}
