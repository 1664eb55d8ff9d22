// Cookies: set, echoed, deleted.

extension DemoService {
    var cookieEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/cookies", .cookies, "listCookies", "The cookies that this request sent", answers: [Self.sentCookies]
            ) { request in
                let pairs = (request.headers["Cookie"] ?? "").split(separator: ";").compactMap { part -> (String, JSON)? in
                    let halves = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    return halves.count == 2 ? (String(halves[0]), .string(String(halves[1]))) : nil
                }
                return .json(.object([("cookies", .object(pairs)), ("service", .string(name))]))
            },
            Endpoint(
                .get, "/cookies/set", .cookies, "setCookie", "Set a cookie",
                details: "Without `seconds` it ends with the session.",
                parameters: [
                    .query("name", .string(default: "visit"), "Letters, digits, - and _"),
                    .query("value", .string(default: "1"), "Letters, digits, - and _"),
                    .query("seconds", .integer(from: 1, to: 86_400), "How long it lives"),
                ],
                answers: [
                    .json(200, "What was set", .object([("set", .string())]), headers: [("Set-Cookie", "The cookie")]),
                    .problem(400),
                ]
            ) { request in
                let pair = "\(try Self.word(request, "name", "visit"))=\(try Self.word(request, "value", "1"))"
                let life = try request.integer("seconds", default: 0, in: 0...86_400)
                return Self.setting("\(pair); Path=/; HttpOnly; SameSite=Lax" + (life > 0 ? "; Max-Age=\(life)" : ""), pair)
            },
            Endpoint(
                .delete, "/cookies/{name}", .cookies, "deleteCookie", "Take a cookie away",
                parameters: [.path("name", .string(), "Its name", example: .string("visit"))],
                answers: [.json(200, "What was taken away", .object([("set", .string())])), .problem(400)]
            ) { request in
                let name = request.parameters["name"] ?? ""
                guard Self.isWord(name) else { throw Problem.badParameter("name", Self.rule) }
                return Self.setting("\(name)=; Path=/; Max-Age=0", name)
            },
        ]
    }

    private static let sentCookies = ResponseContent.json(
        200, "By name", .object([("cookies", .object([])), ("service", .string())]))
    private static let rule = "must be 1 to 64 letters, digits, - or _"

    private static func setting(_ field: String, _ pair: String) -> Response {
        var response = Response.json(.object([("set", .string(pair))]))
        response.set("Set-Cookie", field)
        response.set("Cache-Control", "no-store")
        return response
    }

    private static func word(_ request: Request, _ name: String, _ fallback: String) throws -> String {
        guard let text = request.query(name), !text.isEmpty else { return fallback }
        guard isWord(text) else { throw Problem.badParameter(name, rule) }
        return text
    }

    private static func isWord(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
                    || byte == 0x5F
            }
    }
}
