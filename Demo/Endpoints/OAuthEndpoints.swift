// A small OAuth 2 server (RFC 6749, 7636, 8628): it agrees to everything, and its tokens expire soon, so that
// users see how they are refreshed. Codes and tokens contain all their data, so every service of the demo
// understands those of the others.

import Digests
import Foundation

extension DemoService {
    var oauthEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/logins/oauth", .logins, "enterByOAuth", "Enter with a token that ends soon",
                details: "Tokens of `/oauth/token` last \(OAuth.lifetime) s.", answers: Self.oauthGate, login: .oauth
            ) { request in
                guard let token = request.authorization("bearer"), OAuth.isValid(access: token) else {
                    throw Problem(
                        401, "a token of POST /oauth/token is needed; they last \(OAuth.lifetime) s",
                        headers: [("WWW-Authenticate", "Bearer realm=\"demo\", error=\"invalid_token\"")])
                }
                return .json(.object([("user", .string("demo")), ("secondsLeft", .integer(OAuth.secondsLeft(token)))]))
            },
            Endpoint(
                .get, "/oauth/authorize", .logins, "authorize", "Where a browser is sent to agree",
                details: "Agrees at once, and sends the browser back with a code.",
                parameters: [
                    .query("response_type", .choice(["code"], default: "code"), "What is wanted"),
                    .query("client_id", .string(), "Any", example: .string("explorer")),
                    .query("redirect_uri", .string("uri"), "On this computer", example: .string("http://127.0.0.1:8000/")),
                    .query("state", .string(), "Comes back as it is"),
                    .query("code_challenge", .string(), "PKCE (RFC 7636), S256"),
                    .query("code_challenge_method", .choice(["S256"], default: "S256"), "How it was made"),
                ],
                answers: [.other(302, "Back, with a code", headers: [("Location", "Where to")]), .problem(400)]
            ) { request in try Self.authorize(request) },
            Endpoint(
                .post, "/oauth/device", .logins, "startDevice", "A code for a device without a browser",
                details: "A user agrees after \(OAuth.thinking) s.",
                body: RequestContent(forms: [
                    .init(
                        "application/x-www-form-urlencoded", .object([("client_id", .string())]),
                        example: .object([("client_id", .string("explorer"))]))
                ]),
                answers: [
                    .json(
                        200, "What to type where",
                        .object([
                            ("device_code", .string()), ("user_code", .string()), ("verification_uri", .string("uri")),
                            ("interval", .integer()), ("expires_in", .integer()),
                        ]))
                ]
            ) { request in
                let base = "http://\(request.headers["Host"] ?? "127.0.0.1")"
                var response = Response.json(
                    .object([
                        ("device_code", .string("device-\(OAuth.now)")), ("user_code", .string("WDJB-MJHT")),
                        ("verification_uri", .string("\(base)/oauth/activate")),
                        ("verification_uri_complete", .string("\(base)/oauth/activate?user_code=WDJB-MJHT")),
                        ("interval", .integer(1)), ("expires_in", .integer(300)),
                    ]))
                response.set("Cache-Control", "no-store")
                return response
            },
            Endpoint(
                .get, "/oauth/activate", .logins, "activateDevice", "Where the code of a device is typed",
                answers: [.other(200, "A page", "text/plain")]
            ) { _ in .text("Thank you. The device may go on in a moment.\n", type: "text/plain; charset=utf-8") },
            Endpoint(
                .post, "/oauth/token", .logins, "getOAuthToken", "A token for a code, a refresh token, or a client's own secret",
                details:
                    "Grants: authorization_code with PKCE, refresh_token, the device code's, and client_credentials of `demo` with `secret`.",
                body: RequestContent(forms: [
                    .init(
                        "application/x-www-form-urlencoded",
                        .object(
                            [("grant_type", .string()), ("client_id", .string()), ("client_secret", .string("password"))],
                            required: ["grant_type"]),
                        example: .object([
                            ("grant_type", .string("client_credentials")), ("client_id", .string("demo")),
                            ("client_secret", .string("secret")),
                        ]))
                ]),
                answers: [
                    .json(
                        200, "A token",
                        .object([
                            ("access_token", .string()), ("token_type", .string()), ("expires_in", .integer()),
                            ("refresh_token", .string()),
                        ])),
                    .json(
                        400, "Why there is none (RFC 6749 §5.2)",
                        .object([("error", .string()), ("error_description", .string())])),
                ]
            ) { request in try await Self.oauthToken(request) },
        ]
    }

    private static let oauthGate: [ResponseContent] = [
        .json(200, "Welcome", .object([("user", .string()), ("secondsLeft", .integer())])), .problem(401),
    ]

    private static func authorize(_ request: Request) throws -> Response {
        guard let target = request.query("redirect_uri")?.removingPercentEncoding, OAuth.isHere(target) else {
            throw Problem.badParameter("redirect_uri", "must be a http URL of this computer, such as http://127.0.0.1:8000/")
        }
        let joint = target.contains("?") ? "&" : "?"
        let state = request.query("state").map { "&state=\($0)" } ?? ""
        let answer: String
        if request.query("response_type") != "code" {
            answer = "error=unsupported_response_type"
        } else if request.query("code_challenge_method") != "S256" || (request.query("code_challenge") ?? "").isEmpty {
            answer = "error=invalid_request&error_description=PKCE+with+S256+is+needed"
        } else {
            answer = "code=code.\(OAuth.now + 60).\(request.query("code_challenge") ?? "")"
        }
        var response = Response.text("Agreed.\n", status: 302, type: "text/plain")
        response.set("Location", target + joint + answer + state)
        return response
    }

    private static func oauthToken(_ request: Request) async throws -> Response {
        let body = Data(try await request.body(upTo: 65_536))
        let fields = form(String(decoding: body, as: UTF8.self))
        if let fault = OAuth.findFault(of: fields, basic: request.authorization("basic")) {
            var response = Response.json(
                .object([("error", .string(fault.code)), ("error_description", .string(fault.text))]), status: fault.status)
            response.set("Cache-Control", "no-store")
            if fault.status == 401 { response.set("WWW-Authenticate", "Basic realm=\"demo\"") }
            return response
        }
        var members: [(String, JSON)] = [
            ("access_token", .string("access-\(OAuth.now + OAuth.lifetime)")), ("token_type", .string("Bearer")),
            ("expires_in", .integer(OAuth.lifetime)),
        ]
        // A client that can ask for a token at any time needs no refresh token (RFC 6749 §4.4.3).
        if fields["grant_type"] != "client_credentials" {
            members.append(("refresh_token", .string("refresh-\(UInt32.random(in: .min ... .max))")))
        }
        if let scope = fields["scope"], !scope.isEmpty { members.append(("scope", .string(scope))) }
        var response = Response.json(.object(members))
        response.set("Cache-Control", "no-store")
        return response
    }
}

