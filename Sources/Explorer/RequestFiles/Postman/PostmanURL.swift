// URLs of Postman: a text, or an object that contains the text and its parts, which may disagree.

import Document

/// A URL as a text, split where its query and its fragment begin. Text between double braces is never split.
struct PostmanURL {
    var base: String
    var query: String?
    var fragment: String?

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var question: Int?
        var hash: Int?
        var isVariable = false
        for index in bytes.indices where hash == nil {
            let pair = index + 1 < bytes.count && bytes[index + 1] == bytes[index]
            switch bytes[index] {
            case UInt8(ascii: "{") where pair: isVariable = true
            case UInt8(ascii: "}") where pair: isVariable = false
            case UInt8(ascii: "?") where question == nil && !isVariable: question = index
            case UInt8(ascii: "#") where !isVariable: hash = index
            default: break
            }
        }
        let end = hash ?? bytes.count
        base = String(decoding: bytes[..<(question ?? end)], as: UTF8.self)
        query = question.map { String(decoding: bytes[($0 + 1)..<end], as: UTF8.self) }
        fragment = hash.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    }

    /// Builds the text before the query from the parts; `nil` if there is no host.
    init?(parts node: JSONNode) {
        guard let host = Self.joined(node["host"], by: "."), !host.isEmpty else { return nil }
        base = ""
        if let scheme = node.memberText("protocol"), !scheme.isEmpty, !host.contains("://") {
            base = scheme.prefix { $0 != ":" } + "://"
        }
        if let auth = node.filled("auth") {
            let user =
                auth.kind == .array
                ? auth.elements.compactMap(\.plainText)
                : [auth.memberText("user"), auth.memberText("password")].compactMap { $0 }
            base += user.joined(separator: ":") + "@"
        }
        base += host
        if let port = node.memberText("port"), !port.isEmpty { base += ":" + port }
        guard let path = Self.joinedPath(node["path"]) else { return }
        // Some generators end the host with a slash, which belongs to the path.
        if base.hasSuffix("/") { base.removeLast() }
        base += path
    }

    /// `/a/b`, from a text or from its segments; `nil` if there is no path.
    static func joinedPath(_ node: JSONNode?) -> String? {
        guard let node, node.kind != .null else { return nil }
        guard node.kind == .array else { return node.plainText.flatMap { $0.isEmpty ? nil : $0.hasPrefix("/") ? $0 : "/" + $0 } }
        return node.count == 0 ? nil : joined(node, by: "/").map { "/" + $0 }
    }

    private static func joined(_ node: JSONNode?, by separator: String) -> String? {
        guard let node, node.kind == .array else { return node?.plainText }
        return node.elements.map { ($0.kind == .object ? $0.memberText("value") : $0.plainText) ?? "" }.joined(
            separator: separator)
    }

    /// The parameters of a query, in order.
    static func parameters(_ query: String) -> [(name: String, value: String?)] {
        query.utf8.split(separator: UInt8(ascii: "&")).map { part in
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (String(Substring(pair[0])), pair.count > 1 ? String(Substring(pair[1])) : nil)
        }
    }
}

extension PostmanReading {
    /// Sets the URL, its query and its path variables.
    mutating func readURL(_ node: JSONNode?, of request: inout CollectionRequest, at pointer: String) {
        guard let node, node.isFilled else {
            report.addNote(.assumed, request.place, "it has no URL", hint: "give it one before sending")
            return
        }
        let raw = (node.kind == .object ? node.memberText("raw") : node.plainText).map { PostmanURL($0) }
        let parts = node.kind == .object ? PostmanURL(parts: node) : nil
        request.url = parts?.base ?? raw?.base ?? PostmanURL.joinedPath(node["path"]) ?? ""
        if let parts, let raw, Self.withoutEnd(parts.base) != Self.withoutEnd(raw.base) {
            report.addNote(
                .assumed, source.place(node, pointer),
                "raw and the parts of the URL disagree; the parts are sent, as Postman does",
                hint: "raw is \(raw.base.brief)")
        }
        readQuery(node, raw: raw, of: &request, at: pointer)
        if let list = node.filled("variable") { request.pathVariables = readFields(list, at: pointer + "/variable") }
        // Postman's editor makes an entry for each; generators and older exports leave them out.
        for name in Self.pathNames(of: request.url) where !request.pathVariables.contains(where: { $0.name == name }) {
            request.pathVariables.append(CollectionField(name, ""))
        }
        if let fragment = node.memberText("hash") ?? raw?.fragment, !fragment.isEmpty {
            report.addNote(
                .unsupported, source.place(node, pointer), "the fragment #\(fragment.brief) is left out: no server sees it")
        }
    }

