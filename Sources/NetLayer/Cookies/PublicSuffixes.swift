// The names under which the public can register domains (publicsuffix.org): the only user of libpsl.

import CPSL

/// Knows public suffixes. No site may set a cookie for all of `co.uk` (RFC 6265 §5.3, step 5).
public struct PublicSuffixes: Sendable {
    private let isSuffix: @Sendable (String) -> Bool

    /// - Parameter isSuffix: whether a domain, in lower case, is a public suffix.
    public init(_ isSuffix: @escaping @Sendable (String) -> Bool) { self.isSuffix = isSuffix }

    /// The newest list of this machine: libpsl's own list, or a file of the system.
    public static let system = PublicSuffixes { SuffixList.shared.isSuffix($0) }

    /// Whether the public can register names below the domain. A domain that no rule covers is a suffix if it
    /// is a single label.
    public func contains(_ domain: String) -> Bool { isSuffix(domain) }
}

/// The list is read once and lives as long as the program.
private final class SuffixList: Sendable {
    static let shared = SuffixList()

    // Safe: libpsl changes no finished list, and this one is never freed.
    private nonisolated(unsafe) let list: OpaquePointer?

    private init() { list = psl_latest(nil) }

    func isSuffix(_ domain: String) -> Bool {
        guard let list else { return !domain.utf8.contains(UInt8(ascii: ".")) }
        return psl_is_public_suffix(list, domain) != 0
    }
}
