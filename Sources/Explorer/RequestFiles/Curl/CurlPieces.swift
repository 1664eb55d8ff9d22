// The parts of a multipart body that the command writes out, with files between its texts.

/// Reads such a body.
struct CurlPieces {
    private var parts: [CollectionPart] = []
    private var content: [UInt8] = []
    private var open: CollectionPart?
    private let delimiter: [UInt8]

    /// - Returns: `nil` if the type names no boundary, or a part has features that
    ///   a collection cannot represent.
    static func parts(_ pieces: [ShellInput], mediaType: String) -> [CollectionPart]? {
        guard mediaType.lowercased().hasPrefix("multipart/form-data"), let boundary = HTTPFileDisposition(mediaType)["boundary"],
            !boundary.isEmpty
        else { return nil }
        var reader = CurlPieces(delimiter: Array("--\(boundary)".utf8))
        for piece in pieces {
            switch piece {
            case .text(let bytes): guard reader.readText(bytes) else { return nil }
            case .file(let path): guard reader.insertFile(path) else { return nil }
            case .pieces: return nil
            }
        }
        return reader.open == nil && !reader.parts.isEmpty ? reader.parts : nil
    }

    private init(delimiter: [UInt8]) { self.delimiter = delimiter }

    /// A part is a file or a text, not both.
    private mutating func insertFile(_ path: String) -> Bool {
        guard var part = open, content.isEmpty, part.content == .text("") else { return false }
        part.content = .file(path: path)
        open = part
        return true
    }

    private mutating func readText(_ bytes: [UInt8]) -> Bool {
        let stretches = Self.split(bytes, at: delimiter)
        for (number, stretch) in stretches.enumerated() {
            var text = stretch
            if number > 0, !begin(&text) { return false }
            let isLast = number == stretches.count - 1
            guard open != nil else { continue }
            if !isLast {
                guard text.suffix(2).elementsEqual("\r\n".utf8) else { return false }
                text.removeLast(2)
            }
            content += text
            if !isLast, !close() { return false }
        }
        return true
    }

    private mutating func close() -> Bool {
        guard var part = open else { return true }
        if case .text = part.content {
            guard let text = String(validating: content, as: UTF8.self) else { return false }
            part.content = .text(text)
        } else if !content.isEmpty {
            return false
        }
        parts.append(part)
        (open, content) = (nil, [])
        return true
    }

    /// Reads a part's header after a boundary, or the end of the body.
    private mutating func begin(_ text: inout ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "--".utf8) {
            text = []
            return true
        }
        guard let end = LineSyntax.findFirst("\r\n\r\n", in: Array(text)) else { return false }
        let head = String(decoding: text.prefix(end), as: UTF8.self)
        text = text.dropFirst(end + 4)
        var part: CollectionPart?
        var mediaType: String?
        for line in head.utf8.split(whereSeparator: { $0 == ShellByte.carriageReturn || $0 == ShellByte.newline }) {
            guard let field = HTTPFileLine.header(String(decoding: line, as: UTF8.self)) else { return false }
            switch field.name.lowercased() {
            case "content-disposition":
                let disposition = HTTPFileDisposition(field.value)
                guard let name = disposition["name"] else { return false }
                part = CollectionPart(name, .text(""), fileName: disposition["filename"])
            case "content-type": mediaType = field.value
            default: return false
            }
        }
        part?.mediaType = mediaType
        open = part
        return part != nil
    }

    private static func split(_ bytes: [UInt8], at delimiter: [UInt8]) -> [ArraySlice<UInt8>] {
        var stretches: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index + delimiter.count <= bytes.count {
            if bytes[index] == delimiter[0], bytes[index..<index + delimiter.count].elementsEqual(delimiter) {
                stretches.append(bytes[start..<index])
                index += delimiter.count
                start = index
            } else {
                index += 1
            }
        }
        return stretches + [bytes[start...]]
    }
}
