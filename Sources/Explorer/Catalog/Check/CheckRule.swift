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
            (.error, "The file is no description that is read: it is broken, of another format or of another version.")
        case .severalDocuments: (.error, "The YAML file holds a second document; only the first is read.")
        case .wrongType:
            (.error, "A value is of another kind than the standard asks for: a list where an object is expected, for example.")
        case .duplicateKey: (.error, "A key stands twice in one object; all but the last are lost.")
        case .missingKey: (.warning, "A key is missing that the standard requires.")
        case .misspelledKey: (.warning, "A key that the standard does not know is very like one that it does.")
        case .unknownKey: (.note, "A key that the standard does not know, and that does not begin with `x-`.")
        case .contradictingKeys: (.warning, "Two keys stand side by side of which only one may.")
        case .ignoredSibling: (.note, "Keys beside a `$ref` are ignored before OpenAPI 3.1.")
        case .unresolvedReference: (.error, "A reference leads nowhere.")
        case .circularReference: (.error, "A reference leads back to itself, or on for too long.")
        case .unreadableFile: (.error, "A file that a reference names cannot be read.")
        case .remoteReference:
            (
                .error,
                "A reference leads to a place that may not be read: allow it with `--remote-refs`, or bundle the description."
            )
        case .cachedFile: (.warning, "A file in the network is as it was read before, because its server did not answer.")
        case .unresolvedMapping: (.warning, "A discriminator's mapping names a schema that is not there.")
        case .unusedComponent: (.note, "A component that nothing refers to.")
        case .invalidComponentName: (.warning, "A component's name has characters besides letters, digits, `.`, `_` and `-`.")
        case .noTitle: (.warning, "The description has no title.")
        case .noPaths: (.warning, "The description has no paths.")
        case .noServer: (.warning, "No server is declared, and the description's own address is not known.")
        case .serverWithoutURL: (.error, "A server has no URL.")
        case .invalidServerURL:
            (.warning, "A server's URL is no http or https URL, or is relative to an address that is not known.")
        case .undeclaredServerVariable: (.error, "A server's URL has a variable without a default.")
        case .unusedServerVariable: (.note, "A server declares a variable that its URL does not have.")
        case .serverVariableDefault: (.warning, "The default of a server's variable is not one of its values, or there are none.")
        case .duplicateTag: (.warning, "Two tags have one name.")
        case .undeclaredTag: (.note, "An operation has a tag that the description's list of tags does not have.")
        case .unknownTagParent: (.warning, "The parent of a tag is not declared.")
        case .undeclaredSecurityScheme: (.error, "A security requirement names a scheme that is not declared.")
        case .unusableSecurityScheme:
            (.error, "A security scheme lacks what is needed to use it, or is of a kind that is not known.")
        case .pathWithoutSlash: (.warning, "A path does not begin with a slash.")
        case .duplicatePathTemplate: (.error, "Two paths differ in the names of their parameters alone.")
        case .invalidPathTemplate: (.error, "A path's braces are not balanced, are empty, or name one parameter twice.")
        case .invalidMethod: (.error, "A key of `additionalOperations` is no method's name.")
        case .invalidOperationID: (.warning, "An operation's id is no text, or empty.")
        case .duplicateOperationID: (.error, "Two operations have one id.")
        case .unknownOperation: (.error, "A link names an operation that is not there.")
        case .foreignOperation: (.note, "A link names an operation of another description.")
        case .missingResponses: (.warning, "An operation announces no response.")
        case .invalidStatus: (.warning, "The key of a response is no status, no range such as `4XX`, and not `default`.")
        case .noContent: (.error, "A request body names no content type.")
        case .invalidMediaType: (.warning, "The key of a content is no media type.")
        case .parameterWithoutName: (.error, "A parameter has no name.")
        case .invalidParameterPlace: (.error, "A parameter's `in` is not one that the standard knows.")
        case .undeclaredPathParameter: (.warning, "A path has a parameter that its operation does not declare.")
        case .unusedPathParameter: (.error, "A path parameter is declared that the path does not have.")
        case .optionalPathParameter: (.warning, "A path parameter does not say `required: true`.")
        case .duplicateParameter: (.error, "Two parameters of one list have the same name and place.")
        case .invalidStyle: (.error, "A `style` or `collectionFormat` is not one for that place.")
        case .invalidSchemaType: (.error, "A schema's `type` is not one that the standard knows.")
        case .arrayWithoutItems: (.warning, "An array does not say what its items are; required before OpenAPI 3.1.")
        case .impossibleLimits: (.warning, "A lower limit is above its upper one: no value fits.")
        case .invalidPattern: (.warning, "A `pattern` is no regular expression.")
        case .invalidEnum: (.warning, "A value of an `enum` does not fit its own schema.")
        case .duplicateEnumValue: (.warning, "A value stands twice in an `enum`.")
        case .invalidDefault: (.warning, "A default does not fit its schema.")
        case .invalidExample: (.warning, "An example does not fit its schema.")
        case .importSkipped: (.error, "A part of a file of requests is broken, and left out.")
        case .importUnsupported:
            (.warning, "A part of a file of requests is sound, and there is nothing here for it: a script, a gRPC request.")
        case .importAssumed: (.note, "A part of a file of requests was read with an assumption.")
        }
    }
}
