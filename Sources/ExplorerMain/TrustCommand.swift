// `explorer trust`: agrees to what a workspace reads, runs and sends, as it is now.

import ArgumentParser
import Explorer
import Foundation
import Workspace

struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Agree to what a workspace reads, runs and sends; or list or withdraw it.",
        discussion: """
            explorer trust explorer.yaml            prints what it wants, and remembers the file as it is now
            explorer trust explorer.yaml --show     only prints it
            explorer trust --list                   the workspaces that are trusted
            explorer trust --remove explorer.yaml   forgets one

            A file that has changed is not trusted any more. Exit codes: 0 done, 64 usage, 65 the workspace is bad, or was not trusted, 66 it cannot be read, \
            74 it cannot be remembered.
            """)

    @Argument(help: "A workspace: explorer.yaml, or a folder with one.", completion: .file()) var file: String?
    @Flag(help: "Print what it wants, and change nothing.") var show = false
    @Flag(help: "Print the workspaces that are trusted.") var list = false
    @Flag(help: "Forget it.") var remove = false

    func validate() throws {
        guard [show, list, remove].count(where: { $0 }) <= 1 else {
            throw ValidationError("--show, --list and --remove are three commands.")
        }
        guard list != (file != nil) else {
            throw ValidationError(list ? "--list takes no file." : "Name a workspace, or write --list.")
        }
    }

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let paths = Paths(environment: environment)
        let trust = WorkspaceTrust(paths)
        guard let file else { return listed(trust) }
        if remove { return try forget(file, trust) }
        let workspace = try Self.read(file, environment)
        guard !workspace.needs.isEmpty else {
            return Output.write(
                Visible.text("\(workspace.path) needs no consent: it reads, runs and sends only what is its own\n"))
        }
        Output.write(Visible.text("\(workspace.path)\n\(Consent.lines(workspace))\n"))
        guard !show else { return }
        do throws(WriteError) {
            try trust.add(workspace.entry)
        } catch {
            throw Self.unwritable(error)
        }
        Output.write("It is trusted as it is now.\n")
    }

    private func forget(_ file: String, _ trust: WorkspaceTrust) throws {
        let wasTrusted: Bool
        do throws(WriteError) {
            wasTrusted = try trust.remove(WorkspaceFile.path(of: file) ?? file)
        } catch {
            throw Self.unwritable(error)
        }
        guard wasTrusted else {
            Complaint.write("explorer: \(file) was not trusted")
            throw ExitCode.badData
        }
    }

    /// Whoever has changed since is said to have.
    private func listed(_ trust: WorkspaceTrust) {
        for entry in trust.entries {
            let now = (try? WorkspaceFile(entry.path, environment: [:]))?.entry
            let state = now == entry ? "trusted" : Folder.holds(entry.path) ? "changed" : "gone"
            Output.write(Visible.text("\(state)\t\(entry.path.replacing("\t", with: " "))\n"))
        }
    }

    private static func read(_ file: String, _ environment: [String: String]) throws -> WorkspaceFile {
        guard let path = WorkspaceFile.path(of: file) else {
            throw Complaint.usage(
                "'\(file)' is no workspace", ["A workspace is a file named \(WorkspaceFile.name), or a folder with one."])
        }
        do {
            // Nothing is looked up: what it would read is only told.
            return try WorkspaceFile(path, environment: [:])
        } catch let error as WorkspaceError {
            error.lines.forEach { Complaint.write("explorer: \($0)") }
            throw ExitCode.badData
        } catch let error as ReadError {
            throw Complaint.unreadable(error)
        }
    }

    private static func unwritable(_ error: WriteError) -> ExitCode {
        Complaint.write(Failure(title: "\(error.path) cannot be written", detail: error.message, hint: error.hint))
        return .cannotWrite
    }
}
