// The parts of a response that a contract speaks of.

import Document
import NetLayer

/// A response, as it is held against its description.
public struct ContractResponse: Sendable {
    /// The body, after content decoding.
    public enum Body: Sendable {
        /// There is none: a response to HEAD, a 204, or no bytes.
        case empty
        /// JSON.
        case json(JSONDocument)
        /// Records of a stream (server-sent events, JSON lines), as the elements of an array.
        case records(JSONDocument)
        /// Another format, of which only the media type is checked.
        case other
        /// It is not there, and why: the end of a sentence that begins with the body.
        case unread(String)
    }

    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: Headers
    /// The body.
    public var body: Body

    /// A response from its parts.
    public init(status: Int, headers: Headers, body: Body) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// A response whose body is in memory.
    /// - Parameter method: a response to HEAD has no body.
    public init(_ response: RawResponse, to method: HTTPMethod? = nil) {
        let head = response.head
        self.init(
            status: head.status, headers: head.headers, body: method == .head ? .empty : Body(response.body, head.headers))
    }
}

extension ContractResponse.Body {
    /// A body in memory. Its header decides whether it is JSON: a text that happens to be JSON is a text.
    public init(_ bytes: [UInt8], _ headers: Headers) {
        let type = headers["Content-Type"] ?? ""
        let kind = RecordKind(contentType: type)
        if bytes.isEmpty {
            self = .empty
        } else if let kind, kind.isStreamOfJSON {
            self = (try? JSONDocument(RecordText.makeJSON(bytes, kind))).map { .records($0) } ?? .other
        } else if MediaType.isJSON(type) || type.isEmpty {
            self = (try? JSONDocument(bytes)).map { .json($0) } ?? .other
        } else {
            self = .other
        }
    }
}
