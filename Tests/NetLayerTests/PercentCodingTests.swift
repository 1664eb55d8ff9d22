// Percent escapes: what stands as it is in which place, and that decoding brings back what was encoded.

import Testing

@testable import NetLayer

@Suite struct PercentCodingTests {
    @Test func unreservedCharactersStandEverywhere() {
        let text = "ABCXYZabcxyz0189-._~"
        #expect(PercentCoding.encode(text, for: .pathSegment) == text)
        #expect(PercentCoding.encode(text, for: .queryItem) == text)
    }

    @Test func whatWouldEndThePartIsEscaped() {
        #expect(
            PercentCoding.encode("/?#[]%\"<>\\^`{|} +&=", for: .pathSegment)
                == "%2F%3F%23%5B%5D%25%22%3C%3E%5C%5E%60%7B%7C%7D%20%2B%26%3D")
        #expect(PercentCoding.encode("&=+#[]% ", for: .queryItem) == "%26%3D%2B%23%5B%5D%25%20")
        #expect(PercentCoding.encode(":@!$'()*,;", for: .pathSegment) == ":@!$'()*,;")
        #expect(PercentCoding.encode("/?", for: .queryItem) == "/?")
        #expect(PercentCoding.encode("ü€😀\0\n", for: .queryItem) == "%C3%BC%E2%82%AC%F0%9F%98%80%00%0A")
    }

    @Test func everyByteComesBack() {
        let text = String(decoding: (0..<0x80 as Range<UInt8>).map { $0 }, as: UTF8.self) + "äöü€😀\r\n\u{301}"
        for place in [PercentCoding.Place.pathSegment, .queryItem] {
            let encoded = PercentCoding.encode(text, for: place)
            #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
            #expect(Array(PercentCoding.decode(encoded).utf8) == Array(text.utf8))
        }
    }

    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("a%20b", "a b"), ("%41%4a%4A", "AJJ"), ("%", "%"), ("%4", "%4"), ("%zz%41", "%zzA"),
        ("%%41", "%A"),
        ("a+b", "a+b"), ("%FF", "\u{FFFD}"), ("%E2%82%AC", "€"), ("%2525", "%25"),
    ])
    func decodingKeepsWhatIsNoEscape(_ text: String, _ expected: String) { #expect(PercentCoding.decode(text) == expected) }
}
