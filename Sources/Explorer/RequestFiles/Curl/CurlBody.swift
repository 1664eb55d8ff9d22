// The body of a request: data, a form, a file; and the data that `-G` moves into the URL.

extension CurlRequests {
    /// All texts of `-d` and similar options as one. `nil` if they include files:
    /// a body is one text or one file.
    mutating func dataBytes() -> [UInt8]? {
        var output: [UInt8] = []
        for (number, datum) in settings.data.enumerated() {
            if number > 0, !datum.isJoined { output.append(ShellByte.ampersand) }
            guard case .text(let text) = datum.content else {
                guard settings.data.count > 1 || movesData else { continue }
                reportUnsupported(datum)
                return nil
            }
            output += text
        }
        return output
    }

    private mutating func reportUnsupported(_ datum: CurlSettings.Datum) {
        let what =
            switch datum.content {
            case .file(let path, _), .encodedFile(let path, _): "the file \(path)"
            case .text, .pieces: "the command's input"
            }
        if movesData {
            addNote(
                .unsupported, datum.line, "-G puts \(what) into the URL, which is not supported: the data is left out",
                hint: "write it into the URL")
        } else {
            addNote(
                .unsupported, datum.line,
                "\(what) is sent together with other data, which is not supported: the request needs a file for its body",
                hint: "write all of the data to one file, and name it: --data-binary @FILE")
        }
    }

    /// - Parameter data: `nil` if the data is not one text.
    mutating func makeBody(_ data: [UInt8]?) -> CollectionBody {
        if !settings.parts.isEmpty {
            let form = CurlForm.readParts(settings.parts, input: input, file: file)
            notes += form.notes
            dropMultipartType()
            return .multipart(form.parts)
        }
        guard !settings.data.isEmpty, !movesData else { return .none }
        let standard = settings.isJSON ? "application/json" : "application/x-www-form-urlencoded"
        // Empty if curl sends no type.
        let type = headers.hasUserField("content-type") ? headers.value("content-type") ?? "" : standard
        // The request cannot be sent until the user names a file.
        guard let data else { return .file(path: "", mediaType: type) }
        if settings.data.count == 1, let datum = settings.data.first {
            switch datum.content {
            case .text: break
            case .file(let path, let dropsLineBreaks):
                if path == "-" {
                    addNote(
                        .unsupported, datum.line, "the standard input of the command is unknown",
                        hint: "name a file")
                } else if dropsLineBreaks {
                    addNote(
                        .assumed, datum.line, "curl leaves the line breaks of \(path) out; here it is sent as it is",
                        hint: "use --data-binary")
                }
                return .file(path: path, mediaType: type)
            case .pieces(let pieces): return makeBody(of: pieces, mediaType: type, line: datum.line)
            case .encodedFile(let path, let name):
                addNote(
                    .unsupported, datum.line,
                    "the file \(path) is sent as it is; curl encodes it\(name.isEmpty ? "" : " after \(name)=")",
                    hint: "put its content there")
                return .file(path: path, mediaType: type)
            }
        }
        // No data and no type: with these methods the request announces the empty body anyway.
        if data.isEmpty, type.isEmpty, ["POST", "PUT", "PATCH"].contains(settings.method?.text ?? "POST") { return .none }
        let isForm = type.lowercased().hasPrefix("application/x-www-form-urlencoded")
        if isForm, let fields = CurlEncoding.fields(data) { return .form(fields) }
        return String(validating: data, as: UTF8.self).map { .text($0, mediaType: type) } ?? .bytes(data, mediaType: type)
    }

    /// A sequence of texts and files is a multipart body; a collection cannot represent any other.
    private mutating func makeBody(of pieces: [ShellInput], mediaType: String?, line: Int) -> CollectionBody {
        guard let type = mediaType, let parts = CurlPieces.parts(pieces, mediaType: type) else {
            addNote(.unsupported, line, "a body of texts and files together is not read", hint: "write it to one file")
            return .none
        }
        // The sender chooses the boundary.
        headers.remove("content-type")
        return .multipart(parts)
    }

    /// curl appends the boundary to the user's own multipart/form-data, so the plain field adds nothing.
    mutating func dropMultipartType() {
        guard let type = headers.value("content-type") else { return }
        let name = type.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard name.trimmingBlanks == "multipart/form-data" else {
            addNote(
                .unsupported, settings.line, "curl sends the form as \(type), with a boundary added",
                hint: "send it as multipart/form-data")
            return
        }
        headers.remove("content-type")
    }

    mutating func query(_ data: [UInt8]?) -> [UInt8] {
        // curl ignores --url-query if -G has data.
        if movesData, !settings.data.isEmpty {
            if let query = settings.queries.first {
                addNote(.assumed, query.line, "--url-query is left out, as curl does beside -G", hint: "write it as -d")
            }
            return data ?? []
        }
        var pieces: [[UInt8]] = []
        for query in settings.queries {
            if query.bytes.first == UInt8(ascii: "+") {
                pieces.append(Array(query.bytes.dropFirst()))
                continue
            }
            switch CurlEncoding.datum(query) {
            case .text(let text): pieces.append(text)
            case .file(let path, _), .encodedFile(let path, _):
                addNote(.unsupported, query.line, "the file \(path) is not put into the URL", hint: "write its content there")
            // Only data options read standard input.
            case .pieces: break
            }
        }
        return Array(pieces.joined(separator: [ShellByte.ampersand]))
    }

    mutating func makeBody(of upload: CurlValue, isStream: Bool) -> CollectionBody {
        let type = headers.value("content-type") ?? ""
        guard isStream else {
            if upload.bytes.contains(where: { $0 == ShellByte.openBrace || $0 == UInt8(ascii: "[") }) {
                addNote(
                    .unsupported, upload.line, "braces and brackets in -T make curl send several files; kept as written")
            }
            return .file(path: upload.text, mediaType: type)
        }
        switch input {
        case .text(let text):
            return String(validating: text, as: UTF8.self).map { .text($0, mediaType: type) } ?? .bytes(text, mediaType: type)
        case .file(let path): return .file(path: path, mediaType: type)
        case .pieces(let pieces): return self.makeBody(of: pieces, mediaType: type, line: upload.line)
        case nil:
            addNote(.unsupported, upload.line, "the standard input of the command is unknown", hint: "name a file")
            return .none
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
