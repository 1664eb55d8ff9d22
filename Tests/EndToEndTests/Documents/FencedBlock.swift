// The fenced blocks of a Markdown document, and which of them show what a command prints.

/// A block between two lines of three backticks.
struct FencedBlock: Equatable {
    /// Of its first line of content, from 1.
    var line: Int
    /// The first word behind the backticks: `sh`, `text`, `yaml` …; empty without one.
    var language: String
    /// The rest of that line.
    var info: String
    var lines: [String]
    /// Nothing but blank lines stands between it and the block before it.
    var followsTheLast = false

    /// Why its commands are not run: ```` ```sh no-test: REASON ````.
    var excuse: String? {
        info.hasPrefix("no-test:") ? String(info.dropFirst("no-test:".count)).trimmingPrefix(" ").description : nil
    }

    /// A file that the reader is told to have: ```` ```yaml explorer.yaml ````, also below the home folder.
    var fileName: String? { language == "sh" || info.isEmpty || info.contains(" ") ? nil : info }

    /// A line of it that looks like a command, where none is expected.
    var firstCommand: String? {
        lines.first { line in ["explorer ", "explorer-demo ", "make ", "$ "].contains { line.hasPrefix($0) } }
    }

    static func all(in markdown: String) -> [FencedBlock] {
        var blocks: [FencedBlock] = []
        var open: FencedBlock?
        var isClose = false
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if let info = line.wholeMatch(of: /\s*```\s*(.*)/)?.output.1 {
                if let block = open {
                    blocks.append(block)
                    (open, isClose) = (nil, true)
                } else {
                    let words = info.split(separator: " ", maxSplits: 1).map(String.init)
                    open = FencedBlock(
                        line: index + 2, language: words.first ?? "", info: words.dropFirst().first ?? "", lines: [],
                        followsTheLast: isClose)
                }
            } else if open != nil {
                open?.lines.append(String(line))
            } else if !line.allSatisfy(\.isWhitespace) {
                isClose = false
            }
        }
        return blocks
    }
}

/// What a document shows of an output: some of its lines, `…` for what differs each time.
enum ShownText {
    /// The first shown line that the output does not have, in the order of the document; `nil` when all are there.
    static func firstMissing(_ shown: [String], in output: String) -> String? {
        var rest = output.split(whereSeparator: \.isNewline).map(words)[...]
        for line in shown where !line.allSatisfy(\.isWhitespace) && words(line) != "…" {
            guard let index = rest.firstIndex(where: { matches(words(line), $0) }) else { return line }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    /// Whether the text is the pattern's, with anything for each `…`.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return pattern == text }
        guard text.hasPrefix(first) else { return false }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let range = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// Columns are set by tabs and spaces, which a document need not repeat.
    private static func words(_ line: some StringProtocol) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
