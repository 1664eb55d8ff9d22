// The parts of an exchange that links use, and the values of their expressions.

import Document
import NetLayer

/// A request and its response. The caller passes the response body when an expression needs it.
public struct LinkExchange: Sendable, Hashable {
    /// The URL of the request.
    public var url: URI
    /// The method as sent.
    public var method: HTTPMethod
    /// The status of the response.
    public var status: Int
    /// The parameters of the request.
    public var parameters: [Parameter]
    /// The header fields of the request.
    public var requestHeaders: Headers
    /// The body as sent; `nil` where it is not known as text.
    public var requestBody: [UInt8]?
    /// The header fields of the response.
    public var responseHeaders: Headers

    /// An exchange from its parts.
    public init(
        url: URI, method: HTTPMethod, status: Int, parameters: [Parameter] = [], requestHeaders: Headers = Headers(),
        requestBody: [UInt8]? = nil, responseHeaders: Headers = Headers()
    ) {
        self.url = url
        self.method = method
        self.status = status
        self.parameters = parameters
        self.requestHeaders = requestHeaders
        self.requestBody = requestBody
        self.responseHeaders = responseHeaders
    }

    /// Why an expression has no value.
    public enum Gap: Error, Sendable, Hashable {
        /// The exchange has no such part.
        case missing
        /// It is a secret, which links must not pass on.
        case secret
    }

    /// The value of an expression.
    /// - Parameter body: the response's, if it is JSON. For other bodies, even `$response.body` as a whole
    ///   has no value.
    public func value(_ expression: RuntimeExpression, body: JSONDocument?) throws(Gap) -> ExpressionValue {
        switch expression {
        case .url:
            return .text(try Self.requirePlainText(url.revealed == url.description ? .plain(url.revealed) : .secret(Secret(""))))
        case .method: return .text(method.rawValue)
        case .statusCode: return .json(String(status))
        case .request(.header(let name)):
            let given = parameters.first { $0.place == .header && $0.name.lowercased() == name.lowercased() }
            return .text(try Self.requirePlainText(requestHeaders.first(name)?.value ?? given.map(Self.plain)))
        case .request(.query(let name)): return .text(try Self.requirePlainText(query(name)))
        case .request(.path(let name)):
            return .text(try Self.requirePlainText(parameters.first { $0.place == .path && $0.name == name }.map(Self.plain)))
        case .request(.body(let pointer)):
            guard let requestBody else { throw .missing }
            let document = try? JSONDocument(requestBody)
            if pointer == nil, document == nil { return .text(String(decoding: requestBody, as: UTF8.self)) }
            return try Self.value(pointer, in: document)
        case .response(.header(let name)): return .text(try Self.requirePlainText(responseHeaders.first(name)?.value))
        case .response(.body(let pointer)): return try Self.value(pointer, in: body)
        // A response has neither.
        case .response(.query), .response(.path): throw .missing
        }
    }

    /// The value of a link's parameter or body.
    public func value(_ value: LinkValue, body: JSONDocument?) throws(Gap) -> ExpressionValue {
        switch value {
        case .constant(let constant): return constant
        case .expression(let expression): return try self.value(expression, body: body)
        case .text(let pieces):
            var text = ""
            for piece in pieces {
                switch piece {
                case .text(let plain): text += plain
                case .expression(let expression): text += try self.value(expression, body: body).plain
                }
            }
            return .text(text)
        }
    }

    private func query(_ name: String) -> FieldValue? {
        if let given = parameters.first(where: {
            $0.place == .query && ($0.isEncoded ? PercentCoding.decode($0.name) : $0.name) == name
        }) {
            let value = Self.plain(given)
            return SensitiveNames.isSecretParameter(name) ? .secret(Secret(value.revealed)) : value
        }
        let pairs = (url.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        guard let pair = pairs.first(where: { PercentCoding.decode(String($0.first ?? "")) == name }) else { return nil }
        let text = PercentCoding.decode(pair.count > 1 ? String(pair[1]) : "")
        return SensitiveNames.isSecretParameter(name) ? .secret(Secret(text)) : .plain(text)
    }

    /// The value as typed, without the escapes of its place.
    private static func plain(_ parameter: Parameter) -> FieldValue {
        guard parameter.isEncoded else { return parameter.value }
        let text = PercentCoding.decode(parameter.value.revealed)
        return parameter.value.isSecret ? .secret(Secret(text)) : .plain(text)
    }

    private static func requirePlainText(_ value: FieldValue?) throws(Gap) -> String {
        switch value {
        case .plain(let text): return text
        case .secret: throw .secret
        case nil: throw .missing
        }
    }

    private static func value(_ pointer: String?, in document: JSONDocument?) throws(Gap) -> ExpressionValue {
        guard let document, let node = document.root.resolve(pointer: pointer ?? "") else { throw .missing }
        return ExpressionValue(node)
    }
}
