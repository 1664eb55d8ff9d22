// The rules that `explorer check` applies. Each has one severity, and a stable name for scripts and reports.

/// A rule of `explorer check`. Its raw value is its name; docs/CHECK.md lists all of them.
public enum CheckRule: String, Sendable, Hashable, CaseIterable {
    // The content of the file.
    case notADescription = "not-a-description"
    case severalDocuments = "several-documents"
    case wrongType = "wrong-type"
    case duplicateKey = "duplicate-key"
    case missingKey = "missing-key"
    case misspelledKey = "misspelled-key"
    case unknownKey = "unknown-key"
    case contradictingKeys = "contradicting-keys"
    case ignoredSibling = "ignored-sibling"

    // References.
    case unresolvedReference = "unresolved-reference"
    case circularReference = "circular-reference"
    case unreadableFile = "unreadable-file"
    case remoteReference = "remote-reference"
    case cachedFile = "cached-file"
    case unresolvedMapping = "unresolved-mapping"
    case unusedComponent = "unused-component"
    case invalidComponentName = "invalid-component-name"

    // The description as a whole.
    case noTitle = "no-title"
    case noPaths = "no-paths"
    case noServer = "no-server"
    case serverWithoutURL = "server-without-url"
    case invalidServerURL = "invalid-server-url"
    case undeclaredServerVariable = "undeclared-server-variable"
    case unusedServerVariable = "unused-server-variable"
    case serverVariableDefault = "server-variable-default"
    case duplicateTag = "duplicate-tag"
    case undeclaredTag = "undeclared-tag"
    case unknownTagParent = "unknown-tag-parent"
    case undeclaredSecurityScheme = "undeclared-security-scheme"
    case unusableSecurityScheme = "unusable-security-scheme"

    // Paths and operations.
    case pathWithoutSlash = "path-without-slash"
    case duplicatePathTemplate = "duplicate-path-template"
    case invalidPathTemplate = "invalid-path-template"
    case invalidMethod = "invalid-method"
    case invalidOperationID = "invalid-operation-id"
    case duplicateOperationID = "duplicate-operation-id"
    case unknownOperation = "unknown-operation"
    case foreignOperation = "foreign-operation"
    case missingResponses = "missing-responses"
    case invalidStatus = "invalid-status"
    case noContent = "no-content"
    case invalidMediaType = "invalid-media-type"

    // Parameters.
    case parameterWithoutName = "parameter-without-name"
    case invalidParameterPlace = "invalid-parameter-place"
    case undeclaredPathParameter = "undeclared-path-parameter"
    case unusedPathParameter = "unused-path-parameter"
    case optionalPathParameter = "optional-path-parameter"
    case duplicateParameter = "duplicate-parameter"
    case invalidStyle = "invalid-style"

    // Schemas and values.
    case invalidSchemaType = "invalid-schema-type"
    case arrayWithoutItems = "array-without-items"
    case impossibleLimits = "impossible-limits"
    case invalidPattern = "invalid-pattern"
    case invalidEnum = "invalid-enum"
    case duplicateEnumValue = "duplicate-enum-value"
    case invalidDefault = "invalid-default"
    case invalidExample = "invalid-example"

    // Request files of other programs.
    case importSkipped = "import-skipped"
    case importUnsupported = "import-unsupported"
    case importAssumed = "import-assumed"

    /// The severity of the rule's findings.
    public var severity: Warning.Severity { spec.severity }

    /// The fault that the rule reports, in one sentence.
    public var summary: String { spec.summary }

