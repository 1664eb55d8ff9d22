// Responses that delay their first byte only.

extension DemoService {
    var timingEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/slow", .timing, "slow", "Respond after a while", details: "Stops waiting when the client goes.",
                parameters: [
                    .query("seconds", .number(from: 0, to: 120, default: 3), "How long to wait", example: .integer(10))
                ],
                answers: [
                    .json(200, "After the wait", .object([("service", .string()), ("waited", .number())])), .problem(400),
                ]
            ) { request in try await slow(request) }
        ]
    }

    private func slow(_ request: Request) async throws -> Response {
        let text = request.query("seconds") ?? "3"
        guard let seconds = Double(text), (0...120).contains(seconds) else {
            throw Problem.badParameter("seconds", "must be a number from 0 to 120")
        }
        do {
            try await request.whileClientStays { try await naps.sleep(for: .seconds(seconds)) }
        } catch is CancellationError where naps.isStopping {
            throw Problem(503, "the service is stopping")
        }
        var response = Response.json(.object([("service", .string(name)), ("waited", .number(seconds))]))
        // Clients send these by the thousand. Their connections close afterwards.
        response.set("Connection", "close")
        return response
    }
}
