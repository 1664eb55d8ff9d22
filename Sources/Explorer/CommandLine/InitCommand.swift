// `explorer init`: writes a workspace for a description, with the services and environments that it names.

import ArgumentParser
import Catalog
import NetLayer
import Workbench
import Workspace

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a workspace for a description or a collection.",
        discussion: """
            explorer init openapi.json                          writes explorer.yaml here
            explorer init https://api.example.com -o shop.explorer.yaml

            The workspace refers to the description, which stays unchanged. Exit codes: 0 written, 64 the file already exists, 65 the description is bad, 66 it cannot \
            be read, 74 the workspace cannot be written.
            """)

    @Argument(help: "A description or a collection: a file, a folder, or a URL.", completion: .file()) var source: String
    @Option(name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("The file to write.", valueName: "file"))
    var output = WorkspaceFile.name
    @Flag(help: "Overwrite an existing workspace.") var force = false
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func run() async throws {
        let interrupts = InterruptHandler()
        defer { withExtendedLifetime(interrupts) {} }
        let api = try await ChosenSource(source, network).openSource(network.openClient())
        let text = try WorkspaceTemplate.makeText(at: output, source, api, network, overwrites: force)
        try Output.write(text, toFile: output)
        StandardError.write("explorer: wrote \(output); open it with: explorer \(output)")
    }
}

/// The workspace file of `init` and `import`.
enum WorkspaceTemplate {
    /// - Throws: the exit code, after reporting why the workspace cannot be written.
    static func makeText(
        at path: String, _ source: String, _ api: OpenedSource, _ network: NetworkSettings, overwrites: Bool
    ) throws -> String {
        guard WorkspaceFile.workspacePath(of: path) != nil, !FolderReading.isFolder(path) else {
            throw Refusal(
                usage: "\(path) is not the name of a workspace",
                ["Name it \(WorkspaceFile.name) or NAME.\(WorkspaceFile.name)."])
        }
        guard overwrites || !Folder.holds(path) else {
            throw Refusal(usage: "\(path) already exists", ["Choose another name, or overwrite it with --force."])
        }
        let relative = api.description.servers.filter { !$0.url.isAbsoluteHTTP }
        if !relative.isEmpty, network.base == nil, !api.pool.services.isEmpty {
            let names = relative.map(\.template).joined(separator: ", ")
            StandardError.write("explorer: warning: incomplete addresses, left out of the workspace: \(names)")
        }
        do throws(NewWorkspace.Problem) {
            return try NewWorkspace(api.description, pool: api.pool, source: source, at: path).text
        } catch {
            throw Refusal(usage: error.message, [error.hint])
        }
    }
}
