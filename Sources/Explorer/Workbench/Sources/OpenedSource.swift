// A source that was read: its description, its services, and where each operation goes.

import Catalog
import NetLayer
import Synchronization
import Workspace

/// A description, a collection or a workspace, with what is known of it. Operations that have the same servers of their own share a pool, so
/// that they learn from each other which server answers.
public final class OpenedSource: Sendable {
    public let description: APIDescription
    /// Where requests go.
    public let pool: ServicePool
    /// What the user has to know of how the reading went, a line each; `nil` for nothing.
    public let note: String?
    public let source: ChosenSource
    private let own = Mutex<[[Server]: ServicePool]>([:])

    public init(_ description: APIDescription, _ pool: ServicePool, note: String? = nil, from source: ChosenSource) {
        self.source = source
        self.description = description
        self.pool = pool
        self.note = note
    }

    /// The same with something more to know.
    func noting(_ text: String) -> OpenedSource {
        OpenedSource(description, pool, note: [note, text].compactMap(\.self).joined(separator: "\n"), from: source)
    }

    /// The workspace that was read with it.
    public var workspace: (file: WorkspaceFile, api: WorkspaceAPI)? { source.workspace }

    /// Where an operation is sent: to servers of its own, where it has some and neither `--base` nor a workspace says where to.
    public func pool(of operation: Catalog.Operation) -> ServicePool {
        guard source.settings.base == nil, source.pool == nil, !operation.servers.isEmpty else { return pool }
        return own.withLock { own in
            if let known = own[operation.servers] { return known }
            let made = source.settings.equipped(ServicePool(operation.servers, insteadOf: pool))
            own[operation.servers] = made
            return made
        }
    }

    /// What the history records about the source of a request.
    public var frame: HistoryFrame { source.frame(description.title) }

    /// All pools that requests were made for.
    public var pools: [ServicePool] { [pool] + own.withLock { Array($0.values) } }
}
