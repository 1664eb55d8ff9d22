// Reads a .http or .rest file, in the dialects of JetBrains' HTTP client, REST
// Client for VS Code and httpyac.

import Document

/// Reads `.http` and `.rest` files.
///
/// It does not read scripts, asserts and protocols other than HTTP; the report has a note for each.
public enum HTTPFileReader {
    /// Reads a file.
    /// - Parameters:
    ///   - file: its path from the imported folder. The name of the file is the name of the collection.
    ///   - environmentFiles: the environment files that belong to it, see ``HTTPFileEnvironments``.
    /// - Throws: ``ImportError`` if it is another kind of file.
    public static func readCollection(
        _ bytes: [UInt8], file: String, environmentFiles: [(path: String, bytes: [UInt8])] = []
    ) throws(ImportError) -> RequestCollection {
        guard !TextDecoding.looksBinary(bytes) else {
            throw ImportError(ImportPlace(file: file), "it is not text", hint: "choose a .http file")
        }
        let lines = LineSyntax.lines(bytes)
        if let line = HurlSign.findLine(in: lines) { throw HurlSign.refusal(file: file, line: line) }
        var scanner = HTTPFileScanner(lines: lines, file: file)
        scanner.scan()
        let environments = HTTPFileEnvironments.readFiles(environmentFiles)
        var collection = RequestCollection(
            name: collectionName(of: file), format: "HTTP file", docs: scanner.docs.joined(separator: "\n"))
        collection.environments = environments.environments
        collection.report.notes = environments.notes
        let outside = HTTPFileExternalValues(scanner, environments)
        outside.addValues(to: &collection.environments)
        scanner.report.notes += outside.notes
        build(scanner, sharedVariables: environments.shared + outside.shared, into: &collection)
        if let problem = problem(of: collection, scanner) { throw problem }
        return collection
    }

    /// Whether a text begins like a .http file: with `###`, or with a request line
    /// after comments and variables only.
    public static func recognises(_ bytes: [UInt8]) -> Bool {
        guard !TextDecoding.looksBinary(bytes) else { return false }
        for line in LineSyntax.lines(Array(bytes.prefix(8192))) {
            let line = LineSyntax.trimmed(line)
            if LineSyntax.hasPrefix(line, "###") { return true }
            if line.isEmpty || ["#", "//", "@"].contains(where: { LineSyntax.hasPrefix(line, $0) }) { continue }
            let words = VariableText.words(line)
            return words.count >= 2 && methods.contains(words[0]) && !LineSyntax.hasSuffix(words[0], ":")
        }
        return false
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]

    private static func build(
        _ scanner: HTTPFileScanner, sharedVariables: [CollectionField], into collection: inout RequestCollection
    ) {
        let scopes = HTTPFileScopes(scanner)
        var context = HTTPFileContext(file: scanner.file, fragments: scanner.fragments)
        let known = sharedVariables + collection.environments.flatMap(\.variables)
        context.hasHost = known.contains { $0.name == "host" } || scanner.variables.contains { $0.name == "host" }
        context.variables = scopes.file
        context.responseNames = Set(scanner.drafts.compactMap { $0.preamble.metadata.first { $0.kind == .name }?.value })
        var notes = scanner.report.notes + scopes.notes
        for draft in scanner.drafts {
            var builder = HTTPFileRequestBuilder(draft: draft, context: context)
            let requests = draft.isCurl ? builder.buildCurl() : builder.build().map { [$0] } ?? []
            notes += builder.notes
            for var request in requests {
                // Report a missing host once per file.
                if LineSyntax.hasPrefix(request.url, "{{host}}") { context.hasHost = true }
                request.variables = scopes.ofRequests[draft.region] ?? []
                collection.items.append(.request(request))
                collection.report.requests += 1
            }
        }
        // The file's own variables override the shared ones, as in the programs that read these files.
        let own = Set(scopes.file.map(\.name))
        collection.variables = sharedVariables.filter { !own.contains($0.name) } + scopes.file
        collection.report.notes += notes.enumerated()
            .sorted { ($0.element.place.line ?? 0, $0.offset) < ($1.element.place.line ?? 0, $1.offset) }.map(\.element)
    }

    /// Why the file cannot be a .http file; `nil` if it can.
    private static func problem(of collection: RequestCollection, _ scanner: HTTPFileScanner) -> ImportError? {
        guard scanner.drafts.isEmpty, scanner.variables.isEmpty,
            let first = scanner.report.notes.first(where: { $0.kind == .skipped }),
            !scanner.report.notes.contains(where: { $0.kind == .unsupported })
        else { return nil }
        return ImportError(first.place, "it is not a .http file: \(first.message)", hint: first.hint)
    }

    private static func collectionName(of file: String) -> String {
        let last = file.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? file
        for ending in [".http", ".rest"] where LineSyntax.hasSuffix(last, ending) && last.utf8.count > ending.utf8.count {
            return String(decoding: last.utf8.dropLast(ending.utf8.count), as: UTF8.self)
        }
        return last
    }
}

/// The context that the requests of a file share.
struct HTTPFileContext {
    var file: String
    var fragments: [String: String]
    /// The file or an environment sets a variable `host`.
    var hasHost = false
    var variables: [CollectionField] = []
    /// The names by which requests refer to the responses of other requests.
    var responseNames: Set<String> = []

    init(file: String, fragments: [String: String]) {
        self.file = file
        self.fragments = fragments
    }
}
