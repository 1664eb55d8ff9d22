// Asks before a workspace or a collection reaches outside its own folder and services.

import ArgumentParser
import Catalog
import Foundation
import Glibc
import Workbench
import Workspace

enum TrustPolicy: Sendable {
    /// The command cannot ask the user: it refuses, and names the command that agrees.
    case required
    /// Asks the user at the terminal; without the user's agreement the needs are left out.
    case asked
    /// The command sends nothing: needs without agreement are left out, without a question.
    case unneeded

    /// Reads the workspace within the user's trust.
    /// - Throws: an error from reading the workspace, or the exit code.
    func readWorkspace(_ path: String, _ environment: [String: String]) throws -> WorkspaceFile {
        let paths = Paths(environment: environment)
        let (trust, secrets) = (WorkspaceTrust(paths), SecretStore(paths))
        func readFile() throws -> WorkspaceFile {
            try WorkspaceFile(path, environment: environment, trust: trust, secrets: secrets)
        }
        let file = try readFile()
        guard !file.openNeeds.isEmpty, self != .unneeded else { return file }
        guard self == .asked else { throw Self.refusal(path, file.openNeeds) }
        guard try Self.agrees(path, file.openNeeds, of: file.needs, trust) else { return file }
        let trusted = try readFile()
        // Another program has changed the file during the question.
        guard trusted.openNeeds.isEmpty else { throw Self.refusal(path, trusted.openNeeds) }
        return trusted
    }

    /// Asks for the needs of a collection outside any workspace; requests with needs beyond the user's
    /// agreement are refused one by one.
    func askForCollection(_ path: String, _ environment: [String: String]) throws {
        guard self == .asked else { return }
        let trust = WorkspaceTrust(Paths(environment: environment))
        let agreed = trust.agreed(path)
        let needs = DescriptionNeeds.findNeeds(path, SourceRules(trust).rules(for: path))
        let open = needs.filter { !agreed.contains($0.key) }
        if !open.isEmpty { _ = try Self.agrees(path, open, of: needs, trust) }
    }

    /// Asks the user at the terminal, page by page, and remembers a yes.
    /// - Parameter all: all needs, with those that the user has agreed to before.
    private static func agrees(_ path: String, _ open: [TrustNeed], of all: [TrustNeed], _ trust: WorkspaceTrust) throws -> Bool {
        let isNew = open.count < all.count
        StandardError.write("\(path) is not trusted with \(isNew ? "something new" : "all that it wants"). It")
        let pages = TrustQuestion.pages(open, rows: terminal.rows, columns: terminal.columns)
        for (index, page) in pages.enumerated() {
            StandardError.write(page.joined(separator: "\n"))
            guard index < pages.count - 1 else { break }
            guard isEmpty(TrustQuestion.pageQuestion(index + 1, of: pages.count, open)) else { return refused(path) }
        }
        guard TerminalQuestion.isYes(TrustQuestion.question(open)) else { return refused(path) }
        do throws(WriteError) {
            try trust.storeAgreement(all, for: path)
        } catch {
            throw Refusal(error)
        }
        return true
    }

    private static func refused(_ path: String) -> Bool {
        StandardError.write("explorer: opened without these; to allow them: \(command(path))")
        return false
    }

    /// The command with the path quoted for a shell.
    static func command(_ path: String) -> String { "explorer trust \(ShellLine.quotedIfNeeded(path))" }

    /// The most needs in a refusal. `explorer trust FILE --show` lists the others.
    private static let mostRefused = 20

    private static func refusal(_ path: String, _ needs: [TrustNeed]) -> any Error {
        var lines = needs.prefix(mostRefused).map { TrustQuestion.formatLine($0) }
        if needs.count > mostRefused {
            lines.append("… and \(needs.count - mostRefused) less important ones: \(command(path)) --show")
        }
        StandardError.write(
            ErrorBlock(
                "\(path) is not trusted with this, nothing was done. It", at: lines,
                next: ["Read it, then allow it: \(command(path))"]))
        return ExitCode.badData
    }

    private static var terminal: (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(CommandContext.io.error, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return (24, 80)
        }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    private static func isEmpty(_ question: String) -> Bool {
        StandardError.reportingFailure { try TerminalQuestion.readLine(question) }?.isEmpty == true
    }
}
