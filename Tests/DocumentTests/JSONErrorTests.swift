// What a broken text is told, and where.

import Document
import Testing

struct JSONErrorTests {
    @Test(arguments: [
        ("", "the text is empty", 1, 1), (" \n ", "the text is empty", 2, 2),
        ("{\"a\" 1}", "expected ':' after the key, found '1'", 1, 6),
        ("{\n\"a\": 1\n\"b\": 2}", "expected ',' or '}' after a value in an object, found '\"'", 3, 1),
        ("[1 2]", "expected ',' or ']' after a value in an array, found '2'", 1, 4),
        ("[1,]", "a comma before ']' with nothing after it", 1, 4),
        ("{\"a\":1,}", "a comma before '}' with nothing after it", 1, 8),
        ("{a: 1}", "expected a key in double quotes or '}', found 'a'", 1, 2),
        ("{'a': 1}", "expected a key in double quotes or '}', found '''", 1, 2),
        ("['a']", "expected a value, found a single quote: strings need double quotes", 1, 2),
        ("// x\n{}", "expected a value, found '/': JSON has no comments", 1, 1),
        ("{} {}", "more text after the end of the value: '{'", 1, 4),
        ("[01]", "a number must not begin with 0", 1, 3), ("[1.]", "expected a digit in a number, found ']'", 1, 4),
        ("[-]", "expected a digit in a number, found ']'", 1, 3), ("[NaN]", "expected a value, found 'N'", 1, 2),
        ("[trve]", "expected a value, found 't'", 1, 2),
        ("[\"a\nb\"]", "the line ends inside a string", 1, 4),
        ("[\"\\x\"]", "an unknown escape in a string: a backslash before 'x'", 1, 3),
        ("[\"\\u12g4\"]", "\\u must be followed by four hexadecimal digits", 1, 3),
        ("[\"a\tb\"]", "a control character inside a string must be written as an escape", 1, 4),
        ("[\u{1b}]", "expected a value, found the control byte 0x1b", 1, 2),
        ("[\"é€😀\", é]", "expected a value, found 'é'", 1, 9),
    ])
    func theMessageNamesWhatIsWrongAndWhere(text: String, message: String, line: Int, column: Int) throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
        #expect(error.message == message)
        #expect(error.line == line)
        #expect(error.column == column)
    }

    @Test(arguments: [
        ("{\n\n \"a\": [\n1,", "the text ends inside an array that began at line 3"),
        ("\n{\"a\": 1", "the text ends inside an object that began at line 2"),
        ("{\"a\"", "the text ends inside an object that began at line 1"),
        ("[1, \"abc", "the text ends inside a string that began at line 1"), ("[tr", "the text ends inside 'true'"),
        ("[-", "the text ends inside a number"),
    ])
    func aTextThatEndsTooEarlySaysInWhat(text: String, message: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
        #expect(error.message == message)
        #expect(error.isTruncated)
        #expect(error.offset == text.utf8.count)
    }

    @Test func brokenTextIsNotTruncated() throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(Array("[1,]".utf8)) }
        #expect(!error.isTruncated)
        #expect("\(error)" == "line 1, column 4: a comma before ']' with nothing after it")
    }
}
