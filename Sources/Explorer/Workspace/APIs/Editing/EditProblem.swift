// Why the program does not change a workspace.

import Canvas

/// A change that failed: the file is as it was.
public struct EditProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var path: String
    /// The line of the file, from 1, if the problem has one.
    public var line: Int?
    /// What is wrong.
    public var message: String
    /// What to do about it.
    public var hint: String

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - message: the problem.
    ///   - hint: what to do about it.
    ///   - line: the line of the file, if the problem has one.
    init(_ path: String = "", _ message: String, _ hint: String, line: Int? = nil) {
        self.path = path
        self.line = line
        self.message = message
        self.hint = hint
    }

    /// A change that needs a person who sees the whole file.
    static func byHand(_ line: Int?, _ message: String) -> EditProblem { EditProblem("", message, "edit it by hand", line: line) }

    /// In the format of compilers.
    public var description: String {
        "\(path)\(line.map { ":\($0)" } ?? ""): \(message)\(hint.isEmpty ? "" : "; \(hint)")"
    }
}
