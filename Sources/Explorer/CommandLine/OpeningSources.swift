// Opens a source for a command without a screen: errors go to standard error, and the exit
// code shows their kind.

import ArgumentParser
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

extension ChosenSource {
    /// Reads the workspace, if the source is one. Reports its errors on standard error.
    /// - Parameter consent: the procedure for needs that the user has not agreed to.
    /// - Throws: the exit code, a ``Refusal``, or a ``LoadError``.
    init(_ text: String, _ network: NetworkSettings, consent: TrustPolicy = .required) throws {
        let variables = CommandContext.environment
        guard let path = WorkspaceFile.workspacePath(of: text) else {
            guard network.api == nil else {
                throw Refusal(
                    usage: "--api is for workspaces",
                    ["'\(text)' is not a workspace: a workspace is a file named \(WorkspaceFile.name)."])
            }
            let place = Source(text)
            if case .file(let path) = place { try consent.askForCollection(path, variables) }
            self.init(place, network, variables: variables, input: CommandContext.io.input)
            return
        }
        try self.init(
            try Self.readWorkspace(path, consent), network, variables: variables, input: CommandContext.io.input)
    }

    /// The APIs of a workspace, or the one source that the text names.
    /// - Parameter consent: the procedure for needs that the user has not agreed to.
    /// - Throws: the exit code, a ``Refusal``, or a ``LoadError``.
    static func all(_ text: String, _ network: NetworkSettings, consent: TrustPolicy) throws -> [ChosenSource] {
        guard let path = WorkspaceFile.workspacePath(of: text) else {
            return [try ChosenSource(text, network, consent: consent)]
        }
        return try all(
            try readWorkspace(path, consent), network, variables: CommandContext.environment, input: CommandContext.io.input)
    }

    private static func readWorkspace(_ path: String, _ consent: TrustPolicy) throws -> WorkspaceFile {
        do {
            let file = try consent.readWorkspace(path, CommandContext.environment)
            for warning in file.warnings {
                StandardError.write("explorer: warning: \(WorkspaceError.formattedLine(warning, in: path))")
            }
            return file
        } catch let error as WorkspaceError {
            error.lines.forEach { StandardError.write("explorer: \($0)") }
            throw ExitCode.badData
        } catch let error as ReadError {
            throw Refusal(error)
        }
    }

    /// Warns that certificates are not checked, for commands that load no description; loading one warns too.
    func warnOfInsecure() {
        guard settings.connection.insecure || isInsecure else { return }
        StandardError.write(
            "explorer: certificates are not checked (\(settings.connection.insecure ? "--insecure" : "the workspace says 'insecure'"))"
        )
    }

    /// The description and its pools.
    func openSource(_ client: NetClient) async throws(LoadError) -> OpenedSource {
        let opened = try await loadDescription(client)
        if let note = opened.note { StandardError.write("explorer: \(note)") }
        logIn(client, for: opened.pool)
        return opened
    }
}

extension LoadError {
    /// The reason why there is no description, in the form of a problem in one.
    var problem: Catalog.Warning {
        Catalog.Warning(
            .notADescription, pointer: refusal?.pointer ?? "", line: refusal?.line,
            message: refusal?.message ?? "\(failure.title): \(failure.detail)", hint: refusal?.hint ?? failure.hint)
    }
}
