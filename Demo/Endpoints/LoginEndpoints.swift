// Three ways to log in (a fourth, OAuth, has a file of its own). Two users exist: 'demo', who may enter, and
// 'guest', who may not.
import Foundation

extension DemoService {
    var loginEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/logins/basic", .logins, "enterByBasic", "Enter with name and password",
                details: "Basic: `demo` with `secret` gets 200, `guest` with `guest` 403, all others 401.",
                answers: Self.gate, login: .basic
            ) { request in
                try Self.respondToLogin(
                    Self.basic(request), challenge: "Basic realm=\"demo\", charset=\"UTF-8\"", hint: "demo:secret")
            },
            Endpoint(
                .post, "/logins/token", .logins, "getToken", "Get a token for a name and password",
                details: "OAuth's password grant, as a form or as JSON. Tokens never end, and every service knows them.",
                body: RequestContent(forms: [
                    .init(
                        "application/json", Self.credentials,
                        example: .object([("username", .string("demo")), ("password", .string("secret"))])),
                    .init("application/x-www-form-urlencoded", Self.credentials),
                ]),
                answers: [
                    .json(
                        200, "A token",
                        .object([("access_token", .string()), ("token_type", .string()), ("expires_in", .nullable("integer"))])),
                    .problem(400), .problem(401), .problem(415),
                ]
            ) { request in try await token(request) },
            Endpoint(
                .get, "/logins/bearer", .logins, "enterByToken", "Enter with a token",
                details: "`Authorization: Bearer demo-token`. `POST /logins/token` hands it out.", answers: Self.gate,
                login: .token
            ) { request in
                let token = request.authorization("bearer")
                return try Self.respondToLogin(
                    token.map(Person.init(token:)),
                    challenge: "Bearer realm=\"demo\"" + (token == nil ? "" : ", error=\"invalid_token\""),
                    hint: "a token of POST /logins/token")
            },
            Endpoint(
                .get, "/logins/key", .logins, "enterByKey", "Enter with an API key",
                details: "`X-API-Key: demo-key`, or `?api_key=demo-key`.",
                parameters: [.query("api_key", .string("password"), "In place of the header")], answers: Self.gate, login: .key
            ) { request in
                let key = request.headers["X-API-Key"] ?? request.query("api_key")
                return try Self.respondToLogin(
                    key.map(Person.init(key:)), challenge: "ApiKey realm=\"demo\"", hint: "X-API-Key: demo-key")
            },
        ]
    }

    private enum Person: String, CaseIterable {
        case demo, guest

        var password: String { self == .demo ? "secret" : "guest" }

        init?(name: String, password: String) {
            guard let person = Person(rawValue: name), person.password == password else { return nil }
            self = person
        }

        init?(token: String) { self.init(token, kind: "token") }
        init?(key: String) { self.init(key, kind: "key") }

        private init?(_ credential: String, kind: String) {
            guard let person = Self.allCases.first(where: { "\($0.rawValue)-\(kind)" == credential }) else { return nil }
            self = person
        }
    }

    private static let gate: [ResponseContent] = [
        .json(200, "Welcome", .object([("user", .string()), ("greeting", .string())])), .problem(401), .problem(403),
    ]
    private static let credentials = Schema.object(
        [("username", .string()), ("password", .string("password"))], required: ["username", "password"])

    /// - Parameter person: nil without credentials; an inner nil for wrong ones.
    private static func respondToLogin(_ person: Person??, challenge: String, hint: String) throws -> Response {
        switch person {
        case nil: throw Problem(401, "log in first: \(hint)", headers: [("WWW-Authenticate", challenge)])
        case .some(nil):
            throw Problem(401, "these credentials are not known; try \(hint)", headers: [("WWW-Authenticate", challenge)])
        case .some(.guest): throw Problem(403, "guest is known, but may not enter; come as demo")
        case .some(.demo): return .json(.object([("user", .string("demo")), ("greeting", .string("Welcome back!"))]))
        }
    }

    private static func basic(_ request: Request) -> Person?? {
        guard let text = request.authorization("basic") else { return nil }
        guard let data = Data(base64Encoded: text), let pair = String(validating: data, as: UTF8.self),
            let colon = pair.firstIndex(of: ":")
        else { return .some(nil) }
        return .some(Person(name: String(pair[..<colon]), password: String(pair[pair.index(after: colon)...])))
    }

    private func token(_ request: Request) async throws -> Response {
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        let body = Data(try await request.body(upTo: 65_536))
        let fields: [String: String]
        if type.hasPrefix("application/x-www-form-urlencoded") {
            fields = Self.form(String(decoding: body, as: UTF8.self))
        } else if type.isEmpty || type.hasPrefix("application/json") {
            guard let object = try? JSONDecoder().decode([String: String].self, from: body) else {
                throw Problem(400, "the body is not a JSON object of strings")
            }
            fields = object
        } else {
            throw Problem(415, "send username and password as JSON or as a form")
        }
        guard let name = fields["username"], let password = fields["password"] else {
            throw Problem(400, "username and password are required")
        }
        guard let person = Person(name: name, password: password) else {
            throw Problem(401, "these credentials are not known; try demo with secret")
        }
        var response = Response.json(
            .object([
                ("access_token", .string("\(person.rawValue)-token")), ("token_type", .string("Bearer")), ("expires_in", .null),
            ]))
        response.set("Cache-Control", "no-store")
        return response
    }

    static func form(_ text: String) -> [String: String] {
        text.split(separator: "&").reduce(into: [:]) { fields, pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            fields[halves[0]] = halves.count == 2 ? halves[1] : ""
        }
    }
}

extension Request {
    /// The value after a scheme in Authorization.
    func authorization(_ scheme: String) -> String? {
        guard let value = headers["Authorization"], let space = value.firstIndex(of: " "), value[..<space].lowercased() == scheme
        else { return nil }
        return String(value[space...].drop { $0 == " " })
    }
}
