// A response piped through a program of the user: the request and the result.

import NetLayer
import Workbench

/// Requests the output of a shell command for a body. The command is only ever one that the user typed.
public struct PipeRequest: Sendable, Hashable {
    /// The task whose body is the input.
    public let task: TaskID
    /// The number under which the output is stored, beside the bodies of responses.
    public let output: TaskID
    public let command: String

    init(task: TaskID, number: Int, command: String) {
        self.task = task
        output = TaskID(Self.firstOutput + UInt64(number))
        self.command = command
    }

    /// The engine counts its tasks from 1 and never reaches this number.
    private static let firstOutput: UInt64 = 1 << 63
}

/// The result of a pipe request.
public struct Piped: Sendable, Hashable {
    public enum Ending: Sendable, Hashable {
        case exited(Int)
        /// By a signal, with its name.
        case killed(String)
        case notStarted(String)
        /// The body is no longer stored.
        case gone
    }

    public var request: PipeRequest
    public var ending: Ending
    /// The kind of the output as a body, its bytes, the rows of its list, how deep its tree is open at first.
    public var kind: BodyKind
    public var bytes: Int
    public var rows: Int?
    public var openDepth: Int
    public var picture: Picture?
    /// The output was longer than the limit; the rest was dropped.
    public var isCut: Bool
    /// The useful part of standard error.
    public var errors: String

    public init(
        _ request: PipeRequest, _ ending: Ending, kind: BodyKind = .empty, bytes: Int = 0, rows: Int? = nil,
        openDepth: Int = .max, picture: Picture? = nil, isCut: Bool = false, errors: String = ""
    ) {
        self.request = request
        self.ending = ending
        self.kind = kind
        self.bytes = bytes
        self.rows = rows
        self.openDepth = openDepth
        self.picture = picture
        self.isCut = isCut
        self.errors = errors
    }

    /// The output as a response that replaces the input.
    func answer(to source: Answer) -> Answer {
        var answer = Answer(
            task: request.output, head: source.head, url: source.url, bytes: bytes, kind: kind, failure: failure)
        answer.rows = rows
        answer.openDepth = openDepth
        answer.picture = picture
        return answer
    }

    /// What the user must know besides the output.
    private var failure: Failure? {
        if isCut {
            return Failure(
                title: "Only the first \(Quantity.bytes(Int64(bytes))) of the output are stored", detail: "", hint: "")
        }
        let title: String
        switch ending {
        case .exited(0): return nil
        case .exited(127): title = "\(name) was not found"
        case .exited(let code): title = "\(name) ended with code \(code)"
        case .killed(let signal): title = "\(name) was killed by a signal: \(signal)"
        case .notStarted(let reason): title = "The shell could not be started: \(reason)"
        case .gone: title = "The body is no longer stored: r sends the request again"
        }
        return Failure(title: title, detail: errors, hint: bytes == 0 ? "| edits the command, esc shows the whole response" : "")
    }

    /// The program's name, as a user would call it.
    private var name: String {
        request.command.contains { "|;&\n".contains($0) }
            ? "The command" : request.command.split(separator: " ").first.map(String.init) ?? "The command"
    }
}
