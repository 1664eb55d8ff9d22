// Distinguishes JSON from YAML, and names the format of other texts for the error message.

import Document

/// Recognises formats by their first bytes or their first keys.
enum FormatSniffer {
    enum Syntax { case json, yaml }

    private static let expected = "expected an OpenAPI description in JSON or YAML"

    /// The syntax that the bytes may have as a description.
    static func syntax(_ bytes: [UInt8], source: String) throws(DescriptionError) -> Syntax {
        func refusal(_ kind: DescriptionError.Kind, _ message: String, _ hint: String) -> DescriptionError {
            DescriptionError(kind, source: source, message: message, hint: hint, line: 1, column: 1)
        }
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        guard let first = bytes[start...].first(where: { !isSpace($0) }) else {
            throw refusal(
                .empty, bytes.isEmpty ? "the description is empty" : "the description has only blank space", expected)
        }
        if let name = compressed(bytes) { throw refusal(.binary, "this is \(name)", "unpack it first") }
        if TextDecoding.looksBinary(bytes) { throw refusal(.binary, "these bytes are not text", expected) }
        let isNamedYAML = [".yaml", ".yml"].contains { source.lowercased().hasSuffix($0) }
        // A text that begins like JSON may be YAML in flow style; only its file name decides.
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") {
            return isNamedYAML && (try? JSONDocument(bytes)) == nil ? .yaml : .json
        }
        let head = String(decoding: bytes[start...].prefix(8192), as: UTF8.self)
        // RAML is YAML. The signs of the other formats are lines that the text of a description
        // may contain too.
        let mayBeYAML = (isNamedYAML || isDescriptionInYAML(head)) && !head.hasPrefix("#%RAML")
        if !mayBeYAML, let format = ForeignFormat(text: head, source: source) {
            throw refusal(.otherFormat, "this is \(format.name), not an API description", format.hint)
        }
        if first == UInt8(ascii: "<") {
            let isPage = head.lowercased().contains("<html") || head.lowercased().contains("<!doctype html")
            throw refusal(
                .html, isPage ? "this is a web page, not a description" : "this is XML, not a description",
                "name the description itself, often /openapi.json or /v3/api-docs")
        }
        if mayBeYAML { return .yaml }
        if let name = requestFile(head) { throw refusal(.otherFormat, "this is \(name), not an API description", expected) }
        return looksYAML(head) ? .yaml : .json
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private static func compressed(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x1f, 0x8b]) { return "gzip-compressed" }
        if bytes.starts(with: [0x50, 0x4b, 0x03, 0x04]) { return "a zip archive" }
        if bytes.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) { return "zstd-compressed" }
        return nil
    }

    /// Whether the text has a YAML marker, or a description's key at the start of a line.
    private static func isDescriptionInYAML(_ head: String) -> Bool {
        let lines = head.split(whereSeparator: \.isNewline)
        if let first = lines.first, first.hasPrefix("---") || first.hasPrefix("%YAML") { return true }
        return lines.contains { line in
            ["openapi", "swagger", "asyncapi", "info", "paths"].contains { line.hasPrefix("\($0):") || line.hasPrefix("\($0) :") }
        }
    }

    /// Whether a line is a comment, a list item or a `key:`. A sentence in plain English is none of these.
    private static func looksYAML(_ head: String) -> Bool {
        head.split(whereSeparator: \.isNewline).contains { line in
            if line.hasPrefix("#") || line.hasPrefix("- ") { return true }
            guard let colon = line.firstIndex(of: ":") else { return false }
            let after = line[line.index(after: colon)...]
            return (after.isEmpty || after.hasPrefix(" ")) && !line[..<colon].trimming(" ").contains(" ")
        }
    }

    private static func requestFile(_ head: String) -> String? {
        if head.hasPrefix("curl ") { return "a curl command" }
        let methods = ["GET ", "POST ", "PUT ", "PATCH ", "DELETE ", "HEAD ", "OPTIONS "]
        let isRequest =
            head.hasPrefix("###")
            || head.split(whereSeparator: \.isNewline).prefix(20).contains { line in methods.contains { line.hasPrefix($0) } }
        return isRequest ? "a file of HTTP requests (.http)" : nil
    }
}

extension Substring {
    /// Without this character at its ends.
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return text
    }
}
