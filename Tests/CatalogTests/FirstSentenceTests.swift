// The first sentence of a description stands where an operation has no summary.

import Testing

@testable import Catalog

@Suite struct FirstSentenceTests {
    @Test(arguments: [
        ("", ""), ("list or watch objects of kind Pod", "list or watch objects of kind Pod"),
        ("Lists all pods. They come by name.", "Lists all pods"), ("Is it there? Then it is told.", "Is it there?"),
        ("<p>Returns the account&#39;s <code>id</code>.</p>\n\n<p>More.</p>", "Returns the account's id"),
        ("## Pets\n\nAll of them.", "Pets"),
        ("**Starting a new project?** Try [Responses](https://a.example/x).", "Starting a new project?"),
        ("Takes a [list](#list) of `ids`, e.g. three of them.", "Takes a list of ids, e.g. three of them"),
        ("Values of n < 3 & more", "Values of n < 3 & more"), ("Reads v1.2 of it", "Reads v1.2 of it"),
        ("And so on...", "And so on..."),
    ]) func isPlain(_ text: String, _ sentence: String) {
        #expect(Wording.firstSentence(text) == sentence)
    }

    @Test func aLongSentenceIsCutAtAWord() {
        let text = Wording.firstSentence(String(repeating: "word ", count: 100))
        #expect(text.hasSuffix("word…") && text.count <= 161)
    }

    @Test func whatHasASummaryKeepsIt() throws {
        let api = try read(
            description(
                #""/a": {"get": {"description": "Reads a. And more."}}, "/b": {"get": {"summary": "B", "description": "Reads b."}}"#
            ))
        #expect(api.endpoints.map(\.summary) == ["Reads a", "B"])
    }
}
