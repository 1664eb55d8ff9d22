// What a file looks like: its header, its length, its documentation, and what must not stand in it as text.

enum TextRules {
    static let all = [headers, length, leftovers, machinePaths, requirementCodes, documentation]

    private static func isSource(_ file: SourceFile) -> Bool { SourceTree.isSource(file) }

    private static let headers = Rule(
        "every source file says what it owns", broken: "import Canvas\n", kept: "// What a row of cells is.\nimport Canvas\n"
    ) { file in
        guard isSource(file) else { return [] }
        let first = file.lines.first ?? ""
        return first.hasPrefix("// ") && first.count > 10
            ? [] : [file.violation(at: 0, "begins without a // line that says what the file owns")]
    }

    /// 120 lines are usual, 300 are long.
    static let maximumLines = 600

    private static let length = Rule(
        "no file is longer than 600 lines", broken: String(repeating: "\n", count: 601), kept: String(repeating: "\n", count: 600)
    ) { file in
        file.lines.count <= maximumLines
            ? [] : [file.violation(at: file.lines.count - 1, "the file has \(file.lines.count) lines; split it by what it owns")]
    }

    private static let leftovers = Rule(
        "no work is left over", broken: "let a = 1  // " + "TODO" + ": the rest\n", kept: "let todoList = mastodon\n"
    ) { file in
        guard isSource(file) else { return [] }
        let words = ["TODO", "FIXME", "XXX"]
        guard file.mentions(words) else { return [] }
        return file.lines.indices.filter { index in words.contains { file.lines[index].contains(word: $0) } }
            .map { file.violation(at: $0, "left-over work: do it, or open an issue") }
    }

    /// Folders of one machine. A path of a URL is no such folder: what stands before it must not belong to a host.
    private static let machinePaths = Rule(
        "no file names a folder of one machine", in: "docs/EXAMPLE.md", broken: "see " + "/root" + "/notes\n",
        kept: "GET https://example.com" + "/work" + "/items\n"
    ) { file in
        var folders = ["/work/", "/root/"]
        // Tests may take such a path as sample input.
        if !file.path.hasPrefix("Tests/") { folders += ["/home/", "/Users/", "/tmp/"] }
        guard file.mentions(folders) else { return [] }
        return file.lines.indices.filter { index in folders.contains { names(folder: $0, in: file.lines[index]) } }
            .map { file.violation(at: $0, "names a folder that only some machine has") }
    }

    private static func names(folder: String, in line: String) -> Bool {
        line.contains(bytesOf: folder)
            && line.ranges(of: folder).contains { range in
                guard range.lowerBound > line.startIndex else { return true }
                return " \t\"'`(=:,<@".contains(line[line.index(before: range.lowerBound)])
            }
    }

    /// The codes mean something beside their words only. Tests name the rows that they prove.
    private static let requirementCodes = Rule(
        "requirement codes stand in docs/NETLAYER.md alone", in: "docs/EXAMPLE.md", broken: "as HH-" + "G1 says\n",
        kept: "UTF-8, ISO-8859-1, B-1\n"
    ) { file in
        guard !file.path.hasPrefix("Tests/"), file.path != "docs/NETLAYER.md" else { return [] }
        guard file.mentions(["BA-", "CT-", "HD-", "HH-", "PG-", "YB-", "YT-"]) else { return [] }
        return file.lines.indices.filter { file.lines[$0].contains(/\b(BA|CT|HD|HH|PG|YB|YT)-[A-Z]?[0-9]+\b/) }
            .map { file.violation(at: $0, "names a requirement by its code: say what it asks for") }
    }

    private static let documentation = Rule(
        "every public declaration of the libraries is documented", broken: "public struct Rect {\n    public var width: Int\n}\n",
        kept:
            "/// Cells.\n@frozen\npublic struct Rect {\n    public var width: Int\n    public static func == (a: Rect, b: Rect) -> Bool { true }\n}\n"
    ) { file in
        let modules = ["NetLayer", "Canvas", "Document", "JSONSchema", "Catalog"]
        guard isSource(file), modules.contains(file.module) else { return [] }
        return file.code.indices.compactMap { index in
            guard file.code[index].contains(bytesOf: "public "), let name = publicName(declaredBy: file.code[index]),
                !isDocumented(file, at: index),
                !isRequirement(name, in: file, at: index)
            else { return nil }
            return file.violation(at: index, "public \(name) has no /// comment")
        }
    }

    /// The documentation of these is their protocol's, in Swift's own library and in ours.
    private static let requirements = [
        "==", "<", "hash", "encode", "next", "makeIterator", "makeAsyncIterator", "Element", "AsyncIterator", "Iterator",
        "RawValue", "Index",
        "index", "write", "Failure",
    ]
    private static let ownRequirements = [
        "Transport": ["start"], "Transfer": ["cancel", "resume"], "Display": ["present", "suspend", "resume", "close"],
    ]

    /// Whether a type that conforms to one of our protocols declares what the protocol asks for and documents.
    private static func isRequirement(_ name: String, in file: SourceFile, at index: Int) -> Bool {
        // Types and extensions begin without indentation.
        guard let type = file.code[..<index].last(where: { $0.first?.isLetter ?? false }), let colon = type.firstIndex(of: ":")
        else { return false }
        return ownRequirements.contains { own, names in names.contains(name) && String(type[colon...]).contains(word: own) }
    }

    /// The name that a line declares, unless it is a property or an initialiser, which often say it all in one line.
    static func publicName(declaredBy line: String) -> String? {
        var words = line.split(whereSeparator: { $0 == " " || $0 == "(" || $0 == "<" && !line.contains("func <") })[...]
        guard words.popFirst() == "public" else { return nil }
        let modifiers = ["static", "final", "mutating", "nonisolated", "consuming", "borrowing", "indirect", "class", "prefix"]
        while let word = words.first, modifiers.contains(String(word)), word != "class" || words.dropFirst().first == "func" {
            words.removeFirst()
        }
        guard let kind = words.popFirst(), ["func", "struct", "enum", "class", "actor", "protocol", "typealias"].contains(kind)
        else { return nil }
        guard let name = words.first.map({ String($0.prefix { $0 != ":" && $0 != "," }) }), !requirements.contains(name) else {
            return nil
        }
        return name
    }

    private static func isDocumented(_ file: SourceFile, at index: Int) -> Bool {
        let above = file.lines[..<index].reversed().first { line in !line.drop { $0 == " " }.hasPrefix("@") }
        return above.map { $0.drop { $0 == " " }.hasPrefix("///") } ?? false
    }
}
