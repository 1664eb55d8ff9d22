// Tells Hurl files from .http files. Their request lines and header fields are the same, but Hurl's sections and responses
// would be read as the body of a .http request, and sent.

/// Finds what only Hurl files have.
enum HurlSign {
    /// Sections that no other format has.
    private static let sections: Set<String> = [
        "[Asserts]", "[Captures]", "[QueryStringParams]", "[FormParams]", "[MultipartFormData]", "[BasicAuth]",
    ]
    /// Sections whose names may also stand in the text of a body, as in an INI file.
    private static let plainSections: Set<String> = ["[Query]", "[Form]", "[Multipart]", "[Cookies]", "[Options]"]

    /// The number of the first line, from 1, that only a Hurl file has; `nil` if there is none.
    static func findLine(in lines: [String]) -> Int? {
        for (index, line) in lines.enumerated() {
            guard let first = line.utf8.first(where: { !LineSyntax.isBlank($0) }),
                first == UInt8(ascii: "[") || first == UInt8(ascii: "H")
            else { continue }
            let text = withoutComment(line)
            if sections.contains(text) || isResponse(text) { return index + 1 }
            guard plainSections.contains(text), isAboveBody(index, lines) else { continue }
            let next = lines[(index + 1)...].first { !LineSyntax.isBlank($0) && !LineSyntax.hasPrefix($0, "#") }
            if let next, HTTPFileLine.header(next) != nil { return index + 1 }
        }
        return nil
    }

    static func refusal(file: String, line: Int?) -> ImportError {
        ImportError(
            ImportPlace(file: file, line: line), "this is a Hurl file, which is not read",
            hint: "run it with hurl, or write its requests as .http: forms as bodies, without responses and sections")
    }

    /// `HTTP 200`, `HTTP *` or `HTTP/* 200`; a version, as in `HTTP/2 200`, also stands in .http files.
    private static func isResponse(_ line: String) -> Bool {
        let words = VariableText.words(line)
        guard words.count == 2, words[0] == "HTTP" || words[0] == "HTTP/*" else { return false }
        return words[1] == "*" || words[1].utf8.count == 3 && words[1].utf8.allSatisfy(ShellByte.isDigit)
    }

    /// Whether a section stands below the request line or the header fields, with at most blank lines between.
    private static func isAboveBody(_ index: Int, _ lines: [String]) -> Bool {
        guard let above = lines[..<index].last(where: { !LineSyntax.isBlank($0) && !LineSyntax.hasPrefix($0, "#") }) else {
            return false
        }
        return HTTPRequestLine(above) != nil || HTTPFileLine.header(above) != nil
    }

    private static func withoutComment(_ line: String) -> String {
        LineSyntax.trimmed(LineSyntax.halves(line, at: UInt8(ascii: "#"))?.before ?? line)
    }
}