/// The rules for the demo's codes and tokens.
private enum OAuth {
    /// The lifetime of an access token, in seconds.
    static let lifetime = 60
    /// The time until the simulated user agrees on another device, in seconds.
    static let thinking = 3

    static var now: Int { Int(Date().timeIntervalSince1970) }

    static func isValid(access token: String) -> Bool { token.hasPrefix("access-") && secondsLeft(token) > 0 }
    static func secondsLeft(_ token: String) -> Int { (Int(token.dropFirst("access-".count)) ?? 0) - now }

    static func isHere(_ target: String) -> Bool {
        ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].contains { start in
            target.hasPrefix(start) && UInt16(target.dropFirst(start.count).prefix { $0 != "/" && $0 != "?" }) != nil
        }
    }

    struct Fault {
        var code: String
        var text: String
        var status = 400
    }

    /// Why a request for a token is refused; `nil` when it is accepted.
    static func findFault(of fields: [String: String], basic: String?) -> Fault? {
        switch fields["grant_type"] {
        case "authorization_code":
            let parts = (fields["code"] ?? "").split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "code", let end = Int(parts[1]), end > now else {
                return Fault(code: "invalid_grant", text: "the code is unknown, or too old")
            }
            guard parts[2] == challenge(fields["code_verifier"] ?? "") else {
                return Fault(code: "invalid_grant", text: "the verifier is not that of the challenge")
            }
            return nil
        case "refresh_token":
            return fields["refresh_token"]?.hasPrefix("refresh-") == true
                ? nil : Fault(code: "invalid_grant", text: "the refresh token is unknown")
        case "client_credentials":
            let given = basic.flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
            let isKnown = given == "demo:secret" || (fields["client_id"] == "demo" && fields["client_secret"] == "secret")
            return isKnown ? nil : Fault(code: "invalid_client", text: "the client is demo, its secret is secret", status: 401)
        case "urn:ietf:params:oauth:grant-type:device_code":
            guard let code = fields["device_code"], code.hasPrefix("device-"), let begun = Int(code.dropFirst("device-".count)),
                now - begun < 300
            else { return Fault(code: "expired_token", text: "the device's code is unknown, or too old") }
            return now - begun < thinking ? Fault(code: "authorization_pending", text: "no user has agreed yet") : nil
        case nil: return Fault(code: "invalid_request", text: "grant_type is missing")
        case let other?: return Fault(code: "unsupported_grant_type", text: "there is no \(other)")
        }
    }

    /// RFC 7636 §4.6.
    private static func challenge(_ verifier: String) -> String {
        let digest = Data(HashFunction.sha256.digest(Array(verifier.utf8)))
        return digest.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
