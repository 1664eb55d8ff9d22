// Sorts the lines of a .http file into requests: one pass, with a state for the lines that may come next. It
// only finds where things end; the request builder interprets them.
//
//   preamble ──request line──▶ target ──▶ headers ──empty line──▶ body ──script, assert──▶ after
//       ▲                        └────────────┴───────────────────┴──`HTTP/1.1 200`──▶ example
//       └──`###`, or the next request line (into target)

struct HTTPFileScanner {
    enum State { case preamble, target, headers, body, after, example }

    let lines: [String]
    let file: String
    var report = ImportReport()
    var drafts: [HTTPFileDraft] = []
    var variables: [HTTPFileVariable] = []
    /// GraphQL fragments by name.
    var fragments: [String: String] = [:]
    /// Comments of parts without a request.
    var docs: [String] = []

    // The part between two separators that is being read.
    var region = 0
    var end = 0
    var state = State.preamble
    var preamble = HTTPFilePreamble()
    var draft: HTTPFileDraft?
    /// Comments after a request. They belong to it or to the next one.
    var pending: [(line: Int, text: String)] = []
    /// The headers of the example have ended.
    var exampleHasBody = false
    /// No script that begins in this part ends in it.
    private var noScriptEnd = false
    private var lastRun: (message: String, line: Int)?

    init(lines: [String], file: String) {
        self.lines = lines
        self.file = file
    }

    mutating func scan() {
        var start = 0
        var title = ""
        for index in lines.indices {
            guard let next = HTTPFileLine.separator(lines[index]) else { continue }
            scanRegion(start..<index, title: title)
            (start, title) = (index + 1, next)
        }
        scanRegion(start..<lines.count, title: title)
    }

    private mutating func scanRegion(_ range: Range<Int>, title: String) {
        end = range.upperBound
        preamble = HTTPFilePreamble(title: title)
        (state, noScriptEnd, lastRun) = (.preamble, false, nil)
        var index = range.lowerBound
        while index < end { index = max(index + 1, processLine(index)) }
        finish()
        for data in preamble.metadata where data.kind == .other {
            addNote(.unsupported, data.line, data.reason.message, hint: data.reason.hint)
        }
        docs += preamble.docs
        region += 1
    }

    func place(_ line: Int) -> ImportPlace { ImportPlace(file: file, line: line) }

    /// Adds a note about a line, from 1. A request of another protocol has a single note, so
    /// notes about its lines are dropped.
    mutating func addNote(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String) {
        if draft?.requestLine.otherProtocol == nil { report.addNote(kind, place(line), message, hint: hint) }
    }

    /// Adds a note once for a run of consecutive lines.
    mutating func noteOnce(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String) {
        if let run = lastRun, run.message == message, run.line + 1 == line {
            lastRun = (message, line)
        } else {
            lastRun = (message, line)
            addNote(kind, line, message, hint: hint)
        }
    }

    /// Ends the current request.
    mutating func finish() {
        settlePending()
        if let draft { drafts.append(draft) }
        draft = nil
    }

    /// Begins a request. Comments between the previous request and this one belong to this one.
    mutating func begin(_ requestLine: HTTPRequestLine, at index: Int) {
        if draft != nil {
            preamble = HTTPFilePreamble()
            let comments = takeTrailingComments() + pending
            pending = []
            finish()
            pending = comments
            settlePending()
        }
        draft = HTTPFileDraft(preamble: preamble, line: index + 1, region: region, requestLine: requestLine)
        preamble = HTTPFilePreamble()
        state = .target
    }

    /// Removes the comments at the end of a body without a separator; they are not part of it.
    private mutating func takeTrailingComments() -> [(line: Int, text: String)] {
        guard var body = draft?.body else { return [] }
        var comments: [(line: Int, text: String)] = []
        while let last = body.last {
            if let comment = HTTPFileLine.comment(last.text) {
                comments.append((last.line, comment))
            } else if !LineSyntax.isBlank(last.text) {
                break
            }
            body.removeLast()
        }
        draft?.body = body
        return comments.reversed()
    }

    /// Adds the pending comments to the current request, or to the next one.
    mutating func settlePending() {
        for (line, text) in pending { addComment(text, line: line) }
        pending = []
    }

    mutating func addComment(_ comment: String, line: Int) {
        if let data = HTTPFileLine.metadata(comment, line: line) {
            if draft == nil { preamble.metadata.append(data) } else { draft?.preamble.metadata.append(data) }
        } else if !comment.isEmpty {
            if draft == nil { preamble.docs.append(comment) } else { draft?.preamble.docs.append(comment) }
        }
    }

    // MARK: Scripts

    /// Skips a script that begins at a line; `nil` if none does.
    mutating func skipScript(_ index: Int) -> Int? {
        let line = LineSyntax.trimmed(lines[index])
        if LineSyntax.hasPrefix(line, "> {%") || LineSyntax.hasPrefix(line, "< {%") {
            let isBefore = LineSyntax.hasPrefix(line, "<")
            let message = isBefore ? "a script before the request is not run" : "a script after the response is not run"
            addNote(.unsupported, index + 1, message, hint: "set its variables by hand")
            if draft != nil { state = .after }
            return (index..<end).first { LineSyntax.findFirst("%}", in: Array(lines[$0].utf8)) != nil }.map { $0 + 1 } ?? end
        }
        guard !noScriptEnd, HTTPFileLine.opensScript(line) else { return nil }
        guard let close = (index + 1..<end).first(where: { LineSyntax.trimmed(lines[$0]) == "}}" }) else {
            noScriptEnd = true
            return nil
        }
        addNote(.unsupported, index + 1, "a script is not run", hint: "set its variables by hand")
        if draft != nil { state = .after }
        return close + 1
    }

    /// Skips `/* … */`, and stores its text; `nil` if none begins.
    mutating func skipBlockComment(_ index: Int) -> Int? {
        guard LineSyntax.hasPrefix(LineSyntax.trimmed(lines[index]), "/*") else { return nil }
        var next = index
        while next < end {
            let bytes = Array(lines[next].utf8)
            let close = LineSyntax.findFirst("*/", in: bytes)
            var text = LineSyntax.trimmed(String(decoding: close.map { bytes[..<$0] } ?? bytes[...], as: UTF8.self))
            if next == index { text = LineSyntax.trimmed(LineSyntax.dropping(2, of: text)) }
            if next > index || !text.isEmpty, close == nil || !text.isEmpty { pending.append((next + 1, text)) }
            next += 1
            if close != nil { break }
        }
        return next
    }
}
