// The input and output of a command: `>`, `<`, `<<<` and here-documents. Only the input
// says something about a request.

/// `<<EOF`: the lines up to one that is the delimiter alone.
struct HereDocument {
    var delimiter: [UInt8]
    /// `<<-`: strips tabs at the beginnings of lines.
    var stripsTabs: Bool
    /// The delimiter has no quotes, so the body expands variables.
    var expands: Bool
    var line: Int
    var body: [UInt8] = []
}

extension ShellReader {
    mutating func redirection() {
        // A number directly before it names a descriptor: `2>`.
        if let number = word, !number.isQuoted, number.bytes.allSatisfy(ShellByte.isDigit) { word = nil } else { endWord() }
        if peekByte(0) == ShellByte.less, peekByte(1) == ShellByte.less {
            if peekByte(2) == ShellByte.less {
                index += 3
                redirect = .hereString
            } else {
                index += 2
                beginDocument()
            }
            return
        }
        if peekByte(1) == ShellByte.open {
            let end = endOfNesting(from: index + 1, ShellByte.open, ShellByte.close)
            text.notes.append(
                ImportNote(.unsupported, place, "the output of another command is read as a file", hint: "write it to a file"))
            while index < end {
                if bytes[index] == ShellByte.newline { line += 1 }
                appendToWord(bytes[index])
                index += 1
            }
            word?.hasSubstitution = true
            return
        }
        redirect = peekByte(0) == ShellByte.less ? .inputFile : .output
        index += 1
        while let next = peekByte(0), next == ShellByte.greater || next == ShellByte.ampersand || next == ShellByte.bar {
            index += 1
        }
    }

    private mutating func beginDocument() {
        var document = HereDocument(delimiter: [], stripsTabs: peekByte(0) == UInt8(ascii: "-"), expands: true, line: line)
        if document.stripsTabs { index += 1 }
        while let next = peekByte(0), ShellByte.isBlank(next) { index += 1 }
        while let next = peekByte(0), !ShellByte.isBlank(next), next != ShellByte.newline, next != ShellByte.bar,
            next != ShellByte.semicolon, next != ShellByte.ampersand, next != ShellByte.less, next != ShellByte.greater
        {
            if next == ShellByte.apostrophe || next == ShellByte.quote || next == ShellByte.backslash {
                document.expands = false
            } else {
                document.delimiter.append(next)
            }
            index += 1
        }
        documentOwners[text.commands.count] = documents.count
        documents.append(document)
    }

    /// Reads the bodies of the here-documents that the previous line named.
    mutating func readHereDocuments() {
        while readDocuments < documents.count {
            readDocument(readDocuments)
            readDocuments += 1
        }
    }

    private mutating func readDocument(_ number: Int) {
        var document = documents[number]
        let start = line
        var body: [UInt8] = []
        var isClosed = false
        while index < bytes.count, !isClosed {
            var end = index
            while end < bytes.count, bytes[end] != ShellByte.newline { end += 1 }
            var row = bytes[index..<end]
            if document.stripsTabs { row = row.drop { $0 == ShellByte.tab } }
            isClosed = row.elementsEqual(document.delimiter)
            if !isClosed { body += row + [ShellByte.newline] }
            index = min(end + 1, bytes.count)
            line += 1
        }
        if !isClosed {
            text.notes.append(
                ImportNote(
                    .assumed, ImportPlace(file: file, line: document.line),
                    "the here-document has no line that is \(String(decoding: document.delimiter, as: UTF8.self)) alone; read to the file's end"
                ))
        }
        if document.expands {
            var inner = ShellReader(body, file: file, line: start, depth: depth)
            inner.text.printfRoom = text.printfRoom
            while inner.index < inner.bytes.count { inner.stepInQuotes(escapesQuote: false) }
            text.printfRoom = inner.text.printfRoom
            body = inner.word?.bytes ?? []
            text.notes += inner.text.notes
            text.variables.formUnion(inner.text.variables)
        }
        document.body = body
        documents[number] = document
    }
}
