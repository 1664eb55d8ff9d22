// Requests to a URL in one line, without a service pool and a plan by hand.

import FoundationEssentials
import NetLayer

/// A value that names the URL of a request: a text, Foundation's `URL`, or a ``URI``.
public protocol RequestURL: Sendable {
    /// The URL.
    var uri: URI { get }
}

extension String: RequestURL {
    /// The text, parsed by RFC 3986.
    public var uri: URI { URI(self) }
}

extension URL: RequestURL {
    /// The same URL; a relative one is resolved against its base.
    public var uri: URI { URI(absoluteString) }
}

extension URI: RequestURL {
    /// Itself.
    public var uri: URI { self }
}

extension NetClient {
    /// Sends a GET and returns the response as it was received.
    ///
    ///     let page = try await client.get("https://example.com/")
    ///
    /// - Throws: ``NetError/Kind/status(_:)`` for a status from 400, and all other errors of a call.
    public func get(
        _ url: some RequestURL, parameters: [Parameter] = [], headers: Headers = Headers()
    ) async throws(NetError) -> RawResponse {
        try await send(Endpoint(RequestPlan(.get, url, parameters, headers)), on: ServicePool([]))
    }

    /// Sends a GET and decodes the response, as ``NetLayer/Endpoint/init(_:as:at:decoder:)`` does.
    ///
    ///     let items = try await client.get("https://example.com/items", as: [Item].self, at: "/data")
    public func get<Value: Decodable & Sendable>(
        _ url: some RequestURL, as type: Value.Type, at pointer: String = "", parameters: [Parameter] = [],
        headers: Headers = Headers()
    ) async throws(NetError) -> Value {
        try await send(Endpoint(RequestPlan(.get, url, parameters, headers), as: type, at: pointer), on: ServicePool([]))
    }

    /// Sends a value as JSON, and returns the response as it was received.
    /// - Parameters:
    ///   - url: an absolute URL.
    ///   - value: written by the encoder of ``coding``.
    ///   - method: by default POST.
    ///   - headers: sent with the request.
    /// - Throws: ``NetError/Kind/badRequest`` when the value cannot be encoded: nothing is sent. All other
    ///   errors of a call.
    public func post(
        _ url: some RequestURL, json value: some Encodable & Sendable, method: HTTPMethod = .post, headers: Headers = Headers()
    ) async throws(NetError) -> RawResponse {
        try await send(Endpoint(try plan(method, url, json: value, headers)), on: ServicePool([]))
    }

    /// Sends a value as JSON, and decodes the response, as ``NetLayer/Endpoint/init(_:as:at:decoder:)`` does.
    public func post<Value: Decodable & Sendable>(
        _ url: some RequestURL, json value: some Encodable & Sendable, method: HTTPMethod = .post, as type: Value.Type,
        at pointer: String = "", headers: Headers = Headers()
    ) async throws(NetError) -> Value {
        try await send(Endpoint(try plan(method, url, json: value, headers), as: type, at: pointer), on: ServicePool([]))
    }

    /// Sends a DELETE and returns the response as it was received.
    public func delete(
        _ url: some RequestURL, parameters: [Parameter] = [], headers: Headers = Headers()
    ) async throws(NetError) -> RawResponse {
        try await send(Endpoint(RequestPlan(.delete, url, parameters, headers)), on: ServicePool([]))
    }

    private func plan(
        _ method: HTTPMethod, _ url: some RequestURL, json value: some Encodable, _ headers: Headers
    ) throws(NetError) -> RequestPlan {
        var plan = RequestPlan(method, url, [], headers)
        do {
            plan.body = try .json(encoding: value, with: coding.encoder)
        } catch {
            throw NetError(.badRequest, attempted: "\(plan)", detail: "the body cannot be encoded: \(error)")
        }
        return plan
    }
}

extension RequestPlan {
    /// The plan of a request to a URL. Its ``id`` is method and host, so that statistics have one entry for
    /// each host.
    init(_ method: HTTPMethod, _ url: some RequestURL, _ parameters: [Parameter], _ headers: Headers) {
        let uri = url.uri
        self.init(
            id: "\(method) \(uri.host ?? "")", title: "\(method) \(uri)", method: method, path: uri.revealed,
            parameters: parameters, headers: headers)
    }
}
