// A description's text as JSON, whatever it was written in: the one representation that everything behind this reads.

import Document
import YAMLText

/// The text of a description, or of a file that it refers to, as JSON.
public struct DescriptionText: Sendable {
    /// JSON in UTF-8. Of YAML every value stands on its own line of the YAML.
    public let json: [UInt8]
    /// It was written in YAML.
    public let isYAML: Bool
    /// The line on which a second YAML document begins; only the first is read.
    let secondDocument: Int?

    /// JSON that an earlier reading made from YAML.
    public init(madeFromYAML json: [UInt8]) {
        self.json = json
        isYAML = true
        secondDocument = nil
    }

    /// Recognises what the bytes are, and turns YAML into JSON.
    /// - Parameters:
    ///   - bytes: JSON or YAML in UTF-8 or UTF-16, or in UTF-32 with a byte-order mark.
    ///   - source: a file name or URL, for messages, and for what its ending says.
    /// - Throws: ``DescriptionError`` when it is neither.
    public init(_ bytes: [UInt8], source: String) throws(DescriptionError) {
        let text = Self.utf8(bytes)
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

    /// What reading it again would not tell: it may be kept in a cache as JSON alone.
    public var isWhole: Bool { secondDocument == nil }

    /// What people call its syntax.
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
                    "\(json.count) bytes were read; fetch it again, or close what is open"
                )
                : (.notJSON, "the JSON is broken: \(error.message)", "mend it there, and read it again")
            throw DescriptionError(
                kind, source: source, message: message, hint: hint, line: error.line, column: error.column)
        }
    }

    /// UTF-16 and UTF-32 are turned into UTF-8; everything else is left as it is.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return utf32(bytes.dropFirst(4), isBigEndian: false) }
        if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return utf32(bytes.dropFirst(4), isBigEndian: true) }
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            return Array(TextDecoding.string(bytes).utf8)
        }
        // Without a mark: a description begins with two characters of ASCII, and no text in UTF-8 has a zero.
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
            case .broken: (.notYAML, "the YAML is broken: \(error.message)", "mend it there, and read it again")
            case .excessive: (.excessive, "this YAML is not read: \(error.message)", "a description has no need of that")
            case .notJSON: (.notYAML, "this YAML has no JSON form: \(error.message)", "write it another way")
            }
        return DescriptionError(kind, source: source, message: message, hint: hint, line: error.line, column: error.column)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func reversed(unless isKept: Bool) -> [UInt8] { isKept ? Array(self) : Array(reversed()) }
}
