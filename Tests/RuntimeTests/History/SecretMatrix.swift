// The ways in which a secret comes into a request: by a description, by a name, by a reference, by the address.

import Catalog
import Foundation
import NetLayer
import Workbench

/// One way in: a plan that carries a secret.
struct SecretWay: Sendable {
    var name: String
    var plan: RequestPlan
    var headers = Headers()
    var secret: String
}

/// All of them. Each has a secret of its own.
enum SecretMatrix {
    /// With what is escaped in URLs, forms, JSON and base64.
    static func secret(_ number: Int) -> String { "\(root)\(number)\(end)" }

    /// What all of them begin and end with.
    static let root = "zQ7+x/9=k-"
    static let end = "-WvT&u"

    /// How they may be found: as they are, as their bytes are escaped, as base64 that begins anywhere in a group of three bytes.
    static let spellings: [String] = {
        let base64 = (0..<3).map { shift -> String in
            let text = Data([UInt8](repeating: 0x78, count: shift) + Array(root.utf8)).base64EncodedString().replacing(
                "=", with: "")
            return String(text.dropFirst(shift == 0 ? 0 : shift + 1).dropLast())
        }
        let escaped = [root, end].flatMap { text in
            [
                text, PercentCoding.encode(text, for: .expansion), PercentCoding.encode(text, for: .pathSegment),
                text.replacing("/", with: "\\/"),
                text.replacing("+", with: "\\u002b").replacing("=", with: "\\u003d").replacing("&", with: "\\u0026"),
                text.replacing("&", with: "&amp;"), text.utf8.map { "%" + String($0, radix: 16) }.joined(),
                text.utf8.map { "\\u00" + String($0, radix: 16) }.joined(),
            ]
        }
        return Array(Set(escaped + base64 + base64.map { $0.replacing("+", with: "-").replacing("/", with: "_") }))
    }()

    /// What of any of them stands in a text.
    static func leak(in text: String) -> String? { spellings.first { text.contains($0) } }

    static func ways() throws -> [SecretWay] {
        var ways: [SecretWay] = []
        func add(_ name: String, _ headers: (String) -> Headers = { _ in Headers() }, _ plan: (String) throws -> RequestPlan)
            rethrows
        {
            let secret = secret(ways.count)
            ways.append(SecretWay(name: name, plan: try plan(secret), headers: headers(secret), secret: secret))
        }
        try described(add)
        try named(add)
        try addressed(add)
        try referred(add)
        return ways
    }

    typealias Add = (String, (String) -> Headers, (String) throws -> RequestPlan) throws -> Void

    private static let none: @Sendable (String) -> Headers = { _ in Headers() }

    private static func plan(_ path: String = "/a", _ change: (inout RequestPlan) -> Void = { _ in }) -> RequestPlan {
        var plan = RequestPlan(id: "a", method: .post, path: path)
        change(&plan)
        return plan
    }

    private static func json(_ text: String) -> String { JSONSerialization.escaped(text) }

    // MARK: By a description

    private struct Broken: Error {}

    private static func operation(_ members: String, path: String = "/a") throws -> Catalog.Operation {
        let text = """
            {"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"http://one.example"}],
            "components":{"securitySchemes":{"h":{"type":"apiKey","in":"header","name":"X-Plain"},
             "q":{"type":"apiKey","in":"query","name":"plain"},"c":{"type":"apiKey","in":"cookie","name":"plain"}},
             "schemas":{"Word":{"type":"string","format":"password"}}},"paths":{"\(path)":{"post":{"operationId":"a",\(members)}}}}
            """
        guard let operation = try APIDescription.parse(Array(text.utf8), source: "a.json", base: nil).operation(0) else {
            throw Broken()
        }
        return operation
    }

    private static let password = #"{"type":"string","format":"password"}"#

