// Selects the endpoint for a request: templates such as `/items/{id}`, matched by segment.

struct Router: Sendable {
    /// Endpoints without parameters, by method and path.
    private var fixed: [String: Connection.Handler] = [:]
    private var templates: [(method: String, segments: [Substring], handler: Connection.Handler)] = []

    mutating func add(_ method: Method, _ path: String, _ handler: @escaping Connection.Handler) {
        let segments = path.split(separator: "/")
        if path.contains("{") {
            templates.append((method.rawValue, segments, handler))
        } else {
            fixed[Self.key(method.rawValue, segments)] = handler
        }
    }

    /// The response of the endpoint for the request. GET serves HEAD where HEAD has no endpoint of its own.
    /// - Throws: ``Problem`` 404, and errors of the endpoint.
    func respond(to request: Request) async throws -> Response {
        let segments = request.path.split(separator: "/")
        for method in request.method == "HEAD" ? ["HEAD", "GET"] : [request.method] {
            if let handler = fixed[Self.key(method, segments)] { return try await handler(request) }
            for template in templates where template.method == method {
                guard let parameters = Self.match(segments, template.segments) else { continue }
                var request = request
                request.parameters = parameters
                return try await template.handler(request)
            }
        }
        throw request.problem(404)
    }

    private static func key(_ method: String, _ segments: [Substring]) -> String {
        "\(method) /\(segments.joined(separator: "/"))"
    }

    /// The values of the template's parameters; `nil` without a match.
    private static func match(_ segments: [Substring], _ template: [Substring]) -> [String: String]? {
        guard segments.count == template.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, part) in zip(segments, template) {
            if part.hasPrefix("{") {
                parameters[String(part.dropFirst().dropLast())] = String(segment)
            } else if part != segment {
                return nil
            }
        }
        return parameters
    }
}
