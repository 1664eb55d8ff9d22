// A curl command in place of a request, as in REST Client for VS Code. Braces are the file's variables.

extension HTTPFileRequestBuilder {
    mutating func buildCurl() -> [CollectionRequest] {
        // The shell reader would split a variable, so replace it with a name that no shell can set.
        var expressions: [String] = []
        let text = draft.body.map { line in
            Self.replacing(line.text) { expression in
                expressions.append(expression)
                return "\(Self.standIn)\(expressions.count - 1)"
            }
        }.joined(separator: "\n")
        let read: RequestCollection
        do throws(ImportError) {
            read = try CurlReader.readCollection(Array(text.utf8), file: context.file)
        } catch {
            addNote(.skipped, draft.line, error.message, hint: error.hint)
            return []
        }
        let written = { (text: String) in
            Self.replacing(text) { name in
                guard LineSyntax.hasPrefix(name, Self.standIn),
                    let index = Int(LineSyntax.dropping(Self.standIn.utf8.count, of: name)), expressions.indices.contains(index)
                else { return name }
                return expressions[index]
            }
        }
        notes += read.report.notes.map { note in
            var note = note
            note.place.line = note.place.line.map { $0 + draft.line - 1 }
            note.message = written(note.message)
            return note
        }
        return read.requests.map { made in
            request = made.mapped(written)
            request.literalNames = []
            request.place.line = made.place.line.map { $0 + draft.line - 1 }
            readMetadata()
            noteExpressions()
            return request
        }
    }

    private static let standIn = "explorer."

    /// A text with the expressions in its braces replaced.
    private static func replacing(_ text: String, _ replacement: (String) -> String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var start = 0
        for span in VariableText.spans(bytes) {
            let name = LineSyntax.trimmed(String(decoding: bytes[span].dropFirst(2).dropLast(2), as: UTF8.self))
            output += bytes[start..<span.lowerBound] + Array("{{\(replacement(name))}}".utf8)
            start = span.upperBound
        }
        return String(decoding: output + bytes[start...], as: UTF8.self)
    }
}

extension CollectionRequest {
    /// Applies `write` to each text that a command line can set.
    fileprivate func mapped(_ write: (String) -> String) -> CollectionRequest {
        func written(_ fields: [CollectionField]) -> [CollectionField] {
            fields.map { CollectionField(write($0.name), write($0.value), isDisabled: $0.isDisabled, isSecret: $0.isSecret) }
        }
        var request = self
        (request.name, request.url) = (write(name), write(url))
        (request.query, request.headers) = (written(query), written(headers))
        request.options.proxy = options.proxy.map(write)
        request.options.connectTo = options.connectTo.map(write)
        request.options.unixSocket = options.unixSocket.map(write)
        request.options.caFile = options.caFile.map(write)
        request.options.certificateFile = options.certificateFile.map(write)
        request.options.keyFile = options.keyFile.map(write)
        switch body {
        case .none, .bytes, .graphQL: break
        case .text(let text, let type): request.body = .text(write(text), mediaType: type.map(write))
        case .form(let fields): request.body = .form(written(fields))
        case .file(let path, let type, let expands):
            request.body = .file(path: write(path), mediaType: type.map(write), expandsVariables: expands)
        case .multipart(let parts):
            request.body = .multipart(
                parts.map { part in
                    var part = part
                    part.name = write(part.name)
                    part.fileName = part.fileName.map(write)
                    switch part.content {
                    case .text(let text): part.content = .text(write(text))
                    case .file(let path): part.content = .file(path: write(path))
                    }
                    return part
                })
        }
        switch auth {
        case .basic(let user, let password): request.auth = .basic(user: write(user), password: write(password))
        case .digest(let user, let password): request.auth = .digest(user: write(user), password: write(password))
        case .bearer(let token, let prefix): request.auth = .bearer(token: write(token), prefix: prefix)
        case .awsSigV4(let key, let secret, let region, let service, let token):
            request.auth = .awsSigV4(
                accessKey: write(key), secretKey: write(secret), region: write(region), service: write(service),
                sessionToken: write(token))
        case .other(let name, let fields): request.auth = .other(name: name, written(fields))
        case .apiKey, .oauth2, CollectionAuth.none?, nil: break
        }
        return request
    }
}
