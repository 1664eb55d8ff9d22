// A saved request of a workspace, and the chains and groups of such requests.

import NetLayer

/// A request with a name.
public struct WorkspaceRequest: Sendable, Hashable {
    /// What the request calls.
    public enum Target: Sendable, Hashable {
        /// An endpoint of the API's description: its id, or `METHOD PATH`.
        case endpoint(String)
        /// A method and a URL, or a path of the API's services.
        case address(HTTPMethod, WorkspaceText)
    }

    /// The body that it sends.
    public enum Body: Sendable, Hashable {
        case none
        /// - Parameter type: a media type; `nil` stands for the description's, else ``usualTextType``.
        case text(WorkspaceText, type: String?)
        /// References are inside strings.
        case json(WorkspaceText)
        case form([Value])
        /// Parts of `multipart/form-data`, in the order in which they are sent.
        case multipart([Part])
        /// An absolute path.
        case file(String, type: String?)

        /// Whether a part of it comes from a file.
        public var hasFiles: Bool {
            switch self {
            case .none, .text, .json, .form: false
            case .multipart(let parts): parts.contains(where: \.isFile)
            case .file: true
            }
        }

        /// The same with other files.
        public func mapFiles(_ change: (String) -> String) -> Body {
            switch self {
            case .none, .text, .json, .form: self
            case .multipart(let parts): .multipart(parts.map { $0.mapFile(change) })
            case .file(let path, let type): .file(change(path), type: type)
            }
        }
    }

    /// A part of a multipart body.
    public struct Part: Sendable, Hashable {
        /// The content of a part.
        public enum Content: Sendable, Hashable {
            case text(WorkspaceText)
            /// An absolute path.
            case file(String)
        }

        /// The name as sent.
        public var name: String
        /// Its content.
        public var content: Content
        /// The media type of a file without one.
        public static let usualFileType = "application/octet-stream"

        /// Its media type; `nil` means none for a text, and ``usualFileType`` for a file.
        public var type: String?

        /// A part of that name.
        public init(_ name: String, _ content: Content, type: String? = nil) {
            self.name = name
            self.content = content
            self.type = type
        }

        /// Whether its content comes from a file.
        public var isFile: Bool { if case .file = content { true } else { false } }

        fileprivate func mapFile(_ change: (String) -> String) -> Part {
            guard case .file(let path) = content else { return self }
            return Part(name, .file(change(path)), type: type)
        }
    }

    /// The credentials, where they differ from those of the API.
    public enum Auth: Sendable, Hashable {
        case inherited
        case none
        case bearer(WorkspaceText)
        case basic(user: WorkspaceText, password: WorkspaceText)
        case header(String, WorkspaceText)
        case query(String, WorkspaceText)
    }

    /// A name and the text that is sent for it.
    public struct Value: Sendable, Hashable {
        /// The name as sent.
        public var name: String
        /// The text that is sent.
        public var text: WorkspaceText

        /// A name and the text that is sent for it.
        public init(_ name: String, _ text: WorkspaceText) {
            self.name = name
            self.text = text
        }
    }

    /// The media type of a text without one, where the description has none either.
    public static let usualTextType = "text/plain; charset=utf-8"

    /// The name with its folders: `orders/create`.
    public var name: String
    /// The line of the workspace.
    public var line: Int
    /// What the request calls.
    public var target: Target
    /// By name; each goes to the place that the endpoint gives it. In a request by address: into the path
    /// where the path has its name in braces, else into the query.
    public var parameters: [Value] = []
    /// Header fields of the request. They replace others of the same name.
    public var headers: [Value] = []
    /// The body that it sends.
    public var body = Body.none
    /// The credentials, where they differ from those of the API.
    public var auth = Auth.inherited
    /// The limit for the whole request; `nil` is the command line's.
    public var timeout: Duration?
    /// The number of retries; `nil` is the command line's.
    public var retries: Int?
    /// Whether it follows redirects; `nil` is the command line's.
    public var followsRedirects: Bool?
    /// When a second copy is sent; `nil` is the command line's.
    public var hedge: HedgePolicy?
    /// The order among calls that wait; `nil` is the command line's.
    public var priority: CallPriority?
    /// The limit over all attempts and waits; `nil` is the command line's.
    public var deadline: Duration?
    /// Why it must not be sent until the user agrees, such as `its body is a file`; `nil` when it
    /// may be sent.
    public var withheld: String?
    /// The files that its body may use; `nil` for a request that is not part of a workspace yet.
    public var bounds: SourceBounds?
    /// The expectations of the response.
    public var assertions: [ResponseAssertion] = []
    /// The values to capture from the response.
    public var captures: [ResponseCapture] = []

