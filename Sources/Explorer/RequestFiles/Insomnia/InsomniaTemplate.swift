// Insomnia's templates: variables become {{name}}, tags that make up a value become {{$name}}; other tags and expressions
// stay as they are, with a note.

/// The part of Insomnia's template language (Nunjucks) that names variables.
enum InsomniaTemplate {
    /// `{{ _.base.url }}`, `{{ base_url }}` and `{{ _['base-url'] }}` as `{{base.url}}`,
    /// `{{base_url}}` and `{{base-url}}`; `{% uuid 'v4' %}` as `{{$uuid}}`.
    static func normalised(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var copied = 0
        visitTemplates(bytes) { kind, range in
            switch kind {
            case .variable:
                guard let name = variableName(bytes[range]) else { return }
                output += bytes[copied..<range.lowerBound]
                output += name
                copied = range.upperBound
            case .tag:
                guard let name = dynamicName(bytes[range]) else { return }
                output += bytes[copied..<range.lowerBound - 2]
                output += Array("{{\(name)}}".utf8)
                copied = range.upperBound + 2
            }
        }
        guard copied > 0 else { return text }
        return String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// Tags, expressions and vault references in normalised texts.
    static func leftovers(_ texts: [String]) -> (tags: NameList, expressions: NameList, vault: NameList) {
        var found = (tags: NameList(), expressions: NameList(), vault: NameList())
        for text in texts {
            let bytes = Array(text.utf8)
            visitTemplates(bytes) { kind, range in
                let inner = trimmed(bytes[range])
                switch kind {
                case .tag:
                    let word = inner.drop { $0 == UInt8(ascii: "-") || $0 <= 0x20 }.prefix { $0 > 0x20 }
                    found.tags.add(String(decoding: word, as: UTF8.self))
                case .variable where variableName(inner) == nil:
                    found.expressions.add("{{ \(String(decoding: inner, as: UTF8.self)) }}")
                case .variable where inner.starts(with: "vault.".utf8): found.vault.add(String(decoding: inner, as: UTF8.self))
                case .variable: break
                }
            }
        }
        return found
    }

    /// The dynamic variable that makes the same value as a tag; `nil` for a tag that needs Insomnia.
    private static func dynamicName(_ inner: ArraySlice<UInt8>) -> String? {
        var rest = trimmed(inner)
        // `{%- now -%}`: the signs take away the blanks around the tag.
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        if rest.last == UInt8(ascii: "-") { rest = rest.dropLast() }
        let words = String(decoding: rest, as: UTF8.self).split { $0.isWhitespace || "'\",".contains($0) }.map(String.init)
        return switch words {
        case ["uuid"], ["uuid", "v4"]: "$uuid"
        case ["now"], ["now", "iso-8601"], ["timestamp"], ["timestamp", "iso-8601"]: "$isoTimestamp"
        case ["now", "unix"], ["timestamp", "unix"]: "$timestamp"
        default: nil
        }
    }

    private enum Kind { case variable, tag }

    /// Visits the content between `{{` and `}}`, and between `{%` and `%}`. An unclosed one is plain text.
    private static func visitTemplates(_ bytes: [UInt8], _ visit: (Kind, Range<Int>) -> Void) {
        let (open, close, percent) = (UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "%"))
        var index = 0
        var start: (kind: Kind, at: Int)?
        while index + 1 < bytes.count {
            let (first, second) = (bytes[index], bytes[index + 1])
            if first == open, second == open || second == percent {
                start = (second == open ? .variable : .tag, index + 2)
                index += 2
            } else if let begun = start, second == close, first == (begun.kind == .variable ? close : percent) {
                visit(begun.kind, begun.at..<index)
                start = nil
                index += 2
            } else {
                index += 1
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let rest = bytes.drop { $0 <= 0x20 }
        return rest.prefix((rest.lastIndex { $0 > 0x20 } ?? rest.startIndex - 1) + 1 - rest.startIndex)
    }

    /// The variable that a path names: `_.a['b'][0]` is `a.b[0]`; `nil` for an expression.
    private static func variableName(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = trimmed(bytes)
        if rest.first == UInt8(ascii: "_"), let next = rest.dropFirst().first,
            next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
        {
            rest = next == UInt8(ascii: ".") ? rest.dropFirst(2) : rest.dropFirst()
        }
        var name: [UInt8] = []
        var isDotted = true
        while let first = rest.first {
            if first == UInt8(ascii: "[") {
                let inner = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
                guard rest.dropFirst(inner.count + 1).first != nil, let quote = inner.first else { return nil }
                if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
                    guard inner.count > 2, inner.last == quote else { return nil }
                    if !name.isEmpty { name.append(UInt8(ascii: ".")) }
                    name += inner.dropFirst().dropLast()
                } else {
                    guard !name.isEmpty, inner.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
                    name += [first] + inner + [UInt8(ascii: "]")]
                }
                rest = rest.dropFirst(inner.count + 2)
                isDotted = false
            } else if first == UInt8(ascii: "."), !isDotted {
                name.append(first)
                rest = rest.dropFirst()
                isDotted = true
            } else {
                let word = rest.prefix(while: isWordByte)
                guard isDotted, !word.isEmpty else { return nil }
                name += word
                rest = rest.dropFirst(word.count)
                isDotted = false
            }
        }
        return isDotted ? nil : name
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
