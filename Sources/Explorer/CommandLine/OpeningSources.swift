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
    init(_ text: String, _ network: NetworkSettings, consent: Consent = .required) throws {
        let variables = Surroundings.environment
        guard let path = WorkspaceFile.path(of: text) else {
            guard network.api == nil else {
                throw Refusal(
                    usage: "--api is for workspaces",
                    ["'\(text)' is none: a workspace is a file named \(WorkspaceFile.name)."])
            }
            let place = Source(text)
            if case .file(let path) = place { try consent.collection(path, variables) }
            self.init(place, network, variables: variables, input: Surroundings.io.input)
            return
        }
        try self.init(
            try Self.read(path, consent), network, variables: variables, input: Surroundings.io.input)
    }

    private static func read(_ path: String, _ consent: Consent) throws -> WorkspaceFile {
        do {
            let file = try consent.file(path, Surroundings.environment)
            for warning in file.warnings { Complaint.write("explorer: warning: \(WorkspaceError.line(warning, in: path))") }
            return file
        } catch let error as WorkspaceError {
            error.lines.forEach { Complaint.write("explorer: \($0)") }
            throw ExitCode.badData
        } catch let error as ReadError {
            throw Refusal(error)
        }
    }

    /// Warns that certificates are not checked, for commands that load no description; loading one warns too.
    func warnOfInsecure() {
        guard settings.connection.insecure || isInsecure else { return }
        Complaint.write(
            "explorer: certificates are not checked (\(settings.connection.insecure ? "--insecure" : "the workspace says 'insecure'"))"
        )
    }

    /// The description and its pools.
    func open(_ client: NetClient) async throws(LoadError) -> OpenedSource {
        let opened = try await load(client)
        if let note = opened.note { Complaint.write("explorer: \(note)") }
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