    /// The same request without its line in the file, to detect other changes.
    public var withoutLine: WorkspaceRequest {
        var copy = self
        copy.line = 0
        return copy
    }

    /// A request of that name.
    public init(name: String, line: Int = 0, target: Target) {
        self.name = name
        self.line = line
        self.target = target
    }

    /// Every text in it that may contain references.
    public var texts: [WorkspaceText] { sentTexts + assertions.flatMap(\.texts) }

    /// The external values that are needed before it is sent and its response is checked.
    /// - Parameter captured: the names that earlier requests of the run capture. Its own are added, for its
    ///   expectations and for later requests.
    /// - Throws: ``VariableError`` for an undefined name.
    public func references(
        _ expansion: VariableExpansion, captured: inout Set<String>
    ) throws(VariableError) -> Set<ExternalReference> {
        let sent = try expansion.references(of: sentTexts, later: captured)
        captured.formUnion(captures.map(\.name))
        return sent.union(try expansion.references(of: assertions.flatMap(\.texts), later: captured))
    }

    /// The texts that are sent.
    private var sentTexts: [WorkspaceText] {
        var texts = (parameters + headers).map(\.text)
        if case .address(_, let url) = target { texts.append(url) }
        switch body {
        case .none, .file: break
        case .text(let text, _), .json(let text): texts.append(text)
        case .form(let fields): texts += fields.map(\.text)
        case .multipart(let parts): texts += parts.compactMap { if case .text(let text) = $0.content { text } else { nil } }
        }
        switch auth {
        case .inherited, .none: break
        case .bearer(let text), .header(_, let text), .query(_, let text): texts.append(text)
        case .basic(let user, let password): texts += [user, password]
        }
        return texts
    }

    /// Whether it lists the good statuses itself: then no other rule makes a status a failure.
    public var expectsStatus: Bool { assertions.contains { $0.subject == .status } }

    /// Whether it expects a response that is as its description describes it.
    public var expectsContract: Bool { assertions.contains { $0.subject == .contract } }

    /// Whether it lists this status as a good one.
    public func expects(status: Int) -> Bool {
        assertions.contains { assertion in
            guard case .statuses(let ranges) = assertion.check else { return false }
            return ranges.contains { $0.contains(status) }
        }
    }
}

/// Names that run one after another, or at once.
public struct WorkspaceSeries: Sendable, Hashable {
    /// The name of the series.
    public var name: String
    /// The line of the workspace.
    public var line: Int
    /// A chain has requests; a group has requests and chains.
    public var members: [String]

    /// A series of that name.
    public init(name: String, line: Int = 0, members: [String]) {
        self.name = name
        self.line = line
        self.members = members
    }
}

/// All saved work of an API.
public struct SavedWork: Sendable, Hashable {
    /// A request or chain that can be run.
    public enum Item: Sendable, Hashable {
        case request(WorkspaceRequest)
        /// Requests that run one after another. Each may use the values that earlier ones captured.
        case chain(String, [WorkspaceRequest])

        /// The name that runs it.
        public var name: String {
            switch self {
            case .request(let request): request.name
            case .chain(let name, _): name
            }
        }

        /// In sending order.
        public var requests: [WorkspaceRequest] {
            switch self {
            case .request(let request): [request]
            case .chain(_, let steps): steps
            }
        }
    }

    /// In the order of the file.
    public var requests: [WorkspaceRequest] = []
    /// In the order of the file.
    public var chains: [WorkspaceSeries] = []
    /// In the order of the file.
    public var groups: [WorkspaceSeries] = []

    /// No saved work.
    public init() {}

    /// Whether it contains nothing.
    public var isEmpty: Bool { requests.isEmpty && chains.isEmpty && groups.isEmpty }

    /// Every name that can be run, in the order of the file.
    public var names: [String] { requests.map(\.name) + chains.map(\.name) + groups.map(\.name) }

    /// The request of that name.
    public func request(_ name: String) -> WorkspaceRequest? { requests.first { $0.name == name } }

    /// The items of a name: a request or chain itself, or the members of a group; `nil` for an unknown name.
    public func items(_ name: String) -> [Item]? {
        if let request = request(name) { return [.request(request)] }
        if let chain = chains.first(where: { $0.name == name }) { return [.chain(name, chain.members.compactMap(request))] }
        guard let group = groups.first(where: { $0.name == name }) else { return nil }
        // Groups do not contain groups, so this ends.
        return group.members.filter { member in !groups.contains { $0.name == member } }.compactMap(items).flatMap { $0 }
    }
}
