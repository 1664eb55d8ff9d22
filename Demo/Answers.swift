// Small helpers of the endpoints: JSON responses, header fields by name, parameters with a range.
import Foundation

extension Response {
    /// A JSON response, ended by a newline so that it reads well in a shell.
    static func json(_ value: JSON, status: Int = 200, type: String = "application/json") -> Response {
        .text(value.text + "\n", status: status, type: type)
    }

    static func text(_ body: String, status: Int = 200, type: String) -> Response {
        var response = Response(status: status, body: .bytes(Array(body.utf8)))
        response.set("Content-Type", type)
        return response
    }

    /// A response with a body of bytes.
    static func bytes(_ body: [UInt8], type: String) -> Response {
        var response = Response(status: 200, body: .bytes(body))
        response.set("Content-Type", type)
        return response
    }
}

extension Request {
    /// The whole body.
    /// - Throws: ``Problem`` 413 when it has more bytes than `maximum`.
    func body(upTo maximum: Int) async throws -> [UInt8] {
        guard let bytes = try await body.collect(upTo: maximum) else { throw problem(413) }
        return bytes
    }

    /// A problem that names the request and no more.
    func problem(_ status: Int) -> Problem { Problem(status, "\(method) \(path): \(ReasonPhrase.of(status).lowercased())") }

    /// A value of the query. Clients may percent-encode any character of a name, such as
    /// those of `page[size]`.
    func query(_ name: String) -> String? {
        query.first { $0.name == name || $0.name.removingPercentEncoding == name }?.value
    }

    /// A whole number of the query.
    /// - Throws: ``Problem`` 400 when it is not a number or out of `range`.
    func integer(_ name: String, default fallback: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = query(name), !text.isEmpty else { return fallback }
        guard let value = Int(text), range.contains(value) else {
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
            throw Problem.badParameter(name, "must be a whole number, \(bounds)")
        }
        return value
    }

    /// A number of the query.
    /// - Throws: ``Problem`` 400 when it is not a number or out of `range`.
    func number(_ name: String, default fallback: Double, in range: ClosedRange<Double>) throws -> Double {
        guard let text = query(name), !text.isEmpty else { return fallback }
        guard let value = Double(text), range.contains(value) else {
            throw Problem.badParameter(name, "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// `true` or `false` of the query.
    /// - Throws: ``Problem`` 400 when it is neither.
    func flag(_ name: String, default fallback: Bool) throws -> Bool {
        guard let text = query(name), !text.isEmpty else { return fallback }
        guard let value = Bool(text) else { throw Problem.badParameter(name, "must be true or false") }
        return value
    }
}

extension String {
    /// The text as a query value: percent-encodes all but RFC 3986's unreserved characters.
    var percentEncoded: String {
        let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
