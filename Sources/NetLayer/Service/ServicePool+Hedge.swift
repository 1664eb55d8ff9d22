// Where a second copy of a request goes.

extension ServicePool {
    /// A lease for another service than the one of `lease`: the next in order; `nil` when there is no other.
    func pick(besides lease: Lease) -> Lease? {
        guard services.count > 1, services.indices.contains(active) else { return nil }
        let taken = services.firstIndex { $0.name == lease.service.name } ?? active
        var other = self
        other.services.swapAt(active, (taken + 1) % services.count)
        return other.pick()
    }
}
