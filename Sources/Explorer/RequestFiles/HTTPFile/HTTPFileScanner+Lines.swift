// Handles one line of a .http file in each state of the scanner: where it goes, and which state follows.

extension HTTPFileScanner {
    /// Reads a line, and the lines that belong to it.
    /// - Returns: the index of the next line.
    mutating func processLine(_ index: Int) -> Int {
        if let next = skipScript(index) { return next }
        switch state {
        case .preamble: return preambleLine(index)
        case .target, .headers: return headerLine(index)
        case .body: return bodyLine(index)
        case .after: return afterLine(index)
        case .example: return exampleLine(index)
        }
    }

    private mutating func preambleLine(_ index: Int) -> Int {
        let line = lines[index]
        if LineSyntax.isBlank(line) { return index + 1 }
        if let comment = HTTPFileLine.comment(line) {
            addComment(comment, line: index + 1)
            return index + 1
        }
        if let next = skipBlockComment(index) {
            settlePending()
            return next
        }
        if addVariable(line, index) { return index + 1 }
        if let requestLine = HTTPRequestLine(line) {
            begin(requestLine, at: index)
            return index + 1
        }
        return otherLine(index)
    }

    /// `@name = value`.
    private mutating func addVariable(_ line: String, _ index: Int) -> Bool {
        guard let variable = HTTPFileLine.variable(line) else { return false }
        let value = VariableText.normalised(variable.value)
        variables.append(HTTPFileVariable(name: variable.name, value: value, line: index + 1, region: region))
        return true
    }

    /// Reads a line that may follow a request line, the headers, or the body.
    /// - Returns: the index of the next line, or `nil` for other lines.
    private mutating func trailer(_ index: Int) -> Int? {
        let line = lines[index]
        if LineSyntax.hasPrefix(line, "??") {
            noteOnce(.unsupported, index + 1, "an assert is not checked", hint: "check the response")
        } else if LineSyntax.hasPrefix(line, "<>"),
            HTTPFileLine.looksLikePath(LineSyntax.trimmed(LineSyntax.dropping(2, of: line)))
        {
            noteOnce(.unsupported, index + 1, "a response in another file is not read", hint: "open that file")
        } else if LineSyntax.hasPrefix(line, ">> ") || LineSyntax.hasPrefix(line, ">>! "), isPath(line) {
            addNote(.unsupported, index + 1, "the response is not written to a file", hint: "save it from the response")
        } else if LineSyntax.hasPrefix(line, "> "), isPath(line) {
            addNote(.unsupported, index + 1, "a script after the response is not run", hint: "set its variables by hand")
        } else if let status = HTTPFileLine.status(line), draft?.isInsideParts == false {
            settlePending()
            draft?.examples.append(CollectionExample(name: LineSyntax.trimmed(line), status: status))
            (state, exampleHasBody) = (.example, false)
            return index + 1
        } else if let requestLine = HTTPRequestLine(within: line), draft?.isInsideParts == false {
            begin(requestLine, at: index)
            return index + 1
        } else {
            return nil
        }
        state = .after
        return index + 1
    }

