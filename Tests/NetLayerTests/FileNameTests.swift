// Names that a server chooses for files on this machine.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct FileNameTests {
    private func suggested(_ disposition: String?, _ url: String = "http://h/a/b.txt?x=1") -> String {
        let fields = disposition.map { [HeaderField("Content-Disposition", $0)] } ?? []
        return FileName.suggested(ResponseHead(status: 200, headers: Headers(fields)), URI(url))
    }

    /// RFC 6266 §5, every example.
    @Test func theExamplesOfTheRFC() {
        #expect(FileName.disposition("Attachment; filename=example.html") == "example.html")
        #expect(FileName.disposition(#"INLINE; FILENAME= "an example.html""#) == "an example.html")
        #expect(FileName.disposition("attachment; filename*= UTF-8''%e2%82%ac%20rates") == "€ rates")
        #expect(FileName.disposition(#"attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates"#) == "€ rates")
    }

    @Test(
        arguments: [
            ("attachment", nil), ("", nil), (#"attachment; filename="a\"b;c.txt""#, #"a"b;c.txt"#),
            ("attachment; filename=a b.txt; x=1", "a b.txt"), (#"attachment; x="; filename=no"; filename=yes"#, "yes"),
            ("attachment; filename*=iso-8859-1'en'%A3", "£"), ("attachment; filename*=UTF-8''%A3; filename=b", "b"),
            ("attachment; filename*=UTF-16''a; filename=b", "b"), ("attachment; filename*=UTF-8''%e2%8; filename=b", "b"),
            ("attachment; filename*=nothing; filename=b", "b"), (#"attachment; filename="open"#, "open"),
            ("attachment; filename=", ""), (#""quoted; filename=no"; filename=yes"#, "yes"), ("filename=lone", nil),
            ("attachment; filename; filename=a", "a"), ("attachment;filename=a;filename=b", "a"),
        ] as [(String, String?)])
    func aDispositionNamesAFileOrNot(_ value: String, _ name: String?) { #expect(FileName.disposition(value) == name) }

    @Test(
        arguments: [
            ("report.pdf", "report.pdf"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"),
            ("C:\\Windows\\a.exe", "a.exe"), ("..", nil), (".", nil), ("....", nil), ("", nil), ("/", nil), ("a/", nil),
            (" ", nil),
            (".bashrc", "bashrc"), ("..a", "a"), ("a.", "a"), ("a . ", "a"), ("a\u{0}b\nc\u{1b}[0m", "abc[0m"),
            ("\u{7f}\u{85}", nil),
            ("photo\u{202e}gpj.exe", "photogpj.exe"), ("a\u{2066}b\u{200f}", "ab"), ("a\u{2028}b", "ab"),
            ("naïve – 日本.txt", "naïve – 日本.txt"),
            ("👩‍🚀.png", "👩‍🚀.png"), ("a..b", "a..b"), ("\u{a0}a", "a"),
        ] as [(String, String?)])
    func aNameLeadsNowhereElse(_ name: String, _ safe: String?) { #expect(FileName.sanitized(name) == safe) }

    @Test func aLongNameKeepsItsEnding() throws {
        let long = try #require(FileName.sanitized(String(repeating: "é", count: 300) + ".tar"))
        #expect(long.hasSuffix("é.tar") && long.utf8.count <= 247 && long.utf8.count > 243)
        let endless = try #require(FileName.sanitized("a." + String(repeating: "x", count: 300)))
        #expect(endless.utf8.count == 247)
        #expect(FileName.sanitized(String(repeating: "x", count: 247))?.utf8.count == 247)
        #expect(FileName.sanitized(String(repeating: "x", count: 248))?.utf8.count == 247)
        #expect(FileName.numbered(long, 999_999).utf8.count <= 255)
    }

    @Test(.rows("YB-17")) func withoutADispositionTheURLNamesIt() {
        #expect(suggested(nil) == "b.txt")
        #expect(suggested("attachment; filename=c.txt") == "c.txt")
        #expect(suggested("attachment; filename=..") == "b.txt")
        #expect(suggested(nil, "http://h/a/%2e%2e") == "download")
        #expect(suggested(nil, "http://h/a/x%2Fy.txt") == "y.txt")
        #expect(suggested(nil, "http://h/a/") == "download")
        #expect(suggested(nil, "http://h") == "download")
        #expect(suggested(nil, "http://h/%E2%82%AC.txt") == "€.txt")
        var secret = URI("http://h/a/s3cret")
        secret.secretTexts = [Secret("s3cret")]
        #expect(FileName.suggested(ResponseHead(status: 200), secret) == "download", "a secret is no name")
    }

    @Test(arguments: [("a.txt", "a-2.txt"), ("a", "a-2"), (".a", ".a-2"), ("a.tar.gz", "a.tar-2.gz")])
    func anotherOfThatNameGetsANumber(_ name: String, _ numbered: String) { #expect(FileName.numbered(name, 2) == numbered) }
}
