// The content of a file of requests, from any program: folders, requests, variables, environments,
// and a report of the unread parts.

/// A collection of requests. Texts may contain variables, written `{{name}}`
/// whatever the notation of the file.
public struct RequestCollection: Sendable, Hashable {
    public var name: String
    /// The format, with its version: `Postman 2.1`.
    public var format: String
    public var docs: String
    public var items: [CollectionItem]
    /// These apply in all environments.
    public var variables: [CollectionField]
    public var environments: [CollectionEnvironment]
    /// The default of requests and folders without one of their own.
    public var auth: CollectionAuth?
    /// Sent with every request that does not set the field itself.
    public var headers: [CollectionField]
    public var report: ImportReport

    public init(
        name: String = "", format: String, docs: String = "", items: [CollectionItem] = [], variables: [CollectionField] = [],
        environments: [CollectionEnvironment] = [], auth: CollectionAuth? = nil, headers: [CollectionField] = [],
        report: ImportReport = ImportReport()
    ) {
        self.name = name
        self.format = format
        self.docs = docs
        self.items = items
        self.variables = variables
        self.environments = environments
        self.auth = auth
        self.headers = headers
        self.report = report
    }

    /// All requests in the order of the file.
    public var requests: [CollectionRequest] { items.flatMap(\.requests) }
}

/// A folder or a request.
public enum CollectionItem: Sendable, Hashable {
    case folder(CollectionFolder)
    case request(CollectionRequest)

    public var requests: [CollectionRequest] {
        switch self {
        case .folder(let folder): folder.items.flatMap(\.requests)
        case .request(let request): [request]
        }
    }
}

/// Requests that belong together, and the attributes they share.
public struct CollectionFolder: Sendable, Hashable {
    public var name: String
    public var docs = ""
    public var items: [CollectionItem]
    public var variables: [CollectionField] = []
    /// `nil` inherits that of the parent folder.
    public var auth: CollectionAuth?
    public var headers: [CollectionField] = []

    public init(name: String, items: [CollectionItem] = []) {
        self.name = name
        self.items = items
    }
}

/// A named set of variables, of which the user chooses one: `dev`, `prod`.
public struct CollectionEnvironment: Sendable, Hashable {
    public var name: String
    public var variables: [CollectionField]

    public init(name: String, variables: [CollectionField] = []) {
        self.name = name
        self.variables = variables
    }
}

/// A name and a value: a variable, a header field, a parameter.
public struct CollectionField: Sendable, Hashable {
    public var name: String
    public var value: String
    /// The field is in the file, but requests do not send it.
    public var isDisabled: Bool
    /// The file says so, or did not store it as plain text.
    public var isSecret: Bool
    public var docs: String

    public init(_ name: String, _ value: String, isDisabled: Bool = false, isSecret: Bool = false, docs: String = "") {
        self.name = name
        self.value = value
        self.isDisabled = isDisabled
        self.isSecret = isSecret
        self.docs = docs
    }
}
