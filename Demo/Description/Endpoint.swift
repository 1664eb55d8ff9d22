// One operation of the demo: its description and its handler. They share a value, so that
// they cannot diverge.

/// The methods that the demo serves.
enum Method: String { case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE" }

/// An operation: a row of the description and a route of the service.
struct Endpoint: Sendable {
    let method: Method
    /// A template: `/items/{id}`.
    let path: String
    let tag: Tag
    let id: String
    let summary: String
    let details: String
    let parameters: [Field]
    let body: RequestContent?
    let answers: [ResponseContent]
    let login: Login?
    let isDeprecated: Bool
    let handler: Connection.Handler

    init(
        _ method: Method, _ path: String, _ tag: Tag, _ id: String, _ summary: String, details: String = "",
        parameters: [Field] = [], body: RequestContent? = nil, answers: [ResponseContent], login: Login? = nil,
        isDeprecated: Bool = false,
        handler: @escaping Connection.Handler
    ) {
        self.method = method
        self.path = path
        self.tag = tag
        self.id = id
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.login = login
        self.isDeprecated = isDeprecated
        self.handler = handler
    }

    /// An OpenAPI operation object.
    var json: JSON {
        var members: [(String, JSON)] = [
            ("tags", .array([.string(tag.rawValue)])), ("operationId", .string(id)), ("summary", .string(summary)),
        ]
        if !details.isEmpty { members.append(("description", .string(details))) }
        if isDeprecated { members.append(("deprecated", .bool(true))) }
        if !parameters.isEmpty { members.append(("parameters", .array(parameters.map(\.json)))) }
        if let body { members.append(("requestBody", body.json)) }
        members.append(("responses", .object(answers.map { ($0.status, $0.json) })))
        if let login { members.append(("security", .array([.object([(login.rawValue, .array([]))])]))) }
        return .object(members)
    }
}

/// The groups of operations, in the order of the list.
enum Tag: String, CaseIterable {
    case items, paging, timing, caching, streams, uploads, logins, cookies, redirects, errors, texts, formats, diagnostics

    var about: String {
        switch self {
        case .items: "A list of \(ItemStore.initialCount) items: read, made, changed and deleted, until the service ends"
        case .paging: "The same items in every common style of paging"
        case .timing: "Responses that take a while"
        case .caching: "Responses that say how long they may be stored"
        case .streams: "Responses that arrive in pieces, and a very large one"
        case .uploads: "Bodies to send: raw, or in parts"
        case .logins:
            "Basic, a token, an API key, OAuth 2; name 'demo' with password 'secret', or 'guest' with 'guest', who may not enter"
        case .cookies: "Set, sent back, taken away"
        case .redirects: "Chains, a loop, another host"
        case .errors: "Any status on demand, limits, outages, cut connections"
        case .texts: "Scripts of the world, and strings that try to harm a terminal"
        case .formats: "Compressed, binary, empty"
        case .diagnostics: "How the service is, and what it saw"
        }
    }
}

/// The ways to log in, under the names of the description's security schemes.
enum Login: String, CaseIterable {
    case basic, token, key, oauth

    var scheme: JSON {
        switch self {
        case .basic: .object([("type", .string("http")), ("scheme", .string("basic"))])
        case .token:
            .object([
                ("type", .string("http")), ("scheme", .string("bearer")),
                ("description", .string("From POST /logins/token")),
            ])
        case .key:
            .object([
                ("type", .string("apiKey")), ("in", .string("header")), ("name", .string("X-API-Key")),
                ("description", .string("demo-key works; guest-key is known, but may not enter")),
            ])
        case .oauth:
            .object([
                ("type", .string("oauth2")),
                ("description", .string(":login fetches a token; the client is demo, its secret is secret")),
                ("flows", .object(Self.flows)),
            ])
        }
    }

    private static let flows: [(String, JSON)] = {
        let token = ("tokenUrl", JSON.string("/oauth/token"))
        let scopes = ("scopes", JSON.object([("read", .string("Look at things")), ("write", .string("Change things"))]))
        return [
            ("authorizationCode", .object([("authorizationUrl", .string("/oauth/authorize")), token, scopes])),
            ("clientCredentials", .object([token, scopes])),
            ("deviceAuthorization", .object([("deviceAuthorizationUrl", .string("/oauth/device")), token, scopes])),
        ]
    }()
}
