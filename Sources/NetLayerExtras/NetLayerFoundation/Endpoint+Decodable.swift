// Endpoints whose response is JSON.

import FoundationEssentials
import NetLayer

extension Endpoint where Response: Decodable {
    /// A call whose response has a body of JSON.
    /// - Parameters:
    ///   - plan: the request.
    ///   - type: the type of the response.
    ///   - pointer: where in the body the value stands, as a JSON pointer (RFC 6901): `/data` for an API that
    ///     wraps its results. By default the whole body. Use ``CallBehaviour/business`` for the code beside
    ///     it.
    ///   - decoder: reads the body; by default the decoder of the client that makes the call.
    ///
    /// The call fails with ``NetError/Kind/decode`` when the body is not JSON, has no value at `pointer`, or
    /// has one of another type.
    public init(_ plan: RequestPlan, as type: Response.Type, at pointer: String = "", decoder: JSONDecoder? = nil) {
        self.init(plan) { response in
            try response.decode(type, at: pointer, decoder: decoder ?? JSONCoding.current.decoder)
        }
    }
}

extension RawResponse {
    /// Decodes the body, or the value at a JSON pointer (RFC 6901) in it.
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - pointer: where in the body the value stands; by default the whole body.
    ///   - decoder: reads the body.
    /// - Throws: the error of the decoder; ``EnvelopeError`` when there is no value at `pointer`;
    ///   `JSONError` when `pointer` is not empty and the body is not JSON.
    public func decode<Value: Decodable>(
        _ type: Value.Type, at pointer: String = "", decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        guard !pointer.isEmpty else { return try decoder.decode(type, from: data) }
        let document = try JSONDocument(body)
        guard let node = document.root.resolve(pointer: pointer) else { throw EnvelopeError(pointer: pointer) }
        return try decoder.decode(type, from: Data(document.bytes[node.byteRange]))
    }
}

/// The body of a response has no value at a JSON pointer.
public struct EnvelopeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pointer (RFC 6901).
    public let pointer: String

    public var description: String { "the body has no value at \"\(pointer)\"" }
}
