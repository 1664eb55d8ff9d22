// The objects of the standard, and the children each may have: the grammar that a check walks along.

/// A kind of object of the standard.
enum ObjectKind: String, CaseIterable {
    case description, info, contact, license, server
    case serverVariable = "server variable"
    case components, paths
    case pathItem = "path"
    case operation
    case externalDocs = "external documentation"
    case parameter, header
    case requestBody = "request body"
    case mediaType = "media type"
    case encoding, responses, response, callback, example, link, tag, schema, discriminator
    case xml = "XML object"
    case securityScheme = "security scheme"
    case securityRequirement = "security requirement"
    case flows = "set of OAuth flows"
    case flow = "OAuth flow"
    /// Swagger 2.0: a schema without properties, for an array parameter.
    case items

    /// Whether a Reference Object may stand in its place. A path item's `$ref` is a key of its own.
    var mayBeReference: Bool {
        switch self {
        case .parameter, .header, .requestBody, .response, .callback, .example, .link, .schema, .securityScheme, .mediaType,
            .pathItem:
            true
        default:
            false
        }
    }
}

/// The keys that an object of some kind may have.
struct ObjectRule {
    /// The kind of value that belongs to a key.
    enum Child: Equatable {
        /// A plain value, or data that the check does not inspect.
        case value
        case one(ObjectKind)
        case list(ObjectKind)
        /// An object whose keys are names.
        case map(ObjectKind)
    }

    /// The keys that the standard defines.
    var keys: [String: Child] = [:]
    var required: [String] = []
    /// The kind of value behind keys that are names: of paths, statuses, expressions.
    var named: Child?
    /// Whether other keys are allowed.
    var isOpen = false

    /// - Parameter values: the keys of plain values, between blanks; required keys end in `!`.
    init(_ values: String, _ children: [String: Child] = [:], isOpen: Bool = false) {
        keys = children
        self.isOpen = isOpen
        for word in values.split(separator: " ") {
            let isRequired = word.hasSuffix("!")
            let key = String(isRequired ? word.dropLast() : word)
            if isRequired { required.append(key) }
            if keys[key] == nil { keys[key] = .value }
        }
    }

    init(named: Child) { self.named = named }
}
