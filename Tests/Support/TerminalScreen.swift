// What a terminal shows, as text to look into.

/// The text on a terminal's screen.
public struct TerminalScreen: Sendable, Equatable {
    /// From top to bottom, without blanks at the end.
    public let lines: [String]

    init(text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    /// Whether one line contains the text.
    public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// The lines that contain all of these.
    public func lines(with texts: String...) -> [String] { lines.filter { line in texts.allSatisfy(line.contains) } }

    /// Rows of the task table that have all of these texts in them: the result's title may say the same.
    public func rows(with texts: String...) -> [String] {
        lines.drop { !$0.contains("4 Tasks") }.dropFirst().filter { line in texts.allSatisfy(line.contains) }
    }

    /// The screen in a box, for messages.
    public var framed: String {
        let width = lines.map(\.count).max() ?? 0
        let edge = "+" + String(repeating: "-", count: width) + "+"
        return ([edge] + lines.map { "|" + $0.padding(toLength: width, withPad: " ", startingAt: 0) + "|" } + [edge]).joined(
            separator: "\n")
    }
}
