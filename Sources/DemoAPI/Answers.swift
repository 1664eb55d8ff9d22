// Small helpers that the routes share: JSON answers, header fields by name, parameters with a range.
import Hummingbird

extension Response {
    /// A JSON answer, ended by a newline so that it reads well in a shell.
    static func json(_ value: JSON, status: Int = 200, type: String = "application/json") -> Response {
        .text(value.text + "\n", status: status, type: type)
    }

    static func text(_ body: String, status: Int = 200, type: String) -> Response {
        var response = Response(
            status: .init(code: status, reasonPhrase: ReasonPhrase.of(status)), body: .init(byteBuffer: ByteBuffer(string: body)))
        response.set("Content-Type", type)
        return response
    }

    /// Sets a header field. The names are literals of this module, so each is a token that HTTP allows.
    mutating func set(_ name: String, _ value: String) { headers[.init(name)!] = value }
}

extension Request {
    func query(_ name: String) -> String? { uri.queryParameters.get(name) }

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
}
