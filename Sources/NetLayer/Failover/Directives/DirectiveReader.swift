// Reads a directive from text, and checks that its author may control the pool.

/// Which directives a pool accepts.
public struct DirectiveRules: Sendable, Hashable {
    /// With a key, every directive must be signed with it, from any source. Without a key, the pool follows
    /// directives from trusted sources.
    public var key: DirectiveKey?
    /// The header field that is read from responses of the pool's own services, by convention
    /// `X-NetLayer-Switch`; `nil` reads none. Unsigned directives count only if the response came over TLS
    /// from a server with a verified certificate.
    public var header: String?
    /// Directives up to this epoch are refused from the start. A program stores ``PoolStatus/epoch``
    /// between runs, so that an old directive cannot be replayed after a restart. `nil`: the first
    /// directive counts, whatever its epoch.
    public var after: UInt64?

    /// By default no key, no field of responses, and no past epoch.
    public init(key: DirectiveKey? = nil, header: String? = nil, after: UInt64? = nil) {
        self.key = key
        self.header = header
        self.after = after
    }

    /// The conventional header field.
    public static let usualHeader = "X-NetLayer-Switch"
}

/// Reads directives in both formats: `pool=main;to=2;epoch=7;expires=…;mode=force;wrap=0;sig=…`, or a JSON
/// object with these members.
///
/// `pool`, `to` and `epoch` are required. `to` is an index from 0, or a service's name; digits alone are an
/// index. `expires` is in seconds since 1970-01-01 UTC or in the format of RFC 3339 (whole seconds count);
/// `mode` is `force` or `advise`; `wrap` is 0 or 1. `sig` signs ``Directive/canonicalText`` (see
/// ``DirectiveKey/signature(of:)``). Only JSON can express a name that contains a semicolon.
public struct DirectiveReader: Sendable, Hashable {
    /// The pool's key; `nil` accepts directives from trusted sources.
    public var key: DirectiveKey?

    /// A reader that accepts directives signed with the key; without a key, directives from trusted sources.
    public init(key: DirectiveKey? = nil) { self.key = key }

    /// - Parameters:
    ///   - text: a directive in either format.
    ///   - isVouched: only authorized users can write to the source: a file or a socket of the user's own.
    /// - Throws: ``DirectiveRefusal/malformed(_:)``, ``DirectiveRefusal/unsigned``,
    ///   ``DirectiveRefusal/badSignature``.
    public func readDirective(_ text: String, isVouched: Bool) throws(DirectiveRefusal) -> Directive {
        let written = try WrittenDirective(text)
        if let refusal = reasonToDistrust(written, isVouched: isVouched) { throw refusal }
        return written.directive
    }

    /// Why the origin is not trusted; `nil` if it is.
    func reasonToDistrust(_ written: WrittenDirective, isVouched: Bool) -> DirectiveRefusal? {
        guard let key else { return isVouched ? nil : .unsigned }
        guard let signature = written.signature else { return .unsigned }
        return key.verifies(signature, of: written.directive) ? nil : .badSignature
    }
}
