// What a form needs to know of an operation, as values.

import NetLayer

/// An operation that has been opened.
public struct Operation: Sendable, Hashable {
    /// One line; empty when there is none.
    public var summary: String
    /// `description`, as written (often Markdown); empty when there is none.
    public var details: String
    /// Those of the path and of the operation together, in that order; the operation's own win by name and place.
    public var parameters: [ParameterField]
    /// The request body; `nil` when it takes none.
    public var body: BodyField?
    /// In the description's order.
    public var responses: [ResponseField]
    /// The description advises against it.
    public var isDeprecated: Bool
    /// Servers of the operation or its path that replace those of the description; empty when there are none.
    public var servers: [Server]
    /// Who may send it; empty when anybody may.
    public var security: SecurityNeed
    /// What could not be read of it.
    public var warnings: [Warning]
    /// What it sends, where it stands in a collection; then it has no ``parameters`` and no ``body`` besides.
    public var saved: SavedRequest?
    /// What its form begins with, where a workspace has saved it.
    public var given: WorkspaceRequest?
    /// Where more is written of it.
    public var externalDocs: ExternalDocs?
    /// What the API calls in its turn, in the description's order.
    public var callbacks: [CallbackField] = []

    /// An operation from its parts.
    public init(
        summary: String = "", details: String = "", parameters: [ParameterField] = [], body: BodyField? = nil,
        responses: [ResponseField] = [],
        isDeprecated: Bool = false, servers: [Server] = [], security: SecurityNeed = SecurityNeed(), warnings: [Warning] = []
    ) {
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.body = body
        self.responses = responses
        self.isDeprecated = isDeprecated
        self.servers = servers
        self.security = security
        self.warnings = warnings
    }
}

/// Where a parameter goes; OpenAPI's `in`.
public enum ParameterPlace: String, Sendable, Hashable, CaseIterable {
    case path, query, header, cookie
    /// The whole query (OpenAPI 3.2).
    case querystring
}

/// A parameter as a form field.
public struct ParameterField: Sendable, Hashable {
    /// The name, as it is sent.
    public var name: String
    /// Where it goes.
    public var place: ParameterPlace
    /// It must be sent; always so in a path.
    public var isRequired: Bool
    /// In words: `string`, `integer`, `array of string`, `string or integer`, `any`.
    public var type: String
    /// The schema's `format`, such as `date-time`.
    public var format: String?
    /// What is asked of a value.
    public var rules: ValueRules
    /// The values of `enum` (of the items, for an array), strings without quotes, others as JSON.
    public var choices: [String]
    /// A string without quotes, anything else as JSON.
    public var defaultValue: String?
    /// A string without quotes, anything else as JSON.
    public var example: String?
    /// As written; empty when there is none.
    public var description: String
    /// The description advises against it.
    public var isDeprecated: Bool
    /// `style` as written; `nil` stands for the place's default.
    public var style: String?
    /// `explode` as written; `nil` stands for the style's default.
    public var explode: Bool?
    /// `allowReserved`: reserved characters go as they are.
    public var allowsReserved: Bool
    /// `allowEmptyValue`: the name alone means something.
    public var allowsEmpty: Bool
    /// The media type, where the value is serialised by `content` instead of a style.
    public var contentType: String?
    /// The description calls it a password, or a part of it.
    public var isPassword = false

    /// A field from its parts.
    public init(
        name: String, place: ParameterPlace, isRequired: Bool = false, type: String = "string", format: String? = nil,
        rules: ValueRules = ValueRules(), choices: [String] = [],
        defaultValue: String? = nil, example: String? = nil, description: String = "", isDeprecated: Bool = false,
        style: String? = nil,
        explode: Bool? = nil, contentType: String? = nil, allowsReserved: Bool = false, allowsEmpty: Bool = false
    ) {
        self.allowsReserved = allowsReserved
        self.allowsEmpty = allowsEmpty
        self.name = name
        self.place = place
        self.isRequired = isRequired
        self.type = type
        self.format = format
        self.rules = rules
        self.choices = choices
        self.defaultValue = defaultValue
        self.example = example
        self.description = description
        self.isDeprecated = isDeprecated
        self.style = style
        self.explode = explode
        self.contentType = contentType
    }
}

/// A request body as a form field.
public struct BodyField: Sendable, Hashable {
    /// The operation cannot be sent without one.
    public var isRequired: Bool
    /// The media types it may have, in the description's order.
    public var contentTypes: [String]
    /// An example or default that the description gives; JSON is pretty-printed.
    public var example: String?
    /// The media type of ``example``: the first JSON one that has an example, else the first that has one.
    public var exampleContentType: String?
    /// As written; empty when there is none.
    public var description: String
    /// What a body of each of ``contentTypes`` is, in the same order.
    public var media: [MediaField]

    /// A body from its parts.
    public init(
        isRequired: Bool, contentTypes: [String], example: String? = nil, exampleContentType: String? = nil,
        description: String = "", media: [MediaField] = []
    ) {
        self.media = media.isEmpty ? contentTypes.map { MediaField(contentType: $0) } : media
        self.isRequired = isRequired
        self.contentTypes = contentTypes
        self.example = example
        self.exampleContentType = exampleContentType
        self.description = description
    }
}

/// A response that the description announces.
public struct ResponseField: Sendable, Hashable {
    /// A status code, a range such as `4XX`, or `default`.
    public var status: String
    /// As written; empty when there is none.
    public var description: String
    /// The media types it may have.
    public var contentTypes: [String]
    /// What a body of each of ``contentTypes`` is, in the same order.
    public var media: [MediaField]
    /// The headers that it announces, as fields of the place `header`.
    public var headers: [ParameterField] = []
    /// What can be called with it.
    public var links: [OperationLink] = []

    /// A response from its parts.
    public init(status: String, description: String, contentTypes: [String] = [], media: [MediaField] = []) {
        self.media = media.isEmpty ? contentTypes.map { MediaField(contentType: $0) } : media
        self.status = status
        self.description = description
        self.contentTypes = contentTypes
    }
}
