// A request of a .http file as sorted lines, before HTTPFileRequestBuilder
// interprets them. See HTTPFileScanner.

/// Lines before a request that belong to it.
struct HTTPFilePreamble {
    /// The text after `###`.
    var title = ""
    var docs: [String] = []
    var metadata: [HTTPFileMetadata] = []
}

struct HTTPFileDraft {
    struct Header {
        var field: CollectionField
        /// The line number, from 1.
        var line: Int
        var isIndented: Bool
    }

    var preamble: HTTPFilePreamble
    /// The line number, from 1.
    var line: Int
    /// The number of the part between separators, from 0.
    var region: Int
    var requestLine: HTTPRequestLine
    var headers: [Header] = []
    /// The lines of the body, with their numbers from 1.
    var body: [(line: Int, text: String)] = []
    var examples: [CollectionExample] = []
    /// The request is a curl command, whose lines are ``body``. The request line is then empty.
    var isCurl = false
    /// The last Content-Type, in lowercase.
    private(set) var contentType = ""

    init(preamble: HTTPFilePreamble, line: Int, region: Int, requestLine: HTTPRequestLine) {
        self.preamble = preamble
        self.line = line
        self.region = region
        self.requestLine = requestLine
    }

    mutating func addHeader(_ field: CollectionField, line: Int, isIndented: Bool) {
        headers.append(Header(field: field, line: line, isIndented: isIndented))
        if field.name.lowercased() == "content-type" { contentType = field.value.lowercased() }
    }

    /// Appends to the value of the last header.
    mutating func extendHeader(_ text: String) {
        guard var last = headers.popLast() else { return }
        last.field.value += last.field.value.isEmpty ? text : " " + text
        addHeader(last.field, line: last.line, isIndented: last.isIndented)
    }

    /// The body has parts that may themselves look like requests and responses,
    /// and its end is not yet in sight.
    var isInsideParts: Bool {
        let type = contentType
        if type == "application/http" || LineSyntax.hasPrefix(type, "application/http;")
            || LineSyntax.hasPrefix(type, "message/http")
        {
            return true
        }
        guard LineSyntax.hasPrefix(type, "multipart/") else { return false }
        guard let last = body.last(where: { !LineSyntax.isBlank($0.text) })?.text else { return true }
        return !(LineSyntax.hasPrefix(last, "--") && LineSyntax.hasSuffix(last, "--"))
    }
}

/// A variable of a file, and where it is set.
struct HTTPFileVariable {
    var name: String
    var value: String
    /// The line number, from 1.
    var line: Int
    var region: Int
}
