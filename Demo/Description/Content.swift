// The bodies of an operation's requests and responses: media types with their schemas and examples.

/// A body that an operation accepts.
struct RequestContent: Sendable {
    /// One format of the body.
    struct Form: Sendable {
        let type: String
        let schema: Schema
        let example: JSON?

        init(_ type: String, _ schema: Schema, example: JSON? = nil) {
            self.type = type
            self.schema = schema
            self.example = example
        }

        var json: JSON { .object([("schema", schema.json)] + (example.map { [("example", $0)] } ?? [])) }
    }

    let forms: [Form]
    var isRequired = true

    static func json(_ schema: Schema, example: JSON, required: Bool = true) -> RequestContent {
        RequestContent(forms: [Form("application/json", schema, example: example)], isRequired: required)
    }

    var json: JSON {
        .object([("required", .bool(isRequired)), ("content", .object(forms.map { ($0.type, $0.json) }))])
    }
}

/// A possible response of an operation.
struct ResponseContent: Sendable {
    let status: String
    let about: String
    var type: String?
    var schema: Schema?
    var headers: [(name: String, about: String)] = []
    /// A response under `components` instead.
    var reference: String?

    /// A JSON response.
    static func json(
        _ status: Int, _ about: String, _ schema: Schema, headers: [(String, String)] = [], type: String = "application/json"
    ) -> ResponseContent {
        ResponseContent(status: String(status), about: about, type: type, schema: schema, headers: headers)
    }

    /// A response in another format, or without a body.
    static func other(_ status: Int, _ about: String, _ type: String? = nil, headers: [(String, String)] = []) -> ResponseContent
    {
        ResponseContent(status: String(status), about: about, type: type, schema: type.map { _ in .string() }, headers: headers)
    }

    /// RFC 9457 problem details, the format of every error of the demo.
    static func problem(_ status: Int) -> ResponseContent {
        ResponseContent(status: String(status), about: "", reference: "Problem")
    }

    static let echo = ResponseContent(status: "200", about: "", reference: "Echo")

    var json: JSON {
        if let reference { return .object([("$ref", .string("#/components/responses/\(reference)"))]) }
        var members: [(String, JSON)] = [("description", .string(about))]
        if !headers.isEmpty {
            members.append(
                (
                    "headers",
                    .object(
                        headers.map { name, about in
                            (name, .object([("description", .string(about)), ("schema", Schema.string().json)]))
                        })
                ))
        }
        if let type, let schema { members.append(("content", .object([(type, .object([("schema", schema.json)]))]))) }
        return .object(members)
    }
}
