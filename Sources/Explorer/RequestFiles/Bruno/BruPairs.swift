// The `key: value` lines of a .bru block: disabled ones, quoted keys, texts in ''',
// annotations, lists, and nested blocks.

/// A `key: value` of a block.
struct BruPair {
    var name: String
    var value = ""
    /// The key is written `~key`.
    var isDisabled = false
    /// The text of the pair's `@description(…)`.
    var docs = ""
    /// The media type that an annotation after the value gives: `@contentType(application/json)`.
    var mediaType: String?
    /// The line number, from 1.
    var line: Int
    /// The items of `key: [ … ]`.
    var items: [String] = []
    /// The lines of `key: { … }`, with the number of the first.
    var inner: (line: Int, lines: [String])?

    var field: CollectionField { CollectionField(name, VariableText.normalised(value), isDisabled: isDisabled, docs: docs) }
}

/// Reads the pairs of a block.
struct BruPairs {
    var pairs: [BruPair] = []
    var notes: [ImportNote] = []
    private let lines: [String]
    /// The number of the first line, from 1.
    private let first: Int
    private let file: String
    private var index = 0

    init(_ block: BruBlock, file: String) { self.init(block.lines, first: block.line + 1, file: file) }

    init(_ lines: [String], first: Int, file: String) {
        self.lines = lines
        self.first = first
        self.file = file
        readPairs()
    }

    /// The value of the first enabled pair with this name.
    subscript(name: String) -> String? { pairs.first { $0.name == name && !$0.isDisabled }?.value }

