// The operations that the docs of an operation lead to: the targets of its links, and the
// operations beside its path.

import Catalog

/// Where a row of the docs leads.
enum DocsFollow: Sendable, Hashable {
    /// The link of that name of the response with that status.
    case link(status: String, name: String)
    /// Index of an endpoint.
    case endpoint(Int)
}

struct DocsNeighbours: Sendable, Hashable {
    struct Related: Sendable, Hashable {
        var relation: RelatedOperation.Relation
        var endpoint: EndpointSummary
    }

    private(set) var related: [Related] = []
    /// The targets of links, by index.
    private(set) var targets: [Int: EndpointSummary] = [:]

    init() {}

    init(of index: Int, _ operation: Operation, in description: APIDescription) {
        related = description.related(to: index).map {
            Related(relation: $0.relation, endpoint: description.endpoints[$0.endpoint])
        }
        for target in operation.links.compactMap(\.target) { targets[target] = description.endpoints[target] }
    }
}

extension RelatedOperation.Relation {
    /// The name in the docs.
    var words: String {
        switch self {
        case .samePath: "same path"
        case .parent: "above"
        case .child: "below"
        }
    }
}

extension Operation {
    /// The links of all responses.
    var links: [OperationLink] { responses.flatMap(\.links) }
}
