// The demo's OpenAPI 3.1 description, made from the endpoints themselves: `/openapi.json` serves it and
// the screen opens it.

enum Description {
    /// JSON, one line per operation.
    static func openAPI(_ endpoints: [Endpoint]) -> String {
        JSON.object([
            ("openapi", .string("3.1.0")), ("info", info), ("servers", servers),
            ("tags", .array(Tag.allCases.map { .object([("name", .string($0.rawValue)), ("description", .string($0.about))]) })),
            ("paths", paths(endpoints)), ("components", components),
        ]).indented(levels: 3) + "\n"
    }

    private static let info = JSON.object([
        ("title", .string("Explorer demo")), ("version", .string("2.0.0")),
        ("summary", .string("A small shop to explore: lists, slow responses, streams, logins, errors.")),
        (
            "description",
            .string(
                """
                Three services serve this API on loopback. The `X-Service` field of a response names the one that sent it.

                Start with `GET /items`, turn the page, send `GET /slow` a few times and cancel some. Nothing here leaves this computer, \
                and nothing is stored when the services end.
                """)
        ),
        ("license", .object([("name", .string("MIT")), ("identifier", .string("MIT"))])),
    ])

    private static let servers = JSON.array([
        .object([("url", .string("/")), ("description", .string("The service that this description came from"))])
    ])

    /// Groups the operations by path, in the order of each path's first operation.
    private static func paths(_ endpoints: [Endpoint]) -> JSON {
        var order: [String] = []
        var operations: [String: [(String, JSON)]] = [:]
        for endpoint in endpoints {
            if operations[endpoint.path] == nil { order.append(endpoint.path) }
            operations[endpoint.path, default: []].append((endpoint.method.rawValue.lowercased(), endpoint.json))
        }
        return .object(order.map { ($0, .object(operations[$0, default: []])) })
    }

    private static let components = JSON.object([
        ("schemas", .object(Schemas.all.map { ($0, $1.json) })),
        (
            "responses",
            .object([
                ("Problem", response("What was wrong", "application/problem+json", "Problem")),
                ("Echo", response("The request", "application/json", "Echo")),
            ])
        ),
        ("securitySchemes", .object(Login.allCases.map { ($0.rawValue, $0.scheme) })),
    ])

    private static func response(_ about: String, _ type: String, _ schema: String) -> JSON {
        .object([
            ("description", .string(about)),
            ("content", .object([(type, .object([("schema", Schema.named(schema).json)]))])),
        ])
    }
}
