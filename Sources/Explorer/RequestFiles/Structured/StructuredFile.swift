// A JSON or YAML file, with the places of its values.

import Document
import YAMLText

/// A text that was parsed as JSON, or as YAML.
struct StructuredFile: Sendable {
    let root: JSONNode
    /// The line on which a second YAML document begins.
    let secondDocument: Int?
    private let lines: LineIndex
    /// The YAML source; `nil` for JSON, which has no tags.
    private let yaml: [UInt8]?
    private let yamlLines: LineIndex
    private let file: String

    init(_ bytes: [UInt8], file: String) throws(ImportError) {
        self.file = file
        let start = bytes.first {
            !ShellByte.isBlank($0) && $0 != ShellByte.newline && $0 != ShellByte.carriageReturn && $0 < 0x80
        }
        var source = bytes
        var second: Int?
        do throws(JSONError) {
            let document = try JSONDocument(bytes)
            root = document.root
            lines = LineIndex(document.bytes)
            secondDocument = nil
            yaml = nil
            yamlLines = lines
            return
        } catch {
            // A text that begins with a brace is meant as JSON.
            if start == ShellByte.openBrace {
                throw ImportError(
                    ImportPlace(file: file, line: error.line), "it is not JSON: \(error.message)", hint: "correct it there")
            }
        }
        do throws(YAMLError) {
            let yaml = try YAMLText(bytes)
            source = yaml.json
            second = yaml.secondDocument
        } catch {
            throw ImportError(
                ImportPlace(file: file, line: error.line), "it is not YAML: \(error.message)", hint: "correct it there")
        }
        do throws(JSONError) {
            let document = try JSONDocument(source)
            root = document.root
            lines = LineIndex(document.bytes)
            secondDocument = second
            yaml = bytes
            yamlLines = LineIndex(bytes)
        } catch {
            throw ImportError(ImportPlace(file: file, line: error.line), "it cannot be read: \(error.message)")
        }
    }

    /// A line of the file, for notes about no value.
    func place(line: Int) -> ImportPlace { ImportPlace(file: file, line: line) }

    func place(_ node: JSONNode, _ pointer: String) -> ImportPlace {
        ImportPlace(file: file, line: line(of: node), pointer: pointer)
    }

    /// Whether the YAML lines from a key to its value contain a tag such as
    /// `!json`, which JSON cannot represent.
    func hasTag(_ tag: String, key: JSONNode, value: JSONNode) -> Bool {
        guard let yaml else { return false }
        let (first, last) = (line(of: key) - 1, min(line(of: value), line(of: key) + 3) - 1)
        guard first >= 0, first <= last, last < yamlLines.count else { return false }
        // Search only the beginning of each line: a line may contain a whole collection.
        for row in first...last {
            let start = yaml[yamlLines[row]].prefix(512)
            guard let found = start.firstRange(of: Array("!\(tag)".utf8)) else { continue }
            return found.upperBound == start.endIndex || !ShellByte.isName(start[found.upperBound])
        }
        return false
    }

    func line(of node: JSONNode) -> Int { lines.lineNumber(of: node.byteRange.lowerBound) }
}
