// A rule about source text: a pure function from a file to what is wrong in it, with an example that it must catch.

import Glibc
import Testing

struct Violation: Equatable, CustomStringConvertible {
    let path: String
    /// Counted from 1.
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    /// A file and its text that break the rule once, and one that keeps it: they prove that the rule can fail and can pass.
    let broken: SourceFile
    let kept: SourceFile
    let check: @Sendable (SourceFile) -> [Violation]

    var testDescription: String { name }

    init(
        _ name: String, in path: String = "Sources/Terminal/Canvas/Example.swift", broken: String, kept: String,
        check: @escaping @Sendable (SourceFile) -> [Violation]
    ) {
        self.name = name
        self.broken = SourceFile(path: path, text: broken)
        self.kept = SourceFile(path: path, text: kept)
        self.check = check
    }
}

extension SourceFile {
    /// A violation for every line of ``code`` that names one of these words (as itself, see ``Swift/String/contains(word:)``), for each word.
    func violations(naming words: [String], _ message: (String) -> String) -> [Violation] {
        words.flatMap { word in violations(message(word), near: [word]) { $0.contains(word: word) } }
    }

    /// A violation for every line of ``code`` that `isWrong`.
    /// - Parameter words: one of them stands in every such line.
    func violations(_ message: String, near words: [String], where isWrong: (String) -> Bool) -> [Violation] {
        guard mentions(words) else { return [] }
        return code.indices.filter { isWrong(code[$0]) }.map { violation(at: $0, message) }
    }

    /// - Parameter index: the line, counted from 0.
    func violation(at index: Int, _ message: String) -> Violation { Violation(path: path, line: index + 1, message: message) }
}

extension String {
    /// Whether `word` stands in the text as itself: where it begins or ends with a letter, the text must not go on with one.
    func contains(word: String) -> Bool { contains(bytesOf: word) && ranges(of: word).contains { standsAlone($0) } }

    /// The same as `contains`, a hundred times faster in a debug build.
    func contains(bytesOf text: String) -> Bool {
        withCString { all in text.withCString { strstr(all, $0) != nil } }
    }

    private func standsAlone(_ range: Range<String.Index>) -> Bool {
        func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
        let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : nil
        let after = range.upperBound < endIndex ? self[range.upperBound] : nil
        return !(isPart(self[range].first) && isPart(before)) && !(isPart(self[range].last) && isPart(after))
    }
}
