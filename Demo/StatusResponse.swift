// `GET /status/{code}`: a response with any final status, with the fields that HTTP requires for it.

enum StatusResponse {
    static func response(for text: String?, service: String) throws -> Response {
        guard let text, let code = Int(text), (200...599).contains(code) else {
            throw Problem.badParameter("code", "must be a whole number from 200 to 599")
        }
        var response: Response
        switch code {
        case 204, 205, 304:  // RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5: these have no content.
            response = Response(status: code)
        default:
            let members: [(String, JSON)] = [
                ("status", .integer(code)), ("reason", .string(ReasonPhrase.of(code))), ("service", .string(service)),
            ]
            response = .json(.object(members), status: code)
        }
        for (name, value) in fields(of: code) { response.set(name, value) }
        return response
    }

    private static func fields(of code: Int) -> [(String, String)] {
        switch code {
        case 301, 302, 303, 307, 308: [("Location", "/health")]
        case 401: [("WWW-Authenticate", "Basic realm=\"demo\"")]
        case 429, 503: [("Retry-After", "1")]
        default: []
        }
    }
}
