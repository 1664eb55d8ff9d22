// Quotes, escapes and variables of a shell word.

extension ShellReader {
    /// A backslash outside quotes makes the next byte literal; before a line break it joins the lines.
    mutating func escape() {
        guard let next = peekByte(1) else {
            appendToWord(ShellByte.backslash)
            index += 1
            return
        }
        if next == ShellByte.newline {
            index += 2
            line += 1
            return
        }
        if ShellByte.isBlank(next), let end = endOfBlankLine(from: index + 1) {
            text.notes.append(
                ImportNote(
                    .assumed, place, "there are blanks between the backslash and the end of its line; read as if there were none",
                    hint: "delete them: a shell ends the command there"))
            index = end + 1
            line += 1
            return
        }
        quote()
        appendToWord(next)
        index += 2
    }

    private func endOfBlankLine(from start: Int) -> Int? {
        var end = start
        while end < bytes.count, ShellByte.isBlank(bytes[end]) { end += 1 }
        return end < bytes.count && bytes[end] == ShellByte.newline ? end : nil
    }

    mutating func singleQuoted() {
        let opening = place
        quote()
        index += 1
        while index < bytes.count, bytes[index] != ShellByte.apostrophe { appendByte() }
        close(opening)
    }

    mutating func doubleQuoted() {
        let opening = place
        quote()
        index += 1
        while index < bytes.count, bytes[index] != ShellByte.quote { stepInQuotes(escapesQuote: true) }
        close(opening)
    }

    /// One step inside double quotes, or in a here-document, where a quote neither
    /// ends the text nor needs an escape.
    mutating func stepInQuotes(escapesQuote: Bool) {
        switch bytes[index] {
        case ShellByte.backslash:
            switch peekByte(1) {
            case ShellByte.newline:
                index += 2
                line += 1
            case .some(let next)
            where next == ShellByte.dollar || next == ShellByte.backquote || next == ShellByte.backslash
                || (escapesQuote && next == ShellByte.quote):
                appendToWord(next)
                index += 2
            default: appendByte()
            }
        case ShellByte.dollar: dollar(inQuotes: true)
        case ShellByte.backquote: backquoted()
        default: appendByte()
        }
    }

    /// Adds a byte literally.
    private mutating func appendByte() {
        if bytes[index] == ShellByte.newline { line += 1 }
        appendToWord(bytes[index])
        index += 1
    }

    private mutating func close(_ opening: ImportPlace) {
        guard index < bytes.count else {
            text.notes.append(
                ImportNote(
                    .assumed, opening, "the quote that begins here has no end; the rest of the file is in it", hint: "close it"))
            return
        }
        index += 1
    }

    /// `$'…'`, `$"…"`, `$NAME`, `${NAME}`, `$(…)`. Before anything else a dollar is literal.
    mutating func dollar(inQuotes: Bool) {
        switch peekByte(1) {
        case ShellByte.apostrophe where !inQuotes: ansiQuoted()
        case ShellByte.quote where !inQuotes:
            index += 1
            doubleQuoted()
        case ShellByte.open:
            substitution(from: index, to: endOfNesting(from: index + 1, ShellByte.open, ShellByte.close))
        case ShellByte.openBrace: bracedVariable()
        case .some(let next) where ShellByte.isName(next):
            var end = index + 2
            // A number has one digit only: `$12` is `$1` and a 2.
            if !ShellByte.isDigit(next) { while end < bytes.count, ShellByte.isName(bytes[end]) { end += 1 } }
            variable(bytes[index + 1..<end])
            index = end
        default:
            appendToWord(ShellByte.dollar)
            index += 1
        }
    }

    private mutating func variable(_ name: ArraySlice<UInt8>) {
        text.variables.insert(String(decoding: name, as: UTF8.self))
        appendToWord([0x7b, 0x7b] + name + [0x7d, 0x7d])
    }

    private mutating func bracedVariable() {
        let end = endOfNesting(from: index + 1, ShellByte.openBrace, ShellByte.closeBrace)
        let inner = bytes[min(index + 2, end)..<max(min(index + 2, end), end - 1)]
        let name = inner.prefix(while: ShellByte.isName)
        if name.isEmpty {
            substitution(from: index, to: end)
            return
        }
        if name.count < inner.count {
            let shown = String(decoding: name, as: UTF8.self)
            text.notes.append(
                ImportNote(
                    .unsupported, place, "only the name of ${\(shown)…} is kept", hint: "give \(shown) the value it is to have"))
        }
        variable(name)
        skip(to: end)
    }

    mutating func backquoted() {
        var end = index + 1
        while end < bytes.count, bytes[end] != ShellByte.backquote { end += bytes[end] == ShellByte.backslash ? 2 : 1 }
        substitution(from: index, to: min(end + 1, bytes.count))
    }

    /// The output of another command is unknown, so the word keeps the text of the substitution as written.
    private mutating func substitution(from start: Int, to end: Int) {
        let source = bytes[start..<end]
        if let output = ShellPrintf.substituted(source, file: file, depth: depth, room: &text.printfRoom) {
            appendToWord(output)
            skip(to: end)
            return
        }
        let shown = String(decoding: source.prefix(60), as: UTF8.self) + (source.count > 60 ? "…" : "")
        text.notes.append(
            ImportNote(
                .unsupported, place,
                "\(shown.split(separator: "\n").joined(separator: " ")) is computed by the shell, and kept as written",
                hint: "put the value there, or a variable"))
        appendToWord(source)
        word?.hasSubstitution = true
        skip(to: end)
    }

    private mutating func skip(to end: Int) {
        while index < end {
            if bytes[index] == ShellByte.newline { line += 1 }
            index += 1
        }
    }

    /// The index after the bracket that closes the one at `start`; the end of the text if none
    /// does. Ignores brackets in quotes.
    func endOfNesting(from start: Int, _ opening: UInt8, _ closing: UInt8) -> Int {
        var depth = 0
        var quote: UInt8?
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            if byte == ShellByte.backslash, quote != ShellByte.apostrophe {
                place += 2
                continue
            }
            if quote == byte {
                quote = nil
            } else if quote == nil {
                if byte == ShellByte.apostrophe || byte == ShellByte.quote { quote = byte }
                if byte == opening { depth += 1 }
                if byte == closing {
                    depth -= 1
                    if depth == 0 { return place + 1 }
                }
            }
            place += 1
        }
        return bytes.count
    }
}
