// The problems of an explorer.yaml: all at once, each with its line and a hint.

import Canvas

/// An invalid workspace: the program does not use it, because it may not mean what it says.
public struct WorkspaceError: Error, Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// In the order of the file; never empty.
    public var problems: [ConfigProblem]

    /// One line for each: `explorer.yaml:7: 'opne' is not an option of failover; did you mean open?`
    public var lines: [String] { problems.map { Self.formattedLine($0, in: path) } }

    /// A problem in the format of compilers.
    public static func formattedLine(_ problem: ConfigProblem, in path: String) -> String {
        "\(path):\(problem.line): \(problem.message)\(problem.hint.isEmpty ? "" : "; \(problem.hint)")"
    }
}
