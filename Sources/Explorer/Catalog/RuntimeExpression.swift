// Expressions that name a part of a request or of its response (OpenAPI, "Runtime Expressions").

import Document
import NetLayer

/// `$url`, `$request.path.id`, `$response.body#/items/0/id`: the part of an exchange that a link uses.
public enum RuntimeExpression: Sendable, Hashable {
    /// The URL of the request.
    case url
    /// The method of the request.
    case method
    /// The status of the response.
    case statusCode
    /// A part of the request.
    case request(Part)
    /// A part of the response.
    case response(Part)

    /// A part of a message.
    public enum Part: Sendable, Hashable {
        /// The header of that name, in any case.
        case header(String)
        /// The query parameter of that name.
        case query(String)
        /// The path parameter of that name.
        case path(String)
        /// The body, or the value in it at a JSON pointer.
        case body(pointer: String?)
    }

    /// Parses a whole expression; `nil` when it does not match the standard's grammar.
    public init?(_ text: String) {
        switch text {
        case "$url": self = .url
        case "$method": self = .method
        case "$statusCode": self = .statusCode
        default:
            if let part = Self.parsePart(text, of: "$request.") {
                self = .request(part)
            } else if let part = Self.parsePart(text, of: "$response.") {
                self = .response(part)
            } else {
                return nil
            }
        }
    }

    private static func parsePart(_ text: String, of message: String) -> Part? {
        guard text.hasPrefix(message) else { return nil }
        let source = text.dropFirst(message.count)
        if source == "body" { return .body(pointer: nil) }
        if source.hasPrefix("body#") {
            let pointer = String(source.dropFirst("body#".count))
            return JSONPointer.tokens(pointer) == nil ? nil : .body(pointer: pointer)
        }
        guard let dot = source.firstIndex(of: ".") else { return nil }
        let name = String(source[source.index(after: dot)...])
        guard !name.isEmpty else { return nil }
        switch source[..<dot] {
        // A token (RFC 9110): the rules for method names apply.
        case "header": return HTTPMethod(rawValue: name).isValid ? .header(name) : nil
        case "query": return .query(name)
        case "path": return .path(name)
        default: return nil
        }
    }
}
