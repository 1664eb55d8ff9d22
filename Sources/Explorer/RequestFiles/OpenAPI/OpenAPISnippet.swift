// One request as an OpenAPI 3.1 description, for authors of APIs to paste and for OpenAPI tools to read.

import Document
import NetLayer

/// Writes a request as a description with one operation. Credentials are not part of a description: security
/// schemes represent them, even when secrets are revealed.
package enum OpenAPISnippet {
    /// The methods that OpenAPI 3.1 supports.
    package static let methods: Set<HTTPMethod> = [.get, .put, .post, .delete, .options, .head, .patch, .trace]

    /// The description: JSON with a line break at the end; `nil` for a method that
    /// OpenAPI 3.1 does not support.
    /// - Parameters:
    ///   - request: the source of the operation's method, parameters and body.
    ///   - path: the template of the request's path; for an absolute URL or an empty text,
    ///     the path itself is used.
    ///   - title: the name of the operation.
    ///   - revealsSecrets: prints secrets of the body as they are.
    package static func makeDescription(_ request: WireRequest, path: String = "", title: String, revealsSecrets: Bool = false)
        -> String?
    {
        guard methods.contains(request.method) else { return nil }
        var names = SecretNames(reveals: revealsSecrets)
        var security = OpenAPISecurity()
        let place = OpenAPIPlace(request.url, template: path, reveals: revealsSecrets)
        security.addUser(of: request.url)
        if let authentication = request.connection.authentication { security.add(authentication) }
        var parameters = pathParameters(place.path, request, reveals: revealsSecrets)
        let url = revealsSecrets ? request.url : request.url.replacing(request.url.secretTexts, with: "$SECRET")
        parameters += queryParameters(url, &security)
        parameters += headerParameters(request.headers, &security)

        var operation = [("summary", string(title))]
        if !parameters.isEmpty { operation.append(("parameters", ExportJSON.array(parameters))) }
        if let body = OpenAPIBody.makeRequestBody(request, &names) { operation.append(("requestBody", body)) }
        operation.append(("responses", object([("default", object([("description", string("The response."))]))])))
        if let need = security.requirement { operation.append(("security", need)) }
        let item = object([(request.method.rawValue.lowercased(), object(operation))])
        var members = [
            ("openapi", string("3.1.0")), ("info", object([("title", string(title)), ("version", string("1"))])),
            ("servers", ExportJSON.array([object([("url", string(place.server))])])), ("paths", object([(place.path, item)])),
        ]
        if let schemes = security.schemesText { members.append(("components", object([("securitySchemes", schemes)]))) }
        return JSONPretty.format(object(members)) + "\n"
    }

    // MARK: Parameters

    /// - Parameter example: `nil` for none.
    static func parameter(_ name: String, in place: String, schema: String, example: String?) -> String {
        var members = [("name", string(name)), ("in", string(place))]
        if place == "path" { members.append(("required", "true")) }
        members.append(("schema", schema))
        if let example { members.append(("example", example)) }
        return object(members)
    }

    static let text = object([("type", string("string"))])
    static let list = object([("type", string("array")), ("items", text)])

    private static func pathParameters(_ path: String, _ request: WireRequest, reveals: Bool) -> [String] {
        var seen: Set<String> = []
        return OpenAPIPlace.names(in: path).filter { seen.insert($0).inserted }.map { name in
            let value = request.parameters.first { $0.place == .path && $0.name == name }?.value
            let isShown = value.map { !$0.isSecret || reveals } ?? false
            return parameter(name, in: "path", schema: text, example: isShown ? value.map { string($0.revealed) } : nil)
        }
    }

    /// Several values of the same name form one list.
    private static func queryParameters(_ url: URI, _ security: inout OpenAPISecurity) -> [String] {
        var order: [String] = []
        var values: [String: [String]] = [:]
        for pair in (url.query ?? "").split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = halves.map { PercentCoding.decode(String($0).replacing("+", with: " ")) }
            if values[plain[0]] == nil { order.append(plain[0]) }
            values[plain[0], default: []].append(plain.count > 1 ? plain[1] : "")
        }
        return order.compactMap { name in
            guard !url.isSecret(name) else {
                security.addKey(name, in: "query")
                return nil
            }
            let all = (values[name] ?? []).map(string)
            return all.count == 1
                ? parameter(name, in: "query", schema: text, example: all[0])
                : parameter(name, in: "query", schema: list, example: ExportJSON.array(all))
        }
    }

    /// Leaves out fields that OpenAPI describes elsewhere, and fields of the connection.
    private static func headerParameters(_ headers: Headers, _ security: inout OpenAPISecurity) -> [String] {
        let elsewhere = ["accept", "content-type", "content-length", "host", "user-agent", "accept-encoding", "expect"]
        var seen: Set<String> = []
        return headers.fields.compactMap { field in
            let lower = field.name.lowercased()
            guard !elsewhere.contains(lower), seen.insert(lower).inserted else { return nil }
            guard !field.value.isSecret else {
                security.add(field)
                return nil
            }
            return parameter(field.name, in: "header", schema: text, example: string(field.value.revealed))
        }
    }

    static func object(_ members: [(String, String)]) -> String { ExportJSON.object(members.map { ($0.0, $0.1) }) }
    static func string(_ text: String) -> String { ExportJSON.string(text) }
}

/// The location of an operation: the server, and the path below it.
struct OpenAPIPlace {
    let server: String
    let path: String

    init(_ url: URI, template: String, reveals: Bool) {
        let secrets = reveals ? [] : url.secretTexts
        let url = url.replacing(secrets, with: "$SECRET")
        var root = url
        (root.query, root.fragment) = (nil, nil)
        if let at = root.authority?.lastIndex(of: "@"), let authority = root.authority {
            root.authority = String(authority[authority.index(after: at)...])
        }
        let own = URI(template)
        if template.isEmpty || own.scheme != nil && own.authority != nil {
            path = url.path.isEmpty ? "/" : url.path
            root.path = ""
        } else {
            var text = String(template.prefix { $0 != "?" })
            for secret in secrets { text = text.replacing(secret.reveal(), with: "$SECRET") }
            path = text.hasPrefix("/") ? String(text) : "/" + text
            // A value is one segment, so the path has as many segments as its template.
            let count = path.split(separator: "/", omittingEmptySubsequences: false).count - 1
            let segments = url.path.split(separator: "/", omittingEmptySubsequences: false)
            root.path = segments.dropLast(min(count, segments.count)).joined(separator: "/")
        }
        server = root.revealed
    }

    /// The names in the braces of a template.
    static func names(in template: String) -> [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { piece in
            piece.firstIndex(of: "}").map { String(piece[..<$0]) }
        }
    }
}
