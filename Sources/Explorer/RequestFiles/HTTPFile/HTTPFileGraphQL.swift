// Splits a GraphQL body into the query and the variables: the JSON object that follows it.

enum HTTPFileGraphQL {
    /// - Returns: the definitions, the variables (or an empty text), and the name of the first operation.
    static func split(_ text: String) -> (query: String, variables: String, operation: String?) {
        let bytes = Array(text.utf8)
        var index = 0
        var queryEnd = 0
        var count = 0
        while true {
            index = skipBlanks(bytes, from: index)
            guard index < bytes.count else { break }
            // A definition without a keyword can only come first; later, a brace begins the variables.
            if count > 0, bytes[index] == UInt8(ascii: "{") { break }
            index = definition(bytes, from: index)
            queryEnd = index
            count += 1
        }
        let query = trimmed(bytes[..<queryEnd])
        return (query, trimmed(bytes[queryEnd...]), operation(query))
    }

    /// The fragments that a query uses without defining them, also indirectly, in the order of use.
    static func missing(in query: String, from fragments: [String: String]) -> [String] {
        guard !fragments.isEmpty else { return [] }
        var known: Set<String> = []
        var found: [String] = []
        var texts = [query]
        while let text = texts.popLast() {
            let (defined, used) = fragmentNames(text)
            known.formUnion(defined)
            for name in used where known.insert(name).inserted {
                guard let fragment = fragments[name] else { continue }
                found.append(fragment)
                texts.append(fragment)
            }
        }
        return found
    }

    private static func fragmentNames(_ text: String) -> (defined: [String], used: [String]) {
        var (defined, used): ([String], [String]) = ([], [])
        var before = ""
        for word in text.utf8.split(whereSeparator: { LineSyntax.isBlank($0) || $0 == 0x0a || $0 == 0x7b || $0 == 0x7d }) {
            let word = String(decoding: word, as: UTF8.self)
            if before == "fragment" { defined.append(word) }
            if before == "..." {
                used.append(word)
            } else if LineSyntax.hasPrefix(word, "...") {
                used.append(LineSyntax.dropping(3, of: word))
            }
            before = word
        }
        return (defined, used)
    }

    /// The end of the definition that begins at `start`: after its outermost `}`.
    private static func definition(_ bytes: [UInt8], from start: Int) -> Int {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): index = string(bytes, from: index)
            case UInt8(ascii: "#"): index = lineEnd(bytes, from: index)
            case UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth <= 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    /// The last byte of a string, or of a block string.
    private static func string(_ bytes: [UInt8], from start: Int) -> Int {
        if bytes[start...].starts(with: Array("\"\"\"".utf8)) {
            return LineSyntax.findFirst("\"\"\"", in: bytes, from: start + 3).map { $0 + 2 } ?? bytes.count
        }
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\n") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }

    private static func skipBlanks(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "#") {
                index = lineEnd(bytes, from: index)
            } else if LineSyntax.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "\n") {
                index += 1
            } else {
                break
            }
        }
        return index
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while let last = bytes.last, LineSyntax.isBlank(last) || last == UInt8(ascii: "\n") { bytes.removeLast() }
        while let first = bytes.first, LineSyntax.isBlank(first) || first == UInt8(ascii: "\n") { bytes.removeFirst() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func operation(_ query: String) -> String? {
        for line in query.utf8.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(maxSplits: 2, whereSeparator: LineSyntax.isBlank)
            guard words.count > 1, ["query", "mutation", "subscription"].contains(String(decoding: words[0], as: UTF8.self))
            else { continue }
            let name = words[1].prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "{") }
            return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        }
        return nil
    }
}
