// A parameter of Swagger 2.0, and the request body that `body` and `formData` parameters make.

import Document

/// A parameter of Swagger 2.0. The parameter itself contains its type, so it is its own schema.
struct SwaggerParameter {
    /// The parameter, with references followed.
    var node: JSONNode
    /// The node's address in a reference; `nil` when the node was not found, or is not an object.
    var address: String?

    var name: String { node["name"]?.string ?? "" }
    var isRequired: Bool { node["required"]?.bool == true }
    var isBody: Bool { node["in"]?.stringEquals("body") == true }
    var isForm: Bool { node["in"]?.stringEquals("formData") == true }
    var isFile: Bool { node["type"]?.stringEquals("file") == true }

    /// The parameter in OpenAPI 3. A header that OpenAPI 3 never treats as a parameter replaces a parameter
    /// of the body, so that the following parameters keep their indices.
    var convertedJSON: String {
        guard let address else { return node.source }
        if isBody || isForm { return #"{"name":"Content-Type","in":"header"}"# }
        var members: [(key: String, json: String)] = []
        for key in ["name", "in", "required", "description", "allowEmptyValue"] {
            if let value = node[key] { members.append((key, value.source)) }
        }
        if let example = node["x-example"] { members.append(("example", example.source)) }
        members += style
        members.append(("schema", SwaggerOperation.reference(address)))
        return JSONLiteral.object(members)
    }

    /// `collectionFormat` as `style` and `explode`. OpenAPI 3 has no style for tabs: ``ParameterWriter`` has one of its own.
    var style: [(key: String, json: String)] {
        guard node["type"]?.stringEquals("array") == true else { return [] }
        let isForm = isForm || node["in"]?.stringEquals("query") == true
        let (style, explode) =
            switch node["collectionFormat"]?.string {
            case "multi": ("form", true)
            case "ssv": ("spaceDelimited", false)
            case "tsv": (ParameterWriter.tabStyle, false)
            case "pipes": ("pipeDelimited", false)
            default: (isForm ? "form" : "simple", false)
            }
        return [("style", JSONLiteral.string(style)), ("explode", explode ? "true" : "false")]
    }
}

/// The request body that `body` and `formData` parameters make.
struct SwaggerBody {
    /// A Request Body Object of OpenAPI 3; `nil` when there is none.
    let json: String?

    /// - Parameter parameters: those of the path, then those of the operation, which replace others of
    ///   the same name.
    init(_ parameters: [SwaggerParameter], consumes: [String]) {
        if let body = parameters.last(where: \.isBody) {
            json = Self.whole(body, consumes.isEmpty ? ["application/json"] : consumes)
            return
        }
        var form: [SwaggerParameter] = []
        for parameter in parameters where parameter.isForm {
            form.removeAll { $0.name == parameter.name }
            form.append(parameter)
        }
        json = form.isEmpty ? nil : Self.fields(form, consumes)
    }

    private static func whole(_ body: SwaggerParameter, _ types: [String]) -> String {
        var media: [(key: String, json: String)] = []
        if body.node["schema"] != nil, let address = body.address {
            media.append(("schema", SwaggerOperation.reference(address + "%2Fschema")))
        }
        if let example = body.node["x-example"] { media.append(("example", example.source)) }
        return request(body.isRequired, body.node["description"], types, JSONLiteral.object(media))
    }

    private static func fields(_ form: [SwaggerParameter], _ consumes: [String]) -> String {
        let multipart = "multipart/form-data"
        let forms = consumes.filter { $0.hasPrefix(multipart) || $0.hasPrefix("application/x-www-form-urlencoded") }
        let hasFile = form.contains(where: \.isFile)
        let types =
            hasFile
            ? [forms.first { $0.hasPrefix(multipart) } ?? multipart]
            : forms.isEmpty ? ["application/x-www-form-urlencoded"] : forms
        let properties = form.map { field -> (key: String, json: String) in
            if field.isFile {
                let description = field.node["description"].map { [("description", $0.source)] } ?? []
                return (field.name, JSONLiteral.object([("type", #""string""#), ("format", #""binary""#)] + description))
            }
            return (field.name, field.address.map(SwaggerOperation.reference) ?? "{}")
        }
        let required = form.filter(\.isRequired).map { JSONLiteral.string($0.name) }
        let schema = JSONLiteral.object([
            ("type", #""object""#), ("properties", JSONLiteral.object(properties)), ("required", JSONLiteral.array(required)),
        ])
        let encoding = form.filter { !$0.style.isEmpty }.map { ($0.name, JSONLiteral.object($0.style)) }
        var media: [(key: String, json: String)] = [("schema", schema)]
        if !encoding.isEmpty { media.append(("encoding", JSONLiteral.object(encoding))) }
        return request(!required.isEmpty, nil, types, JSONLiteral.object(media))
    }

    private static func request(_ isRequired: Bool, _ description: JSONNode?, _ types: [String], _ media: String) -> String {
        var members: [(key: String, json: String)] = []
        if let description { members.append(("description", description.source)) }
        members.append(("required", isRequired ? "true" : "false"))
        members.append(("content", JSONLiteral.object(types.map { ($0, media) })))
        return JSONLiteral.object(members)
    }
}
