// A request method and its properties by RFC 9110 §9.2.

/// A request method (RFC 9110 §9). Any token is allowed; the registered ones have names here.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Safe, and cacheable (RFC 9110 §9.3.1).
    public static let get: HTTPMethod = "GET"
    /// As GET, but the response has no body (RFC 9110 §9.3.2).
    public static let head: HTTPMethod = "HEAD"
    /// Neither safe nor idempotent (RFC 9110 §9.3.3).
    public static let post: HTTPMethod = "POST"
    /// Idempotent: replaces the resource (RFC 9110 §9.3.4).
    public static let put: HTTPMethod = "PUT"
    /// Changes a part of the resource; neither safe nor idempotent (RFC 5789).
    public static let patch: HTTPMethod = "PATCH"
    /// Idempotent: removes the resource (RFC 9110 §9.3.5).
    public static let delete: HTTPMethod = "DELETE"
    /// Safe: asks what the resource allows (RFC 9110 §9.3.7).
    public static let options: HTTPMethod = "OPTIONS"
    /// Safe: the server sends the request back (RFC 9110 §9.3.8).
    public static let trace: HTTPMethod = "TRACE"
    /// Safe, with a body that contains the query.
    public static let query: HTTPMethod = "QUERY"

    /// The method asks for nothing to change (RFC 9110 §9.2.1).
    public var isSafe: Bool { [Self.get, .head, .options, .trace, .query].contains(self) }
    /// Sending it twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// Whether the text is a token that may stand in a request line (RFC 9110 §5.6.2).
    public var isValid: Bool { !rawValue.isEmpty && rawValue.utf8.allSatisfy(Self.isTokenByte) }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    public var description: String { rawValue }
}
