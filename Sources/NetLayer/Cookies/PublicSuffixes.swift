// Under which names anybody may have a domain (publicsuffix.org): the one place that knows libpsl.

import CPSL

/// Knows public suffixes: a cookie for all of `co.uk` is nobody's (RFC 6265 §5.3, step 5).
public struct PublicSuffixes: Sendable {
    private let isSuffix: @Sendable (String) -> Bool

    /// - Parameter isSuffix: asked about a domain in lower case.
    public init(_ isSuffix: @escaping @Sendable (String) -> Bool) { self.isSuffix = isSuffix }

    /// The newest list of this machine: libpsl's own, or a file of the system's.
    public static let system = PublicSuffixes { SuffixList.shared.isSuffix($0) }

    /// Whether anybody may register below it. A name that no rule knows is one where it is a single label.
    public func contains(_ domain: String) -> Bool { isSuffix(domain) }
}

/// The list is read once and lives as long as the program.
private final class SuffixList: Sendable {
    static let shared = SuffixList()

    // Safe: libpsl changes no list that has been made, and nobody frees this one.
    private nonisolated(unsafe) let list: OpaquePointer?

    private init() { list = psl_latest(nil) }

    func isSuffix(_ domain: String) -> Bool {
        guard let list else { return !domain.utf8.contains(UInt8(ascii: ".")) }
        return psl_is_public_suffix(list, domain) != 0
    }
}
