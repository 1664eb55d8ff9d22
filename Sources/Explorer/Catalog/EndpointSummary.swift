// The data that a list shows of an endpoint. It is read for all endpoints at once, so it needs no decoding.

import NetLayer

/// One endpoint of an API, as a list shows it.
public struct EndpointSummary: Sendable, Hashable {
    /// Its index in ``APIDescription/endpoints``.
    public let index: Int
    /// The request method.
    public let method: HTTPMethod
    /// The path template as written: `/items/{id}`.
    public let path: String
    /// The operation id, or `METHOD path` where the description gives none. Unique in the description.
    public let id: String
    /// One line: the summary, else the first sentence of the operation's description; empty without either.
    public let summary: String
    /// The tags, in the description's order.
    public let tags: [String]
    /// Whether the description advises against it.
    public let isDeprecated: Bool
    /// The JSON pointer of the operation.
    public let pointer: String
    /// Whether its summary identifies it: several requests of a collection may have the same path.
    public let isNamed: Bool

    /// A summary from its parts.
    public init(
        index: Int, method: HTTPMethod, path: String, id: String, summary: String, tags: [String], isDeprecated: Bool,
        pointer: String, isNamed: Bool = false
    ) {
        self.isNamed = isNamed
        self.index = index
        self.method = method
        self.path = path
        self.id = id
        self.summary = summary
        self.tags = tags
        self.isDeprecated = isDeprecated
        self.pointer = pointer
    }

    /// The first text in a list: the path, or the name.
    public var title: String { isNamed ? summary : path }
    /// The second text in a list, where there is room.
    public var subtitle: String { isNamed ? path : summary }

    /// The values of the path parameters when `path` matches this template, with percent escapes decoded:
    /// `/items/5` gives `id` → `5`. `nil` when it does not match. A query after the path is ignored.
    public func pathValues(in path: String) -> [String: String]? { PathTemplate(self.path).values(in: path) }
}

/// Endpoints that belong together.
public struct EndpointGroup: Sendable, Hashable {
    /// The tag, or the path segment.
    public let name: String
    /// Indices into ``APIDescription/endpoints``, ascending.
    public let endpoints: [Int]

    /// A group from its parts.
    public init(name: String, endpoints: [Int]) {
        self.name = name
        self.endpoints = endpoints
    }

    /// The name of the group of endpoints without a tag, when others have one.
    public static let untagged = "untagged"
}
