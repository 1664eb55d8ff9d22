// Standard output, and text that is safe for a terminal.

import ArgumentParser
import Canvas
import Document
import Foundation
import Glibc
import Synchronization
import Workbench
import Workspace

enum Output {
    /// The exit code of a program whose output has no reader: 0 where the reader has closed it, as `head`
    /// does, else 74. `nil` while the output is open. Later output is dropped.
    static var lost: ExitCode? { CommandContext.current.output.code }

    /// Ends a command with a lost output, once its work has stopped.
    /// - Throws: the exit code.
    static func checkOutput() throws { if let lost { throw lost } }

    /// Stops the command's work instead of ending the program at once, so that recorded entries are written
    /// first. Calls `stop` at once if the output is lost already.
    static func whenLost(_ stop: @escaping @Sendable () -> Void) { CommandContext.current.output.whenLost(stop) }

    /// Writes the whole text; a closed reader ends the program silently, as `head` expects.
    static func write(_ text: String) { write(Array(text.utf8)) }

    /// - Parameters:
    ///   - descriptor: a file; `nil` for the command's output.
    ///   - abandon: called when the output is lost, before the program ends or its work stops.
    static func write(_ bytes: [UInt8], to descriptor: Int32? = nil, orElse abandon: () -> Void = {}) {
        guard lost == nil else { return }
        let code = writeAll(bytes, to: descriptor ?? CommandContext.io.output)
        guard code != 0 else { return }
        abandon()
        code == EPIPE ? markLost(.success, nil) : markLost(.cannotWrite, String(cString: strerror(code)))
    }

    /// - Returns: 0, or the error number.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count < 0 else {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: break
            case EAGAIN:
                var slow = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&slow, 1, 1_000)
            default: return errno
            }
        }
        return 0
    }

    private static func markLost(_ code: ExitCode, _ reason: String?) {
        let surroundings = CommandContext.current
        let (isFirst, stop) = surroundings.output.markLost(code)
        if isFirst, let reason { StandardError.write("explorer: the output cannot be written: \(reason)") }
        if let stop { return stop() }
        if surroundings.io.ownsProcess { exit(code.rawValue) }
    }
}

/// Whether a command's output is lost, and the action for that case.
final class OutputState: Sendable {
    private let state = Mutex<(code: ExitCode?, stop: (@Sendable () -> Void)?)>((nil, nil))

    var code: ExitCode? { state.withLock { $0.code } }

    func whenLost(_ stop: @escaping @Sendable () -> Void) {
        let isLost = state.withLock { state in
            state.stop = stop
            return state.code != nil
        }
        if isLost { stop() }
    }

    /// Several threads may detect the same loss: only the first reports it.
    func markLost(_ code: ExitCode) -> (isFirst: Bool, stop: (@Sendable () -> Void)?) {
        state.withLock { state in
            defer { state.code = state.code ?? code }
            return (state.code == nil, state.stop)
        }
    }
}

extension Output {
    /// Writes a file, whole or not at all, whatever the state of standard output.
    /// - Parameter isPrivate: only the user may read the file.
    /// - Throws: the exit code, after reporting the error.
    static func write(_ text: String, toFile path: String, isPrivate: Bool = false) throws {
        do throws(WriteError) {
            try write(text, into: FileReplacement(path, isPrivate: isPrivate))
        } catch {
            throw refused(error)
        }
    }

    /// Writes a file that was opened before the work.
    /// - Returns: the exit code when the file cannot be written, after reporting the error; else `nil`.
    static func finish(_ file: FileReplacement, with text: String) -> ExitCode? {
        do throws(WriteError) {
            try write(text, into: file)
            return nil
        } catch {
            return refused(error)
        }
    }

    private static func write(_ text: String, into file: FileReplacement) throws(WriteError) {
        let code = writeAll(Array(text.utf8), to: file.descriptor)
        guard code == 0 else {
            file.discard()
            throw WriteError(file.path, code: code)
        }
        try file.finish()
    }

