// A source after reading: its description, its services, and the destination of each operation.

import Catalog
import NetLayer
import Synchronization
import Workspace

/// A description, a collection or a workspace, after reading. Operations with the same servers of their own
/// share a pool, so that each uses what the others learn about these servers.
public final class OpenedSource: Sendable {
    public let description: APIDescription
    /// Where requests go.
    public let pool: ServicePool
    /// Notes for the user about the reading, a line each; `nil` for none.
    public let note: String?
    public let source: ChosenSource
    /// What the description says about responses.
    public let contracts: ContractBook
    private let own = Mutex<[[Server]: ServicePool]>([:])

    public init(_ description: APIDescription, _ pool: ServicePool, note: String? = nil, from source: ChosenSource) {
        self.source = source
        self.description = description
        self.pool = pool
        self.note = note
        contracts = ContractBook(description)
    }

    /// The same source with one more note.
    func noting(_ text: String) -> OpenedSource {
        OpenedSource(description, pool, note: [note, text].compactMap(\.self).joined(separator: "\n"), from: source)
    }

    /// The workspace that was read with it.
    public var workspace: (file: WorkspaceFile, api: WorkspaceAPI)? { source.workspace }

    /// The pool of an operation: its own servers, where it has some and neither `--base` nor a
    /// workspace decides.
    public func pool(of operation: Catalog.Operation) -> ServicePool {
        guard source.settings.base == nil, source.pool == nil, !operation.servers.isEmpty else { return pool }
        return own.withLock { own in
            if let known = own[operation.servers] { return known }
            let made = source.settings.equipped(ServicePool(operation.servers, insteadOf: pool))
            own[operation.servers] = made
            return made
        }
    }

    /// The source of a request, for the history's entries.
    public var frame: HistoryFrame { source.frame(description.title) }

    /// All pools with requests so far.
    public var pools: [ServicePool] { [pool] + own.withLock { Array($0.values) } }
}
