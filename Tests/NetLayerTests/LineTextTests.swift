// A run of bytes of one header line: cut, trimmed and compared in place.

import Testing

@testable import NetLayer

@Suite struct LineTextTests {
    private func with<T>(_ text: String, _ body: (LineText) -> T) -> T { with(Array(text.utf8), body) }
    private func with<T>(_ bytes: [UInt8], _ body: (LineText) -> T) -> T { bytes.withUnsafeBytes { body(LineText($0)) } }

    @Test(arguments: [
        ("", ""), (" \t\r\n", ""), ("a", "a"), (" a ", "a"), ("\ta  b\r\n", "a  b"), ("\u{b}a\u{c}", "\u{b}a\u{c}"),
        ("\0 ", "\0"),
    ])
    func blanksAreTakenFromBothEnds(_ text: String, _ trimmed: String) {
        #expect(with(text) { $0.trimmed.string } == trimmed)
        #expect(with(text) { $0.trimmed.count } == trimmed.utf8.count)
        #expect(with(text) { $0.trimmed.isEmpty } == trimmed.isEmpty)
    }

    @Test func theEndAloneIsTrimmedWhereTheBeginningSaysSomething() {
        #expect(with(" a \r\n") { $0.trimmedAtEnd.string } == " a")
        #expect(with("\t \r\n") { $0.trimmedAtEnd.isEmpty })
    }

    @Test func partsCountFromThePartsOwnBeginning() {
        with("xabcdx") { line in
            let part = line.dropping(1).prefix(4)
            #expect(part.string == "abcd")
            #expect(part[0] == UInt8(ascii: "a") && part.count == 4)
            #expect(part.first(UInt8(ascii: "c")) == 2)
            #expect(part.first(UInt8(ascii: "x")) == nil)
            #expect(part.dropping(4).isEmpty)
            #expect(part.dropping(4).first(UInt8(ascii: "x")) == nil)
            #expect(part.dropping(1).prefix(2).dropping(1).string == "c")
            #expect(part.hasPrefix("abcd") && part.hasPrefix("") && !part.hasPrefix("abcdx") && !part.hasPrefix("b"))
        }
    }

    @Test(arguments: [
        ("content-length: 5", "5"), ("Content-LENGTH:\t5 \r\n", "5"), ("CONTENT-LENGTH  : 5", "5"), ("content-length:", ""),
        ("content-length: a:b", "a:b"), ("content-length", nil), ("content-length 5", nil), ("content-lengthy: 5", nil),
        ("content-length x: 5", nil), ("ontent-length: 5", nil), ("", nil), ("content\u{4d}length: 5", nil),
    ])
    func aFieldIsFoundByItsNameInAnyCase(_ line: String, _ value: String?) {
        #expect(with(line) { $0.value(of: "content-length")?.string } == value)
    }

    /// RFC 9110 §5.5: what is no UTF-8 is one character for each byte.
    @Test(
        arguments: [
            ([0x61, 0x62], "ab"), ([0xc3, 0xa9], "é"), ([0xe9], "é"), ([0x61, 0xff, 0x80], "aÿ\u{80}"), ([0xc3], "Ã"),
            ([0xed, 0xa0, 0x80], "í\u{a0}\u{80}"), ([0xc0, 0xaf], "À¯"), ([0xf0, 0x9f, 0x98, 0x80], "😀"), ([0x00], "\0"),
        ] as [([UInt8], String)])
    func bytesBecomeText(_ bytes: [UInt8], _ text: String) {
        #expect(with(bytes) { $0.string } == text)
        #expect(with([0x78] + bytes) { $0.dropping(1).string } == text)
    }
}
