// A request's body in a .http file: its lines if the format allows them, else a
// reference to a file for the body.

import NetLayer

struct HTTPFileBody {
    /// Each word is one line, or several lines of a text.
    private(set) var lines: [ShellWord] = []
    /// A step for the user before the request can be sent.
    private(set) var comment: String?

    var words: [ShellWord] { lines }

    init(_ request: WireRequest, _ names: inout SecretNames) {
        guard request.body.count > 0 else { return }
        let isHidden = request.isBodySecret && !names.reveals
        if let found = isHidden ? nil : Self.lines(of: request, &names) {
            lines = found
        } else {
            comment = "Put the body (\(request.body.count) bytes) into the file \(CurlLine.bodyFile) first."
            lines = [ShellWord("< ./\(CurlLine.bodyFile)")]
        }
    }

    private static func lines(of request: WireRequest, _ names: inout SecretNames) -> [ShellWord]? {
        let contentType = request.headers["Content-Type"] ?? ""
        if let boundary = SecretNames.boundary(contentType) {
            return request.formParts.flatMap { lines(of: $0, boundary, request, &names) }
        }
        switch request.body {
        case .none: return []
        case .sequence: return nil
        case .bytes(let bytes):
            let word = names.maskBody(bytes, contentType: contentType, secret: request.secretFields)
            return canStand(word, contentType) ? [word] : nil
        case .stream(let source):
            guard source.pieces.count == 1, case .file(let slice) = source.pieces[0] else { return nil }
            return reference(slice).map { [$0] }
        }
    }

    /// `< path`; `nil` for a part of a file, and for a path that readers would interpret differently.
    private static func reference(_ slice: FileSlice) -> ShellWord? {
        let path = slice.path
        guard slice.isWhole, path.unicodeScalars.allSatisfy({ ShellWord.isReadable($0) && $0 != "\n" && $0 != "\t" }),
            !path.contains("{{"), !path.hasSuffix(" "), !path.hasSuffix(">")
        else { return nil }
        return ShellWord("< " + (path.hasPrefix("/") || path.hasPrefix("./") ? path : "./" + path))
    }

    // MARK: Parts

    private static func lines(
        of parts: [WirePart], _ boundary: String, _ request: WireRequest, _ names: inout SecretNames
    ) -> [ShellWord]? {
        var lines: [ShellWord] = []
        for part in parts {
            var disposition = "Content-Disposition: form-data; name=\"\(part.name)\""
            if let fileName = part.fileName { disposition += "; filename=\"\(fileName)\"" }
            // Some readers treat a backslash as an escape, others do not.
            guard !disposition.contains("\\") else { return nil }
            lines += [ShellWord("--" + boundary), ShellWord(disposition)]
            if let type = part.contentType { lines.append(ShellWord("Content-Type: " + type)) }
            lines.append(ShellWord(""))
            if let file = part.file {
                guard let reference = reference(file) else { return nil }
                lines.append(reference)
            } else if let bytes = part.bytes {
                let text = ShellWord([.text(bytes)])
                // Some programs send a line break in a part as one byte, others as two.
                guard text.isReadable, !bytes.contains(UInt8(ascii: "\n")), canStand(text, "") || bytes.isEmpty else {
                    return nil
                }
                lines.append(names.maskContent(bytes, of: part.name, request.secretFields))
            } else {
                return nil
            }
        }
        lines.append(ShellWord("--\(boundary)--"))
        return lines.allSatisfy(\.isReadable) ? lines : nil
    }

    // MARK: Texts

    /// Whether every reader accepts the text as the body, and only as the body.
    private static func canStand(_ word: ShellWord, _ contentType: String) -> Bool {
        guard word.isReadable, word.count <= CurlLine.longestArgument else { return false }
        let type = contentType.lowercased()
        // Readers join the lines of forms, and change the line ends of these types.
        if type.hasPrefix("multipart/") || type.contains("ndjson") || type.contains("jsonlines") { return false }
        // A variable is a word like any other.
        let text = word.written { _ in "x" }
        if type.hasPrefix("application/x-www-form-urlencoded"), !text.utf8.allSatisfy(isEncoded) { return false }
        if text.contains("\\{\\{") { return false }
        let blank: (Unicode.Scalar?) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == nil }
        guard !blank(text.unicodeScalars.first), !blank(text.unicodeScalars.last) else { return false }
        return text.split(separator: "\n").allSatisfy { !hasMeaning($0) } && !isQuery(text, type)
    }

    /// Whether a form may contain the byte unchanged: readers encode all other bytes.
    private static func isEncoded(_ byte: UInt8) -> Bool {
        PercentCoding.isUnreserved(byte) || "/:@!$'()*,;?%+&=".utf8.contains(byte)
    }

    /// Whether a line is a comment, separator, script, response, file, variable or
    /// assert, or begins a request.
    private static func hasMeaning(_ line: Substring) -> Bool {
        let line = line.drop { $0 == " " || $0 == "\t" }
        if ["#", "//", "/*", ">", "< ", "<\t", "<@", "<>", "HTTP/", "@", "??", "..."].contains(where: line.hasPrefix) {
            return true
        }
        let words = line.split { $0 == " " || $0 == "\t" }
        guard words.count > 1, let method = words.first, HTTPMethod(rawValue: String(method)).isValid else { return false }
        return method == method.uppercased() && words.count < 4 && words[1].contains { "/.:*".contains($0) }
    }

    /// Whether the text is GraphQL, which readers convert to JSON.
    private static func isQuery(_ text: String, _ type: String) -> Bool {
        guard type.isEmpty || type.contains("json") || type.contains("graphql") else { return false }
        let first = text.prefix { $0.isLetter }
        return ["query", "mutation", "subscription", "fragment", "gql"].contains(first)
    }
}
