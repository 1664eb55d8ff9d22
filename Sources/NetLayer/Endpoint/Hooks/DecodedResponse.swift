// A decoded response together with the raw response that it was made from, so that callers
// can make other views of it.

/// A decoded response with its raw response.
public struct DecodedResponse<Response: Sendable>: Sendable {
    /// The decoded response.
    public let value: Response
    /// The raw response of this call alone; it never changes.
    public let raw: RawResponse

    /// Another view of the same raw response. Without a reformer there is ``raw``.
    /// - Throws: ``NetError/Kind/decode`` when the reformer throws.
    public func makeView<View>(_ reformer: Reformer<View>) throws(NetError) -> View {
        do {
            return try reformer.reform(raw)
        } catch {
            throw .wrapping(error, as: .decode, attempted: "\(raw.url)", response: raw)
        }
    }
}

/// Makes a view of a raw response.
public struct Reformer<View: Sendable>: Sendable {
    /// May throw anything.
    public let reform: @Sendable (RawResponse) throws -> View

    /// A view that this closure makes.
    public init(_ reform: @escaping @Sendable (RawResponse) throws -> View) { self.reform = reform }
}

extension Endpoint {
    /// The same call with its raw response beside the decoded one.
    public var keepingRawResponse: Endpoint<DecodedResponse<Response>> {
        var endpoint = Endpoint<DecodedResponse<Response>>(plan) { [decode] in DecodedResponse(value: try decode($0), raw: $0) }
        endpoint.behaviour = behaviour
        return endpoint
    }

    /// The same call with a check of its decoded response: an error that the check throws becomes
    /// ``NetError/Kind/validation``.
    public func checking(_ check: @escaping @Sendable (Response) throws -> Void) -> Endpoint {
        var endpoint = self
        endpoint.decode = { [decode, plan] answer in
            let response = try decode(answer)
            do {
                try check(response)
            } catch {
                throw NetError.wrapping(error, as: .validation, attempted: "\(plan.method) \(answer.url)", response: answer)
            }
            return response
        }
        return endpoint
    }
}
