// A request that somebody has saved in a workspace, and the chains and groups that are made of such requests.

import NetLayer

/// A request with a name.
public struct WorkspaceRequest: Sendable, Hashable {
    /// What it calls.
    public enum Target: Sendable, Hashable {
        /// An endpoint of the API's description: its id, or `METHOD PATH`.
        case endpoint(String)
        /// A method and a URL, or a path of the API's services.
        case address(HTTPMethod, WorkspaceText)
    }

    /// What it sends after its headers.
    public enum Body: Sendable, Hashable {
        case none
        /// - Parameter type: a media type; `nil` is that of the description, else ``usualTextType``.
        case text(WorkspaceText, type: String?)
        /// References stand within strings.
        case json(WorkspaceText)
        case form([Value])
        /// Parts of `multipart/form-data`, in the order in which they are sent.
        case multipart([Part])
        /// An absolute path.
        case file(String, type: String?)

        /// Some of it comes from a file.
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

    /// A part of a body of several.
    public struct Part: Sendable, Hashable {
        /// What a part holds.
        public enum Content: Sendable, Hashable {
            case text(WorkspaceText)
            /// An absolute path.
            case file(String)
        }

        /// What it is called where it goes.
        public var name: String
        /// What it holds.
        public var content: Content
        /// Of a file that says none.
        public static let usualFileType = "application/octet-stream"

        /// Its media type; `nil` says none of a text, and ``usualFileType`` of a file.
        public var type: String?

        /// A part of that name.
        public init(_ name: String, _ content: Content, type: String? = nil) {
            self.name = name
            self.content = content
            self.type = type
        }

        /// It comes from a file.
        public var isFile: Bool { if case .file = content { true } else { false } }

        fileprivate func mapFile(_ change: (String) -> String) -> Part {
            guard case .file(let path) = content else { return self }
            return Part(name, .file(change(path)), type: type)
        }
    }

    /// Who asks, where that is not as the API has it.
    public enum Auth: Sendable, Hashable {
        case inherited
        case none
        case bearer(WorkspaceText)
        case basic(user: WorkspaceText, password: WorkspaceText)
        case header(String, WorkspaceText)
        case query(String, WorkspaceText)
    }

    /// A name and what is sent for it.
    public struct Value: Sendable, Hashable {
        /// What it is called where it goes.
        public var name: String
        /// What is sent.
        public var text: WorkspaceText

        /// A name and what is sent for it.
        public init(_ name: String, _ text: WorkspaceText) {
            self.name = name
            self.text = text
        }
    }

    /// The media type of a text that says none, and of which the description says nothing.
    public static let usualTextType = "text/plain; charset=utf-8"

    /// With its folders: `orders/create`.
    public var name: String
    /// The line of the workspace.
    public var line: Int
    /// What it calls.
    public var target: Target
    /// By name; each goes where the endpoint has it. Of a request by address: into the path where its name stands there in braces, else the query.
    public var parameters: [Value] = []
    /// Go with the request, in the place of others of their name.
    public var headers: [Value] = []
    /// What it sends after its headers.
    public var body = Body.none
    /// Who asks, where that is not as the API has it.
    public var auth = Auth.inherited
    /// How long all of it may take; `nil` is as the command line says.
    public var timeout: Duration?
    /// How often it is sent again; `nil` is as the command line says.
    public var retries: Int?
    /// `nil` is as the command line says.
    public var followsRedirects: Bool?
    /// Why it must not be sent until the user agrees, `its body is a file`; `nil` when it may be.
    public var withheld: String?
    /// Which files its body may be made of; `nil` for one that stands in no workspace yet.
    public var bounds: SourceBounds?
    /// What is expected of the answer.
    public var assertions: [AnswerAssertion] = []
    /// What is taken from the answer.
    public var captures: [AnswerCapture] = []

    /// The same request without its line in the file, to find out whether anything else of it has changed.
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

    /// Every text in it that may refer to something.
    public var texts: [WorkspaceText] { sentTexts + assertions.flatMap(\.texts) }

    /// What has to be brought from outside before it is sent and its answer is judged.
    /// - Parameter captured: what those before it in the run capture; its own is added, for what is expected and for those behind it.
    /// - Throws: ``VariableError`` for a name that stands for nothing.
    public func references(
        _ expansion: VariableExpansion, captured: inout Set<String>
    ) throws(VariableError) -> Set<OutsideReference> {
        let sent = try expansion.references(of: sentTexts, later: captured)
        captured.formUnion(captures.map(\.name))
        return sent.union(try expansion.references(of: assertions.flatMap(\.texts), later: captured))
    }

    /// Those that are sent.
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

    /// Whether it says itself which statuses are good: then no other is a failure.
    public var expectsStatus: Bool { assertions.contains { $0.subject == .status } }

    /// Whether it says itself that this status is a good one.
    public func expects(status: Int) -> Bool {
        assertions.contains { assertion in
            guard case .statuses(let ranges) = assertion.check else { return false }
            return ranges.contains { $0.contains(status) }
        }
    }
}

/// Names that are run one after another, or at once.
public struct WorkspaceSeries: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// The line of the workspace.
    public var line: Int
    /// Of a chain requests, of a group requests and chains.
    public var members: [String]

    /// A series of that name.
    public init(name: String, line: Int = 0, members: [String]) {
        self.name = name
        self.line = line
        self.members = members
    }
}

/// All that an API has saved.
public struct SavedWork: Sendable, Hashable {
    /// One name that can be run.
    public enum Item: Sendable, Hashable {
        case request(WorkspaceRequest)
        /// One after another; what one captures the next may use.
        case chain(String, [WorkspaceRequest])

        /// What it is run by.
        public var name: String {
            switch self {
            case .request(let request): request.name
            case .chain(let name, _): name
            }
        }

        /// In the order in which they are sent.
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

    /// Nothing is saved.
    public init() {}

    /// There is nothing.
    public var isEmpty: Bool { requests.isEmpty && chains.isEmpty && groups.isEmpty }

    /// Every name that can be run, in the order of the file.
    public var names: [String] { requests.map(\.name) + chains.map(\.name) + groups.map(\.name) }

    /// The request of that name.
    public func request(_ name: String) -> WorkspaceRequest? { requests.first { $0.name == name } }

    /// What a name stands for: of a request or chain itself, of a group its members; `nil` for a name that nothing has.
    public func items(_ name: String) -> [Item]? {
        if let request = request(name) { return [.request(request)] }
        if let chain = chains.first(where: { $0.name == name }) { return [.chain(name, chain.members.compactMap(request))] }
        guard let group = groups.first(where: { $0.name == name }) else { return nil }
        // Groups have no groups in them, so this ends.
        return group.members.filter { member in !groups.contains { $0.name == member } }.compactMap(items).flatMap { $0 }
    }
}
