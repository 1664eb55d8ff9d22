// Redirects: a chain that ends well, a loop that never ends, and one that leads to another host.

extension DemoService {
    var redirectEndpoints: [Endpoint] {
        let chain: [Field] = [
            .query("times", .integer(from: 1, to: 100, default: 3), "Steps until the end"),
            .query("code", .choice([301, 302, 303, 307, 308], default: 302), "The status of each step"),
        ]
        return [
            Endpoint(
                .get, "/redirects/chain", .redirects, "redirectChain", "A chain of redirects", details: "Ends at `GET /echo`.",
                parameters: chain, answers: [.other(302, "The next step", headers: [("Location", "Where to")]), .problem(400)]
            ) { request in try Self.step(request) },
            Endpoint(
                .post, "/redirects/chain", .redirects, "redirectBody", "Redirects for a request with a body",
                details: "With 307 and 308 the body goes along to `POST /echo`; with the others most clients turn it into a GET.",
                parameters: chain,
                body: .json(.anything, example: .object([("hello", .string("world"))]), required: false),
                answers: [.other(307, "The next step", headers: [("Location", "Where to")]), .problem(400)]
            ) { request in try Self.step(request) },
            Endpoint(
                .get, "/redirects/loop", .redirects, "redirectLoop", "A redirect to itself",
                answers: [.other(302, "Here again", headers: [("Location", "Where to")])]
            ) { _ in Self.redirect("/redirects/loop", code: 302) },
            Endpoint(
                .get, "/redirects/away", .redirects, "redirectAway", "A redirect to another host",
                details: "Credentials must stay behind: see the headers that the echo got.",
                parameters: [
                    .query(
                        "to", .string("uri"), "The base URL of another service; else this one, called localhost",
                        example: .string("http://localhost:8080"))
                ],
                answers: [.other(302, "The other host's echo", headers: [("Location", "Where to")]), .problem(400)]
            ) { request in try Self.redirectToOtherHost(request) },
        ]
    }

    private static func step(_ request: Request) throws -> Response {
        let times = try request.integer("times", default: 3, in: 1...100)
        let code = try request.integer("code", default: 302, in: 301...308)
        guard [301, 302, 303, 307, 308].contains(code) else {
            throw Problem.badParameter("code", "must be one of 301, 302, 303, 307, 308")
        }
        return redirect(times == 1 ? "/echo" : "/redirects/chain?times=\(times - 1)&code=\(code)", code: code)
    }

    /// Only to this computer: the demo must not send its users to other hosts.
    private static func redirectToOtherHost(_ request: Request) throws -> Response {
        let port = request.headers["Host"].flatMap { $0.split(separator: ":").last } ?? "80"
        let base = request.query("to").flatMap { $0.isEmpty ? nil : $0 } ?? "http://localhost:\(port)"
        let isHere = ["http://127.0.0.1:", "http://localhost:"].contains { start in
            base.hasPrefix(start) && UInt16(base.dropFirst(start.count).prefix { $0 != "/" }) != nil
        }
        guard isHere else { throw Problem.badParameter("to", "must be http://localhost:PORT or http://127.0.0.1:PORT") }
        return redirect((base.hasSuffix("/") ? String(base.dropLast()) : base) + "/echo?text=from+away", code: 302)
    }

    private static func redirect(_ target: String, code: Int) -> Response {
        var response = Response.text("See \(target)\n", status: code, type: "text/plain")
        response.set("Location", target)
        return response
    }
}
