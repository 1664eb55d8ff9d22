// A credential, as the maker of requests sees it.

/// Puts proof of an account on requests.
protocol RequestCredential: Sendable {
    /// It signs the request, so nothing may change the request after it.
    var signs: Bool { get }
    /// Whether another request of the same attempt needs it again.
    var isPerRequest: Bool { get }
    /// The fields of a signature. Not all of them are secret, but no other origin may get them.
    var fieldNames: [String] { get }

    /// Puts it on a request, in place of an earlier one.
    /// - Throws: ``NetError/Kind/badRequest`` when the credential has a form that cannot be sent.
    func apply(to request: inout WireRequest, _ context: RequestContext) throws(NetError)
}