    /// The finite number that is the value of `name`.
    func number(_ name: String) -> Double? { self[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

    private mutating func addNote(_ line: Int, _ message: String, hint: String) {
        notes.append(ImportNote(.skipped, ImportPlace(file: file, line: line), message, hint: hint))
    }

    private mutating func readPairs() {
        var docs = ""
        while index < lines.count {
            let line = LineSyntax.trimmed(lines[index])
            let number = first + index
            if line.isEmpty {
                index += 1
            } else if let annotation = readAnnotation(line) {
                if annotation.name == "description" { docs = annotation.value }
            } else if var pair = Self.parseKey(line, number: number) {
                pair.docs = docs
                docs = ""
                readValue(&pair)
                pairs.append(pair)
            } else {
                addNote(number, "the line is not `key: value`", hint: "write a colon after the key")
                index += 1
            }
        }
    }

    /// Reads `~"a key": rest`. The pair's value is the raw rest until ``readValue(_:)`` reads it.
    private static func parseKey(_ line: String, number: Int) -> BruPair? {
        var rest = line
        var pair = BruPair(name: "", line: number)
        if LineSyntax.hasPrefix(rest, "~") {
            pair.isDisabled = true
            rest = LineSyntax.dropping(1, of: rest)
        }
        if LineSyntax.hasPrefix(rest, "\"") {
            var bytes = Array(rest.utf8)[1...]
            var name: [UInt8] = []
            while let byte = bytes.popFirst(), byte != UInt8(ascii: "\"") {
                if byte == UInt8(ascii: "\\"), let next = bytes.first, next == 0x22 || next == 0x5c {
                    name.append(bytes.removeFirst())
                } else {
                    name.append(byte)
                }
            }
            rest = LineSyntax.trimmed(String(decoding: bytes, as: UTF8.self))
            guard LineSyntax.hasPrefix(rest, ":") else { return nil }
            pair.name = String(decoding: name, as: UTF8.self)
            pair.value = LineSyntax.trimmed(LineSyntax.dropping(1, of: rest))
            return pair
        }
        guard let halves = LineSyntax.halves(rest, at: UInt8(ascii: ":")) else { return nil }
        var (name, value) = (LineSyntax.trimmed(halves.before), LineSyntax.trimmed(halves.after))
        // `body:json: {` has a colon in its name.
        if LineSyntax.hasSuffix(value, ": {"), name == "body" {
            name += ":" + LineSyntax.trimmed(String(decoding: value.utf8.dropLast(3), as: UTF8.self))
            value = "{"
        }
        pair.name = name
        pair.value = value
        return pair
    }

    private mutating func readValue(_ pair: inout BruPair) {
        let indentation = LineSyntax.indentation(lines[index])
        let start = index + 1
        if LineSyntax.hasPrefix(pair.value, "'''") {
            let (text, rest) = readMultiline(after: LineSyntax.dropping(3, of: pair.value))
            pair.value = text
            pair.mediaType = BruAnnotation.parseAnnotations(rest).first { $0.name == "contentType" }?.value
            return
        }
        index = start
        guard pair.value == "{" || pair.value == "[" else {
            let parts = BruAnnotation.split(pair.value)
            pair.value = parts.text
            pair.mediaType = parts.mediaType
            return
        }
        let close = pair.value == "{" ? "}" : "]"
        while index < lines.count,
            !(LineSyntax.indentation(lines[index]) <= indentation && LineSyntax.trimmed(lines[index]) == close)
        {
            index += 1
        }
        let inner = Array(lines[start..<index])
        index += 1
        if close == "}" {
            pair.inner = (first + start, inner)
        } else {
            pair.items = inner.map { LineSyntax.trimmed($0) }.filter { !$0.isEmpty }
        }
        pair.value = ""
    }

    /// Reads a text up to the next `'''`, on this line or below, and the rest of that line.
    /// Leaves the index after that line.
    private mutating func readMultiline(after opening: String) -> (text: String, rest: String) {
        let quotes: StaticString = "'''"
        let number = first + index
        index += 1
        let bytes = Array(opening.utf8)
        if let end = LineSyntax.findFirst(quotes, in: bytes) {
            return (String(decoding: bytes[..<end], as: UTF8.self), String(decoding: bytes[(end + 3)...], as: UTF8.self))
        }
        var texts = opening.isEmpty ? [] : [opening]
        while index < lines.count {
            let line = lines[index]
            index += 1
            let bytes = Array(line.utf8)
            guard let end = LineSyntax.findFirst(quotes, in: bytes) else {
                texts.append(line)
                continue
            }
            let last = String(decoding: bytes[..<end], as: UTF8.self)
            if !LineSyntax.isBlank(last) { texts.append(last) }
            return (Self.outdented(texts), String(decoding: bytes[(end + 3)...], as: UTF8.self))
        }
        addNote(number, "the text in ''' is not closed", hint: "write ''' after it")
        return (Self.outdented(texts), "")
    }

    /// Removes the indentation that all lines share.
    private static func outdented(_ lines: [String]) -> String {
        let common = lines.filter { !LineSyntax.isBlank($0) }.map(LineSyntax.indentation).min() ?? 0
        return lines.map { LineSyntax.dropping(min(common, LineSyntax.indentation($0)), of: $0) }.joined(separator: "\n")
    }

    /// Reads `@description("…")` or `@number` before a pair. A local variable,
    /// `@name: value`, is not an annotation.
    private mutating func readAnnotation(_ line: String) -> BruAnnotation? {
        guard LineSyntax.hasPrefix(line, "@") else { return nil }
        let name = String(
            decoding: line.utf8.dropFirst().prefix { LineSyntax.isWord(String(decoding: [$0], as: UTF8.self)) }, as: UTF8.self)
        let rest = LineSyntax.trimmed(LineSyntax.dropping(1 + name.utf8.count, of: line))
        if rest.isEmpty {
            index += 1
            return BruAnnotation(name: name, value: "")
        }
        if LineSyntax.hasPrefix(rest, "('''") {
            return BruAnnotation(
                name: name, value: LineSyntax.trimmed(readMultiline(after: LineSyntax.dropping(4, of: rest)).text))
        }
        guard let annotation = BruAnnotation.parseAnnotations(line).first else { return nil }
        index += 1
        return annotation
    }
}

/// `@name(value)`.
struct BruAnnotation {
    var name: String
    var value: String

    /// The annotations that follow each other in a text, at most four.
    static func parseAnnotations(_ text: String) -> [BruAnnotation] {
        var found: [BruAnnotation] = []
        var bytes = Array(text.utf8)[...]
        while found.count < 4 {
            while let byte = bytes.first, LineSyntax.isBlank(byte) { bytes.removeFirst() }
            guard bytes.first == UInt8(ascii: "@"), let open = bytes.firstIndex(of: UInt8(ascii: "(")) else { break }
            let name = String(decoding: bytes[bytes.startIndex + 1..<open], as: UTF8.self)
            // The value ends with the parenthesis before the next annotation, or with the last one.
            let rest = Array(bytes[(open + 1)...])
            guard LineSyntax.isWord(name),
                let close = LineSyntax.findFirst(") @", in: rest) ?? rest.lastIndex(of: UInt8(ascii: ")"))
            else { break }
            var value = LineSyntax.trimmed(String(decoding: rest[..<close], as: UTF8.self))
            for quote in ["\"", "'"]
            where value.utf8.count > 1 && LineSyntax.hasPrefix(value, quote) && LineSyntax.hasSuffix(value, quote) {
                value = String(decoding: value.utf8.dropFirst().dropLast(), as: UTF8.self)
            }
            found.append(BruAnnotation(name: name, value: value))
            bytes = rest[(close + 1)...]
        }
        return found
    }

    /// A value and the `@contentType(…)` after it. An older form is `(Content-Type=…)`.
    static func split(_ text: String) -> (text: String, mediaType: String?) {
        let bytes = Array(text.utf8)
        guard bytes.last == UInt8(ascii: ")") else { return (text, nil) }
        for opening: StaticString in [" @contentType(", " (Content-Type="] {
            guard let place = LineSyntax.findFirst(opening, in: bytes) else { continue }
            let value = LineSyntax.trimmed(
                String(decoding: bytes[(place + opening.utf8CodeUnitCount)...].dropLast(), as: UTF8.self))
            return (LineSyntax.trimmed(String(decoding: bytes[..<place], as: UTF8.self)), value.isEmpty ? nil : value)
        }
        return (text, nil)
    }
}