    private static func refused(_ error: WriteError) -> ExitCode {
        StandardError.write(Failure(error))
        return .cannotWrite
    }
}

extension Output {
    /// The file of `-o`, which replaces an older one when it is finished; `nil` without one.
    /// - Parameter hint: what follows from an error, or what the user can do.
    /// - Throws: the exit code, after reporting the error.
    static func openFile(_ path: String?, hint: String = "Nothing was sent.") throws -> FileReplacement? {
        do throws(WriteError) {
            return try path.map { path throws(WriteError) in try FileReplacement(path) }
        } catch {
            StandardError.write(
                Failure(title: "\(error.path) cannot be written", detail: error.message, hint: hint))
            throw ExitCode.cannotWrite
        }
    }

    /// The exit code when the file cannot be finished, after reporting the error; else `nil`.
    static func finish(_ file: FileReplacement) -> ExitCode? {
        // Incomplete output replaces no file.
        if let lost {
            file.discard()
            return lost
        }
        do throws(WriteError) {
            try file.finish()
            return nil
        } catch {
            return refused(error)
        }
    }
}

/// Text from a description or a server, for a terminal: control bytes become visible signs. Line
/// breaks and tabs stay.
enum Visible {
    static func escape(_ text: String) -> String {
        var text = text
        // Most text takes this path and stays unchanged.
        if text.withUTF8({ bytes in bytes.allSatisfy { 0x20...0x7e ~= $0 || $0 == 0x0a } }) { return text }
        var output = ""
        var line = String.UnicodeScalarView()
        var pending: Unicode.Scalar?
        func flush() {
            output += Printable.visible(String(line))
            line = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            // A carriage return belongs to the line break behind it; alone it would move the cursor.
            if pending == "\r", scalar != "\n" { line.append("\r") }
            pending = scalar
            switch scalar {
            case "\n", "\t":
                flush()
                output.unicodeScalars.append(scalar)
            case "\r": break
            default: line.append(scalar)
            }
        }
        if pending == "\r" { line.append("\r") }
        flush()
        return output
    }
}

/// A body for a terminal, piece by piece: a character at the end of a piece waits for its remaining bytes.
struct VisibleStream {
    private var rest: [UInt8] = []

    mutating func escape(_ piece: [UInt8]) -> String {
        rest += piece
        var end = rest.count
        // At most three bytes can begin an incomplete character; a carriage return waits for a
        // possible line feed.
        if let lead = rest.suffix(3).lastIndex(where: { $0 >= 0xC0 }), rest.count - lead < Self.length(rest[lead]) { end = lead }
        if end == rest.count, rest.last == UInt8(ascii: "\r") { end -= 1 }
        defer { rest.removeFirst(end) }
        return Visible.escape(String(decoding: rest[..<end], as: UTF8.self))
    }

    /// The rest that still waits at the end of the body.
    mutating func finish() -> String {
        defer { rest = [] }
        return Visible.escape(String(decoding: rest, as: UTF8.self))
    }

    private static func length(_ lead: UInt8) -> Int { lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2 }
}

/// Writes JSON from a few values, without a reader.
enum JSONText {
    enum Value {
        case string(String)
        case number(String)
        case bool(Bool)
        case null
        case array([Value])
        case object([(String, Value)])
    }

    static func object(_ members: [(String, Value)]) -> String {
        "{" + members.map { quoted($0.0) + ":" + formatValue($0.1) }.joined(separator: ",") + "}"
    }

    private static func formatValue(_ value: Value) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .number(let digits): digits
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        case .array(let values): "[" + values.map(formatValue).joined(separator: ",") + "]"
        case .object(let members): object(members)
        }
    }

    private static func quoted(_ text: String) -> String { JSONLiteral.string(text, escaping: isHidden) }

    /// Whether a terminal would interpret the character instead of showing it.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
