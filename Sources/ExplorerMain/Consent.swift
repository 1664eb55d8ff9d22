// What happens when a workspace wants to read, run or send what is not its own, and nobody has agreed to that yet.

import ArgumentParser
import Explorer
import Foundation
import Workspace

enum Consent: Sendable {
    /// Nobody is there to be asked: it is refused, with the line to run.
    case required
    /// Whoever sits at the terminal is asked; without consent all that needs it is left out.
    case asked

    /// Reads the workspace as far as it may be.
    /// - Throws: what reading it throws, or the exit code.
    func file(_ path: String, _ environment: [String: String]) throws -> WorkspaceFile {
        let paths = Paths(environment: environment)
        let (trust, secrets) = (WorkspaceTrust(paths), SecretStore(paths))
        func read() throws -> WorkspaceFile {
            try WorkspaceFile(path, environment: environment, trust: trust, secrets: secrets)
        }
        let file = try read()
        guard !file.openNeeds.isEmpty else { return file }
        guard self == .asked else { throw Self.refusal(file) }
        Complaint.write("\(path) is not trusted as it is now. It\n\(Self.lines(file))")
        guard Self.isYes("Trust it? [y/N] ") else {
            Complaint.write("explorer: opened without all that; to trust it: \(Self.command(path))")
            return file
        }
        do throws(WriteError) {
            try trust.add(file.entry)
        } catch {
            Complaint.write(Failure(title: "\(error.path) cannot be written", detail: error.message, hint: error.hint))
            throw ExitCode.cannotWrite
        }
        let trusted = try read()
        // Somebody has changed it while the question stood there.
        guard trusted.openNeeds.isEmpty else { throw Self.refusal(trusted) }
        return trusted
    }

    /// What it wants, a line each, and who would get it.
    static func lines(_ file: WorkspaceFile) -> String {
        var lines = file.needs.prefix(20).map { "  \(file.path):\($0.line): \($0.text)" }
        if file.needs.count > 20 { lines.append("  … and \(file.needs.count - 20) more") }
        return lines.joined(separator: "\n") + "\n  and sends requests to \(file.hosts.joined(separator: ", "))"
    }

    /// Quoted as a shell needs it.
    static func command(_ path: String) -> String { "explorer trust \(ShellLine.word(path))" }

    private static func refusal(_ file: WorkspaceFile) -> any Error {
        Complaint.write(
            "explorer: \(file.path) is not trusted as it is now, and nothing was done. It\n\(lines(file))\n  Read it, and when that is what you want: \(command(file.path))"
        )
        return ExitCode.badData
    }

    private static func isYes(_ question: String) -> Bool {
        let answer = (try? TerminalQuestion.line(question)) ?? []
        return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
    }
}
