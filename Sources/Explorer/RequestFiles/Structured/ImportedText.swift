// A file of requests in JSON or YAML: its values, and the place of each in the user's file.

import Document
import YAMLText

/// A file that was read as JSON, or as YAML converted to JSON line by line.
struct ImportedText: Sendable {
    let root: JSONNode
    let file: String
    /// The line on which a second YAML document begins; it is not read.
    let secondDocument: Int?
    private let lines: LineIndex

    /// Reads a text in UTF-8, or in UTF-16 with a byte-order mark.
    /// - Parameter what: the expected kind of file, for the error: "Postman collection".
    init(_ bytes: [UInt8], file: String, as what: String, allowsYAML: Bool) throws(ImportError) {
        guard !TextDecoding.looksBinary(bytes) else {
            throw ImportError(ImportPlace(file: file), "these bytes are not text", hint: "a \(what) was expected")
        }
        let text = Self.isWide(bytes) ? Array(TextDecoding.string(bytes).utf8) : bytes
        let isJSON = Self.looksLikeJSON(text)
        guard isJSON || allowsYAML else {
            throw ImportError(ImportPlace(file: file, line: 1), "it is not JSON", hint: "a \(what) begins with {")
        }
        let document: JSONDocument
        if isJSON {
            secondDocument = nil
            document = try Self.document(text, file: file)
        } else {
            let yaml: YAMLText
            do throws(YAMLError) {
                yaml = try YAMLText(text)
            } catch {
                throw ImportError(ImportPlace(file: file, line: error.line), error.message, hint: "a \(what) was expected")
            }
            secondDocument = yaml.secondDocument
            document = try Self.document(yaml.json, file: file)
        }
        root = document.root
        lines = LineIndex(document.bytes)
        self.file = file
    }

    /// The place of a value.
    func place(_ node: JSONNode, _ pointer: String) -> ImportPlace {
        ImportPlace(file: file, line: lines.lineNumber(of: node.byteRange.lowerBound), pointer: pointer)
    }

    /// The name of the file without its folder and without the part after the first full stop. It is
    /// the default name of a collection.
    var stem: String {
        let name = file.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? file
        return name.split(separator: ".").first.map(String.init) ?? name
    }

    private static func document(_ json: [UInt8], file: String) throws(ImportError) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(json)
        } catch {
            let hint = error.isTruncated ? "it ends too early: export it again" : "check column \(error.column)"
            throw ImportError(ImportPlace(file: file, line: error.line), error.message, hint: hint)
        }
    }

    private static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
    }

    private static func looksLikeJSON(_ text: [UInt8]) -> Bool {
        let start = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let first = text[start...].first { $0 > 0x20 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
