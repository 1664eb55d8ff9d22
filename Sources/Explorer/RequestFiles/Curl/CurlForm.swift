// The values of `-F`: `name=text`, `name=@file`, `name=<file`, each with `;type=`, `;filename=`
// and the other options of curl.

/// Reads the parts of a multipart body.
struct CurlForm {
    private(set) var parts: [CollectionPart] = []
    private(set) var notes: [ImportNote] = []
    private let file: String
    private let input: ShellInput?
    private var bytes: [UInt8] = []
    private var index = 0
    private var place = ImportPlace()

    static func readParts(_ values: [CurlSettings.Part], input: ShellInput?, file: String) -> CurlForm {
        var form = CurlForm(file: file, input: input)
        for part in values { form.readPart(part) }
        return form
    }

    private init(file: String, input: ShellInput?) {
        self.file = file
        self.input = input
    }

    private mutating func addNote(_ kind: ImportNote.Kind, _ message: String, hint: String = "") {
        notes.append(ImportNote(kind, place, message, hint: hint))
    }

    private mutating func readPart(_ part: CurlSettings.Part) {
        place = ImportPlace(file: file, line: part.value.line)
        guard let equals = part.value.bytes.firstIndex(of: UInt8(ascii: "=")) else {
            addNote(.skipped, "a part of the form has no name", hint: "write name=value")
            return
        }
        let name = String(decoding: part.value.bytes[..<equals], as: UTF8.self)
        bytes = Array(part.value.bytes[(equals + 1)...])
        index = 0
        if part.isLiteral {
            parts.append(CollectionPart(name, .text(String(decoding: bytes, as: UTF8.self))))
            return
        }
        if bytes.first == UInt8(ascii: "(") || (name.isEmpty && bytes == [UInt8(ascii: ")")]) {
            addNote(
                .unsupported, "a part with parts of its own is not kept; its parts stand in the form itself",
                hint: "send it as a text or a file")
            return
        }
        switch bytes.first {
        case UInt8(ascii: "@"): readFiles(name)
        case UInt8(ascii: "<"):
            index = 1
            let content = readContent(until: nil)
            if case .text(let text) = input, content.data == Array("-".utf8) {
                append(CollectionPart(name, .text(String(decoding: text, as: UTF8.self))), content)
            } else {
                addNote(
                    .unsupported, "curl sends this file's content without a file name; here it is sent with one",
                    hint: "put the content itself there")
                append(CollectionPart(name, .file(path: content.text)), content)
            }
        case .some, nil:
            let content = readContent(until: nil)
            var part = CollectionPart(name, .text(content.text), fileName: content.fileName)
            part.mediaType = content.fileName.flatMap { Self.mediaType(of: $0) }
            append(part, content)
        }
    }

    /// `@one,two;type=…`: each file may have its own type and name.
    private mutating func readFiles(_ name: String) {
        var count = 0
        repeat {
            index += 1
            let content = readContent(until: UInt8(ascii: ","))
            if content.data == Array("-".utf8), case .text(let text) = input {
                append(
                    CollectionPart(name, .text(String(decoding: text, as: UTF8.self)), fileName: content.fileName ?? "-"), content
                )
            } else {
                var part = CollectionPart(name, .file(path: content.text), fileName: content.fileName)
                part.mediaType =
                    content.fileName.flatMap(Self.mediaType) ?? Self.mediaType(of: content.text) ?? "application/octet-stream"
                append(part, content)
            }
            count += 1
        } while index < bytes.count && bytes[index] == UInt8(ascii: ",")
        if count > 1 {
            addNote(
                .unsupported, "curl puts the \(count) files into one part; here each is a part of its own",
                hint: "write one -F for each file")
        }
    }

    private mutating func append(_ part: CollectionPart, _ content: Content) {
        var part = part
        part.mediaType = content.mediaType ?? part.mediaType
        parts.append(part)
    }

    private struct Content {
        var data: [UInt8]
        var mediaType: String?
        var fileName: String?

        var text: String { String(decoding: data, as: UTF8.self) }
    }

