// The schemas that several operations share: the `components` of the description.

enum Schemas {
    static let all: [(String, Schema)] = [
        ("Item", item), ("NewItem", newItem), ("ItemChange", itemChange), ("Problem", problem), ("Echo", echo),
        ("Upload", upload),
    ]

    private static let states = Item.State.allCases.map(\.rawValue)
    private static let name = Schema.text(1...200)
    private static let price = Schema.number(from: 0, to: 1_000_000)
    private static let labels = Schema.array(of: .string(), atMost: 20)

    private static let item = Schema.object(
        [
            ("id", .integer()), ("name", .string()), ("state", .choice(states)), ("user", .string()),
            ("assignee", .nullable("string")), ("labels", .array(of: .string())), ("comments", .integer()), ("price", .number()),
            ("createdAt", .string("date-time")),
        ], required: ["id", "name", "state", "user", "assignee", "labels", "comments", "price", "createdAt"])

    private static let newItem = Schema.object(
        [
            ("name", name), ("price", price), ("state", .choice(states, default: "open")), ("user", .string(default: "you")),
            ("labels", labels),
        ], required: ["name", "price"])

    private static let itemChange = Schema.object([
        ("name", name), ("price", price), ("state", .choice(states)), ("user", .string()), ("labels", labels),
    ]).described("Only the fields that are there are changed")

    private static let problem = Schema.object([
        ("type", .string()), ("title", .string()), ("status", .integer()), ("detail", .string()),
        ("errors", .array(of: .object([("field", .string()), ("message", .string())]))),
    ]).described("RFC 9457 problem details")

    private static let echo = Schema.object([
        ("method", .string()), ("path", .string()), ("query", .object([])), ("headers", .object([])), ("bytes", .integer()),
        ("body", .string()), ("bodyBase64", .string().described("In place of body when that is not UTF-8")),
    ])

    private static let upload = Schema.object([
        ("bytes", .integer()), ("sha256", .string().described("As sha256sum prints it")), ("contentType", .nullable("string")),
        (
            "parts",
            .array(
                of: .object([
                    ("name", .nullable("string")), ("filename", .nullable("string")), ("contentType", .nullable("string")),
                    ("bytes", .integer()), ("sha256", .string()),
                ])
            ).described("Of a multipart body")
        ),
    ])
}
