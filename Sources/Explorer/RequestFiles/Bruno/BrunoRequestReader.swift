// Makes a request from the blocks of a .bru file: URL, parameters, header fields, options, examples.
// Extensions in their own files read auth and body.

/// The blocks of a .bru file of a request, a folder or a collection.
struct BrunoBlocks {
    let bru: BruFile
    let file: String
    var notes: [ImportNote]

    init(_ bru: BruFile, file: String) {
        self.bru = bru
        self.file = file
        notes = bru.notes
    }

    func place(_ line: Int? = nil) -> ImportPlace { ImportPlace(file: file, line: line) }

    mutating func addNote(_ kind: ImportNote.Kind, _ line: Int, _ message: String, hint: String) {
        notes.append(ImportNote(kind, place(line), message, hint: hint))
    }

    mutating func pairs(_ name: String) -> BruPairs? {
        guard let block = bru[name] else { return nil }
        let pairs = BruPairs(block, file: file)
        notes += pairs.notes
        return pairs
    }

    mutating func fields(_ name: String) -> [CollectionField] { pairs(name)?.pairs.map(\.field) ?? [] }

    /// Variables that apply before the request. A leading `@` marks a local one.
    mutating func variables() -> [CollectionField] {
        fields("vars:pre-request").map { field in
            var field = field
            if LineSyntax.hasPrefix(field.name, "@") { field.name = LineSyntax.dropping(1, of: field.name) }
            return field
        }
    }

    var docs: String {
        var lines = bru["docs"]?.text ?? ""
        while LineSyntax.hasSuffix(lines, "\n") { lines.removeLast() }
        return lines
    }

    /// Adds a note for each block that the reader ignores.
    /// - Parameter known: blocks that this kind of file has in addition to those of a request.
    mutating func noteOthers(known: Set<String> = []) {
        var seen: Set<String> = []
        for block in bru.blocks {
            if !seen.insert(block.name).inserted, block.name != "example" {
                addNote(.skipped, block.line, "a second block `\(block.name)`", hint: "write one of each")
                continue
            }
            switch block.name {
            case "script:pre-request", "script:post-response", "script:hooks":
                addNote(.unsupported, block.line, "a script is not run", hint: "set its variables by hand")
            case "tests", "assert":
                addNote(
                    .unsupported, block.line, "\(block.name == "tests" ? "tests are" : "asserts are") not run",
                    hint: "check the response")
            case "vars:post-response":
                addNote(.unsupported, block.line, "variables are not set from the response", hint: "set them by hand")
            default:
                if !Self.isKnown(block.name), !known.contains(block.name) {
                    addNote(.unsupported, block.line, "the block `\(block.name)` is not supported", hint: "it has no effect")
                }
            }
        }
    }

    private static func isKnown(_ name: String) -> Bool {
        if LineSyntax.hasPrefix(name, "auth:") || LineSyntax.hasPrefix(name, "body:") || methods.contains(name) { return true }
        return [
            "meta", "http", "params:query", "query", "params:path", "headers", "auth", "body", "vars:pre-request", "docs",
            "settings",
            "example",
        ].contains(name)
    }

    static let methods: Set<String> = ["get", "post", "put", "delete", "patch", "options", "head", "trace", "connect"]
}

/// Reads the request of a .bru file.
struct BrunoRequestReader {
    var blocks: BrunoBlocks
    /// The position among the requests of its folder.
    var order: Double?

    init(_ bru: BruFile, file: String) { blocks = BrunoBlocks(bru, file: file) }

