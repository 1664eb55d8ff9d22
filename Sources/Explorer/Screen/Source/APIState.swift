// The API that is explored: its description and its services.

import Catalog
import NetLayer
import Workbench

/// The source of the API, and the progress of reading it.
public enum SourceState: Sendable {
    case loading(String)
    case ready(APIDescription)
    case failed(Failure)
}

/// The API that is explored.
public struct APIState: Sendable {
    public internal(set) var source: SourceState {
        didSet { contracts = if case .ready(let description) = source { ContractBook(description) } else { nil } }
    }
    /// What the description says about responses.
    private(set) var contracts: ContractBook?
    /// Whether the user named a source. Without one there is only what the user writes by hand.
    var hasSource = true
    /// The destination of requests.
    public internal(set) var pool: ServicePool
    /// The description is read again when one of its files changes.
    var watchesFiles = true
    /// References of the description may lead anywhere in the network.
    var allowsNetworkReferences = false
    /// The archives whose entries were ordered for the task table.
    var openedArchives: Set<URI> = []
    /// The demo's services; `nil` for any other API.
    public internal(set) var demo: DemoStatus?

    init(source: SourceState, pool: ServicePool) { (self.source, self.pool) = (source, pool) }
}
