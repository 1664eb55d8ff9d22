// Files of requests that are not read: each is refused by its name, with what to do instead. Without that, another format
// that looks like it would be read in its place.

import Document

/// Recognises formats that have requests and are not read.
enum UnreadRequests {
    private static let copy = "copy its requests as cURL there, and open or paste these lines"

    /// The error for a text whose name or first lines tell its format; `nil` for all others.
    static func refusal(_ bytes: [UInt8], file: String) -> ImportError? {
        if file.lowercased().hasSuffix(".hurl") { return HurlSign.refusal(file: file, line: nil) }
        guard callsFetch(bytes) else { return nil }
        return ImportError(
            ImportPlace(file: file), "this is a call of fetch() in JavaScript, which is not read",
            hint: "copy the request as cURL, and open or paste that line")
    }

    /// The error for a JSON or YAML document; `nil` for all others.
    /// - Parameter isJSON: the text is JSON.
    static func refusal(of root: JSONNode, isJSON: Bool, file: String) -> ImportError? {
        guard let name = name(of: root, isJSON: isJSON, file: file) else { return nil }
        return ImportError(ImportPlace(file: file), "this is \(name), which is not read", hint: copy)
    }

    private static func name(of root: JSONNode, isJSON: Bool, file: String) -> String? {
        // Hoppscotch exports a list of collections, or one of them.
        guard let first = root.kind == .array ? root[0] : root, first.kind == .object else { return nil }
        let client = first.memberText(anyOf: "client", "clientName") ?? ""
        if client.contains("Thunder Client") || first["colName"] != nil && first["requests"]?.kind == .array {
            return "an export of Thunder Client"
        }
        if isHoppscotch(first) { return "a collection of Hoppscotch" }
        guard root.kind == .object, !isJSON else { return nil }
        let name = file.lowercased()
        let isNamed = name.hasSuffix(".posting.yaml") || name.hasSuffix(".posting.yml")
        // A recorded request has the same members, in JSON.
        return isNamed || HARArchive.isRequest(root) ? "a request of posting in YAML" : nil
    }

    /// Its collections have the lists of Postman's version 1, and a version of their own.
    private static func isHoppscotch(_ node: JSONNode) -> Bool {
        guard let requests = node["requests"], requests.kind == .array, node["folders"]?.kind == .array, node["order"] == nil
        else { return false }
        return node["v"] != nil || requests[0]?["endpoint"] != nil
    }

    /// Whether the first line of code calls `fetch`, as browsers copy it: `fetch("…", {`, `const answer = await fetch("…")`.
    private static func callsFetch(_ bytes: [UInt8]) -> Bool {
        guard !TextDecoding.looksBinary(bytes) else { return false }
        let lines = LineSyntax.lines(Array(bytes.prefix(4096))).map(LineSyntax.trimmed)
        guard let first = lines.first(where: { !$0.isEmpty && !LineSyntax.hasPrefix($0, "//") }),
            let call = first.firstRange(of: "fetch(")
        else { return false }
        let before = first[..<call.lowerBound]
        return before.allSatisfy { $0.isLetter || $0.isNumber || "_$ .=".contains($0) }
            && before.last.map { " .=".contains($0) } ?? true
    }
}
