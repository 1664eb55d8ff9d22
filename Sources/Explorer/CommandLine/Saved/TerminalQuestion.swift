// A question at the terminal of a command without a screen. The terminal does not show secret answers.

import ArgumentParser
import Canvas
import Catalog
import Foundation
import Workbench

enum TerminalQuestion {
    /// The longest answer. Bytes.
    private static let longest = 64 << 10

    /// The user's answer; `nil` for the default.
    /// - Parameters:
    ///   - prompt: the question.
    ///   - fallback: the default, in a form for display.
    /// - Throws: the exit code when the user does not answer.
    static func readAnswer(_ prompt: VariableScopes.Prompt, _ fallback: String?) throws -> String? {
        let offer = fallback.map { " [\(Visible.escape($0))]" } ?? ""
        // The text comes from a workspace: one line of limited length.
        let question = "\(Printable.visible(String(prompt.question.prefix(200))))\(offer): "
        let answer = try prompt.isSecret ? readHiddenLine(question) : readLine(question)
        guard let text = String(validating: answer, as: UTF8.self) else { throw Refusal(usage: "the input is not UTF-8", []) }
        return text.isEmpty && prompt.hasDefault ? nil : text
    }

    /// Whether the user answers `y` or `yes`; the default is no.
    static func isYes(_ question: String) -> Bool {
        let answer = StandardError.reportingFailure { try readLine(question) } ?? []
        return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
    }

    private static func writePrompt(_ text: String) {
        try? FileHandle(fileDescriptor: CommandContext.io.error).write(contentsOf: Data(text.utf8))
    }

    /// A typed line, without reading ahead: another reader may need the rest of the input.
    static func readLine(_ question: String) throws -> [UInt8] {
        writePrompt(question)
        var bytes: [UInt8] = []
        while let byte = readByte(), byte != 0x0a {
            bytes.append(byte)
            guard bytes.count <= longest else { throw tooLong }
        }
        return bytes
    }

    /// Turns off the terminal's echo and line editing. Restores both before a signal can end the program.
    private static func readHiddenLine(_ question: String) throws -> [UInt8] {
        var before = termios()
        guard tcgetattr(CommandContext.io.input, &before) == 0 else { return try readLine(question) }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        tcsetattr(CommandContext.io.input, TCSAFLUSH, &silent)
        // Only after the echo is off: a reader may type at once.
        writePrompt(question)
        var bytes: [UInt8] = []
        var isCancelled = false
        reading: while let byte = readByte() {
            switch byte {
            case 0x0a, 0x0d: break reading
            // Ctrl-C, Ctrl-D with nothing typed.
            case 0x03: isCancelled = true
            case 0x04: isCancelled = bytes.isEmpty
            // Ctrl-U.
            case 0x15: bytes = []
            case 0x08, 0x7f:
                // All bytes of the last character.
                while let last = bytes.popLast(), last & 0xc0 == 0x80 {}
            case 0..<0x20: break
            case _: if bytes.count <= longest { bytes.append(byte) }
            }
            if isCancelled || byte == 0x04 { break }
        }
        tcsetattr(CommandContext.io.input, TCSAFLUSH, &before)
        writePrompt("\n")
        guard !isCancelled else {
            StandardError.write("explorer: cancelled")
            throw ExitCode.cancelled
        }
        guard bytes.count <= longest else { throw tooLong }
        return bytes
    }

    private static var tooLong: any Error { Refusal(usage: "the input is longer than \(longest >> 10) KiB", []) }

    /// One byte, so that nothing is read ahead. `nil` at the end.
    private static func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(CommandContext.io.input, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}

extension VariableExpansion {
    /// The default answer, in a form for display; `nil` for a secret, and for a value that is resolved later.
    func fallback(_ name: String) -> String? {
        var copy = self
        guard let value = scopes[name], value.prompt?.isSecret == false, case .plain(let text)? = try? copy.expand(value.text)
        else { return nil }
        return text
    }
}
