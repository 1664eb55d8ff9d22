// The name that a body is saved under: as its sender says, and harmless whatever it says.

import NetLayer
import Testing

@testable import Screen

@Suite struct BodyFileNameTests {
    private static func name(_ url: String, type: String? = nil, disposition: String? = nil) -> String {
        let fields = [type.map { HeaderField("Content-Type", $0) }, disposition.map { HeaderField("Content-Disposition", $0) }]
        return BodyFileName.suggested(headers: Headers(fields.compactMap { $0 }), url: URI(url))
    }

    @Test(arguments: [
        ("https://x.example/items", "application/json; charset=utf-8", "items.json"),
        ("https://x.example/items/", "application/problem+json", "items.json"),
        ("https://x.example/", "text/html", "body.html"), ("https://x.example", "image/png", "body.png"),
        ("https://x.example/a/logo.svg", "image/svg+xml", "logo.svg"), ("https://x.example/v1.2", "text/plain", "v1.2.txt"),
        ("https://x.example/a%2Fb%00c?x=/y", "text/csv", "b_c.csv"),
        ("https://x.example/%2E%2E%2F", "application/zip", "body.zip"),
        ("https://x.example/-rf", "application/x-unknown", "rf"), ("https://x.example/%F0%9F%98%80", "text/plain", "😀.txt"),
    ]) func withoutADispositionTheURLNamesIt(_ url: String, _ type: String, _ name: String) {
        #expect(Self.name(url, type: type) == name)
    }

    @Test(arguments: [
        ("attachment; filename=report.pdf", "report.pdf"), (#"attachment; filename="a \"b\"; c.txt""#, "a _b_; c.txt"),
        ("attachment; filename*=UTF-8''%e2%82%ac%20rates.csv; filename=x.csv", "€ rates.csv"),
        ("inline;FileName = \"n.txt\" ", "n.txt"), (#"attachment; filename="../../etc/passwd""#, "passwd"),
        (#"attachment; filename="C:\\Users\\x\\evil.exe""#, "evil.exe"), (#"attachment; filename=".bashrc""#, "bashrc"),
        ("attachment; filename*=UTF-8''a%0D%0Ab%1B%5B2J.txt", "a__b_[2J.txt"), ("attachment; filename=\"~/x\"", "x"),
        (#"attachment; filename="unclosed.txt"#, "unclosed.txt"), ("attachment; filename=a\u{202e}txt.exe", "a_txt.exe"),
    ]) func dispositionNamesIt(_ value: String, _ name: String) {
        #expect(Self.name("https://x.example/u", type: "text/plain", disposition: value) == name)
    }

    @Test(arguments: [
        "attachment", "", ";;;=;", "attachment; filename=", "attachment; filename=\"..\"", "attachment; filename=\"//\"",
        "x; filename*=KOI8-R''a",
    ])
    func uselessDispositionIsPassedOver(_ value: String) {
        #expect(Self.name("https://x.example/u", type: "text/plain", disposition: value) == "u.txt")
    }

    @Test func longNamesAreCutAndKeepTheirEnding() {
        let name = Self.name("https://x.example/", disposition: "a; filename=\"\(String(repeating: "日", count: 500)).json\"")
        #expect(name.hasSuffix("日.json") && name.count <= 120 && name.utf8.count <= 240)
    }
}
