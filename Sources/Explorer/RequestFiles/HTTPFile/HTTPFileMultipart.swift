// A multipart body as written in a .http file: boundaries, the parts' own header
// fields, texts and `< file` lines.

struct HTTPFileMultipart {
    var parts: [CollectionPart] = []
    var notes: [ImportNote] = []

    /// - Returns: `nil` if the body has no boundary, or a part has no name: such a text is sent as it is.
    static func readBody(_ lines: [(line: Int, text: String)], mediaType: String, file: String) -> HTTPFileMultipart? {
        guard let first = lines.first else { return nil }
        var body = HTTPFileMultipart()
        var boundary = HTTPFileDisposition(mediaType)["boundary"] ?? ""
        if boundary.isEmpty {
            guard LineSyntax.hasPrefix(first.text, "--"), first.text.utf8.count > 2 else { return nil }
            boundary = LineSyntax.dropping(2, of: LineSyntax.trimmed(first.text))
            let place = ImportPlace(file: file, line: first.line)
            body.notes.append(
                ImportNote(.assumed, place, "the boundary is read from the body", hint: "write it into Content-Type"))
        }
        boundary = "--" + VariableText.normalised(boundary)
        var part: [(line: Int, text: String)] = []
        var isOpen = false
        for line in lines {
            let text = VariableText.normalised(LineSyntax.trimmed(line.text))
            guard text == boundary || text == boundary + "--" else {
                part.append(line)
                continue
            }
            if isOpen, !body.addPart(part, file: file) { return nil }
            if !isOpen { body.noteText(part, file: file) }
            part = []
            isOpen = text == boundary
        }
        // Authors often omit the last boundary.
        if !isOpen { body.noteText(part, file: file) }
        if isOpen, !part.allSatisfy({ LineSyntax.isBlank($0.text) }), !body.addPart(part, file: file) { return nil }
        return body.parts.isEmpty ? nil : body
    }

    private mutating func noteText(_ lines: [(line: Int, text: String)], file: String) {
        guard let first = lines.first(where: { !LineSyntax.isBlank($0.text) }) else { return }
        notes.append(
            ImportNote(
                .skipped, ImportPlace(file: file, line: first.line), "text outside of the parts", hint: "write it into one"))
    }

    private mutating func addPart(_ lines: [(line: Int, text: String)], file: String) -> Bool {
        guard let first = lines.first else { return false }
        let place = ImportPlace(file: file, line: first.line)
        let headers = lines.prefix { !LineSyntax.isBlank($0.text) && HTTPFileLine.fileReference($0.text) == nil }
        var content = Array(lines.dropFirst(headers.count))
        if content.first.map({ LineSyntax.isBlank($0.text) }) == true { content.removeFirst() }
        var part: CollectionPart?
        var mediaType: String?
        for header in headers {
            guard let field = HTTPFileLine.header(header.text) else { return false }
            switch field.name.lowercased() {
            case "content-disposition":
                let disposition = HTTPFileDisposition(field.value)
                guard let name = disposition["name"] else { return false }
                part = CollectionPart(name, .text(""), fileName: disposition["filename"])
            case "content-type": mediaType = field.value
            default:
                notes.append(
                    ImportNote(
                        .unsupported, place, "`\(field.name)` of a part is not sent", hint: "the parts have a name and a type"))
            }
        }
        guard var part else { return false }
        part.mediaType = mediaType
        part.content = Self.content(content, notes: &notes, place: place)
        parts.append(part)
        return true
    }

    private static func content(
        _ lines: [(line: Int, text: String)], notes: inout [ImportNote], place: ImportPlace
    ) -> CollectionPart.Content {
        let texts = lines.filter { !LineSyntax.isBlank($0.text) }
        if texts.count == 1, let reference = HTTPFileLine.fileReference(texts[0].text) {
            if reference.expandsVariables {
                notes.append(
                    ImportNote(.unsupported, place, "variables in the file of a part are not set", hint: "write their values"))
            }
            return .file(path: reference.path)
        }
        if texts.contains(where: { HTTPFileLine.fileReference($0.text) != nil }) {
            notes.append(
                ImportNote(.unsupported, place, "a part of texts and files together is not read", hint: "write it to one file"))
        }
        return .text(VariableText.normalised(lines.map(\.text).joined(separator: "\n")))
    }
}

/// The parameters of a header's value: `form-data; name="a"; filename="b.txt"`.
struct HTTPFileDisposition {
    private var parameters: [String: String] = [:]

    init(_ value: String) {
        let bytes = Array(value.utf8)
        var index = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        while index < bytes.count {
            index += 1
            let name = bytes[index...].prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            index += name.count
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            var text: [UInt8] = []
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, [0x22, 0x5c].contains(bytes[index + 1]) {
                        index += 1
                    }
                    text.append(bytes[index])
                    index += 1
                }
            } else {
                text = Array(bytes[index...].prefix { $0 != UInt8(ascii: ";") })
            }
            let key = LineSyntax.trimmed(String(decoding: name, as: UTF8.self)).lowercased()
            parameters[key] = VariableText.normalised(LineSyntax.trimmed(String(decoding: text, as: UTF8.self)))
            while index < bytes.count, bytes[index] != UInt8(ascii: ";") { index += 1 }
        }
    }

    subscript(name: String) -> String? { parameters[name] }
}
