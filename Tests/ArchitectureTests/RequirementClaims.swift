// Which tests say that they prove which requirement rows: read from the `.rows("…")` traits in the sources of the tests.

struct RequirementClaim: Equatable, Sendable {
    let id: String
    /// `SuiteTests.nameOfTheTest`.
    let test: String
    let path: String
    /// Counted from 1.
    let line: Int
}

extension RequirementClaim {
    /// The claims of a file, and what is wrong with some of them.
    static func read(_ file: SourceFile) -> (claims: [RequirementClaim], violations: [Violation]) {
        var claims: [RequirementClaim] = []
        var violations: [Violation] = []
        for start in file.code.indices {
            for range in file.code[start].ranges(of: ".rows(") where isTrait(file, start, range) {
                guard let test = test(at: start, of: file) else {
                    violations.append(
                        file.violation(at: start, "names requirement rows, but at no test: write @Test(.rows(…)) func"))
                    continue
                }
                if test.isDisabled {
                    violations.append(file.violation(at: start, "a test that is disabled proves no row"))
                }
                claims += ids(from: start, range, in: file).map {
                    RequirementClaim(id: $0, test: test.name, path: file.path, line: start + 1)
                }
            }
        }
        return (claims, violations)
    }

    /// `.rows("A")` as an argument; not `list.rows(…)`, and not `.rows(in: …)`.
    private static func isTrait(_ file: SourceFile, _ line: Int, _ range: Range<String.Index>) -> Bool {
        let text = file.code[line]
        let before = text[..<range.lowerBound].last { $0 != " " }
        let written = raw(file, line).dropFirst(text.distance(from: text.startIndex, to: range.upperBound))
        let after = written.first { $0 != " " } ?? raw(file, line + 1).first { $0 != " " }
        return (before == nil || before == "(" || before == ",") && after == "\""
    }

    private static func raw(_ file: SourceFile, _ line: Int) -> String { line < file.lines.count ? file.lines[line] : "" }

    /// The string literals up to the parenthesis that closes the trait.
    private static func ids(from start: Int, _ range: Range<String.Index>, in file: SourceFile) -> [String] {
        var ids: [String] = []
        var line = start
        var column = file.code[start].distance(from: file.code[start].startIndex, to: range.upperBound)
        while line < file.lines.count {
            let end = file.code[line].dropFirst(column).firstIndex(of: ")")
            let stop = end.map { file.code[line].distance(from: file.code[line].startIndex, to: $0) } ?? file.lines[line].count
            let words = file.lines[line].prefix(stop).dropFirst(column).split(separator: "\"", omittingEmptySubsequences: false)
            ids += words.indices.filter { ($0 - words.startIndex) % 2 == 1 }.map { String(words[$0]) }
            if end != nil { break }
            (line, column) = (line + 1, 0)
        }
        return ids
    }

    /// The test whose attribute stands at a line.
    private static func test(at index: Int, of file: SourceFile) -> (name: String, isDisabled: Bool)? {
        let above = file.code[...index].lastIndex { $0.contains("@Test") }
        let below = file.code[index...].firstIndex { $0.contains(word: "func") }
        guard let above, let below, !file.code[above..<below].contains(where: { $0.contains(word: "func") }),
            let function = file.code[below].split(separator: " ").drop(while: { $0 != "func" }).dropFirst().first,
            let suite = file.code[..<above].lazy.reversed().compactMap(suite).first
                ?? suite(declaredBy: file.code[above])
        else { return nil }
        let name = function.prefix { $0 != "(" && $0 != "<" }
        return ("\(suite).\(name)", file.code[above...below].contains { $0.contains(".disabled(") })
    }

    /// The type that a line opens at the left margin, where swift-format puts those of a file.
    private static func suite(declaredBy line: String) -> String? {
        guard line.first?.isWhitespace == false else { return nil }
        let words = line.split(separator: " ").drop { !["struct", "class", "actor", "enum", "extension"].contains($0) }
        return words.dropFirst().first.map { String($0.prefix { $0 != ":" && $0 != "{" && $0 != "<" }) }
    }
}
