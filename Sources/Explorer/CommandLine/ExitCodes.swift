// Exit codes in ArgumentParser's type, and standard error.

import ArgumentParser
import Foundation
import NetLayer
import Workbench

extension ExitCode {
    static let noResponse = ExitCode(ExitStatus.noResponse)
    static let cancelled = ExitCode(ExitStatus.cancelled)
    static let usage = ExitCode(ExitStatus.usage)
    static let badData = ExitCode(ExitStatus.badData)
    static let cannotRead = ExitCode(ExitStatus.cannotRead)
    static let cannotWrite = ExitCode(ExitStatus.cannotWrite)

    init(status: Int) { self.init(ExitStatus.exitCode(status: status)) }

    init(_ error: NetError) { self.init(error.exitCode) }
}

/// Standard error, for everything except the response.
enum StandardError {
    static func write(_ failure: Failure, to descriptor: Int32 = CommandContext.io.error) {
        write(ErrorBlock(failure), to: descriptor)
    }

    static func write(_ block: ErrorBlock, to descriptor: Int32 = CommandContext.io.error) {
        write(block.text, to: descriptor)
    }

    /// - Parameter descriptor: the command's standard error, for callers outside its task.
    static func write(_ text: String, to descriptor: Int32 = CommandContext.io.error) {
        write(plain: Visible.escape(text) + "\n", to: descriptor)
    }

    /// The result of the work; `nil` when it fails, after reporting the error.
    static func reportingFailure<Value>(_ work: () throws -> Value) -> Value? {
        do {
            return try work()
        } catch {
            if let error = error as? Refusal { write(error.failure) }
            return nil
        }
    }

    /// Writes the text unchanged.
    static func write(plain text: String, to descriptor: Int32 = CommandContext.io.error) {
        // Standard error may be closed; then the message has no reader.
        try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
    }
}
