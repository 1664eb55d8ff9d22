// Names formats that describe APIs, or are mistaken for such formats, and that are not read; with a
// hint for each. CollectionFiles reads request files: of these, only files without their list are named here.

import Document

/// A recognised format that is not read.
struct ForeignFormat {
    /// Such as `a WSDL description`.
    let name: String
    /// What to do about it, as a clause without a full stop.
    let hint: String
    /// The part that a file of a readable format lacks; `nil` for a format that is never read.
    let missing: String?

    private static let export = "export the API as OpenAPI"

    private init(_ name: String, _ hint: String = Self.export, without missing: String? = nil) {
        self.name = name
        self.hint = hint
        self.missing = missing
    }

    /// Recognises a format by the keys of a JSON object without `openapi`.
    init?(_ root: JSONNode) {
        if let version = root["asyncapi"] {
            self.init(
                "an AsyncAPI \(Wording.quoted(version.displayText)) description",
                "it describes messages, not requests; open the OpenAPI description of the same service")
        } else if root["_postman_variable_scope"] != nil, Self.hasNoList(root, "values") {
            self.init("a Postman environment", "export it again from Postman", without: "the list values")
        } else if root["_type"]?.stringEquals("export") == true, Self.hasNoList(root, "resources", "items") {
            self.init("an Insomnia export", "export it again from Insomnia", without: "the list resources")
        } else if let entries = root["log"]?["entries"], entries.kind != .array {
            self.init("a HAR recording", "save it again", without: "a list in log.entries")
        } else if root["openrpc"] != nil {
            self.init("an OpenRPC description", "its calls are JSON-RPC; OpenAPI cannot describe them")
        } else if root["arazzo"] != nil {
            self.init("an Arazzo description", "it describes workflows; open the descriptions that its sourceDescriptions name")
        } else if root["overlay"] != nil {
            self.init("an OpenAPI Overlay", "apply it to the description that it extends, and open the result")
        } else if root["kind"]?.stringEquals("discovery#restDescription") == true {
            self.init("a Google discovery document")
        } else if root["data"]?["__schema"] != nil || root["__schema"] != nil {
            self.init("a GraphQL schema", Self.graphQL)
        } else if root["swaggerVersion"] != nil {
            self.init("a Swagger 1 description", "convert it to OpenAPI, or ask its maker for a newer one")
        } else if let apis = root["apis"], apis.kind == .object {
            self.init("an explorer workspace", "a workspace is a file named explorer.yaml: rename it")
        } else if root["smithy"] != nil {
            self.init("a Smithy model", "build it with smithy-openapi, and open the result")
        } else if root["apiVersion"] != nil, root["kind"] != nil {
            self.init("a Kubernetes manifest", "open the cluster's description at /openapi/v2")
        } else if root["resource"] != nil || root["terraform"] != nil, root["info"] == nil, root["paths"] == nil {
            self.init("a Terraform configuration", Self.terraform)
        } else if root["$schema"] != nil || Self.isSchema(root) {
            self.init("a JSON Schema", Self.schema)
        } else {
            return nil
        }
    }

    private static func hasNoList(_ root: JSONNode, _ keys: String...) -> Bool {
        keys.allSatisfy { root[$0]?.kind != .array }
    }

    /// Whether the object looks like a file with a single schema: a type and its members, or definitions.
    private static func isSchema(_ root: JSONNode) -> Bool {
        root["$id"] != nil || root["$defs"] != nil
            || root["type"]?.stringEquals("object") == true && root["properties"]?.kind == .object
    }

    private static let schema = "open the description that refers to it"
    private static let graphQL = "its calls are queries in the body of one address; OpenAPI cannot describe them"
    private static let terraform = "it describes machines, not requests"

    /// Recognises a format by the first lines of a text that is not JSON.
    /// - Parameter source: a file name or URL, for its extension.
    init?(text: String, source: String) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
        guard let first = lines.first(where: { !$0.isEmpty }) else { return nil }
        let ending = source.lowercased()
        func hasLine(_ prefixes: String...) -> Bool { lines.contains { line in prefixes.contains { line.hasPrefix($0) } } }
        if first.hasPrefix("<") {
            guard let format = Self(markup: text) else { return nil }
            self = format
        } else if first.hasPrefix("#%RAML") {
            self.init("a RAML description", "convert it to OpenAPI (for example with oas-raml-converter)")
        } else if first.hasPrefix("FORMAT: 1A") || ending.hasSuffix(".apib") {
            self.init("an API Blueprint", "convert it to OpenAPI (for example with apib2swagger)")
        } else if hasLine("syntax = \"proto", "syntax=\"proto") || ending.hasSuffix(".proto") {
            self.init(
                "a protobuf definition",
                "its calls are gRPC; with google.api.http options protoc-gen-openapi makes a description of it")
        } else if ending.hasSuffix(".graphql") || ending.hasSuffix(".graphqls") || ending.hasSuffix(".gql")
            || hasLine("type Query {", "type Query{", "extend type Query", "type Mutation {") || Self.isSchemaOfGraphQL(lines)
        {
            self.init("a GraphQL schema", Self.graphQL)
        } else if ending.hasSuffix(".tf") || hasLine("resource \"", "terraform {", "provider \"") {
            self.init("a Terraform configuration", Self.terraform)
        } else if ending.hasSuffix(".smithy") || first.hasPrefix("$version:") && hasLine("namespace ") {
            self.init("a Smithy model", "build it with smithy-openapi, and open the result")
        } else if ending.hasSuffix(".tsp") || hasLine("import \"@typespec/") {
            self.init("a TypeSpec program", "compile it with @typespec/openapi3, and open the result")
        } else if ending.hasSuffix(".thrift") {
            self.init("a Thrift definition", "its calls are not HTTP; OpenAPI cannot describe them")
        } else {
            return nil
        }
    }

    private static func isSchemaOfGraphQL(_ lines: [Substring]) -> Bool {
        guard let index = lines.firstIndex(where: { $0.hasPrefix("schema {") || $0 == "schema{" }) else { return false }
        return lines[index...].dropFirst().prefix(2).contains { $0.hasPrefix("query:") || $0.hasPrefix("mutation:") }
    }

    /// Recognises a format by the name of its outermost element.
    private init?(markup text: String) {
        let tags = text.lowercased()
        func hasTag(_ tag: String) -> Bool { tags.contains("<\(tag)") || tags.contains(":\(tag)") }
        if tags.contains("schemas.xmlsoap.org/wsdl") || tags.contains("www.w3.org/ns/wsdl")
            || hasTag("definitions") && hasTag("porttype")
        {
            self.init(
                "a WSDL description", "its calls are SOAP; put a gateway before it, or send them from an .http file")
        } else if tags.contains("wadl.dev.java.net") || tags.contains("<application") && hasTag("resources") {
            self.init("a WADL description", "convert it to OpenAPI (for example with api-spec-converter)")
        } else if hasTag("edmx") {
            self.init("an OData description", "convert it to OpenAPI (for example with odata-openapi)")
        } else if tags.contains("<rss") || tags.contains("<feed") {
            self.init("a news feed", "expected an OpenAPI description in JSON or YAML")
        } else {
            return nil
        }
    }
}
