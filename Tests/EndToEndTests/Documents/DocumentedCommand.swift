// A command line as a document shows it, with what its comment promises of it.

/// One line of a `sh` block; lines that end in a backslash go on.
///
///     explorer check broken.yaml        # exit 65
///     explorer list openapi.json        # GET, path, id
///     # → listItems
struct DocumentedCommand: Equatable {
    /// How it comes to its end.
    enum Ending { case byItself, interrupted, screen }

    /// In its document, from 1.
    var line: Int
    var text: String
    /// Its exit code: `# exit N`, else 0.
    var code: Int32 = 0
    /// What stands in its output: behind `→` in its comment, or in comments below it.
    var expected: [String] = []

    /// What a comment says of it.
    mutating func take(_ comment: Substring) {
        if let number = comment.firstMatch(of: /\bexit (\d+)/)?.output.1, let code = Int32(number) { self.code = code }
        if let arrow = comment.firstIndex(of: "→") {
            expected.append(comment[arrow...].dropFirst().trimmingPrefix(" ").description)
        }
    }

    /// What serves or watches goes on until Ctrl-C; a source alone, or the demo, is the screen.
    var ending: Ending {
        let words = text.split(separator: " ").prefix { $0 != "#" && $0 != "|" && $0 != ">" }
        if words.contains("--watch") || words.contains("--serve") { return .interrupted }
        guard words.first == "explorer" else { return .byItself }
        let second = words.dropFirst().first ?? ""
        return second.isEmpty || second == "demo" || second.contains(/[.\/]/) ? .screen : .byItself
    }

    static func all(in block: FencedBlock) -> [DocumentedCommand] {
        var commands: [DocumentedCommand] = []
        var goesOn = false
        for (index, line) in block.lines.enumerated() {
            if goesOn, let last = commands.indices.last {
                commands[last].text += "\n" + line
            } else if line.hasPrefix("#") {
                if let last = commands.indices.last { commands[last].take(line[...]) }
                continue
            } else if !line.allSatisfy(\.isWhitespace) {
                commands.append(DocumentedCommand(line: block.line + index, text: line))
            }
            goesOn = line.hasSuffix("\\")
            if let comment = line.firstRange(of: " # "), let last = commands.indices.last {
                commands[last].take(line[comment.lowerBound...])
            }
        }
        return commands
    }
}
