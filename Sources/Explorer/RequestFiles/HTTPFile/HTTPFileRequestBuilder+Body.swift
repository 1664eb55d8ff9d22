// The body of a request of a .http file: a text, a form, parts, GraphQL, or a file.

extension HTTPFileRequestBuilder {
    mutating func readBody() {
        let place = headers.lastIndex { $0.field.name.lowercased() == "content-type" }
        let mediaType = place.map { headers[$0].field.value }
        let type = draft.contentType
        let isGraphQL = isGraphQLRequest()
        var lines = draft.body
        while let last = lines.last, LineSyntax.isBlank(last.text) { lines.removeLast() }
        dropComments(&lines, type: type)
        guard let first = lines.first else { return }
        if isGraphQL || isQuery(first.text, type: type) { return readGraphQL(lines) }
        if LineSyntax.hasPrefix(type, "multipart/form-data"),
            let parts = HTTPFileMultipart.readBody(lines, mediaType: mediaType ?? "", file: context.file)
        {
            request.body = .multipart(parts.parts)
            notes += parts.notes
            // The sender chooses the boundary.
            if let place { headers.remove(at: place) }
            return
        }
        let files = lines.compactMap { line in HTTPFileLine.fileReference(line.text).map { (line.line, $0) } }
        if let (line, reference) = files.first {
            guard lines.count > 1 else { return readFile(reference, mediaType: mediaType, line: line) }
            addNote(.unsupported, line, "a body of texts and files together is not read", hint: "write it to one file")
        }
        if LineSyntax.hasPrefix(type, "application/x-www-form-urlencoded"), let fields = HTTPFileForm.fields(lines.map(\.text)) {
            request.body = .form(fields)
            return
        }
        var text = lines.map(\.text).joined(separator: LineSyntax.hasPrefix(type, "multipart/") ? "\r\n" : "\n")
        // In these formats every line ends with a line break, including the last.
        if type.contains("ndjson") || type.contains("jsonlines") { text += "\n" }
        if LineSyntax.findFirst("\\{\\{", in: Array(text.utf8)) != nil {
            addNote(.assumed, first.line, "`\\{\\{` in the body is sent as written", hint: "check the body before sending")
        }
        request.body = .text(VariableText.normalised(text), mediaType: mediaType)
    }

    private mutating func readFile(_ reference: HTTPFileReference, mediaType: String?, line: Int) {
        request.body = .file(path: reference.path, mediaType: mediaType, expandsVariables: reference.expandsVariables)
        if let encoding = reference.encoding, encoding.lowercased() != "utf8", encoding.lowercased() != "utf-8" {
            addNote(.unsupported, line, "a file in \(encoding) is not converted", hint: "save it in UTF-8")
        }
    }

    /// Drops comments in JSON, XML and forms, as the programs that write them do.
    /// Other texts may contain such lines.
    private mutating func dropComments(_ lines: inout [(line: Int, text: String)], type: String) {
        guard let first = lines.first.map({ LineSyntax.trimmed($0.text) }) else { return }
        let isJSON = LineSyntax.hasPrefix(first, "{") || LineSyntax.hasPrefix(first, "[")
        guard isJSON || LineSyntax.hasPrefix(first, "<") || LineSyntax.hasPrefix(type, "application/x-www-form-urlencoded") else {
            return
        }
        let comments = lines.filter { HTTPFileLine.comment($0.text) != nil }
        guard let comment = comments.first else { return }
        addNote(.assumed, comment.line, "comments in the body are not sent", hint: "check the body before sending")
        lines.removeAll { HTTPFileLine.comment($0.text) != nil }
        while let last = lines.last, LineSyntax.isBlank(last.text) { lines.removeLast() }
    }

    // MARK: GraphQL

    /// Recognises GraphQL by the method, or by the header field of REST Client, which is removed.
    private mutating func isGraphQLRequest() -> Bool {
        let isField: (HTTPFileDraft.Header) -> Bool = {
            $0.field.name.lowercased() == "x-request-type" && $0.field.value.lowercased() == "graphql"
        }
        let hasField = headers.contains(where: isField)
        headers.removeAll(where: isField)
        guard request.method == "GRAPHQL" else { return hasField }
        request.method = "POST"
        return true
    }

    private func isQuery(_ line: String, type: String) -> Bool {
        guard
            type.isEmpty || LineSyntax.hasPrefix(type, "application/json")
                || LineSyntax.hasPrefix(type, "application/graphql+json")
        else { return false }
        let words = VariableText.words(line)
        if words.first == "gql" { return words.count > 2 && words.contains("<") }
        guard let first = words.first, ["query", "mutation", "subscription", "fragment"].contains(first) else { return false }
        return line.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "(") }
    }

    private mutating func readGraphQL(_ lines: [(line: Int, text: String)]) {
        var parts = HTTPFileGraphQL.split(lines.map(\.text).joined(separator: "\n"))
        if let first = lines.first, LineSyntax.hasPrefix(first.text, "gql ") {
            addNote(.unsupported, first.line, "GraphQL in another file is not read", hint: "copy it into this file")
            // The lines that follow are its variables.
            let rest = lines.dropFirst().drop { LineSyntax.isBlank($0.text) }
            parts = (query: "", variables: rest.map(\.text).joined(separator: "\n"), operation: nil)
        }
        for fragment in HTTPFileGraphQL.missing(in: parts.query, from: context.fragments) { parts.query += "\n\n" + fragment }
        request.body = .graphQL(
            query: VariableText.normalised(parts.query), variables: VariableText.normalised(parts.variables),
            operation: parts.operation)
    }
}
