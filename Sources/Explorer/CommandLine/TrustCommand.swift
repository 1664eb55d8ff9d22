// `explorer trust`: agrees to the files, commands and destinations that a workspace needs, as it is now.

import ArgumentParser
import Catalog
import Foundation
import Workbench
import Workspace

struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Allow what a workspace or collection reads, runs and sends; or list or withdraw it.",
        discussion: """
            explorer trust explorer.yaml            prints its needs, and remembers that you agree
            explorer trust explorer.yaml --show     only prints them
            explorer trust requests/items.http      the same for a collection or a description
            explorer trust --list                   prints the trusted files
            explorer trust --remove explorer.yaml   withdraws the trust

            A need that a change adds to a file is not trusted. Exit codes: 0 done, 64 usage, 65 the file is bad, or was not trusted, 66 it cannot be read, \
            74 the trust cannot be saved.
            """)

    @Argument(help: "A workspace (explorer.yaml, or a folder with one), a collection or a description.", completion: .file())
    var file: String?
    @Flag(help: "Print its needs, and change nothing.") var show = false
    @Flag(help: "Print the trusted files.") var list = false
    @Flag(help: "Withdraw the trust.") var remove = false

    func validate() throws {
        guard [show, list, remove].count(where: { $0 }) <= 1 else {
            throw ValidationError("--show, --list and --remove exclude each other.")
        }
        guard list != (file != nil) else {
            throw ValidationError(list ? "--list takes no file." : "Name a workspace or a collection, or write --list.")
        }
    }

    func run() throws {
        let environment = CommandContext.environment
        let paths = Paths(environment: environment)
        let trust = WorkspaceTrust(paths)
        guard let file else { return printTrusted(trust) }
        if remove { return try forget(file, trust) }
        let path = WorkspaceFile.workspacePath(of: file) ?? file
        var needs = try Self.needs(path, environment, trust)
        guard !needs.isEmpty else {
            return Output.write(
                Visible.escape("\(path) needs no trust: it reads, runs and sends only its own\n"))
        }
        Output.write(Visible.escape("\(path)\n"))
        var shown: Set<String> = []
        while true {
            for need in needs where shown.insert(need.key).inserted {
                Output.write(TrustQuestion.formatLine(need, isWhole: true) + "\n")
            }
            guard !show else { return }
            do throws(WriteError) {
                try trust.storeAgreement(needs, for: path)
            } catch {
                throw Refusal(error)
            }
            // Files that the user has just allowed may refer to others.
            needs = try Self.needs(path, environment, trust)
            if needs.allSatisfy({ shown.contains($0.key) }) { break }
        }
        Output.write("It is trusted with this.\n")
    }

    private func forget(_ file: String, _ trust: WorkspaceTrust) throws {
        let wasTrusted: Bool
        do throws(WriteError) {
            wasTrusted = try trust.remove(WorkspaceFile.workspacePath(of: file) ?? file)
        } catch {
            throw Refusal(error)
        }
        guard wasTrusted else {
            StandardError.write("explorer: \(file) was not trusted")
            throw ExitCode.badData
        }
    }

    /// Lists the trusted workspaces, and marks those with new needs.
    private func printTrusted(_ trust: WorkspaceTrust) {
        for path in trust.paths {
            let agreed = trust.agreed(path)
            let needs = Folder.holds(path) ? StandardError.reportingFailure { try Self.needs(path, [:], trust) } : nil
            let state = needs.map { $0.allSatisfy { agreed.contains($0.key) } ? "trusted" : "changed" } ?? "gone"
            Output.write(Visible.escape("\(state)\t\(path.replacing("\t", with: " "))\n"))
        }
    }

    /// All needs of a workspace, a collection or a description. Resolves and runs nothing.
    private static func needs(_ path: String, _ environment: [String: String], _ trust: WorkspaceTrust) throws -> [TrustNeed] {
        guard WorkspaceFile.workspacePath(of: path) != nil else {
            do throws(ReadError) {
                if !FolderReading.isFolder(path) { try FileReading.checkReadable(path) }
            } catch {
                throw Refusal(error)
            }
            let rules = SourceRules(trust).rules(for: path)
            return (DescriptionNeeds.findNeeds(path, rules) + DescriptionNeeds.findReferences(of: path, rules)).inOrder
        }
        do {
            let file = try WorkspaceFile(path, environment: [:], trust: trust, looksUp: false)
            let references = file.apis.flatMap { api -> [TrustNeed] in
                guard case .file(let place)? = api.description else { return [] }
                return DescriptionNeeds.findReferences(of: place, file.rules(for: api))
            }
            return (file.needs + references).inOrder
        } catch let error as WorkspaceError {
            error.lines.forEach { StandardError.write("explorer: \($0)") }
            throw ExitCode.badData
        } catch let error as ReadError {
            throw Refusal(error)
        }
    }

}
