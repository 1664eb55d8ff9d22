// Changes a request before it is sent: a header, a query, a signature.

/// Changes requests before they are sent. Runs for every attempt anew, in the order service → endpoint
/// → call → signer.
public protocol RequestAdapter: Sendable {
    /// - Throws: any error; the call then fails with it, or as ``NetError/Kind/badRequest`` when it is not a
    ///   ``NetError``. Nothing is sent.
    func adapt(_ request: inout WireRequest, _ context: RequestContext) async throws
}

/// An adapter that is a closure.
public struct ClosureAdapter: RequestAdapter {
    private let body: @Sendable (inout WireRequest, RequestContext) async throws -> Void

    /// An adapter that runs this closure.
    public init(_ body: @escaping @Sendable (inout WireRequest, RequestContext) async throws -> Void) { self.body = body }

    /// Calls the closure.
    public func adapt(_ request: inout WireRequest, _ context: RequestContext) async throws { try await body(&request, context) }
}
