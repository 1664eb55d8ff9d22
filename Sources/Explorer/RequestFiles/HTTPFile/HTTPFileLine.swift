// Classifies a single line of a .http file, as far as that is possible without the lines around it.

enum HTTPFileLine {
    /// The text after `###`; `nil` if the line is not a separator.
    static func separator(_ line: String) -> String? {
        guard LineSyntax.hasPrefix(line, "###") else { return nil }
        var title = line.utf8.drop { $0 == UInt8(ascii: "#") }
        while title.last == UInt8(ascii: "#") { title.removeLast() }
        return LineSyntax.trimmed(String(decoding: title, as: UTF8.self))
    }

    /// The text after `#` or `//`; `nil` if the line is not a comment.
    static func comment(_ line: String) -> String? {
        let line = LineSyntax.trimmed(line)
        if LineSyntax.hasPrefix(line, "#") {
            return LineSyntax.trimmed(String(decoding: line.utf8.drop { $0 == UInt8(ascii: "#") }, as: UTF8.self))
        }
        if LineSyntax.hasPrefix(line, "//") {
            return LineSyntax.trimmed(String(decoding: line.utf8.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self))
        }
        return nil
    }

    /// `@name value` of a comment; `nil` for prose, or a commented-out variable.
    static func metadata(_ comment: String, line: Int) -> HTTPFileMetadata? {
        guard LineSyntax.hasPrefix(comment, "@") else { return nil }
        let rest = LineSyntax.dropping(1, of: comment)
        let key = String(
            decoding: rest.utf8.prefix { !LineSyntax.isBlank($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") },
            as: UTF8.self)
        guard LineSyntax.isWord(key, extra: "_-.") else { return nil }
        var value = LineSyntax.trimmed(LineSyntax.dropping(key.utf8.count, of: rest))
        let data = HTTPFileMetadata(key: key, value: "", line: line)
        if LineSyntax.hasPrefix(value, "=") {
            guard data.isKnown else { return nil }
            value = LineSyntax.trimmed(LineSyntax.dropping(1, of: value))
        }
        return HTTPFileMetadata(key: key, value: value, line: line)
    }

    /// `@name = value`, also with `:=`; `nil` for other lines.
    static func variable(_ line: String) -> (name: String, value: String)? {
        let line = LineSyntax.trimmed(line)
        guard LineSyntax.hasPrefix(line, "@"),
            let halves = LineSyntax.halves(LineSyntax.dropping(1, of: line), at: UInt8(ascii: "="))
        else {
            return nil
        }
        var name = LineSyntax.trimmed(halves.before)
        if LineSyntax.hasSuffix(name, ":") { name = LineSyntax.trimmed(String(decoding: name.utf8.dropLast(), as: UTF8.self)) }
        guard !name.isEmpty, !name.utf8.contains(where: LineSyntax.isBlank) else { return nil }
        return (name, LineSyntax.trimmed(halves.after))
    }

    /// `Name: value`. A name is a token, and may contain variables.
    static func header(_ line: String) -> CollectionField? {
        let halves = VariableText.split(LineSyntax.trimmed(line), limit: 2) { $0 == UInt8(ascii: ":") }
        guard halves.count == 2 else { return nil }
        let name = LineSyntax.trimmed(halves[0])
        let bare = VariableText.spans(Array(name.utf8)).isEmpty ? name : LineSyntax.trimmed(VariableText.normalised(name))
        guard !bare.isEmpty,
            !bare.utf8.contains(where: { LineSyntax.isBlank($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "<") }),
            LineSyntax.hasPrefix(bare, "{{")
                || LineSyntax.isWord(String(decoding: bare.utf8.prefix(1), as: UTF8.self), extra: "_$!'*^`|~")
        else { return nil }
        return CollectionField(bare, VariableText.normalised(LineSyntax.trimmed(halves[1])))
    }

    /// `{{`, `{{@request`, `{{+after` alone on a line: a script begins.
    static func opensScript(_ line: String) -> Bool {
        let line = LineSyntax.trimmed(line)
        guard LineSyntax.hasPrefix(line, "{{") else { return false }
        var event = LineSyntax.dropping(2, of: line)
        if event.isEmpty { return true }
        guard LineSyntax.hasPrefix(event, "@") || LineSyntax.hasPrefix(event, "+") else { return false }
        event = LineSyntax.dropping(1, of: event)
        return event.isEmpty || LineSyntax.isWord(event)
    }

    /// `< file`, `<@ file`, `<@latin1 file`: the path, and how to process the file's text.
    static func fileReference(_ line: String) -> HTTPFileReference? {
        guard LineSyntax.hasPrefix(line, "<") else { return nil }
        var rest = LineSyntax.dropping(1, of: line)
        var reference = HTTPFileReference(path: "", expandsVariables: false, encoding: nil)
        if LineSyntax.hasPrefix(rest, "@") {
            reference.expandsVariables = true
            rest = LineSyntax.dropping(1, of: rest)
            let encoding = String(decoding: rest.utf8.prefix { !LineSyntax.isBlank($0) }, as: UTF8.self)
            if !encoding.isEmpty {
                guard LineSyntax.isWord(encoding) else { return nil }
                reference.encoding = encoding
                rest = LineSyntax.dropping(encoding.utf8.count, of: rest)
            }
        }
        guard let first = rest.utf8.first, LineSyntax.isBlank(first) else { return nil }
        reference.path = VariableText.normalised(LineSyntax.trimmed(rest))
        // Excludes markup with a blank after its bracket, and scripts.
        guard !reference.path.isEmpty, !LineSyntax.hasSuffix(reference.path, ">"), !LineSyntax.hasPrefix(reference.path, "{%")
        else {
            return nil
        }
        return reference
    }

    /// Whether the text after `>`, `>>` or `<>` is a path rather than quoted prose.
    static func looksLikePath(_ text: String) -> Bool {
        if text.isEmpty { return false }
        if ["./", "../", "/", "{{"].contains(where: { LineSyntax.hasPrefix(text, $0) }) { return true }
        return VariableText.words(text).count == 1 && text.utf8.dropFirst().contains(UInt8(ascii: "."))
    }

    /// `HTTP/1.1 200 - OK`: the status.
    static func status(_ line: String) -> Int? {
        guard LineSyntax.hasPrefix(line, "HTTP/") else { return nil }
        let words = VariableText.words(line)
        guard words.count > 1, words[1].utf8.count == 3, let status = Int(words[1]), (100...999).contains(status) else {
            return nil
        }
        return status
    }
}

/// A file that replaces a body or a part of one.
struct HTTPFileReference: Hashable {
    var path: String
    var expandsVariables: Bool
    var encoding: String?
}
