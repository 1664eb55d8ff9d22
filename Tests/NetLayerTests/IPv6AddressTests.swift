// Texts of IPv6 addresses, against the C library's functions.

import Glibc
import TestSupport
import Testing

@testable import NetLayer

@Suite struct IPv6AddressTests {
    /// As inet_pton(3) and inet_ntop(3) have it.
    private static func expected(_ text: String) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        return inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)).map { String(cString: $0) }
    }

    @Test(arguments: [
        "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8:9", "1:::2",
        "::1::", ":1", "1:", "", ":", "2001:DB8:0:0:1:0:0:1", "0:0:1:0:0:0:1:0", "::ffff:192.0.2.1", "::192.0.2.1", "::1:0",
        "64:ff9b::192.0.2.33", "1:2:3:4:5:6:1.2.3.4", "1.2.3.4::", "::1.2.3", "::01.2.3.4", "::1.2.3.256", "::00001", "::g",
        "::+1", "1:0:2:0:3:0:4:0", "::1.2.3.4:1", "0:0:0:0:0:ffff:0:0", "::ffff:0:1",
    ]) func aTextIsReadAsTheCLibraryDoes(_ text: String) {
        #expect(IPv6Address(text)?.shortest == Self.expected(text))
    }

    @Test func textsOfManyFormsAreReadAsTheCLibraryDoes() {
        var random = SplitMix64(seed: 26)
        let pieces = ["0", "00", "1", "ffff", "12345", ":", ":", "::", "::", "1.2.3.4", ".", "0.0.0.0", "abc", "FF"]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...15, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
            #expect(IPv6Address(text)?.shortest == Self.expected(text), "\(text)")
        }
        for _ in 0..<5_000 {
            let words = (0..<8).map { _ in Bool.random(using: &random) ? 0 : UInt16.random(in: 0...3, using: &random) }
            let text = words.map { String($0, radix: 16) }.joined(separator: ":")
            #expect(IPv6Address(text)?.shortest == Self.expected(text), "\(text)")
        }
    }
}
