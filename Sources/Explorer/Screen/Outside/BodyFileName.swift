// The file name of a body: the name from its headers (RFC 6266), else the end of its URL, sanitized.

import NetLayer

enum BodyFileName {
    /// A name without a folder. Never empty, never hidden, never an option.
    static func suggested(headers: Headers, url: URI?) -> String {
        let type = mediaType(headers)
        if let given = headers["Content-Disposition"].flatMap(ContentDisposition.fileName), let name = harmless(given) {
            return name
        }
        let segment = url?.path.split(separator: "/").last.map { PercentCoding.decode(String($0)) }
        let name = segment.flatMap(harmless) ?? "body"
        guard let ending = type.flatMap(ending), !hasEnding(name) else { return name }
        return "\(name).\(ending)"
    }

    /// The last component without control characters, characters that shells and file systems dislike,
    /// leading dots and dashes; at most 120 characters, including the extension.
    static func harmless(_ text: String) -> String? {
        let component = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        var name = String(
            component.unicodeScalars.map { scalar -> Character in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: "_"
                default: "\"*:<>?|".unicodeScalars.contains(scalar) ? "_" : Character(scalar)
                }
            })
        name = String(name.drop { ".-~ ".contains($0) })
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        guard !name.isEmpty, name.contains(where: { $0 != "_" }) else { return nil }
        if name.count > 120 || name.utf8.count > 240 {
            let ending = hasEnding(name) ? "." + (name.split(separator: ".").last ?? "") : ""
            var stem = String(name.prefix(120 - ending.count))
            while stem.utf8.count > 240 - ending.utf8.count { stem.removeLast() }
            name = stem + ending
        }
        return name
    }

    private static func hasEnding(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        let ending = name[name.index(after: dot)...]
        return (1...8).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && ending.contains(where: \.isLetter)
    }

    private static func mediaType(_ headers: Headers) -> String? {
        headers["Content-Type"]?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    }

    private static func ending(_ type: String) -> String? {
        if let known = endings[type] { return known }
        if type.hasSuffix("+json") { return "json" }
        if type.hasSuffix("+xml") { return "xml" }
        return type.hasPrefix("text/") ? "txt" : nil
    }

    private static let endings = [
        "application/json": "json", "application/x-ndjson": "jsonl", "application/xml": "xml", "text/xml": "xml",
        "text/html": "html",
        "text/csv": "csv", "text/css": "css", "text/markdown": "md", "text/javascript": "js", "application/javascript": "js",
        "application/yaml": "yaml", "application/x-yaml": "yaml", "text/yaml": "yaml", "application/pdf": "pdf",
        "application/zip": "zip", "application/gzip": "gz", "application/x-tar": "tar", "image/png": "png", "image/jpeg": "jpg",
        "image/gif": "gif", "image/svg+xml": "svg", "image/webp": "webp", "application/octet-stream": "bin",
    ]
}

/// The file name of that header field; other parameters are ignored.
enum ContentDisposition {
    /// `filename*` (RFC 8187) before `filename`; `nil` when there is neither.
    static func fileName(_ value: String) -> String? {
        let parameters = parameters(value)
        if let extended = parameters["filename*"] {
            let parts = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
            if parts.count == 3, ["utf-8", "us-ascii", "iso-8859-1"].contains(parts[0].lowercased()) {
                return PercentCoding.decode(String(parts[2]))
            }
        }
        return parameters["filename"]
    }

    /// Names in lower case; the first of a name counts. A quoted string may contain
    /// semicolons and escaped characters.
    private static func parameters(_ value: String) -> [String: String] {
        var found: [String: String] = [:]
        var rest = value.drop { $0 != ";" }.dropFirst()
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            var text = ""
            if rest.first == "=" {
                rest = rest.dropFirst().drop { $0 == " " }
                if rest.first == "\"" {
                    rest = rest.dropFirst()
                    while let character = rest.popFirst(), character != "\"" {
                        text.append(character == "\\" ? rest.popFirst() ?? character : character)
                    }
                } else {
                    text = rest.prefix { $0 != ";" }.filter { $0 != " " }
                }
            }
            let key = name.filter { $0 != " " && $0 != "\t" }.lowercased()
            if !key.isEmpty, found[key] == nil { found[key] = text }
            rest = rest.drop { $0 != ";" }.dropFirst()
        }
        return found
    }
}
