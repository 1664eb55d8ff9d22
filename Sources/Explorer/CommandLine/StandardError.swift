// Standard error, for everything except the response.

import Foundation
import Workbench

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