    /// A word and the `;key=value` options after it, up to `end`.
    private mutating func readContent(until end: UInt8?) -> Content {
        var content = Content(data: readWord(until: end))
        while index < bytes.count, bytes[index] == ShellByte.semicolon {
            index += 1
            skipBlanks()
            if skipIfPresent("type=") {
                content.mediaType = readType(until: end)
            } else if skipIfPresent("filename=") {
                content.fileName = String(decoding: readWord(until: end), as: UTF8.self)
            } else if startsWith("headers=") || startsWith("encoder=") {
                addNote(.unsupported, "header fields and encodings of a part are not kept", hint: "remove them")
                _ = readWord(until: end)
            } else {
                let unknown = readWord(until: end)
                if !unknown.isEmpty {
                    addNote(.assumed, "the part after the ; is ignored, as curl does", hint: "put the value into double quotes")
                }
            }
        }
        return content
    }

    /// A media type with its parameters, which follow a `;` like the other
    /// options: `text/plain; charset=utf-8`.
    private mutating func readType(until end: UInt8?) -> String {
        skipBlanks()
        let start = index
        let name = plain(until: end)
        if !name.contains(UInt8(ascii: "/")) {
            addNote(
                .assumed, "\(String(decoding: name, as: UTF8.self)) is not a media type; curl refuses it",
                hint: "write one like text/plain")
        }
        while index < bytes.count, bytes[index] == ShellByte.semicolon {
            let semicolon = index
            index += 1
            skipBlanks()
            if startsWith("filename=") || startsWith("headers=") || startsWith("encoder=") {
                index = semicolon
                break
            }
            _ = plain(until: end)
        }
        return String(decoding: Self.trimmed(bytes[start..<index]), as: UTF8.self)
    }

    /// A word in double quotes, or up to a `;` or the end, without surrounding blanks.
    private mutating func readWord(until end: UInt8?) -> [UInt8] {
        skipBlanks()
        guard index < bytes.count, bytes[index] == ShellByte.quote else { return Array(plain(until: end)) }
        var word: [UInt8] = []
        var next = index + 1
        while next < bytes.count {
            let isEscape = bytes[next] == ShellByte.backslash && next + 1 < bytes.count
            if isEscape, bytes[next + 1] == ShellByte.backslash || bytes[next + 1] == ShellByte.quote {
                next += 1
            } else if bytes[next] == ShellByte.quote {
                index = next + 1
                if plain(until: end).contains(where: { !Self.isSpace($0) }) {
                    addNote(.assumed, "the part after the quote is ignored, as curl does", hint: "delete it")
                }
                return word
            }
            word.append(bytes[next])
            next += 1
        }
        // Without a closing quote it is a plain text.
        return Array(plain(until: end))
    }

    private mutating func plain(until end: UInt8?) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, bytes[index] != ShellByte.semicolon, bytes[index] != end { index += 1 }
        return Self.trimmed(bytes[start..<index])
    }

    private static func trimmed(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var word = word
        while let last = word.last, isSpace(last) { word.removeLast() }
        return word
    }

    private mutating func skipBlanks() { while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 } }

    private func startsWith(_ text: String) -> Bool { bytes[index...].prefix(text.utf8.count).elementsEqual(text.utf8) }

    private mutating func skipIfPresent(_ text: String) -> Bool {
        guard startsWith(text) else { return false }
        index += text.utf8.count
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { ShellByte.isBlank(byte) || (0x0a...0x0d).contains(byte) }

    /// The media type that curl derives from the file name's extension.
    static func mediaType(of path: String) -> String? {
        let name = path.lowercased()
        return types.first { name.hasSuffix($0.0) }?.1
    }

    private static let types = [
        (".gif", "image/gif"), (".jpg", "image/jpeg"), (".jpeg", "image/jpeg"), (".png", "image/png"), (".svg", "image/svg+xml"),
        (".txt", "text/plain"), (".htm", "text/html"), (".html", "text/html"), (".pdf", "application/pdf"),
        (".xml", "application/xml"),
    ]
}
