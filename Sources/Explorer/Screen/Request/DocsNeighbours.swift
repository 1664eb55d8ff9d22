// The operations that the docs of one lead to: those that its links name, and those beside its path.

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
    /// Those that links name, by index.
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
    /// How the docs call it.
    var words: String {
        switch self {
        case .samePath: "same path"
        case .parent: "above"
        case .child: "below"
        }
    }
}

extension Operation {
    /// Those of all answers.
    var links: [OperationLink] { responses.flatMap(\.links) }
}
