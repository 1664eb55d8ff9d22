// A request method and what RFC 9110 §9.2 says of it.

/// A request method (RFC 9110 §9). Any token is allowed; the registered ones have names here.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public static let get: HTTPMethod = "GET"
    public static let head: HTTPMethod = "HEAD"
    public static let post: HTTPMethod = "POST"
    public static let put: HTTPMethod = "PUT"
    public static let patch: HTTPMethod = "PATCH"
    public static let delete: HTTPMethod = "DELETE"
    public static let options: HTTPMethod = "OPTIONS"
    public static let trace: HTTPMethod = "TRACE"
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