    /// - Returns: `nil`, with a note, if it is not an HTTP request.
    mutating func readRequest() -> CollectionRequest? {
        let meta = blocks.pairs("meta")
        order = meta?.number("seq")
        let type = meta?["type"] ?? "http"
        guard ["http", "http-request", "graphql", "graphql-request"].contains(type) else {
            let name = ["grpc": "gRPC", "ws": "WebSocket", "js": "script"][type] ?? type
            blocks.addNote(
                .unsupported, blocks.bru["meta"]?.line ?? 1, "a \(name) request is not read", hint: "only HTTP requests are sent")
            return nil
        }
        guard let block = blocks.bru.blocks.first(where: { BrunoBlocks.methods.contains($0.name) || $0.name == "http" }),
            let line = blocks.pairs(block.name)
        else {
            let hint = "write `get { url: https://… }`"
            blocks.addNote(.skipped, blocks.bru["meta"]?.line ?? 1, "no block with the method and the URL", hint: hint)
            return nil
        }
        let method = block.name == "http" ? line["method"] ?? "GET" : block.name
        let url = VariableText.normalised(line["url"] ?? "")
        let name = meta?["name"].flatMap { $0.isEmpty ? nil : $0 } ?? BrunoPath.baseName(blocks.file)
        var request = CollectionRequest(name: name, method: method.uppercased(), url: url, place: blocks.place(block.line))
        readParameters(into: &request)
        request.headers = blocks.fields("headers")
        request.variables = blocks.variables()
        request.docs = blocks.docs
        request.auth = readAuth(mode: line["auth"], line: block.line)
        readBody(mode: line["body"], line: block.line, into: &request)
        readSettings(into: &request)
        request.examples = readExamples()
        if let tags = meta?.pairs.first(where: { $0.name == "tags" }), !tags.items.isEmpty {
            blocks.addNote(
                .unsupported, tags.line, "tags are not read: \(tags.items.joined(separator: ", "))", hint: "they have no effect")
        }
        blocks.noteOthers()
        return request
    }

    /// Both the URL and a block hold the query; the block has the disabled parameters too. Bruno sends the query as written.
    private mutating func readParameters(into request: inout CollectionRequest) {
        request.keepsQueryText = true
        request.query = blocks.fields(blocks.bru["params:query"] == nil ? "query" : "params:query")
        request.pathVariables = blocks.fields("params:path")
        guard !request.query.isEmpty else { return }
        let halves = VariableText.split(request.url, limit: 2) { $0 == UInt8(ascii: "?") }
        guard halves.count == 2 else { return }
        let fragment = LineSyntax.halves(halves[1], at: UInt8(ascii: "#")).map { "#" + $0.after } ?? ""
        request.url = halves[0] + fragment
    }

    private mutating func readSettings(into request: inout CollectionRequest) {
        guard let settings = blocks.pairs("settings") else { return }
        for pair in settings.pairs where pair.value != "inherit" {
            switch pair.name {
            case "followRedirects": request.options.followsRedirects = pair.value == "true"
            case "timeout":
                // In milliseconds; 0 means no limit.
                if let time = Double(pair.value), time.isFinite, time >= 0 {
                    request.options.timeout = time == 0 ? nil : time / 1_000
                } else {
                    blocks.addNote(.skipped, pair.line, "`\(pair.value)` is not a duration", hint: "write milliseconds")
                }
            // The program sends URLs as written; only the query's own fields can be encoded.
            case "encodeUrl" where pair.value == "false": break
            case "encodeUrl" where pair.value == "true" && !request.query.isEmpty: request.keepsQueryText = false
            default: blocks.addNote(.unsupported, pair.line, "the setting `\(pair.name)` is not read", hint: "it has no effect")
            }
        }
    }

    private mutating func readExamples() -> [CollectionExample] {
        var examples: [CollectionExample] = []
        for block in blocks.bru.blocks where block.name == "example" {
            let pairs = BruPairs(block, file: blocks.file)
            guard !pairs.pairs.isEmpty else { continue }
            blocks.notes += pairs.notes
            var example = CollectionExample(name: pairs["name"] ?? "")
            if pairs.pairs.contains(where: { $0.name == "request" }) {
                let message = "the request of the example `\(example.name)` is not kept"
                blocks.addNote(.unsupported, block.line, message, hint: "its response is")
            }
            if let inner = pairs.pairs.first(where: { $0.name == "response" })?.inner {
                readResponse(BruPairs(inner.lines, first: inner.line, file: blocks.file), into: &example)
            }
            examples.append(example)
        }
        return examples
    }

    private mutating func readResponse(_ pairs: BruPairs, into example: inout CollectionExample) {
        blocks.notes += pairs.notes
        for pair in pairs.pairs {
            guard let inner = pair.inner else { continue }
            let values = BruPairs(inner.lines, first: inner.line, file: blocks.file)
            blocks.notes += values.notes
            switch pair.name {
            case "headers": example.headers = values.pairs.map(\.field)
            // Some files swap the two.
            case "status": example.status = [values["code"], values["text"]].compactMap { $0.flatMap { Int($0) } }.first
            case "body": example.body = values["content"] ?? ""
            default: blocks.addNote(.unsupported, pair.line, "`\(pair.name)` of an example is not read", hint: "it has no effect")
            }
        }
    }
}
