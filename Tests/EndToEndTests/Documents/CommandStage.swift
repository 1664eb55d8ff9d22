// Where the commands of documents are run: a folder with the files that they name, a home of its own, and two services of the demo.

import Foundation
import TestSupport
import Testing

/// A folder with the demo's description as openapi.json and the workspace of docs/ci as explorer.yaml.
final class CommandStage {
    /// What a command left behind.
    struct Result {
        var code: Int32
        var output: String
    }

    private let folder: TemporaryFolder
    private let services: [DemoService]
    private let environment: [String: String]
    /// What documents call the services.
    private let addresses: [(written: String, real: String)]

    init() async throws {
        folder = try TemporaryFolder()
        services = [try await DemoService("api-1"), try await DemoService("api-2")]
        let (first, second) = (services[0].url, services[1].url)
        addresses = [
            ("http://127.0.0.1:8080", first), ("http://127.0.0.1:8081", second), ("https://api-1.example.com", first),
            ("https://api-2.example.com", second), ("https://api.example.com", first), ("https://example.com", first),
        ]
        let program = try ExplorerProgram.path()
        for name in ["home", "bin", "stage", "stage/requests"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path("bin/explorer"), withDestinationPath: program)
        try folder.file("bin/pass", "#!/bin/sh\necho secret\n")
        chmod(folder.path("bin/pass"), 0o755)
        environment = ExplorerProgram.environment.merging([
            "HOME": folder.path("home"), "PATH": "\(folder.path("bin")):/usr/local/bin:/usr/bin:/bin",
            "EXPLORER_DEMO": ProcessInfo.processInfo.environment["EXPLORER_DEMO"] ?? program + "-demo",
            "SHOP_PASSWORD": "secret", "SHOP_TOKEN": "demo-token", "SHOP_SECRET": "secret", "SHOP_KEY": "demo-key",
        ]) { $1 }
        try await furnish()
    }

    /// Writes the files that documents name; again, where a command has changed them.
    func furnish() async throws {
        var description = try await services[0].curl("/openapi.json").text
        description = description.replacing(#""url": "/""#, with: #""url": "\#(services[0].url)""#)
        try write("openapi.json", description)
        try write("openapi.yaml", description)
        let ci = SharedData.repository.appending(path: "docs/ci/explorer.yaml")
        try write("explorer.yaml", try String(contentsOf: ci, encoding: .utf8))
        try write("item.json", #"{"name":"A lamp","price":12.5}"#)
        try write("a.png", "no picture, but a file")
        try write("requests/items.http", "GET http://127.0.0.1:8080/items\n")
        try write(
            "shop.postman_collection.json",
            #"{"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"items","request":{"method":"GET","url":"http://127.0.0.1:8080/items"}}]}"#
        )
    }

    /// Writes a file of the stage, or of the home folder behind `~/`, with the demo's addresses in the place of those of the document.
    func write(_ name: String, _ text: String) throws {
        let path = name.hasPrefix("~/") ? "home/\(name.dropFirst(2))" : "stage/\(name)"
        let parent = folder.path(path).split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: "/" + parent, withIntermediateDirectories: true)
        try folder.file(path, real(text))
        // To the reader it is another workspace, which wants what one before it wanted too.
        if name.hasSuffix("explorer.yaml") {
            try? FileManager.default.removeItem(atPath: folder.path("home/.local/state/explorer/trust"))
        }
    }

    /// Removes a file, there or not.
    func remove(_ name: String) { try? FileManager.default.removeItem(atPath: folder.path("stage/\(name)")) }

    /// Runs a command to the end that it has; its output is as documents write it.
    func run(_ command: DocumentedCommand) async throws -> Result {
        let script = "cd '\(folder.path("stage"))' || exit 99\n"
        let line = try await identified(real(command.text))
        switch command.ending {
        case .byItself: return try await runToItsEnd(script + "set -o pipefail\n" + line)
        case .interrupted: return try await interrupt(script + "exec " + line, command.expected)
        case .screen: return try await openAndQuit(script + "exec " + line, command.expected)
        }
    }

    private func runToItsEnd(_ script: String) async throws -> Result {
        let result = try await ChildProcess.run("/bin/bash", ["-c", script], environment: environment)
        return Result(code: result.code, output: written(result.text + result.errors))
    }

    /// Ctrl-C is a success or seven, as the command has it.
    private func interrupt(_ script: String, _ expected: [String]) async throws -> Result {
        let result = try await ChildProcess.run("/bin/bash", ["-c", script], environment: environment) { run in
            _ = try await eventually {
                let output = self.written(try run.output())
                return output.hasSuffix("\n") && expected.allSatisfy(output.contains)
            }
            run.child.signal(SIGINT)
        }
        return Result(code: result.code == 7 ? 0 : result.code, output: written(result.text + result.errors))
    }

    private func openAndQuit(_ script: String, _ expected: [String]) async throws -> Result {
        let tmux = try await Tmux(["/bin/bash", "-c", script], size: (120, 40), environment: environment)
        let screen = try await tmux.waitFor("the endpoints") { screen in
            screen.contains("1 Endpoints ·") && screen.contains("? help") && expected.allSatisfy(screen.contains)
        }
        try await tmux.press("Q")
        return Result(code: try await tmux.waitForExit(), output: written(screen.lines.joined(separator: "\n")))
    }

    /// With the ids of two entries of the history, where the line has those that documents use.
    private func identified(_ line: String) async throws -> String {
        guard line.contains("4f1c") else { return line }
        // Two that are there, and can be sent again: other lines may have deleted the history, or what an entry asked for.
        _ = try await runToItsEnd("cd '\(folder.path("stage"))' && explorer run openapi.json listItems --repeat 2")
        let newest = try await runToItsEnd("explorer history --format jsonl --limit 2 | jq -r .id")
        let ids = newest.output.split(separator: "\n").map(String.init)
        return zip(["4f1c", "77ab"], ids).reduce(line) { $0.replacing($1.0, with: $1.1) }
    }

    private func real(_ text: String) -> String {
        addresses.reduce(text) { $0.replacing($1.written, with: $1.real) }.replacing("--port 8080", with: "--port 0")
    }

    private func written(_ text: String) -> String {
        addresses.prefix(2).reduce(text) { $0.replacing($1.real, with: $1.written) }
    }
}
