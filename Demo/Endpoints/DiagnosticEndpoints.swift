// The health of the service, and its view of a request.

extension DemoService {
    var diagnosticEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/health", .diagnostics, "health", "Say how the service is",
                answers: [
                    .json(
                        200, "It works",
                        .object([
                            ("status", .choice(["ok"])), ("service", .string()),
                            ("items", .integer().described("Items in its list")),
                            ("waiting", .integer().described("Slow requests in progress")),
                        ]))
                ]
            ) { _ in
                .json(
                    .object([
                        ("status", .string("ok")), ("service", .string(name)), ("items", .integer(items.count)),
                        ("waiting", .integer(naps.count)),
                    ]))
            },
            Endpoint(
                .get, "/echo", .diagnostics, "echo", "Show the request as it arrived",
                parameters: [
                    .query("text", .string(), "Anything", example: .string("héllo wörld")),
                    .header("X-Note", .string(), "Any header field comes back"),
                ],
                answers: [.echo]
            ) { request in try await Echo.response(to: request) },
            Endpoint(
                .post, "/echo", .diagnostics, "echoBody", "Show the request and its body",
                body: RequestContent(
                    forms: [
                        .init(
                            "application/json", .anything,
                            example: .object([("greeting", .string("hello")), ("to", .array([.string("you"), .string("me")]))])),
                        .init("text/plain", .string(), example: .string("hello")),
                    ], isRequired: false),
                answers: [.echo, .problem(413)]
            ) { request in try await Echo.response(to: request) },
        ]
    }
}
