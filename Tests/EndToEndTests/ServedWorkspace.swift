// What tests of one workspace and its server share: both, and the start of the program with them.

import Foundation
import TestSupport

/// A server, a workspace with its API `shop`, and a user's home. The server ends with it.
final class ServedWorkspace: Sendable {
    let server: FaultServer
    let folder: TemporaryFolder
    /// The path of explorer.yaml.
    let path: String
    private let environment: [String: String]

    /// - Parameters:
    ///   - variables: further environment variables of the program.
    ///   - api: the lines below `shop:`, made when the server has its port.
    ///   - respond: makes the response to a request; called on the server's thread.
    init(
        variables: [String: String] = [:], api: (FaultServer) -> String, responding respond: @escaping FaultServer.Handler
    ) throws {
        server = try FaultServer(respond)
        folder = try TemporaryFolder()
        let lines = api(server).split(separator: "\n").map { "    \($0)\n" }.joined()
        path = try folder.file("explorer.yaml", "apis:\n  shop:\n" + lines)
        environment = ExplorerProgram.environment
            .merging(["EXPLORER_STATE_DIR": folder.path("state"), "HOME": folder.path]) { $1 }
            .merging(variables) { $1 }
    }

    /// Runs a command to its end.
    func run(_ arguments: [String]) async throws -> ChildProcess.Result {
        try await ExplorerProgram.command(arguments, environment: environment)
    }

    /// Opens the screen in a terminal.
    func open() async throws -> Tmux {
        try await Tmux([try ExplorerProgram.path(), path], size: (120, 40), environment: environment)
    }

    /// The paths of the requests, in order.
    var paths: [String] { server.counts.requests.map(\.path) }
}
