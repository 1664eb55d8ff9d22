// What the user pointed the program at.

import NetLayer
import Testing
import Workspace

@Suite struct SourceTests {
    @Test(arguments: [
        ("-", Source.standardInput), ("openapi.json", .file("openapi.json")), ("./-", .file("./-")),
        ("/a b.json", .file("/a b.json")), ("", .file("")),
        ("C:/x.json", .file("C:/x.json")), ("https://api.example/openapi.json", .url(URI("https://api.example/openapi.json"))),
        ("http://localhost:8080", .url(URI("http://localhost:8080"))), ("file:///a/b%20c.json", .file("/a/b c.json")),
    ])
    func kindIsToldByTheText(_ text: String, _ source: Source) { #expect(Source(text) == source) }

    @Test func descriptionShowsNoPassword() {
        #expect(Source("-").description == "standard input")
        #expect(Source("a.json").description == "a.json")
        #expect(!Source("https://ada:hunter2@api.example/?token=abcdef").description.contains("hunter2"))
        #expect(!Source("https://ada:hunter2@api.example/?token=abcdef").description.contains("abcdef"))
    }
}
