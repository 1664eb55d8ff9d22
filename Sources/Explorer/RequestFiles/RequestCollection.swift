// What a file of requests holds, whichever program wrote it: folders, requests, variables, environments, and what could not be read of it.

/// A collection of requests. Texts may hold variables, written `{{name}}`, whatever the file's own way to write them was.
public struct RequestCollection: Sendable, Hashable {
    public var name: String
    /// Which program's format it is, with its version: `Postman 2.1`.
    public var format: String
    public var docs: String
    public var items: [CollectionItem]
    /// Hold in all environments.
    public var variables: [CollectionField]
    public var environments: [CollectionEnvironment]
    /// What requests and folders without one of their own have.
    public var auth: CollectionAuth?
    /// Sent with every request that does not name the field itself.
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

/// Requests that belong together, with what they share.
public struct CollectionFolder: Sendable, Hashable {
    public var name: String
    public var docs = ""
    public var items: [CollectionItem]
    public var variables: [CollectionField] = []
    /// `nil` has that of the folder around it.
    public var auth: CollectionAuth?
    public var headers: [CollectionField] = []

    public init(name: String, items: [CollectionItem] = []) {
        self.name = name
        self.items = items
    }
}

/// A set of variables with a name, of which one is chosen: `dev`, `prod`.
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
    /// Kept in the file, and not sent.
    public var isDisabled: Bool
    /// The file says so, or it was no plain text there.
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
