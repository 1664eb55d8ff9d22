// The guards of one run of the program, and the gate by which its client obeys them.

import Catalog
import NetLayer
import Synchronization
import Workspace

/// Shared by the sources that are opened, and the client that sends: whatever is sent meets the guards that are
/// known then. A request that waits for a retry or a slot meets a guard that was added meanwhile.
public final class Guards: Sendable {
    private let state = Mutex(GuardBook())

    public init() {}

    /// The guards in force now.
    public var book: GuardBook { state.withLock { $0 } }

    /// From now on no request that may change something is sent (`--read-only`).
    public func makeReadOnly() { state.withLock { $0.isReadOnly = true } }

    /// Adds a guard for all requests, in place of the one that was added so before (`:guard`).
    public func restrict(_ level: GuardLevel?) { state.withLock { $0.session = level } }

    /// Reads the guards of a workspace, each time it is read.
    func record(_ file: WorkspaceFile) {
        let places = file.guardedPlaces
        state.withLock { $0.record(places, of: file.path) }
    }

    /// The requests of this environment go to another address.
    func redirect(_ environment: NetLayer.Environment, of api: String) {
        state.withLock { $0.redirect(environment, of: api) }
    }

    /// Refuses requests by the guards of the moment.
    public var gate: RequestGate { RequestGate { [self] request, facts in book.decide(request, facts).refusal } }
}
