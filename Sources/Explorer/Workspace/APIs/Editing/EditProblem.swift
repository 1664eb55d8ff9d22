// Why a workspace is not changed.

import Canvas

/// A change that was not made: the file is as it was.
public struct EditProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The line of the file, from 1, where one is meant.
    public var line: Int?
    /// What is wrong.
    public var message: String
    /// What to do about it.
    public var hint: String

    /// - Parameters:
    ///   - path: the file.
    ///   - message: what is wrong.
    ///   - hint: what to do about it.
    ///   - line: the line of the file, where one is meant.
    init(_ path: String = "", _ message: String, _ hint: String, line: Int? = nil) {
        self.path = path
        self.line = line
        self.message = message
        self.hint = hint
    }

    /// What only somebody who sees all of it can change.
    static func byHand(_ line: Int?, _ message: String) -> EditProblem { EditProblem("", message, "edit it by hand", line: line) }

    /// As compilers write it.
    public var description: String {
        "\(path)\(line.map { ":\($0)" } ?? ""): \(message)\(hint.isEmpty ? "" : "; \(hint)")"
    }
}
