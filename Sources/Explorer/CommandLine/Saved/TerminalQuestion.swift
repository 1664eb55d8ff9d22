// A question at the terminal of a command without a screen. What is secret is typed unseen.

import ArgumentParser
import Canvas
import Catalog
import Foundation
import Workbench

enum TerminalQuestion {
    /// Longer answers are none. Bytes.
    private static let longest = 64 << 10

    /// What somebody answers; `nil` where he takes the default.
    /// - Parameters:
    ///   - prompt: what he is asked.
    ///   - fallback: the default as it may be shown.
    /// - Throws: the exit code when he does not answer.
    static func ask(_ prompt: VariableScopes.Prompt, _ fallback: String?) throws -> String? {
        let offer = fallback.map { " [\(Visible.text($0))]" } ?? ""
        // A workspace says what is asked: one line, and no endless one.
        let question = "\(Printable.visible(String(prompt.question.prefix(200))))\(offer): "
        let answer = try prompt.isSecret ? unseen(question) : line(question)
        guard let text = String(validating: answer, as: UTF8.self) else { throw Refusal(usage: "that is no UTF-8", []) }
        return text.isEmpty && prompt.hasDefault ? nil : text
    }

    /// Whether somebody answers `y` or `yes`; the default is No.
    static func isYes(_ question: String) -> Bool {
        let answer = Complaint.saying { try line(question) } ?? []
        return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
    }

    private static func say(_ text: String) {
        try? FileHandle(fileDescriptor: Surroundings.io.error).write(contentsOf: Data(text.utf8))
    }

    /// A line as it is typed, without reading ahead: what comes after it is for somebody else.
    static func line(_ question: String) throws -> [UInt8] {
        say(question)
        var bytes: [UInt8] = []
        while let byte = next(), byte != 0x0a {
            bytes.append(byte)
            guard bytes.count <= longest else { throw tooLong }
        }
        return bytes
    }

    /// The terminal hands over every key, and shows none. It is as it was again before a signal can end the program.
    private static func unseen(_ question: String) throws -> [UInt8] {
        var before = termios()
        guard tcgetattr(Surroundings.io.input, &before) == 0 else { return try line(question) }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        tcsetattr(Surroundings.io.input, TCSAFLUSH, &silent)
        // Not earlier: who reads it may type at once.
        say(question)
        var bytes: [UInt8] = []
        var isCancelled = false
        reading: while let byte = next() {
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
        tcsetattr(Surroundings.io.input, TCSAFLUSH, &before)
        say("\n")
        guard !isCancelled else {
            Complaint.write("explorer: cancelled")
            throw ExitCode.cancelled
        }
        guard bytes.count <= longest else { throw tooLong }
        return bytes
    }

    private static var tooLong: any Error { Refusal(usage: "the answer is longer than \(longest >> 10) KiB", []) }

    /// One byte, so that nothing is read ahead. `nil` at the end.
    private static func next() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(Surroundings.io.input, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}

extension VariableExpansion {
    /// What who answers nothing gets, as it may be shown; `nil` for a secret, and for what is brought only later.
    func fallback(_ name: String) -> String? {
        var copy = self
        guard let value = scopes[name], value.prompt?.isSecret == false, case .plain(let text)? = try? copy.expand(value.text)
        else { return nil }
        return text
    }
}
