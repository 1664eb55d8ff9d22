// What is wrong with a part of a description that could be read all the same.

import Document

/// A part of a description that is broken or doubtful. The rest was read.
public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// Where: a JSON pointer (RFC 6901) from the root of the description.
    public let pointer: String
    /// The line on which that begins, from 1; `nil` when nothing stands there.
    public let line: Int?
    /// What is wrong, as a clause without a full stop.
    public let message: String
    /// What to do about it, or what was done, as a clause without a full stop.
    public let hint: String

    /// A warning from its parts.
    public init(pointer: String, line: Int?, message: String, hint: String) {
        self.pointer = pointer
        self.line = line
        self.message = message
        self.hint = hint
    }

    /// `#/paths/~1items/get (line 12): the operation is not an object; it is skipped`.
    public var description: String {
        "#\(pointer)\(line.map { " (line \($0))" } ?? ""): \(message)\(hint.isEmpty ? "" : "; \(hint)")"
    }
}

/// A warning whose line has not been counted yet.
struct Problem {
    var pointer: String
    /// The byte at which the broken part begins.
    var offset: Int?
    var message: String
    var hint: String

    init(_ pointer: String, _ node: JSONNode?, _ message: String, hint: String) {
        self.pointer = pointer
        offset = node?.byteRange.lowerBound
        self.message = message
        self.hint = hint
    }

    /// Counts the lines of all problems with one walk over the text, and none when there is no problem.
    static func warnings(_ problems: [Problem], in bytes: [UInt8]) -> [Warning] {
        guard !problems.isEmpty else { return [] }
        let lines = LineIndex(bytes)
        return problems.map {
            Warning(pointer: $0.pointer, line: $0.offset.map { lines.position(of: $0).line }, message: $0.message, hint: $0.hint)
        }
    }
}
