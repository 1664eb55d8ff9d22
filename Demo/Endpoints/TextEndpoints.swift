// Text that is difficult for a terminal: scripts of the world, encodings, and hostile strings.

extension DemoService {
    var textEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/texts/unicode", .texts, "unicode", "Scripts of the world, in a list",
                details: "Wide, combining, right-to-left and emoji text, with the columns that each should take.",
                answers: [
                    .json(
                        200, "One row for each",
                        .array(of: .object([("kind", .string()), ("text", .string()), ("columns", .integer())])))
                ]
            ) { _ in
                .json(
                    .array(
                        Texts.world.map { kind, text, columns in
                            .object([("kind", .string(kind)), ("text", .string(text)), ("columns", .integer(columns))])
                        }))
            },
            Endpoint(
                .get, "/texts/hostile", .texts, "hostile", "JSON that tries to harm a terminal",
                details:
                    "Escape sequences, direction marks and controls in keys and values; C1 controls in the `X-Hostile` field.",
                answers: [.json(200, "Nothing of it may take effect", .anything, headers: [("X-Hostile", "C1 controls")])]
            ) { _ in
                let values = Texts.hostile.map { ($0, JSON.string($1)) }
                let keys = Texts.hostile.map { ($1, JSON.string("the key is the \($0)")) }
                var response = Response.json(.object([("values", .object(values)), ("keys", .object(keys))]))
                // HTTP allows no C0 control; the C1 controls are all that a header can carry.
                response.set("X-Hostile", "\u{9b}31mred\u{9b}0m \u{202e}reversed\u{202c} \u{9d}0;title\u{9c}")
                return response
            },
            Endpoint(
                .get, "/texts/escapes", .texts, "escapes", "Plain text full of escape sequences",
                answers: [.other(200, "Nothing of it may take effect", "text/plain")]
            ) { _ in
                .text(
                    Texts.hostile.map { "\($0): \($1) :end\n" }.joined(), type: "text/plain; charset=utf-8")
            },
            Endpoint(
                .get, "/texts/sample", .texts, "sample", "A short text in a format of choice",
                parameters: [
                    .query(
                        "format", .choice(Texts.Sample.allCases.map(\.rawValue), default: Texts.Sample.plain.rawValue),
                        "The format")
                ],
                answers: [.other(200, "The text", "text/plain"), .problem(400)]
            ) { request in
                let wish = request.query("format").flatMap { $0.isEmpty ? nil : $0 } ?? Texts.Sample.plain.rawValue
                guard let sample = Texts.Sample(rawValue: wish) else {
                    throw Problem.badParameter(
                        "format", "must be one of \(Texts.Sample.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                return .bytes(sample.bytes, type: sample.type)
            },
        ]
    }
}
