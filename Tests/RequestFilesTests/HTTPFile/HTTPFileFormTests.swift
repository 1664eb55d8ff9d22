// Forms of .http files that are encoded already: what would be sent otherwise stays a text.

import Testing

@testable import RequestFiles

struct HTTPFileFormTests {
    @Test(arguments: ["a=1+2", "a=%7e", "a=%c3%a9", "a=%3A", "a=%7B%7Bx%7D%7D", "a=1&&b=2", "a=b=c&"])
    func whatWouldBeSentOtherwiseIsAText(_ text: String) { #expect(HTTPFileForm.fields([text]) == nil) }

    @Test(arguments: [
        ("a=1%202&b=", ["a": "1 2", "b": ""]), ("a=%C3%A9:/?~*", ["a": "é:/?~*"]), ("a={{x}}%20", ["a": "{{x}} "]),
        ("a=é b", ["a": "é b"]), ("a=1+ 2", ["a": "1  2"]), ("a=\"b\"", ["a": "\"b\""]),
    ])
    func whatIsSentTheSameIsFields(_ text: String, _ values: [String: String]) throws {
        let fields = try #require(HTTPFileForm.fields([text]))
        #expect(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) }) == values)
    }

    @Test func severalLinesAreFields() { #expect(HTTPFileForm.fields(["a=1+2&", "b=%7e"])?.map(\.value) == ["1 2", "~"]) }
}
