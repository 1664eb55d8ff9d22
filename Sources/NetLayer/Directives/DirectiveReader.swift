// Makes a directive of what somebody has written, if whoever wrote it may order the pool about.

/// Whom a pool takes directives from.
public struct DirectiveRules: Sendable, Hashable {
    /// With a key every directive must be signed with it, wherever it comes from; without one those are followed that somebody vouches for.
    public var key: DirectiveKey?
    /// The field of answers of the pool's own services that is read, `X-NetLayer-Switch` by custom; `nil` reads none. Unsigned ones count only
    /// when they came by TLS from a server whose certificate was verified.
    public var header: String?
    /// Directives up to this epoch are refused from the beginning: what a program keeps of ``PoolStatus/epoch`` from one run to the next, so
    /// that nobody can send an old one again after a restart. `nil`: the first counts, whatever its epoch.
    public var after: UInt64?

    /// No key, answers are not read, and no epoch has passed.
    public init(key: DirectiveKey? = nil, header: String? = nil, after: UInt64? = nil) {
        self.key = key
        self.header = header
        self.after = after
    }

    /// The field by custom.
    public static let usualHeader = "X-NetLayer-Switch"
}

/// Reads directives in either of their forms: `pool=main;to=2;epoch=7;expires=…;mode=force;wrap=0;sig=…`, or a JSON object with these members.
///
/// `pool`, `to` and `epoch` must be there. `to` is an index from 0, or a service's name; digits alone are an index. `expires` is in seconds
/// since 1970-01-01 UTC or written as RFC 3339 does (whole seconds count); `mode` is `force` or `advise`; `wrap` is 0 or 1. `sig` is made of
/// ``Directive/canonicalText`` (see ``DirectiveKey/signature(of:)``). A name with a semicolon in it can be written in JSON alone.
public struct DirectiveReader: Sendable, Hashable {
    /// Of the pool; `nil` follows what is vouched for.
    public var key: DirectiveKey?

    /// A reader that believes what is signed with the key; without one, what somebody vouches for.
    public init(key: DirectiveKey? = nil) { self.key = key }

    /// - Parameters:
    ///   - text: a directive in either of its forms.
    ///   - isVouched: where it comes from only those write who may: a file or a socket of the user's own.
    /// - Throws: ``DirectiveRefusal/malformed(_:)``, ``DirectiveRefusal/unsigned``, ``DirectiveRefusal/badSignature``.
    public func read(_ text: String, isVouched: Bool) throws(DirectiveRefusal) -> Directive {
        let written = try WrittenDirective(text)
        if let refusal = doubt(written, isVouched: isVouched) { throw refusal }
        return written.directive
    }

    /// Why its origin is not believed.
    func doubt(_ written: WrittenDirective, isVouched: Bool) -> DirectiveRefusal? {
        guard let key else { return isVouched ? nil : .unsigned }
        guard let signature = written.signature else { return .unsigned }
        return key.verifies(signature, of: written.directive) ? nil : .badSignature
    }
}
