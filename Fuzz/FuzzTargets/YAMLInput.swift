// Fuzzes the YAML front end: its output is JSON, on no more lines than the YAML has.

import Document
import YAMLText

enum YAMLInput {
    static func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        let (text, failure) = read(bytes)
        let (again, failureAgain) = read(bytes)
        try require(failure == failureAgain && text?.json == again?.json, "two readings differ")
        if let failure { try require(failure.line >= 1 && !failure.message.isEmpty, "the error has no place: \(failure)") }
        guard let text else { return }
        do throws(JSONError) {
            _ = try JSONDocument(text.json)
        } catch {
            throw FuzzFinding("it is made into what is no JSON: \(error)")
        }
        // YAML 1.1 has several kinds of line breaks, and some encodings use more bytes for each.
        let lines = text.json.count { $0 == UInt8(ascii: "\n") }
        try require(lines <= bytes.count, "\(bytes.count) bytes become \(lines) lines")
    }

    private static func read(_ bytes: [UInt8]) -> (YAMLText?, YAMLError?) {
        do throws(YAMLError) {
            return (try YAMLText(bytes), nil)
        } catch {
            return (nil, error)
        }
    }
}
