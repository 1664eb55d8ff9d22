// The keys and children of each object of Swagger 2.0.

extension Grammar {
    private static let limits =
        "default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf"

    static let swagger: [ObjectKind: ObjectRule] = [
        .description: ObjectRule(
            "swagger! info! paths! host basePath schemes consumes produces",
            [
                "info": .one(.info), "paths": .one(.paths), "definitions": .map(.schema), "parameters": .map(.parameter),
                "responses": .map(.response), "securityDefinitions": .map(.securityScheme),
                "security": .list(.securityRequirement), "tags": .list(.tag), "externalDocs": .one(.externalDocs),
            ]),
        .info: ObjectRule(
            "title! version! description termsOfService", ["contact": .one(.contact), "license": .one(.license)]),
        .contact: ObjectRule("name url email"), .license: ObjectRule("name! url"),
        .externalDocs: ObjectRule("url! description"),
        .tag: ObjectRule("name! description", ["externalDocs": .one(.externalDocs)]),
        .paths: ObjectRule(named: .one(.pathItem)), .responses: ObjectRule(named: .one(.response)),
        .pathItem: ObjectRule(
            "$ref",
            Dictionary(["get", "put", "post", "delete", "options", "head", "patch"].map { ($0, .one(.operation)) }) { $1 }
                .merging(["parameters": .list(.parameter)]) { $1 }),
        .operation: ObjectRule(
            "tags summary description operationId consumes produces schemes deprecated",
            [
                "externalDocs": .one(.externalDocs), "parameters": .list(.parameter), "responses": .one(.responses),
                "security": .list(.securityRequirement),
            ]),
        .parameter: ObjectRule(
            "name! in! description required type format allowEmptyValue collectionFormat " + limits,
            ["schema": .one(.schema), "items": .one(.items)]),
        .items: ObjectRule("type! format collectionFormat " + limits, ["items": .one(.items)]),
        .header: ObjectRule("type! format description collectionFormat " + limits, ["items": .one(.items)]),
        .response: ObjectRule("description! examples", ["schema": .one(.schema), "headers": .map(.header)]),
        .schema: ObjectRule(
            "title description format required type maxProperties minProperties discriminator readOnly example " + limits,
            [
                "items": .one(.schema), "allOf": .list(.schema), "properties": .map(.schema),
                "additionalProperties": .one(.schema), "xml": .one(.xml), "externalDocs": .one(.externalDocs),
            ]),
        .xml: ObjectRule("name namespace prefix attribute wrapped"),
        .securityRequirement: ObjectRule(named: .value),
        .securityScheme: ObjectRule("type! description name in flow authorizationUrl tokenUrl scopes"),
    ]
}
