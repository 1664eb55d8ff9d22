// The data of an operation that a form needs, as values.

import NetLayer

/// An operation that has been opened.
public struct Operation: Sendable, Hashable {
    /// One line; empty when there is none.
    public var summary: String
    /// `description`, as written (often Markdown); empty when there is none.
    public var details: String
    /// The parameters of the path, then those of the operation. Those of the operation replace others of the
    /// same name and place.
    public var parameters: [ParameterField]
    /// The request body; `nil` when the operation has none.
    public var body: BodyField?
    /// In the description's order.
    public var responses: [ResponseField]
    /// Whether the description advises against it.
    public var isDeprecated: Bool
    /// Servers of the operation or its path that replace those of the description; empty when there are none.
    public var servers: [Server]
    /// The credentials that it needs; empty when it needs none.
    public var security: SecurityNeed
    /// The parts of it that could not be read.
    public var warnings: [Warning]
    /// The request of a collection; then ``parameters`` is empty and ``body`` is `nil`.
    public var saved: CollectedRequest?
    /// The initial values of its form, for a saved request of a workspace.
    public var given: WorkspaceRequest?
    /// A link to more documentation.
    public var externalDocs: ExternalDocs?
    /// The requests that the API sends because of it, in the description's order.
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

/// The place of a parameter; OpenAPI's `in`.
public enum ParameterPlace: String, Sendable, Hashable, CaseIterable {
    case path, query, header, cookie
    /// The whole query (OpenAPI 3.2).
    case querystring
}

/// A parameter as a form field.
public struct ParameterField: Sendable, Hashable {
    /// The name, as it is sent.
    public var name: String
    /// The place of the parameter.
    public var place: ParameterPlace
    /// Whether it must be sent; always true in a path.
    public var isRequired: Bool
    /// In words: `string`, `integer`, `array of string`, `string or integer`, `any`.
    public var type: String
    /// The schema's `format`, such as `date-time`.
    public var format: String?
    /// The rules for its value.
    public var rules: ValueRules
    /// The values of `enum` (of the items, for an array), strings without quotes, others as JSON.
    public var choices: [String]
    /// A string without quotes, anything else as JSON.
    public var defaultValue: String?
    /// A string without quotes, anything else as JSON.
    public var example: String?
    /// As written; empty when there is none.
    public var description: String
    /// Whether the description advises against it.
    public var isDeprecated: Bool
    /// `style` as written; `nil` stands for the place's default.
    public var style: String?
    /// `explode` as written; `nil` stands for the style's default.
    public var explode: Bool?
    /// `allowReserved`: whether reserved characters are sent unescaped.
    public var allowsReserved: Bool
    /// `allowEmptyValue`: whether the name may be sent without a value.
    public var allowsEmpty: Bool
    /// The media type, where `content` serialises the value instead of a style.
    public var contentType: String?
    /// Whether the description says that it is a password, or contains one.
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
    /// Whether the operation requires a body.
    public var isRequired: Bool
    /// The media types it may have, in the description's order.
    public var contentTypes: [String]
    /// An example or default that the description gives; JSON is pretty-printed.
    public var example: String?
    /// The media type of ``example``: the first JSON one that has an example, else the first that has one.
    public var exampleContentType: String?
    /// As written; empty when there is none.
    public var description: String
    /// The media type of each of ``contentTypes``, in the same order.
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
    /// The media type of each of ``contentTypes``, in the same order.
    public var media: [MediaField]
    /// The headers that it announces, as fields of the place `header`.
    public var headers: [ParameterField] = []
    /// The operations that may follow it.
    public var links: [OperationLink] = []

    /// A response from its parts.
    public init(status: String, description: String, contentTypes: [String] = [], media: [MediaField] = []) {
        self.media = media.isEmpty ? contentTypes.map { MediaField(contentType: $0) } : media
        self.status = status
        self.description = description
        self.contentTypes = contentTypes
    }
}
