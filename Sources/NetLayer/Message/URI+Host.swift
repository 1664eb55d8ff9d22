// The hosts that a request may be sent to: brackets must contain an IPv6 address, and a name must not contain
// a character that ends a host for another parser.

extension URI {
    /// Whether there is a host, and its text is valid as one. Escapes are decoded for the check: another
    /// parser of the URL decodes them, and must not get another host.
    static func isValid(host: String, isBracketed: Bool) -> Bool {
        guard !host.isEmpty else { return false }
        if isBracketed { return shortestIPv6(host) != nil }
        guard host.utf8.contains(UInt8(ascii: "%")) else { return host.utf8.allSatisfy(mayStandInName) }
        let bytes = PercentCoding.decodedBytes(host)
        return bytes.allSatisfy(mayStandInName) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// The address in its shortest form (RFC 5952), with RFC 6874's zone (`fe80::1%25eth0`) as it is; `nil`
    /// when the text is not an address.
    static func shortestIPv6(_ text: String) -> String? {
        let parts = text.split(separator: "%25", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPv6Address(first) else { return nil }
        if parts.count == 2, parts[1].isEmpty || !parts[1].utf8.allSatisfy(PercentCoding.isUnreserved) { return nil }
        return address.shortest + (parts.count == 2 ? "%25" + parts[1] : "")
    }

    /// Excludes the forbidden domain code points of the URL Standard, which no DNS name and
    /// no IPv4 address contains.
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