    private var spec: (severity: Warning.Severity, summary: String) {
        switch self {
        case .notADescription:
            (.error, "The file is not a supported description: it is broken, or has another format or version.")
        case .severalDocuments: (.error, "The YAML file holds a second document; only the first is read.")
        case .wrongType:
            (.error, "A value has the wrong type: a list instead of an object, for example.")
        case .duplicateKey: (.error, "A key occurs twice in one object; only the last counts.")
        case .missingKey: (.warning, "A key that the standard requires is missing.")
        case .misspelledKey: (.warning, "An unknown key resembles a key of the standard.")
        case .unknownKey: (.note, "The standard does not define a key, and it does not begin with `x-`.")
        case .contradictingKeys: (.warning, "Two keys exclude each other.")
        case .ignoredSibling: (.note, "Keys beside a `$ref` are ignored before OpenAPI 3.1.")
        case .unresolvedReference: (.error, "A reference cannot be resolved.")
        case .circularReference: (.error, "A reference is circular, or the chain is too long.")
        case .unreadableFile: (.error, "A file that a reference names cannot be read.")
        case .remoteReference:
            (
                .error,
                "A reference names a place that must not be read: allow it with `--remote-refs`, or bundle the description."
            )
        case .cachedFile: (.warning, "A remote file is from the cache, because its server did not respond.")
        case .unresolvedMapping: (.warning, "A discriminator's mapping names an unknown schema.")
        case .unusedComponent: (.note, "A component is not used.")
        case .invalidComponentName: (.warning, "A component's name has characters besides letters, digits, `.`, `_` and `-`.")
        case .noTitle: (.warning, "The description has no title.")
        case .noPaths: (.warning, "The description has no paths.")
        case .noServer: (.warning, "No server is declared, and the description's own address is unknown.")
        case .serverWithoutURL: (.error, "A server has no URL.")
        case .invalidServerURL:
            (.warning, "A server's URL is not an http or https URL, or is relative to an unknown address.")
        case .undeclaredServerVariable: (.error, "A server's URL has a variable without a default.")
        case .unusedServerVariable: (.note, "A server declares a variable that is not in its URL.")
        case .serverVariableDefault: (.warning, "The default of a server's variable is not one of its values, or there are none.")
        case .duplicateTag: (.warning, "Two tags have the same name.")
        case .undeclaredTag: (.note, "An operation's tag is not in the description's list of tags.")
        case .unknownTagParent: (.warning, "The parent of a tag is not declared.")
        case .undeclaredSecurityScheme: (.error, "A security requirement names an undeclared scheme.")
        case .unusableSecurityScheme:
            (.error, "A security scheme is incomplete, or of an unknown type.")
        case .pathWithoutSlash: (.warning, "A path does not begin with a slash.")
        case .duplicatePathTemplate: (.error, "Two paths differ only in the names of their parameters.")
        case .invalidPathTemplate: (.error, "A path's braces are not balanced, are empty, or name one parameter twice.")
        case .invalidMethod: (.error, "A key of `additionalOperations` is not a method name.")
        case .invalidOperationID: (.warning, "An operation's id is not a text, or empty.")
        case .duplicateOperationID: (.error, "Two operations have the same id.")
        case .unknownOperation: (.error, "A link names an unknown operation.")
        case .foreignOperation: (.note, "A link names an operation of another description.")
        case .missingResponses: (.warning, "An operation declares no response.")
        case .invalidStatus: (.warning, "A key of `responses` is not a status, a range such as `4XX`, or `default`.")
        case .noContent: (.error, "A request body has no content type.")
        case .invalidMediaType: (.warning, "A key of `content` is not a media type.")
        case .parameterWithoutName: (.error, "A parameter has no name.")
        case .invalidParameterPlace: (.error, "A parameter's `in` is not defined by the standard.")
        case .undeclaredPathParameter: (.warning, "A path has a parameter that its operation does not declare.")
        case .unusedPathParameter: (.error, "A declared path parameter is not in the path.")
        case .optionalPathParameter: (.warning, "A path parameter does not say `required: true`.")
        case .duplicateParameter: (.error, "Two parameters of one list have the same name and place.")
        case .invalidStyle: (.error, "A `style` or `collectionFormat` is not allowed for that place.")
        case .invalidSchemaType: (.error, "A schema's `type` is not defined by the standard.")
        case .arrayWithoutItems: (.warning, "An array has no `items`; required before OpenAPI 3.1.")
        case .impossibleLimits: (.warning, "A lower limit is above its upper one: no value is valid.")
        case .invalidPattern: (.warning, "A `pattern` is not a valid regular expression.")
        case .invalidEnum: (.warning, "A value of an `enum` does not match its own schema.")
        case .duplicateEnumValue: (.warning, "A value occurs twice in an `enum`.")
        case .invalidDefault: (.warning, "A default does not match its schema.")
        case .invalidExample: (.warning, "An example does not match its schema.")
        case .importSkipped: (.error, "A part of a request file is broken, and skipped.")
        case .importUnsupported:
            (.warning, "A part of a request file is valid, but not supported: a script, a gRPC request.")
        case .importAssumed: (.note, "A part of a request file was read with an assumption.")
        }
    }
}