    private static func described(_ add: Add) throws {
        for place in ["query", "path", "header", "cookie"] {
            let path = place == "path" ? "/a/{zeta}" : "/a"
            let parameter = #""parameters":[{"name":"zeta","in":"\#(place)","required":true,"schema":\#(password)}]"#
            try add("description: parameter in \(place)", none) { secret in
                let operation = try operation(parameter, path: path)
                return made(operation, path) { $0.parameters = operation.parameters[0].parameters(for: secret) }
            }
        }
        let lists = [
            ("list", #"{"type":"array","items":\#(password)}"#, "first,"),
            ("object", #"{"type":"object","properties":{"a":\#(password)}}"#, ""),
        ]
        for (name, schema, before) in lists {
            try add("description: \(name) in query", none) { secret in
                let operation = try operation(#""parameters":[{"name":"zeta","in":"query","style":"form","schema":\#(schema)}]"#)
                let text = name == "list" ? before + secret : #"{"a":"\#(json(secret))"}"#
                return made(operation) { $0.parameters = operation.parameters[0].parameters(for: text) }
            }
        }
        let bodies: [(String, String, (String) -> String)] = [
            ("top", #"{"properties":{"zeta":\#(password)}}"#, { #"{"zeta":"\#($0)"}"# }),
            ("nested", #"{"properties":{"a":{"properties":{"zeta":\#(password)}}}}"#, { #"{"a":{"zeta":"\#($0)"}}"# }),
            ("array of objects", #"{"type":"array","items":{"properties":{"zeta":\#(password)}}}"#, { #"[{"zeta":"\#($0)"}]"# }),
            ("array", #"{"properties":{"zeta":{"type":"array","items":\#(password)}}}"#, { #"{"zeta":["\#($0)"]}"# }),
            ("map", #"{"properties":{"zeta":{"additionalProperties":\#(password)}}}"#, { #"{"zeta":{"any":"\#($0)"}}"# }),
            ("reference", ##"{"properties":{"zeta":{"$ref":"#/components/schemas/Word"}}}"##, { #"{"zeta":"\#($0)"}"# }),
            ("allOf", #"{"allOf":[{"properties":{"zeta":\#(password)}}]}"#, { #"{"zeta":"\#($0)"}"# }),
            ("oneOf", #"{"oneOf":[{"properties":{"b":{}}},{"properties":{"zeta":\#(password)}}]}"#, { #"{"zeta":"\#($0)"}"# }),
            ("writeOnly", #"{"properties":{"code":{"type":"string","writeOnly":true}}}"#, { #"{"code":"\#($0)"}"# }),
            ("cut off", #"{"properties":{"zeta":\#(password)}}"#, { #"{"zeta":"\#($0)","b":"# }),
            ("lines", #"{"properties":{"zeta":\#(password)}}"#, { "{\"a\":1}\n{\"zeta\":\"\($0)\"}" }),
            ("whole", password, { "\"\($0)\"" }),
            ("list as a whole", #"{"type":"array","items":\#(password)}"#, { #"["\#($0)"]"# }),
        ]
        for (name, schema, body) in bodies {
            try add("description: body, \(name)", none) { secret in
                let operation = try operation(#""requestBody":{"content":{"application/json":{"schema":\#(schema)}}}"#)
                return made(operation) { $0.body = .bytes(Array(body(json(secret)).utf8), contentType: "application/json") }
            }
        }
        let form = #"{"properties":{"zeta":\#(password)}}"#
        try add("description: field of a form", none) { secret in
            let operation = try operation(#""requestBody":{"content":{"application/x-www-form-urlencoded":{"schema":\#(form)}}}"#)
            return made(operation) { $0.parameters = [Parameter("zeta", .plain(secret), in: .form)] }
        }
        try add("description: part", none) { secret in
            let operation = try operation(#""requestBody":{"content":{"multipart/form-data":{"schema":\#(form)}}}"#)
            return made(operation) { $0.body = .multipart(MultipartBody([.init(name: "zeta", text: secret)])) }
        }
        for (scheme, place) in [("h", Parameter.Place.header), ("q", .query), ("c", .cookie)] {
            try add("security scheme: \(place)", none) { secret in
                made(try operation(#""security":[{"\#(scheme)":[]}]"#)) {
                    $0.parameters = [Parameter(scheme == "h" ? "X-Plain" : "plain", .plain(secret), in: place)]
                }
            }
        }
        try add("security scheme: -H", { Headers([HeaderField("x-plain", $0)]) }) { _ in
            made(try operation(#""security":[{"h":[]}]"#))
        }
    }

    private static func made(
        _ operation: Catalog.Operation, _ path: String = "/a", _ change: (inout RequestPlan) -> Void = { _ in }
    ) -> RequestPlan {
        var plan = plan(path, change)
        operation.hideSecrets(in: &plan)
        return plan
    }

    // MARK: By a name

    private static func named(_ add: Add) throws {
        for name in [
            "Token", "Password", "X-Auth", "X-Jwt", "X-Session-Id", "X-Hub-Signature-256", "X-Api-Credential", "DPoP", "X-ApiKey",
        ] {
            try add("-H \(name)", { Headers([HeaderField(name, $0)]) }) { _ in plan() }
        }
        for frame in ["Bearer ", "Token token=\"", "ApiKey id:", "Custom "] {
            try add(
                "-H Authorization: \(frame)…",
                { Headers([HeaderField("Authorization", frame + $0 + (frame.hasSuffix("\"") ? "\"" : ""))]) }
            ) {
                _ in plan()
            }
        }
        try add(
            "-H Authorization: Basic",
            { Headers([HeaderField("Authorization", "Basic " + Data("ann:\($0)".utf8).base64EncodedString())]) }
        ) {
            _ in plan()
        }
        try add("-H Cookie", { Headers([HeaderField("Cookie", "a=b; sid=\($0)")]) }) { _ in plan() }
        for name in ["accessToken", "user[password]", "subscription-key", "csrf_token", "clientSecret"] {
            try add("query \(name)", none) { secret in plan { $0.parameters = [Parameter(name, .plain(secret), in: .query)] } }
            try add("form \(name)", none) { secret in plan { $0.parameters = [Parameter(name, .plain(secret), in: .form)] } }
        }
        try add("path token", none) { secret in
            plan("/a/{token}") { $0.parameters = [Parameter("token", .plain(secret), in: .path)] }
        }
        for name in ["apiToken", "private_key", "aws_secret_access_key", "new_password", "passphrase", "sessionToken"] {
            try add("member \(name)", none) { secret in
                plan {
                    $0.body = .bytes(Array(#"{"a":[{"\#(name)":"\#(json(secret))"}]}"#.utf8), contentType: "application/json")
                }
            }
        }
        let texts: [(String, String, (String) -> String)] = [
            ("object", "application/json", { #"{"secret":{"value":"\#(json($0))-and-more"}}"# }),
            ("list", "application/json", { #"{"tokens":["\#(json($0))"]}"# }),
            ("lines", "application/x-ndjson", { "{\"a\":1}\n{\"token\":\"\(json($0))\"}\n" }),
            ("cut off", "application/json", { #"{"token":"\#(json($0))"# }),
            ("JSON in JSON", "application/json", { #"{"a":"{\"token\":\"\#(json(json($0)))\"}"}"# }),
            ("element", "application/xml", { "<a><password>\($0.replacing("&", with: "&amp;"))</password></a>" }),
            ("attribute", "application/xml", { "<a password=\"\($0.replacing("&", with: "&amp;"))\"/>" }),
            ("YAML", "application/yaml", { "user: ann\npassword: \($0)\n" }),
            ("form without a type", "", { "user=ann&password=\(PercentCoding.encode($0, for: .expansion))" }),
            ("escaped name", "application/json", { #"{"access\u005ftoken":"\#(json($0))"}"# }),
        ]
        for (name, type, body) in texts {
            try add("text: \(name)", none) { secret in plan { $0.body = .bytes(Array(body(secret).utf8), contentType: type) } }
        }
        try add("part with JSON", none) { secret in
            plan { $0.body = .multipart(MultipartBody([.init(name: "meta", text: #"{"password":"\#(json(secret))"}"#)])) }
        }
        try add("part by name", none) { secret in
            plan { $0.body = .multipart(MultipartBody([.init(name: "api_key", text: secret)])) }
        }
    }

    // MARK: By the address

    private static func addressed(_ add: Add) throws {
        func encoded(_ secret: String) -> String { PercentCoding.encode(secret, for: .expansion) }
        try add("URL: password", none) { plan("http://ann:\(encoded($0))@one.example/a") }
        try add("URL: user alone", none) { plan("http://\(encoded($0))@one.example/a") }
        try add("URL: query", none) { plan("http://one.example/a?x=1&token=\(encoded($0))") }
        for address in ["/a/S/b", "/a?q=S", "/a?q=xSy&b=1", "/a?x=1&S"] {
            try add("saved URL \(address)", none) { secret in
                plan("http://one.example" + address.replacing("S", with: encoded(secret))) {
                    $0.maskedTexts = [Secret(encoded(secret))]
                }
            }
        }
    }

    // MARK: By references

    private static func referred(_ add: Add) throws {
        for place in ExternalReference.Place.allCases {
            try add("${\(place.rawValue):}: header", none) { try saved(place, $0) { $0.headers = [.init("X-Own", $1)] } }
            try add("${\(place.rawValue):}: body", none) { try saved(place, $0) { $0.body = .json($1) } }
            try add("${\(place.rawValue):}: query of the URL", none) { secret in
                try saved(place, secret) { request, _ in
                    guard let text = try? WorkspaceText("http://one.example/a?q=${\(place.rawValue):S}") else { return }
                    request.target = .address(.post, text)
                }
            }
        }
        try add("captured", none) { secret in
            var expansion = VariableExpansion(VariableScopes())
            expansion.capture("mine", .secret(Secret(secret)))
            var request = WorkspaceRequest(name: "a", target: .address(.post, WorkspaceText(literal: "http://one.example/a")))
            request.parameters = [.init("q", try WorkspaceText("x${mine}"))]
            return try plan(request, expansion)
        }
        try add("prompt", none) { secret in
            var scopes = VariableScopes()
            scopes.add(["otp": .init(WorkspaceText(literal: ""), line: 1, prompt: .init("Code", isSecret: true))])
            var expansion = VariableExpansion(scopes)
            expansion.answer("otp", .plain(secret))
            var request = WorkspaceRequest(name: "a", target: .address(.post, WorkspaceText(literal: "http://one.example/a")))
            request.headers = [.init("X-Own", try WorkspaceText("${otp}"))]
            return try plan(request, expansion)
        }
    }

    private static func saved(
        _ place: ExternalReference.Place, _ secret: String, _ change: (inout WorkspaceRequest, WorkspaceText) -> Void
    ) throws -> RequestPlan {
        let text = try WorkspaceText("${\(place.rawValue):S}")
        var expansion = VariableExpansion(VariableScopes())
        expansion.externalValues = [ExternalReference(place, "S"): Secret(secret)]
        var request = WorkspaceRequest(name: "a", target: .address(.post, WorkspaceText(literal: "http://one.example/a")))
        change(&request, text)
        return try plan(request, expansion)
    }

    /// As the command and the screen make it.
    private static func plan(_ request: WorkspaceRequest, _ expansion: VariableExpansion) throws -> RequestPlan {
        var expansion = expansion
        guard var plan = try RequestDraft(request, &expansion)?.plan else { throw Broken() }
        plan.maskedTexts.formUnion(expansion.secrets(of: request.texts))
        return plan
    }
}

extension JSONSerialization {
    /// What stands between the quotes of a string.
    fileprivate static func escaped(_ text: String) -> String {
        let data = (try? data(withJSONObject: [text])) ?? Data()
        return String(String(decoding: data, as: UTF8.self).dropFirst(2).dropLast(2))
    }
}