    private func isPath(_ line: String) -> Bool {
        let path = line.utf8.drop { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "!") }
        return HTTPFileLine.looksLikePath(LineSyntax.trimmed(String(decoding: path, as: UTF8.self)))
    }

    private mutating func headerLine(_ index: Int) -> Int {
        let line = lines[index]
        if LineSyntax.isBlank(line) {
            state = .body
            return index + 1
        }
        if let comment = HTTPFileLine.comment(line), state == .headers || !isTarget(line) {
            addComment(comment, line: index + 1)
            return index + 1
        }
        if state == .target, isTarget(line) {
            draft?.requestLine.target += LineSyntax.trimmed(line)
            return index + 1
        }
        if let next = trailer(index) { return next }
        if LineSyntax.indentation(line) > 0, continueHeader(line) { return index + 1 }
        if let field = HTTPFileLine.header(line) {
            draft?.addHeader(field, line: index + 1, isIndented: LineSyntax.indentation(line) > 0)
            state = .headers
            return index + 1
        }
        if LineSyntax.hasPrefix(line, "..."), LineSyntax.isWord(LineSyntax.dropping(3, of: line), extra: "_.$ ") {
            addNote(.unsupported, index + 1, "header fields that a script makes are not read", hint: "write them")
            return index + 1
        }
        if addVariable(line, index) { return index + 1 }
        if !["{", "[", "<"].contains(where: { LineSyntax.hasPrefix(LineSyntax.trimmed(line), $0) }) {
            addNote(.assumed, index + 1, "the body begins without an empty line before it", hint: "write one")
        }
        state = .body
        return bodyLine(index)
    }

    /// Whether a line under the request line continues its URL.
    private func isTarget(_ line: String) -> Bool {
        let text = LineSyntax.trimmed(line)
        let isIndented = LineSyntax.indentation(line) > 0
        if LineSyntax.hasPrefix(text, "&") || (LineSyntax.hasPrefix(text, "?") && !LineSyntax.hasPrefix(text, "??")) {
            return true
        }
        guard isIndented, !LineSyntax.hasPrefix(text, "??"), !LineSyntax.hasPrefix(text, "//"),
            HTTPFileLine.fileReference(text) == nil
        else {
            return false
        }
        // Accepts a fragment, not a comment: a comment has a blank, or an option, after its sign.
        if LineSyntax.hasPrefix(text, "#") { return LineSyntax.isWord(LineSyntax.dropping(1, of: text), extra: "_-.=+&%/") }
        if ["/", "{{", ":", "."].contains(where: { LineSyntax.hasPrefix(text, $0) }) { return true }
        return HTTPFileLine.header(line) == nil && LineSyntax.isWord(text, extra: "_-.=+&%/{}$?:@,;!~*'()")
    }

    /// An indented line continues the value above it, if that is empty or the line is not a field itself.
    private mutating func continueHeader(_ line: String) -> Bool {
        guard let last = draft?.headers.last, !last.isIndented else { return false }
        guard last.field.value.isEmpty || HTTPFileLine.header(line) == nil else { return false }
        draft?.extendHeader(VariableText.normalised(LineSyntax.trimmed(line)))
        return true
    }

    private mutating func bodyLine(_ index: Int) -> Int {
        let line = lines[index]
        if draft?.body.isEmpty == true {
            if LineSyntax.isBlank(line) { return index + 1 }
            if let comment = HTTPFileLine.comment(line), !isMarkdown {
                pending.append((index + 1, comment))
                return index + 1
            }
            if addVariable(line, index) { return index + 1 }
        }
        let hasBody = draft?.body.isEmpty == false
        let count = drafts.count
        if let next = trailer(index) {
            if hasBody, drafts.count > count, drafts.last?.requestLine.otherProtocol == nil {
                addNote(
                    .assumed, index + 1, "a request begins here, without `###` before it",
                    hint: "write `###` between two requests")
            }
            return next
        }
        settlePending()
        draft?.body.append((index + 1, line))
        return index + 1
    }

    /// In Markdown and YAML a line with `#` is content.
    private var isMarkdown: Bool {
        let type = Array((draft?.contentType ?? "").utf8)
        let types: [StaticString] = ["markdown", "yaml", "toml", "csv", "text/plain"]
        return types.contains { LineSyntax.findFirst($0, in: type) != nil }
    }

    private mutating func afterLine(_ index: Int) -> Int {
        let line = lines[index]
        if LineSyntax.isBlank(line) { return index + 1 }
        if let comment = HTTPFileLine.comment(line) {
            pending.append((index + 1, comment))
            return index + 1
        }
        if let next = skipBlockComment(index) ?? trailer(index) { return next }
        if addVariable(line, index) { return index + 1 }
        if draft?.isCurl == true, VariableText.words(line).first == "curl" { return readCurlCommand(index) }
        if let requestLine = HTTPRequestLine(line), LineSyntax.indentation(line) == 0, VariableText.words(line).count == 1 {
            begin(requestLine, at: index)
            return index + 1
        }
        noteOnce(.skipped, index + 1, "text after a script does not belong to a request", hint: "write the body before it")
        return index + 1
    }

    private mutating func exampleLine(_ index: Int) -> Int {
        let line = lines[index]
        guard let count = draft?.examples.count, count > 0 else { return index + 1 }
        if let next = trailer(index) { return next }
        if !exampleHasBody {
            if LineSyntax.isBlank(line) {
                exampleHasBody = true
            } else if let field = HTTPFileLine.header(line) {
                draft?.examples[count - 1].headers.append(field)
            }
            return index + 1
        }
        draft?.examples[count - 1].body += line + "\n"
        return index + 1
    }
}
