// Errors as RFC 9457 problem details (`application/problem+json`): every 4xx and 5xx that is
// not a deliberate one.

/// A response that names the error and the faulty field.
struct Problem: Error {
    /// One rejected field of the request.
    struct FieldError { var field: String, message: String }

    var status: Int
    var detail: String
    var errors: [FieldError] = []
    /// Header fields for the response, such as Retry-After.
    var headers: [(name: String, value: String)]

    init(_ status: Int, _ detail: String, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.detail = detail
        self.headers = headers
    }

    /// 422: the request is well-formed, but one of its fields is invalid.
    static func invalid(field: String, _ message: String) -> Problem {
        var problem = Problem(422, "\(field) \(message)")
        problem.errors = [FieldError(field: field, message: message)]
        return problem
    }

    /// 400: a query or path parameter is out of its range.
    static func badParameter(_ name: String, _ message: String) -> Problem {
        var problem = Problem(400, "\(name) \(message)")
        problem.errors = [FieldError(field: name, message: message)]
        return problem
    }

    var response: Response {
        var members: [(String, JSON)] = [
            ("type", .string("about:blank")), ("title", .string(ReasonPhrase.of(status))),
            ("status", .integer(status)), ("detail", .string(detail)),
        ]
        if !errors.isEmpty {
            members.append(
                ("errors", .array(errors.map { .object([("field", .string($0.field)), ("message", .string($0.message))]) })))
        }
        var response = Response.json(.object(members), status: status, type: "application/problem+json")
        for (name, value) in headers { response.set(name, value) }
        return response
    }
}
