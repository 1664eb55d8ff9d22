// RFC 6901, with its own examples.

import Document
import Testing

struct JSONPointerTests {
    /// The document and the table of RFC 6901 §5.
    @Test(arguments: [
        ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"),
        ("/k\"l", "6"), ("/ ", "7"),
        ("/m~0n", "8"),
    ])
    func theExamplesOfTheStandardHold(pointer: String, expected: String) throws {
        let root = try parse(#"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#)
        #expect(root.resolve(pointer: pointer)?.source == expected)
        #expect(root.resolve(pointer: "")?.byteRange == root.byteRange)
    }

    @Test(arguments: ["foo", "/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/foo/", "/bar", "/foo/0/x"])
    func whatIsNotThereIsNil(pointer: String) throws {
        #expect(try parse(#"{"foo": ["bar", "baz"]}"#).resolve(pointer: pointer) == nil)
    }

    @Test(arguments: ["", "a", "/items/{id}", "~", "~1", "a~/b", "é😀", "~01"])
    func aTokenSurvivesEscaping(token: String) throws {
        #expect(JSONPointer.tokens(JSONPointer.append("/x", token)) == ["x", token])
    }

    @Test func escapingIsByTheStandard() {
        #expect(JSONPointer.escape("/items/{id}~") == "~1items~1{id}~0")
        #expect(JSONPointer.append("", "paths") == "/paths")
    }
}
