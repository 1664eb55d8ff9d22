// Deliberate failures: each in its own way, and reported as a good API would report it.

extension DemoService {
    var errorEndpoints: [Endpoint] {
        let retry = [("Retry-After", "Seconds to wait")]
        return [
            Endpoint(
                .get, "/status/{code}", .errors, "status", "Respond with a status",
                details: "301, 302, 303, 307 and 308 lead to `/health`.",
                parameters: [.path("code", .integer(from: 200, to: 599), "The status of the response", example: .integer(503))],
                answers: [
                    ResponseContent(
                        status: "default", about: "What was asked for", type: "application/json",
                        schema: .object([("status", .integer()), ("reason", .string()), ("service", .string())]))
                ]
            ) { request in try StatusResponse.response(for: request.parameters["code"], service: name) },
            Endpoint(
                .get, "/errors/problem", .errors, "problem", "A problem with several fields",
                details: "Problem details (RFC 9457), as for every error of this API.", answers: [.problem(422)]
            ) { _ in
                var problem = Problem(422, "3 fields cannot be taken")
                problem.errors = [
                    .init(field: "name", message: "must have 1 to 200 characters"),
                    .init(field: "price", message: "must be a number"),
                    .init(field: "labels[2]", message: "must be a string"),
                ]
                throw problem
            },
            Endpoint(
                .get, "/errors/limited", .errors, "limited", "Five requests in ten seconds, then 429",
                answers: [
                    .json(200, "Let through", .object([("left", .integer())]), headers: [("RateLimit", "What is left")]),
                    .problem(429),
                ]
            ) { _ in try limited() },
            Endpoint(
                .get, "/errors/unavailable", .errors, "unavailable", "503, with a time to come back",
                parameters: [.query("after", .integer(from: 0, to: 3_600, default: 2), "Seconds in Retry-After")],
                answers: [
                    ResponseContent(
                        status: "503", about: "Not now", type: "application/problem+json", schema: .named("Problem"),
                        headers: retry)
                ]
            ) { request in
                let seconds = try request.integer("after", default: 2, in: 0...3_600)
                throw Problem(
                    503, "\(name) is being mended; come back in \(seconds) s", headers: [("Retry-After", String(seconds))])
            },
            Endpoint(
                .get, "/errors/flaky", .errors, "flaky", "Goes wrong a few times, then well",
                parameters: [.query("fails", .integer(from: 1, to: 20, default: 2), "Failures before each success")],
                answers: [.json(200, "It went well", .object([("service", .string())])), .problem(503)]
            ) { request in
                let fails = try request.integer("fails", default: 2, in: 1...20)
                if outages.strikes(fails) { throw Problem(503, "one of \(fails) failures; try again") }
                return .json(.object([("service", .string(name))]))
            },
            Endpoint(
                .get, "/errors/cut", .errors, "cut", "A connection that is cut in the middle",
                parameters: [.query("length", .boolean(default: true), "Announce a length first, and end before it")],
                answers: [.other(200, "The first half", "text/plain")]
            ) { request in
                let hasLength = try request.flag("length", default: true)
                var response = Response(
                    status: 200,
                    body: .stream(length: hasLength ? 1_000 : nil) { writer in
                        try await writer.write(String(repeating: "half of it ", count: 40) + "\n")
                        // When a body fails, the server closes the connection.
                        throw CancellationError()
                    })
                response.set("Content-Type", "text/plain")
                return response
            },
        ]
    }

    private func limited() throws -> Response {
        switch turnstile.enter() {
        case .wait(let time):
            let seconds = String(max(1, Int((time / .seconds(1)).rounded(.up))))
            throw Problem(
                429, "\(turnstile.limit) requests have passed; the next may come in \(seconds) s",
                headers: [("Retry-After", seconds), ("RateLimit", "\"demo\";r=0;t=\(seconds)")])
        case .pass(let left):
            var response = Response.json(.object([("left", .integer(left))]))
            response.set("RateLimit-Policy", "\"demo\";q=\(turnstile.limit);w=10")
            response.set("RateLimit", "\"demo\";r=\(left)")
            return response
        }
    }
}