    /// Postman sends a query as written: percent sequences and plus signs stay.
    private mutating func readQuery(_ node: JSONNode, raw: PostmanURL?, of request: inout CollectionRequest, at pointer: String) {
        request.keepsQueryText = true
        let written = raw?.query.map(PostmanURL.parameters) ?? []
        guard let list = node.filled("query"), list.kind == .array else {
            let pairs =
                node.memberText("query").flatMap { node["query"]?.kind == .string ? PostmanURL.parameters($0) : nil } ?? written
            if node["query"]?.kind == .array, !pairs.isEmpty {
                report.addNote(
                    .assumed, source.place(node, pointer), "the list of the query is empty, and raw has one; that of raw is sent")
            }
            request.query = pairs.map {
                CollectionField(PercentText.decodedWhereRestored($0.name), PercentText.decodedWhereRestored($0.value ?? ""))
            }
            noteBare(pairs.filter { $0.value == nil }.map(\.name), node, at: pointer)
            return
        }
        request.query = readFields(list, at: pointer + "/query").map { field in
            var field = field
            field.name = PercentText.decodedWhereRestored(field.name)
            field.value = PercentText.decodedWhereRestored(field.value)
            return field
        }
        let bare = list.elements.filter { $0["value"]?.kind == .null && $0.filled("key") != nil && !Self.isDisabled($0) }
        noteBare(bare.compactMap { $0.memberText("key") }, list, at: pointer + "/query")
        let said = written.map { [PercentText.decoded($0.name), PercentText.decoded($0.value ?? "")] }
        let all = request.query.map { [PercentText.decoded($0.name), PercentText.decoded($0.value)] }
        let sent = zip(request.query, all).filter { !$0.0.isDisabled }.map { $0.1 }
        if raw != nil, said != sent, said != all {
            report.addNote(
                .assumed, source.place(list, pointer + "/query"),
                "raw and the list of the query disagree; the list is sent, as Postman does")
        }
    }

    /// The names of the path's segments that begin with a colon, without the colon.
    private static func pathNames(of url: String) -> [String] {
        let pieces = VariableText.split(url) { $0 == UInt8(ascii: "/") }
        // `https:`, an empty piece and the host, or the host alone.
        let hasScheme = pieces.count > 2 && LineSyntax.hasSuffix(pieces[0], ":") && pieces[1].isEmpty
        return pieces.dropFirst(hasScheme ? 3 : 1).compactMap { piece in
            guard LineSyntax.hasPrefix(piece, ":"), piece.utf8.count > 1, !piece.contains("{{") else { return nil }
            return LineSyntax.dropping(1, of: piece)
        }
    }

    /// Adds a note: ``CollectionField`` cannot represent a parameter without a value.
    private mutating func noteBare(_ names: [String], _ node: JSONNode, at pointer: String) {
        var list = NameList()
        for name in names { list.add(name) }
        guard !list.isEmpty else { return }
        report.addNote(.assumed, source.place(node, pointer), "without a value in the file, sent with an empty one: \(list.text)")
    }

    private static func withoutEnd(_ base: String) -> Substring { base.hasSuffix("/") ? base.dropLast() : base[...] }
}
