// What a list shows of an endpoint: read at once for all of them, so it holds nothing that needs decoding.

import NetLayer

/// One endpoint of an API, as a list shows it.
public struct EndpointSummary: Sendable, Hashable {
    /// Its place in ``APIDescription/endpoints``.
    public let index: Int
    /// The request method.
    public let method: HTTPMethod
    /// The path template as written: `/items/{id}`.
    public let path: String
    /// The operation id; `METHOD path` where the description gives none of its own. Unique in the description.
    public let id: String
    /// One line: the summary, or the first sentence of the operation's description; empty where there is neither.
    public let summary: String
    /// The tags, in the description's order.
    public let tags: [String]
    /// The description advises against it.
    public let isDeprecated: Bool
    /// The JSON pointer of the operation.
    public let pointer: String
    /// People know it by its summary: in a collection one path may stand many times.
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

    /// What a list shows first: the path, or the name.
    public var title: String { isNamed ? summary : path }
    /// What it shows where there is room besides.
    public var note: String { isNamed ? path : summary }

    /// The values of the path parameters when `path` is this template filled in, percent escapes decoded: `/items/5` gives `id` → `5`.
    /// `nil` when it does not match. A query after the path is not looked at.
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

    /// What the group of endpoints without a tag is called, when others have one.
    public static let untagged = "untagged"
}
