// A description's text as JSON, whatever its syntax: the one representation that all later steps read.

import Document
import YAMLText

/// The text of a description, or of a file that it refers to, as JSON.
public struct DescriptionText: Sendable {
    /// JSON in UTF-8. If it was YAML, every value is on the line that it has in the YAML.
    public let json: [UInt8]
    /// Whether the text was YAML.
    public let isYAML: Bool
    /// The line on which a second YAML document begins; only the first is read.
    let secondDocument: Int?

    /// JSON that an earlier reading made from YAML.
    public init(madeFromYAML json: [UInt8]) {
        self.json = json
        isYAML = true
        secondDocument = nil
    }

    /// Recognises the format of the bytes, and converts YAML to JSON.
    /// - Parameters:
    ///   - bytes: JSON or YAML in UTF-8 or UTF-16, or in UTF-32 with a byte-order mark.
    ///   - source: a file name or URL, for messages and for its extension.
    /// - Throws: ``DescriptionError`` when the bytes are neither JSON nor YAML.
    public init(_ bytes: [UInt8], source: String) throws(DescriptionError) {
        let text = Self.convertToUTF8(bytes)
        switch try FormatSniffer.syntax(text, source: source) {
        case .json:
            json = text
            isYAML = false
            secondDocument = nil
        case .yaml:
            do throws(YAMLError) {
                let yaml = try YAMLText(text)
                json = yaml.json
                secondDocument = yaml.secondDocument
            } catch {
                throw Self.refusal(error, source: source)
            }
            isYAML = true
        }
    }

    /// Whether the JSON alone represents it completely, so that a cache may store only the JSON.
    public var isWhole: Bool { secondDocument == nil }

    /// The name of its syntax in messages.
    var syntaxName: String { isYAML ? "YAML" : "JSON" }

    /// - Throws: ``DescriptionError`` with the first place that is not JSON.
    func document(source: String) throws(DescriptionError) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(json)
        } catch {
            let (kind, message, hint): (DescriptionError.Kind, String, String) =
                error.isTruncated
                ? (
                    .truncated, "the description is cut off: \(error.message)",
                    "\(json.count) bytes were read; fetch it again, or close the open part"
                )
                : (.notJSON, "the JSON is broken: \(error.message)", "correct it there and try again")
            throw DescriptionError(
                kind, source: source, message: message, hint: hint, line: error.line, column: error.column)
        }
    }

    /// Converts UTF-16 and UTF-32 to UTF-8; leaves other encodings unchanged.
    private static func convertToUTF8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return utf32(bytes.dropFirst(4), isBigEndian: false) }
        if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return utf32(bytes.dropFirst(4), isBigEndian: true) }
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            return Array(TextDecoding.string(bytes).utf8)
        }
        // UTF-16 without a byte-order mark: a description begins with two ASCII characters, and UTF-8 text
        // contains no zero byte.
        guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return bytes }
        switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
        case (false, true, false, true): return Array(TextDecoding.string(bytes, charset: "utf-16le").utf8)
        case (true, false, true, false): return Array(TextDecoding.string(bytes, charset: "utf-16be").utf8)
        default: return bytes
        }
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var text = String.UnicodeScalarView()
        var index = bytes.startIndex
        while index + 3 < bytes.endIndex {
            let unit = bytes[index..<index + 4].reversed(unless: isBigEndian).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            text.append(Unicode.Scalar(unit) ?? "\u{fffd}")
            index += 4
        }
        if index < bytes.endIndex { text.append("\u{fffd}") }
        return Array(String(text).utf8)
    }

    private static func refusal(_ error: YAMLError, source: String) -> DescriptionError {
        let (kind, message, hint): (DescriptionError.Kind, String, String) =
            switch error.kind {
            case .broken: (.notYAML, "the YAML is broken: \(error.message)", "correct it there and try again")
            case .excessive: (.excessive, "this YAML is not read: \(error.message)", "a description does not need it")
            case .notJSON: (.notYAML, "this YAML has no JSON form: \(error.message)", "write it in another form")
            }
        return DescriptionError(kind, source: source, message: message, hint: hint, line: error.line, column: error.column)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func reversed(unless isKept: Bool) -> [UInt8] { isKept ? Array(self) : Array(reversed()) }
}
