// Small helpers that the routes share: JSON answers, header fields by name, parameters with a range.
import Foundation
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

    /// An answer of bytes.
    static func bytes(_ body: [UInt8], type: String) -> Response {
        var response = Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: body)))
        response.set("Content-Type", type)
        return response
    }

    /// Sets a header field. The names are literals of this module, so each is a token that HTTP allows.
    mutating func set(_ name: String, _ value: String) { headers[.init(name)!] = value }
}

extension Request {
    /// A value of the query. Clients may write any character of a name percent-encoded, such as those of `page[size]`.
    func query(_ name: String) -> String? {
        uri.queryParameters.first { $0.key == name || $0.key.removingPercentEncoding == name }.map { String($0.value) }
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
    /// For a query value: all but RFC 3986's unreserved characters is percent-encoded.
    var percentEncoded: String {
        let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
