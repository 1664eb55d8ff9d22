// What is wrong in an explorer.yaml: all of it at once, each with its line and what to do.

import Canvas

/// A workspace that is not used, because it may mean something else than it says.
public struct WorkspaceError: Error, Sendable, Hashable {
    /// The file.
    public var path: String
    /// In the order of the file; never empty.
    public var problems: [ConfigProblem]

    /// A line each: `explorer.yaml:7: 'opne' is no option of failover; did you mean open?`
    public var lines: [String] { problems.map { Self.line($0, in: path) } }

    /// A problem as compilers write it.
    public static func line(_ problem: ConfigProblem, in path: String) -> String {
        "\(path):\(problem.line): \(problem.message)\(problem.hint.isEmpty ? "" : "; \(problem.hint)")"
    }
}
