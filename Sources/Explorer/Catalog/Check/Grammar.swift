// The keys and children of each object of OpenAPI 3, version by version.

/// The rules of one version of the standard.
struct Grammar {
    let rules: [ObjectKind: ObjectRule]

    subscript(kind: ObjectKind) -> ObjectRule { rules[kind] ?? ObjectRule("", isOpen: true) }

    init(_ standard: Standard) {
        rules =
            standard == .swagger2
            ? Self.swagger : Self.shared(standard).merging(Self.parts(standard)) { $1 }.merging(Self.security(standard)) { $1 }
    }

    private static func shared(_ standard: Standard) -> [ObjectKind: ObjectRule] {
        let is31 = standard >= .openAPI31
        let is32 = standard >= .openAPI32
        return [
            .description: ObjectRule(
                "openapi! info!" + (is31 ? " jsonSchemaDialect" : " paths!") + (is32 ? " $self" : ""),
                [
                    "info": .one(.info), "servers": .list(.server), "paths": .one(.paths), "components": .one(.components),
                    "security": .list(.securityRequirement), "tags": .list(.tag), "externalDocs": .one(.externalDocs),
                ].merging(is31 ? ["webhooks": .map(.pathItem)] : [:]) { $1 }),
            .info: ObjectRule(
                "title! version! description termsOfService" + (is31 ? " summary" : ""),
                ["contact": .one(.contact), "license": .one(.license)]),
            .contact: ObjectRule("name url email"),
            .license: ObjectRule("name! url" + (is31 ? " identifier" : "")),
            .server: ObjectRule("url! description" + (is32 ? " name" : ""), ["variables": .map(.serverVariable)]),
            .serverVariable: ObjectRule("enum default! description"),
            .components: ObjectRule(
                "",
                [
                    "schemas": .map(.schema), "responses": .map(.response), "parameters": .map(.parameter),
                    "examples": .map(.example), "requestBodies": .map(.requestBody), "headers": .map(.header),
                    "securitySchemes": .map(.securityScheme), "links": .map(.link), "callbacks": .map(.callback),
                ].merging(is31 ? ["pathItems": .map(.pathItem)] : [:]) { $1 }
                    .merging(is32 ? ["mediaTypes": .map(.mediaType)] : [:]) { $1 }),
            .externalDocs: ObjectRule("url! description"),
            .tag: ObjectRule(
                "name! description" + (is32 ? " summary parent kind" : ""), ["externalDocs": .one(.externalDocs)]),
            .example: ObjectRule("summary description value externalValue" + (is32 ? " dataValue serializedValue" : "")),
            .discriminator: ObjectRule(
                is32 ? "propertyName mapping defaultMapping" : "propertyName! mapping"),
            .xml: ObjectRule("name namespace prefix attribute wrapped" + (is32 ? " nodeType" : "")),
            .schema: schema(standard),
        ]
    }

    private static func parts(_ standard: Standard) -> [ObjectKind: ObjectRule] {
        let is32 = standard >= .openAPI32
        let value: [String: ObjectRule.Child] = [
            "schema": .one(.schema), "examples": .map(.example), "content": .map(.mediaType),
        ]
        let encoding: [String: ObjectRule.Child] =
            is32 ? ["encoding": .map(.encoding), "prefixEncoding": .list(.encoding), "itemEncoding": .one(.encoding)] : [:]
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] + (is32 ? ["query"] : [])
        return [
            .paths: ObjectRule(named: .one(.pathItem)), .responses: ObjectRule(named: .one(.response)),
            .callback: ObjectRule(named: .one(.pathItem)),
            .pathItem: ObjectRule(
                "$ref summary description",
                Dictionary(methods.map { ($0, .one(.operation)) }) { $1 }.merging(
                    ["servers": .list(.server), "parameters": .list(.parameter)]
                        .merging(is32 ? ["additionalOperations": .map(.operation)] : [:]) { $1 }
                ) { $1 }),
            .operation: ObjectRule(
                "tags summary description operationId deprecated",
                [
                    "externalDocs": .one(.externalDocs), "parameters": .list(.parameter), "requestBody": .one(.requestBody),
                    "responses": .one(.responses), "callbacks": .map(.callback), "security": .list(.securityRequirement),
                    "servers": .list(.server),
                ]),
            .parameter: ObjectRule(
                "name! in! description required deprecated allowEmptyValue style explode allowReserved example", value),
            .header: ObjectRule(
                "description required deprecated allowEmptyValue style explode allowReserved example", value),
            .requestBody: ObjectRule("description required", ["content": .map(.mediaType)]),
            .mediaType: ObjectRule(
                "example",
                ["schema": .one(.schema), "examples": .map(.example), "encoding": .map(.encoding)]
                    .merging(encoding) { $1 }.merging(is32 ? ["itemSchema": .one(.schema)] : [:]) { $1 }),
            .encoding: ObjectRule(
                "contentType style explode allowReserved", ["headers": .map(.header)].merging(encoding) { $1 }),
            .response: ObjectRule(
                is32 ? "description summary" : "description!",
                ["headers": .map(.header), "content": .map(.mediaType), "links": .map(.link)]),
            .link: ObjectRule("operationRef operationId parameters requestBody description", ["server": .one(.server)]),
        ]
    }

    private static func security(_ standard: Standard) -> [ObjectKind: ObjectRule] {
        let is32 = standard >= .openAPI32
        let flows = ["implicit", "password", "clientCredentials", "authorizationCode"] + (is32 ? ["deviceAuthorization"] : [])
        return [
            .securityRequirement: ObjectRule(named: .value),
            .securityScheme: ObjectRule(
                "type! description name in scheme bearerFormat openIdConnectUrl"
                    + (is32 ? " oauth2MetadataUrl deprecated" : ""), ["flows": .one(.flows)]),
            .flows: ObjectRule("", Dictionary(flows.map { ($0, .one(.flow)) }) { $1 }),
            .flow: ObjectRule(
                "authorizationUrl tokenUrl refreshUrl scopes!" + (is32 ? " deviceAuthorizationUrl" : "")),
        ]
    }

    private static let schemaWords =
        "title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems "
        + "maxProperties minProperties required enum type description format default nullable readOnly writeOnly example deprecated"

    private static let schemaParts: [String: ObjectRule.Child] = [
        "allOf": .list(.schema), "oneOf": .list(.schema), "anyOf": .list(.schema), "not": .one(.schema), "items": .one(.schema),
        "properties": .map(.schema), "additionalProperties": .one(.schema), "discriminator": .one(.discriminator),
        "xml": .one(.xml), "externalDocs": .one(.externalDocs),
    ]

    private static func schema(_ standard: Standard) -> ObjectRule {
        guard standard >= .openAPI31 else { return ObjectRule(schemaWords, schemaParts) }
        let words =
            " $id $schema $anchor $ref $dynamicRef $dynamicAnchor $vocabulary $comment const examples contentEncoding "
            + "contentMediaType dependentRequired minContains maxContains"
        let parts: [String: ObjectRule.Child] = [
            "$defs": .map(.schema), "definitions": .map(.schema), "if": .one(.schema), "then": .one(.schema),
            "else": .one(.schema), "dependentSchemas": .map(.schema), "prefixItems": .list(.schema), "contains": .one(.schema),
            "patternProperties": .map(.schema), "propertyNames": .one(.schema), "unevaluatedItems": .one(.schema),
            "unevaluatedProperties": .one(.schema), "contentSchema": .one(.schema),
        ]
        // JSON Schema allows additional keywords.
        return ObjectRule(schemaWords + words, schemaParts.merging(parts) { $1 }, isOpen: true)
    }
}
