// Responses that arrive in pieces: lines, bytes, records and events at a chosen rate; and one
// that is very large.

extension DemoService {
    var streamEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/streams/lines", .streams, "streamLines", "Lines of text, one after another",
                parameters: [Self.count("lines"), Self.rate("Lines in a second"), Self.length],
                answers: [.other(200, "Lines of 64 bytes", "text/plain"), .problem(400)]
            ) { request in try lines(request) },
            Endpoint(
                .get, "/streams/bytes", .streams, "streamBytes", "Bytes that drip",
                parameters: [
                    .query("bytes", .integer(from: 1, to: 100_000_000, default: 100_000), "Bytes in all"),
                    .query("rate", .integer(from: 1, to: 1_000_000_000, default: 20_000), "Bytes in a second"), Self.length,
                ],
                answers: [.other(200, "Bytes", "application/octet-stream"), .problem(400)]
            ) { request in try bytes(request) },
            Endpoint(
                .get, "/streams/ndjson", .streams, "streamNDJSON", "JSON values, one a line",
                parameters: [Self.count("values"), Self.rate("Values in a second")],
                answers: [.other(200, "Items, a line each", "application/x-ndjson"), .problem(400)]
            ) { request in
                try stream(request, "application/x-ndjson") { Item(number: $0 % ItemStore.initialCount + 1).json.text + "\n" }
            },
            Endpoint(
                .get, "/streams/events", .streams, "streamEvents", "Server-sent events",
                details: "A comment at the start, then named events with ids; every third has two lines of data.",
                parameters: [Self.count("events"), Self.rate("Events in a second")],
                answers: [.other(200, "Events", "text/event-stream"), .problem(400)]
            ) { request in try stream(request, "text/event-stream", Self.event) },
            Endpoint(
                .get, "/streams/large", .streams, "large", "A very large JSON array",
                details: "Always the same bytes, written as fast as they are read.",
                parameters: [.query("megabytes", .integer(from: 1, to: 2_000, default: 20), "Millions of bytes, about")],
                answers: [.json(200, "Items, a line each", .array(of: .named("Item"))), .problem(400)]
            ) { request in
                let megabytes = try request.integer("megabytes", default: 20, in: 1...2_000)
                var response = Response(status: 200, body: LargeBody(megabytes: megabytes).body)
                response.set("Content-Type", "application/json")
                return response
            },
        ]
    }

    private static func count(_ what: String) -> Field {
        .query("count", .integer(from: 1, to: 1_000_000, default: 20), "How many \(what)")
    }

    private static func rate(_ about: String) -> Field {
        .query("rate", .number(from: 0.1, to: 1_000_000, default: 4), about)
    }

    private static let length = Field.query(
        "length", .boolean(default: true), "Send the length ahead, in Content-Length; else the body is chunked")

    private func lines(_ request: Request) throws -> Response {
        let isTold = try request.flag("length", default: true)
        let count = try Self.count(of: request)
        return try stream(request, "text/plain; charset=utf-8", length: isTold ? count * 64 : nil) { index in
            let text = "line \(index + 1) of \(count) "
            return text + String(repeating: ".", count: 63 - text.utf8.count) + "\n"
        }
    }

    private func bytes(_ request: Request) throws -> Response {
        let total = try request.integer("bytes", default: 100_000, in: 1...100_000_000)
        let rate = try request.integer("rate", default: 20_000, in: 1...1_000_000_000)
        let isTold = try request.flag("length", default: true)
        // At most twenty pieces per second, of at most a quarter of a megabyte each.
        let size = min(max(1, rate / 20), 1 << 18)
        let drip = PacedBody(count: (total + size - 1) / size, rate: Double(rate) / Double(size), length: isTold ? total : nil) {
            String(repeating: "*", count: min(size, total - $0 * size))
        }
        var response = Response(status: 200, body: drip.body(naps))
        response.set("Content-Type", "application/octet-stream")
        return response
    }

    private func stream(
        _ request: Request, _ type: String, length: Int? = nil, _ piece: @escaping @Sendable (Int) -> String
    ) throws -> Response {
        let rate = try request.number("rate", default: 4, in: 0.1...1_000_000)
        let drip = PacedBody(count: try Self.count(of: request), rate: rate, length: length, piece: piece)
        var response = Response(status: 200, body: drip.body(naps))
        response.set("Content-Type", type)
        response.set("Cache-Control", "no-store")
        return response
    }

    private static func count(of request: Request) throws -> Int {
        try request.integer("count", default: 20, in: 1...1_000_000)
    }

    @Sendable private static func event(_ index: Int) -> String {
        let item = Item(number: index % ItemStore.initialCount + 1)
        let start = index == 0 ? ": the demo's events\nretry: 2000\n\n" : ""
        let more = index % 3 == 2 ? "data: \(JSON.object([("note", .string("a second line"))]).text)\n" : ""
        return start + "id: \(index + 1)\nevent: item-\(item.state.rawValue)\ndata: \(item.json.text)\n" + more + "\n"
    }
}
