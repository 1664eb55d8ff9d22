// Why the program does not do what the user asked for, and the exit code for scripts.

import Workspace

/// A refusal in words for people, with its exit code by the product contract.
public struct Refusal: Error, Sendable, Hashable {
    public let failure: Failure
    public let exitCode: Int32

    public init(_ failure: Failure, exitCode: Int32) {
        self.failure = failure
        self.exitCode = exitCode
    }

    /// The same refusal with one more line.
    public func adding(_ line: String) -> Refusal {
        var failure = failure
        failure.detail += (failure.detail.isEmpty ? "" : "\n") + line
        return Refusal(failure, exitCode: exitCode)
    }

    /// A file that cannot be read. Exit code 66.
    public init(_ error: ReadError) { self.init(Failure(error), exitCode: ExitStatus.cannotRead) }

    /// A file that cannot be written. Exit code 74.
    public init(_ error: WriteError) { self.init(Failure(error), exitCode: ExitStatus.cannotWrite) }

    /// A request that is impossible as the user wrote it. Exit code 64.
    public init(usage title: String, _ details: [String] = []) {
        self.init(Failure(title: title, detail: details.joined(separator: "\n"), hint: ""), exitCode: ExitStatus.usage)
    }
}
