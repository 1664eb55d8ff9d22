// Which hosts a request may be sent to: an address in brackets must be one, a name must have no character that ends a host elsewhere.

import Glibc

extension URI {
    /// Whether there is a host, and what stands there can be one. Escapes are looked into: another reader of the URL undoes them, and must
    /// not find another host.
    static func isValid(host: String, isBracketed: Bool) -> Bool {
        guard !host.isEmpty else { return false }
        if isBracketed { return shortestIPv6(host) != nil }
        guard host.utf8.contains(UInt8(ascii: "%")) else { return host.utf8.allSatisfy(mayStandInName) }
        let bytes = PercentCoding.decodedBytes(host)
        return bytes.allSatisfy(mayStandInName) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// The address in its shortest form (RFC 5952), with RFC 6874's zone (`fe80::1%25eth0`) as it is; `nil` when it is none.
    static func shortestIPv6(_ text: String) -> String? {
        var address = in6_addr()
        let parts = text.split(separator: "%25", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, inet_pton(AF_INET6, String(first), &address) == 1 else { return nil }
        if parts.count == 2, parts[1].isEmpty || !parts[1].utf8.allSatisfy(PercentCoding.isUnreserved) { return nil }
        let shortest = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
        }
        return shortest.map { $0 + (parts.count == 2 ? "%25" + parts[1] : "") }
    }

    /// The forbidden domain code points of the URL Standard, which are what no DNS name and no IPv4 address has.
    private static func mayStandInName(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7f: false
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"):
            false
        case UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"):
            false
        case UInt8(ascii: "%"): false
        default: true
        }
    }
}
